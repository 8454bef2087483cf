package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Edge.Way;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Encoding.View;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtTerm;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a model of a closed query as a counterexample. */
final class ModelReader {
    private record Moment(BigDecimal time, int instance, int rank) {}

    private final CycleQuery query;
    private final Encoding encoding;
    private final Smt smt;

    ModelReader(CycleQuery query) {
        this.query = query;
        this.encoding = query.encoding();
        this.smt = query.smt();
    }

    Counterexample read() {
        List<Map<String, @Nullable Object>> arguments = new ArrayList<>();
        for (int i = 0; i < encoding.size(); i++) {
            arguments.add(arguments(i));
        }
        List<Integer> arbitration = new ArrayList<>();
        for (int i = 0; i < encoding.size(); i++) {
            arbitration.add(i);
        }
        arbitration.sort(Comparator.comparing(each -> smt.number(encoding.timing.commit(each))));
        List<BitSet> visible = new ArrayList<>();
        for (int i = 0; i < encoding.size() && !encoding.timed(); i++) {
            BitSet sees = new BitSet();
            for (int j = 0; j < encoding.size(); j++) {
                if (i != j && smt.holds(encoding.timing.visible(j, i))) {
                    sees.set(j);
                }
            }
            visible.add(sees);
        }
        return new Counterexample(
                encoding.programs,
                arguments,
                initial(),
                encoding.timed() ? schedule() : List.of(),
                arbitration,
                visible);
    }

    private Map<String, @Nullable Object> arguments(int i) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        for (TransactionProgram.Parameter each : encoding.programs.get(i).parameters()) {
            arguments.put(each.name(), value(encoding.symbols.unknown(each.name() + "@" + i, each.kind(), false)));
        }
        for (Instruction each : encoding.programs.get(i).instructions()) {
            if (each instanceof Instruction.Insert insert) {
                insert.values().forEach((column, value) -> {
                    if (value instanceof Calculation.Variable variable
                            && variable.name().startsWith("new ")) {
                        ValueKind kind = encoding.application
                                .table(insert.table())
                                .field(column)
                                .kind();
                        arguments.put(
                                variable.name(),
                                value(encoding.symbols.unknown(variable.name() + "@" + i, kind, false)));
                    }
                });
            }
        }
        return arguments;
    }

    private @Nullable Object value(Symbol symbol) {
        if (smt.holds(symbol.isNull())) {
            return null;
        }
        return switch (symbol.kind()) {
            case BOOLEAN -> smt.holds(symbol.term());
            case TEXT -> encoding.symbols.text(smt.number(symbol.term()));
            default -> Calculator.normal(smt.number(symbol.term()));
        };
    }

    private List<InitialRow> initial() {
        View initial = new View(View.Kind.INITIAL, -1, -1, "");
        Map<RowKey, InitialRow> rows = new TreeMap<>();
        List<Way> taken = query.taken();
        for (NamedRow row : List.copyOf(encoding.rows.values())) {
            if (isUsed(row, taken)
                    && smt.holds(encoding.base(initial, row, TableShape.ALIVE).term())) {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (String column : row.shape().columns().keySet()) {
                    Symbol known =
                            row.key().containsKey(column) ? row.key().get(column) : encoding.base(initial, row, column);
                    values.put(column, value(Objects.requireNonNull(known)));
                }
                boolean whole = row.shape().key().stream().allMatch(column -> values.get(column) != null);
                if (whole) {
                    rows.putIfAbsent(
                            RowKey.of(row.shape(), values),
                            new InitialRow(row.shape().name(), values));
                }
            }
        }
        parents(rows);
        return List.copyOf(rows.values());
    }

    /** Rows of edges that are not taken mean nothing. */
    private boolean isUsed(NamedRow row, List<Way> taken) {
        if (!row.name().startsWith("e")) {
            return true;
        }
        for (int i = 0; i < taken.size(); i++) {
            if (row.name().startsWith("e" + i + "." + taken.get(i).table())) {
                return true;
            }
        }
        return false;
    }

    /** Rows that others refer to have to be there. */
    private void parents(Map<RowKey, InitialRow> rows) {
        for (int round = 0; round < 4; round++) {
            for (InitialRow row : List.copyOf(rows.values())) {
                for (TableShape.ParentKey reference :
                        encoding.application.table(row.table()).references()) {
                    parent(rows, row, reference);
                }
            }
        }
    }

    private void parent(Map<RowKey, InitialRow> rows, InitialRow row, TableShape.ParentKey reference) {
        TableShape shape = encoding.application.tables().get(reference.parent());
        if (shape == null
                || reference.columns().stream().anyMatch(column -> row.values().get(column) == null)) {
            return;
        }
        for (InitialRow each : rows.values()) {
            if (each.table().equals(shape.name())
                    && StatementExecution.refers(reference, row.values(), each.values())) {
                return;
            }
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (TableShape.Field field : shape.columns().values()) {
            int at = reference.parentColumns().indexOf(field.name());
            Object plain =
                    field.kind() == ValueKind.TEXT ? "x" : field.kind() == ValueKind.BOOLEAN ? (Object) false : 0L;
            values.put(
                    field.name(),
                    at >= 0 ? row.values().get(reference.columns().get(at)) : field.notNull() ? plain : null);
        }
        rows.putIfAbsent(RowKey.of(shape, values), new InitialRow(shape.name(), values));
    }

    /** Snapshots, acts and commits in the order of their times. */
    private List<Integer> schedule() {
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < encoding.size(); i++) {
            boolean statement = encoding.level(i).snapshotPerStatement();
            boolean newest = encoding.level(i).writesReadNewest();
            boolean first = true;
            for (Act act : encoding.acts(i)) {
                if (smt.holds(act.guard()) && !act.check()) {
                    boolean early = newest ? encoding.isPlainRead(act) : statement;
                    SmtTerm at = early
                            ? encoding.timing.begins(act)
                            : first && !newest ? encoding.timing.snapshot(i) : encoding.timing.done(act);
                    moments.add(new Moment(smt.number(at), i, 1));
                    first = false;
                }
            }
            // What happens at the time of a commit does not see it.
            moments.add(new Moment(smt.number(encoding.timing.commit(i)), i, 2));
        }
        moments.sort(Comparator.comparing(Moment::time).thenComparing(Moment::rank));
        return moments.stream().map(Moment::instance).toList();
    }
}
