package io.bateleur.sql.analyze;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cycle of dependencies that instances of programs can have.
 *
 * @param programs the instances on it, in its order, and behind them those that only make its values
 * @param arrows from each instance to the next, the last to the first
 * @param execution how it was executed; null: it was not, and stays a candidate
 * @param why why it was not
 */
public record Violation(
        List<TransactionProgram> programs,
        List<Arrow> arrows,
        Counterexample example,
        @Nullable Execution execution,
        String why) {
    /**
     * One edge.
     *
     * @param kind {@code WR}, {@code WW} or {@code RW}
     * @param fromLine where its first end stands @param toLine where its second does
     */
    public record Arrow(String kind, String table, String column, int fromLine, int toLine) {
        /** Table and column. */
        String cell() {
            return table + (column.equals(TableShape.ALIVE) ? "" : "." + column);
        }

        @Override
        public String toString() {
            return kind + " " + cell();
        }
    }

    public Violation {
        programs = List.copyOf(programs);
        arrows = List.copyOf(arrows);
    }

    /** How many instances are on the cycle. */
    public int size() {
        return arrows.size();
    }

    /** The programs of the instances that are on the cycle. */
    public List<TransactionProgram> ring() {
        return programs.subList(0, size());
    }

    /** What makes it the same as another: programs, kinds and columns, beginning anywhere. */
    public String signature() {
        String best = "";
        for (int turn = 0; turn < size(); turn++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < size(); i++) {
                int at = (i + turn) % size();
                text.append(programs.get(at).name())
                        .append(" -")
                        .append(arrows.get(at))
                        .append("-> ");
            }
            if (best.isEmpty() || text.toString().compareTo(best) < 0) {
                best = text.toString();
            }
        }
        return best;
    }

    /** What the literature calls it. */
    public String anomaly() {
        long anti = arrows.stream().filter(arrow -> arrow.kind().equals("RW")).count();
        boolean writes = arrows.stream().anyMatch(arrow -> arrow.kind().equals("WW"));
        boolean sameRow = arrows.stream().map(Arrow::table).distinct().count() == 1;
        boolean existence = arrows.stream().allMatch(arrow -> arrow.column().equals(TableShape.ALIVE));
        long readers = ring().stream().filter(TransactionProgram::readsOnly).count();
        boolean fork = size() == 4;
        for (int i = 0; i < size(); i++) {
            String kind = arrows.get(i).kind();
            String next = arrows.get((i + 1) % size()).kind();
            fork &= kind.equals("WR") && next.equals("RW") || kind.equals("RW") && next.equals("WR");
        }
        if (size() == 2 && anti == 1 && writes && sameRow) {
            return "lost update";
        }
        if (size() == 2 && anti == 2) {
            boolean sameColumn = arrows.get(0).table().equals(arrows.get(1).table())
                    && arrows.get(0).column().equals(arrows.get(1).column());
            boolean bothWrite = sameColumn
                    && execution != null
                    && !execution.graph.between(0, 1).stream()
                            .filter(edge -> edge.kind() == Dependency.Kind.WW)
                            .toList()
                            .isEmpty();
            return bothWrite && !existence ? "lost update" : "write skew";
        }
        if (fork) {
            return "long fork";
        }
        if (size() == 3 && anti == 2 && readers >= 1) {
            return "read-only anomaly";
        }
        if (anti == 1 && size() == 2) {
            return "non-repeatable read";
        }
        return anti == 2 ? "write skew" : "cycle of " + size();
    }

    @Override
    public String toString() {
        return programs.stream().map(TransactionProgram::name).collect(Collectors.joining(", ")) + ": " + arrows;
    }
}
