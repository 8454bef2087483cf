package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Operation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which rows and columns an instruction looks at, for {@link Look}: the one definition that both interpreters and the encoding share. */
final class Rows {
    private Rows() {}

    /** The terms of a condition that speak of one source alone. */
    static List<Calculation> own(Calculation where, int source) {
        return where.conjuncts().stream()
                .filter(term -> !term.usesOtherThan(source))
                .map(term ->
                        term.with(part -> part instanceof ColumnOf column && column.source() == source && source != 0
                                ? new ColumnOf(0, column.column())
                                : part))
                .toList();
    }

    /** Whether a row that is there fulfils the terms of a condition about its source, with the variables as they are now. */
    static Predicate<Map<String, @Nullable Object>> matcher(Calculator calculator, Calculation where, int source) {
        List<Calculation> terms = own(where, source);
        return row -> VersionStore.alive(row) && terms.stream().allMatch(term -> calculator.holds(term, List.of(row)));
    }

    static Set<String> conditions(Calculation where, int source) {
        Set<String> columns = new LinkedHashSet<>(where.columns(source));
        columns.add(TableShape.ALIVE);
        return columns;
    }

    static Set<String> outputs(Instruction.Read read, int source) {
        Set<String> columns = new LinkedHashSet<>();
        read.outputs().forEach(output -> columns.addAll(output.value().columns(source)));
        read.order().forEach(key -> columns.addAll(key.by().columns(source)));
        return columns;
    }

    /** The table that an instruction changes, or an empty text. */
    static String table(Instruction.OnTables instruction) {
        if (instruction instanceof Instruction.Insert insert) {
            return insert.table();
        }
        if (instruction instanceof Instruction.Update update) {
            return update.table();
        }
        return instruction instanceof Instruction.Delete delete ? delete.table() : "";
    }

    static boolean writesColumn(Instruction.OnTables instruction, TableShape shape, String column) {
        if (!table(instruction).equals(shape.name())) {
            return false;
        }
        boolean existence = column.equals(TableShape.ALIVE);
        if (instruction instanceof Instruction.Update update) {
            return update.sets().containsKey(column);
        }
        return instruction instanceof Instruction.Insert
                ? existence || !shape.isKey(column)
                : instruction instanceof Instruction.Delete && existence;
    }

    static Calculation where(Instruction.OnTables instruction) {
        if (instruction instanceof Instruction.Read read) {
            return read.where();
        }
        if (instruction instanceof Instruction.Update update) {
            return update.where();
        }
        return instruction instanceof Instruction.Delete delete ? delete.where() : Calculation.TRUE;
    }

    /** What a term says that a column is equal to, without columns. */
    static @Nullable Calculation equated(Calculation term, String column) {
        if (term instanceof Operation equal && equal.name().equals("=")) {
            for (int side = 0; side < 2; side++) {
                Calculation other = equal.arguments().get(1 - side);
                if (equal.arguments().get(side) instanceof ColumnOf of
                        && of.column().equals(column)
                        && of.source() == 0
                        && other.columns(0).isEmpty()
                        && !other.usesOtherThan(0)) {
                    return other;
                }
            }
        }
        return null;
    }

    /**
     * The extreme value that a query asks for, so that rows behind it do not matter. Locking reads sort before they lock: for them it
     * counts only by the primary key, which does not change.
     */
    static Instruction.@Nullable Extreme extreme(Instruction.Read read, Application application) {
        Instruction.Extreme extreme = read.extreme();
        boolean plain = read.lock() == Instruction.RowLock.NONE;
        return extreme == null
                        || plain
                        || application.table(read.sources().get(0).table()).isKey(extreme.column())
                ? extreme
                : null;
    }
}
