package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Constant;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Calculation.Variable;
import io.bateleur.sql.analyze.Encoding.BaseCell;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Columns that only ever grow, and tables whose rows are numbered by them: inferred from the programs.
 *
 * <p>Where writers of a row see each other, whoever sees a writer sees at least its number, and whoever does not at most the one before.
 * Rows that are numbered by such a column have smaller numbers than it, if that is so at the start.
 */
final class Counters {
    /** A column that only grows. */
    record Counter(String table, String column) {}

    /** That rows of a table are numbered by a counter. @param keys for each column of the counter's key the column of the table */
    record Numbered(String table, String column, Counter counter, Map<String, String> keys) {
        /** As a sentence of the verdict. */
        String fact() {
            return "at the start " + counter.table + "." + counter.column + " > every " + table + "." + column;
        }
    }

    private final Application application;
    private final Set<Counter> counters = new LinkedHashSet<>();
    private final List<Numbered> numbered = new ArrayList<>();
    /** Tables without deletes of which every number is given once: what is seen of a group is what is numbered below the counter. */
    private final Set<String> dense = new LinkedHashSet<>();

    Counters(Application application, LevelPlan plan) {
        this.application = application;
        for (TableShape shape : application.tables().values()) {
            for (TableShape.Field field : shape.columns().values()) {
                if (!shape.isKey(field.name())
                        && field.kind() == ValueKind.INTEGER
                        && grows(shape, field.name(), plan)) {
                    counters.add(new Counter(shape.name(), field.name()));
                }
            }
        }
        for (TableShape shape : application.tables().values()) {
            for (String column : shape.key()) {
                Numbered found = numbers(shape, column);
                if (found != null) {
                    numbered.add(found);
                    if (isGivenOnce(shape, plan)) {
                        dense.add(shape.name());
                    }
                }
            }
        }
    }

    /** What the initial state has to fulfil. */
    List<String> facts() {
        return numbered.stream().map(Numbered::fact).toList();
    }

    boolean isEmpty() {
        return counters.isEmpty();
    }

    // ---- inference

