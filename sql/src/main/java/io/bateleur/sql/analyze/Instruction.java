package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step of a program. */
public sealed interface Instruction {
    /** Its number in the program, from 0, in the order of the text. */
    int id();

    /** Where it stands, from 1. */
    int line();

    /** How rows are locked, the weakest first: PostgreSQL's four modes; InnoDB has SHARE and UPDATE. */
    enum RowLock {
        NONE,
        KEY_SHARE,
        SHARE,
        NO_KEY_UPDATE,
        UPDATE;

        /** PostgreSQL's table of conflicts. */
        boolean conflicts(RowLock other) {
            if (this == NONE || other == NONE) {
                return false;
            }
            RowLock weak = compareTo(other) <= 0 ? this : other;
            RowLock strong = weak == this ? other : this;
            return switch (weak) {
                case KEY_SHARE -> strong == UPDATE;
                case SHARE -> strong == NO_KEY_UPDATE || strong == UPDATE;
                default -> true;
            };
        }
    }

    /** An instruction that reads or writes tables. */
    sealed interface OnTables extends Instruction {
        /** Its words, as they stand in the file. */
        String text();
    }

    /** @param alias what its columns are qualified by @param outer whether rows of the others remain without one of it */
    record Source(String table, String alias, boolean outer) {}

    /** @param aggregate {@code MIN}, {@code MAX}, {@code COUNT}, {@code SUM}, {@code AVG}, or nothing @param name of the column of the result */
    record Output(String aggregate, Calculation value, String name) {}

    /** @param descending from the largest */
    record SortKey(Calculation by, boolean descending) {}

    /**
     * A query.
     *
     * @param into variables that receive the first row, or NULL
     * @param intoSet variable that receives all rows; empty: none
     * @param single whether it has LIMIT 1
     * @param whole whether the shape is understood completely: else its result may be anything
     */
    record Read(
            int id,
            int line,
            String text,
            List<Source> sources,
            List<Output> outputs,
            List<String> into,
            String intoSet,
            Calculation where,
            List<SortKey> order,
            boolean single,
            boolean grouped,
            RowLock lock,
            boolean whole)
            implements OnTables {
        /** Texts are skipped. */
        private static final java.util.regex.Pattern LOCKED = java.util.regex.Pattern.compile(
                "'(?:[^']|'')*'|\\b(NOWAIT)\\b|\\b(SKIP\\s+LOCKED)\\b", java.util.regex.Pattern.CASE_INSENSITIVE);

        public Read {
            sources = List.copyOf(sources);
            outputs = List.copyOf(outputs);
            into = List.copyOf(into);
            order = List.copyOf(order);
        }

        /** The extreme value that it asks for of a column of its only table: MIN, MAX, or ORDER BY of one column with LIMIT 1. */
        @Nullable
        Extreme extreme() {
            if (sources.size() != 1 || !whole || grouped) {
                return null;
            }
            if (outputs.size() == 1 && outputs.get(0).value() instanceof Calculation.ColumnOf column) {
                String aggregate = outputs.get(0).aggregate();
                if (aggregate.equals("MIN") || aggregate.equals("MAX")) {
                    return new Extreme(column.column(), aggregate.equals("MAX"), true);
                }
            }
            boolean plain =
                    outputs.stream().allMatch(output -> output.aggregate().isEmpty());
            if (plain && single && order.size() == 1 && order.get(0).by() instanceof Calculation.ColumnOf column) {
                return new Extreme(column.column(), order.get(0).descending(), false);
            }
            return null;
        }

        /** Whether it fails where it would have to wait. */
        boolean failsLocked() {
            return lock != RowLock.NONE && LOCKED.matcher(text).results().anyMatch(each -> each.group(1) != null);
        }

        /** Whether it leaves out rows that somebody else has locked. */
        boolean skipsLocked() {
            return lock != RowLock.NONE && LOCKED.matcher(text).results().anyMatch(each -> each.group(2) != null);
        }

        boolean aggregated() {
            return outputs.stream().anyMatch(output -> !output.aggregate().isEmpty());
        }
    }

    /** @param aggregate whether only the value is returned, and not the row */
    record Extreme(String column, boolean largest, boolean aggregate) {}

    /** @param skipsPresent whether a row that is there already is left alone */
    record Insert(int id, int line, String text, String table, Map<String, Calculation> values, boolean skipsPresent)
            implements OnTables {
        public Insert {
            values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /** @param returning what it returns of the rows after it, into variables */
    record Update(
            int id,
            int line,
            String text,
            String table,
            Map<String, Calculation> sets,
            Calculation where,
            List<Output> returning,
            List<String> into)
            implements OnTables {
        public Update {
            sets = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(sets));
            returning = List.copyOf(returning);
            into = List.copyOf(into);
        }
    }

    record Delete(int id, int line, String text, String table, Calculation where) implements OnTables {}

    record Assign(int id, int line, String variable, Calculation value) implements Instruction {}

    /** The instance ends and leaves nothing. */
    record Abort(int id, int line) implements Instruction {}

    /** The instance ends here, and commits. */
    record Finish(int id, int line) implements Instruction {}

    record If(int id, int line, Calculation condition, List<Instruction> then, List<Instruction> otherwise)
            implements Instruction {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /** For each row of a query, or each that a variable holds. @param query null: of the variable {@code set} */
    record ForEach(
            int id, int line, String variable, @Nullable Read query, String set, List<Instruction> body)
            implements Instruction {
        public ForEach {
            body = List.copyOf(body);
        }
    }

    /** While a condition holds. */
    record While(int id, int line, Calculation condition, List<Instruction> body) implements Instruction {
        public While {
            body = List.copyOf(body);
        }
    }

    /** All instructions of a list and below, in the order of the text. */
    static List<Instruction> all(List<Instruction> body) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction each : body) {
            all.add(each);
            if (each instanceof If choice) {
                all.addAll(all(choice.then()));
                all.addAll(all(choice.otherwise()));
            } else if (each instanceof ForEach loop) {
                if (loop.query() != null) {
                    all.add(loop.query());
                }
                all.addAll(all(loop.body()));
            } else if (each instanceof While loop) {
                all.addAll(all(loop.body()));
            }
        }
        return all;
    }
}