    /** Whether no two instances read the same number, and no row is ever deleted. */
    private boolean isGivenOnce(TableShape shape, LevelPlan plan) {
        for (TransactionProgram program : application.programs()) {
            for (Instruction each : program.instructions()) {
                boolean reads = each instanceof Instruction.Insert insert
                        && insert.table().equals(shape.name());
                boolean first = !plan.timed()
                        || plan.level(program).firstCommitterWins()
                                && !plan.level(program).writesReadNewest();
                boolean deletes = each instanceof Instruction.Delete delete
                        && delete.table().equals(shape.name());
                if (deletes || reads && !first) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean grows(TableShape shape, String column, LevelPlan plan) {
        boolean written = false;
        for (TransactionProgram program : application.programs()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.Delete delete && delete.table().equals(shape.name())) {
                    return false;
                }
                if (each instanceof Instruction.Update update
                        && update.table().equals(shape.name())
                        && update.sets().containsKey(column)) {
                    written = true;
                    if (!shape.field(column).notNull()
                            || increment(program, update, column) <= 0
                            || !ordered(program, update, column, plan)) {
                        return false;
                    }
                }
            }
        }
        return written;
    }

    /** Whether the number that is added to is the one that was there right before. */
    private static boolean ordered(
            TransactionProgram program, Instruction.Update update, String column, LevelPlan plan) {
        if (!plan.timed()) {
            ConsistencyModel model = plan.model(program);
            return model != null
                    && model.ordersWriters()
                    && model.isTransitive()
                    && plan.models().values().stream().allMatch(ConsistencyModel::isTransitive);
        }
        EngineLevel level = plan.level(program);
        boolean direct =
                update.sets().getOrDefault(column, Calculation.TRUE).columns(0).contains(column);
        return direct || level.firstCommitterWins() && !level.writesReadNewest();
    }

    /** How much an update adds to a column: it adds a number to the column itself, or to what was read of it before; else 0. */
    private static long increment(TransactionProgram program, Instruction.Update update, String column) {
        if (update.sets().get(column) instanceof Operation sum && sum.name().equals("+")) {
            for (int side = 0; side < 2; side++) {
                Calculation number = sum.arguments().get(side);
                Calculation other = sum.arguments().get(1 - side);
                boolean own = other instanceof ColumnOf of && of.column().equals(column)
                        || other instanceof Variable variable && readFrom(program, variable, update, column) != null;
                if (own && number instanceof Constant constant && constant.value() instanceof Long by) {
                    return by;
                }
            }
        }
        return 0;
    }

    /** The query that read a variable from the column of the row that an update writes: by the same condition, and nothing in between. */
    private static Instruction.@Nullable Read readFrom(
            TransactionProgram program, Variable variable, Instruction.Update update, String column) {
        Instruction.Read found = null;
        for (Instruction each : program.instructions()) {
            if (each instanceof Instruction.Read read && read.into().contains(variable.name())) {
                int position = read.into().indexOf(variable.name());
                boolean same = found == null
                        && read.whole()
                        && read.sources().size() == 1
                        && read.sources().get(0).table().equals(update.table())
                        && read.where().equals(update.where())
                        && position < read.outputs().size()
                        && read.outputs().get(position).aggregate().isEmpty()
                        && read.outputs().get(position).value() instanceof ColumnOf of
                        && of.column().equals(column);
                if (!same) {
                    return null;
                }
                found = read;
            } else if (each instanceof Instruction.Assign assign
                    && assign.variable().equals(variable.name())) {
                return null;
            }
        }
        boolean updatedOnce = program.instructions().stream()
                        .filter(each -> each instanceof Instruction.Update other
                                && other.table().equals(update.table())
                                && other.sets().containsKey(column))
                        .count()
                == 1;
        boolean atTop = found != null
                && program.body().contains(update)
                && program.body().contains(found);
        return updatedOnce && atTop ? found : null;
    }

    private @Nullable Numbered numbers(TableShape shape, String column) {
        Numbered common = null;
        boolean any = false;
        for (TransactionProgram program : application.programs()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.Update update
                        && update.table().equals(shape.name())
                        && update.sets().keySet().stream().anyMatch(shape::isKey)) {
                    return null;
                }
                if (each instanceof Instruction.Insert insert && insert.table().equals(shape.name())) {
                    Numbered found = numbers(program, insert, shape, column);
                    if (found == null || any && !found.equals(common)) {
                        return null;
                    }
                    any = true;
                    common = found;
                }
            }
        }
        return common;
    }

    private @Nullable Numbered numbers(
            TransactionProgram program, Instruction.Insert insert, TableShape shape, String column) {
        if (!(insert.values().get(column) instanceof Variable variable)) {
            return null;
        }
        for (Instruction each : program.body()) {
            if (each instanceof Instruction.Update update) {
                for (Counter counter : counters) {
                    boolean from = counter.table().equals(update.table())
                            && update.sets().containsKey(counter.column())
                            && readFrom(program, variable, update, counter.column()) != null
                            && increment(program, update, counter.column()) > 0;
                    Map<String, String> keys = from ? keys(update, insert, shape) : null;
                    if (keys != null) {
                        return new Numbered(shape.name(), column, counter, keys);
                    }
                }
            }
        }
        return null;
    }

    private @Nullable Map<String, String> keys(Instruction.Update update, Instruction.Insert insert, TableShape shape) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : application.table(update.table()).key()) {
            for (Calculation term : update.where().conjuncts()) {
                Calculation value = Rows.equated(term, key);
                if (value != null) {
                    for (String own : shape.key()) {
                        if (value.equals(insert.values().get(own))) {
                            keys.put(key, own);
                        }
                    }
                }
            }
            if (!keys.containsKey(key)) {
                return null;
            }
        }
        return keys;
    }

    // ---- facts

    void row(Encoding encoding, NamedRow row) {
        for (Numbered each : numbered) {
            if (each.table().equals(row.shape().name())) {
                counterRow(encoding, each, row);
                for (int i = 0; i < encoding.size() && dense.contains(each.table()); i++) {
                    encoding.smt.require(
                            encoding.smt.implies(encoding.writes(i, row, TableShape.ALIVE), ever(encoding, row)));
                }
            }
        }
    }

    /** Whether a row is ever there. */
    private static SmtTerm ever(Encoding encoding, NamedRow row) {
        List<SmtTerm> key = new ArrayList<>();
        row.key().values().forEach(each -> key.add(each.term()));
        return encoding.smt.apply("ever " + row.shape().name(), SmtSort.BOOLEAN, key);
    }

    private NamedRow counterRow(Encoding encoding, Numbered by, NamedRow row) {
        Map<String, Symbol> key = new LinkedHashMap<>();
        by.keys()
                .forEach((column, own) -> key.put(
                        column, java.util.Objects.requireNonNull(row.key().get(own))));
        return encoding.row(application.table(by.counter().table()), row.name() + "^", key);
    }

    void cell(Encoding encoding, BaseCell cell) {
        Smt smt = encoding.smt;
        String table = cell.row().shape().name();
        if (counters.contains(new Counter(table, cell.column())) && cell.view().kind() != Encoding.View.Kind.INITIAL) {
            Symbol value = encoding.base(cell.view(), cell.row(), cell.column());
            for (int i = 0; i < encoding.size(); i++) {
                if (i != cell.view().instance()) {
                    writer(encoding, cell, value, i);
                }
            }
        }
        if (cell.column().equals(TableShape.ALIVE)) {
            for (Numbered each : numbered) {
                if (each.table().equals(table)) {
                    NamedRow counter = counterRow(encoding, each, cell.row());
                    Symbol bound =
                            encoding.base(cell.view(), counter, each.counter().column());
                    Symbol number =
                            java.util.Objects.requireNonNull(cell.row().key().get(each.column()));
                    SmtTerm alive = encoding.symbols.truth(encoding.base(cell.view(), cell.row(), TableShape.ALIVE));
                    SmtTerm below = smt.less(number.term(), bound.term());
                    smt.require(smt.implies(alive, below));
                    if (dense.contains(table)) {
                        SmtTerm ever = ever(encoding, cell.row());
                        smt.require(smt.implies(alive, ever));
                        smt.require(smt.implies(smt.and(ever, below), alive));
                    }
                }
            }
        }
    }

    private static void writer(Encoding encoding, BaseCell cell, Symbol value, int i) {
        Smt smt = encoding.smt;
        for (Act act : encoding.acts(i)) {
            if (!act.inLoop()
                    && Rows.writesColumn(act.instruction(), cell.row().shape(), cell.column())
                    && act.instruction() instanceof Instruction.Update) {
                SmtTerm writes = encoding.writes(act, cell.row());
                if (writes.equals(smt.truth(false))) {
                    continue;
                }
                SmtTerm sees = encoding.sees(i, cell.view());
                Symbol after = encoding.written(act, cell.row(), cell.column());
                Symbol before =
                        encoding.seen(cell.row(), encoding.execution(act), act).cell(cell.column());
                smt.require(smt.implies(smt.and(writes, sees), smt.atMost(after.term(), value.term())));
                smt.require(smt.implies(smt.and(writes, smt.not(sees)), smt.atMost(value.term(), before.term())));
            }
        }
    }
}
