package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;

/**
 * Adya's mixing graph, with the other levels in it: one commit order, and each transaction obliges by its own level only.
 *
 * <p>A transaction with a snapshot reads at its start and writes at its commit. Its start is not a node of its own here: what leads to
 * the start leads to the commit, and to what the start precedes.
 */
final class TwinMixed {
    private final TwinLevel[] levels;
    /** The transactions whose reads must be valid. */
    private int readers;

    TwinMixed(History history, Level level) {
        levels = new TwinLevel[history.transactionCount()];
        for (int t = 0; t < levels.length; t++) {
            levels[t] = TwinLevel.of(level.of(history, t));
            if (levels[t].rule().isSessionGuarantee()) {
                throw new IllegalArgumentException(levels[t] + " has no meaning beside other levels");
            }
            readers |= levels[t].rule().countsReads() ? 1 << t : 0;
        }
    }

    int readers() {
        return readers;
    }

    boolean isSatisfiedBy(TwinEdges edges) {
        long seen = Relation.NONE;
        for (int t = 0; t < levels.length; t++) {
            seen |= Relation.fromAll(leadingTo(t, edges), t);
        }
        long graph = edges.ww | seen;
        long causes = Relation.closure(seen);
        long dependencies = Relation.closure(graph);
        for (int t = 0; t < levels.length; t++) {
            if (!seesEnough(t, edges, causes, dependencies)) {
                return false;
            }
            int sources = startOf(t, edges);
            for (int from = 0; from < levels.length; from++) {
                graph |= (sources >> from & 1) == 0 ? Relation.NONE : Relation.toAll(from, overwriters(t, edges));
            }
        }
        return Relation.isAcyclic(graph);
    }

    /** What counts as seen by a transaction, or as before it. */
    private int leadingTo(int t, TwinEdges edges) {
        TwinLevel level = levels[t];
        return (level.rule().countsReads() ? Relation.before(edges.wr, t) : 0)
                | (level.sessions() ? Relation.before(edges.so, t) : 0)
                | (level.realTime() ? Relation.before(edges.rt, t) : 0);
    }

    /** What precedes everything that a transaction's reads precede: itself, or what leads to its start. */
    private int startOf(int t, TwinEdges edges) {
        return switch (levels[t].rule()) {
            case SNAPSHOT_ISOLATION, AXIOMATIC_SNAPSHOT_ISOLATION -> leadingTo(t, edges) | Relation.before(edges.ww, t);
            case PREFIX_CONSISTENCY, AXIOMATIC_PREFIX -> leadingTo(t, edges);
            default -> 1 << t;
        };
    }

    /** The writers of later versions than the transaction saw, where its level cares. */
    private int overwriters(int t, TwinEdges edges) {
        return switch (levels[t].rule()) {
            case CURSOR_STABILITY -> Relation.after(edges.cursor, t);
            case REPEATABLE_READ -> Relation.after(edges.rw, t);
            case SNAPSHOT_ISOLATION, PREFIX_CONSISTENCY, SERIALIZABLE -> Relation.after(edges.rw | edges.prw, t);
            case AXIOMATIC_SNAPSHOT_ISOLATION, AXIOMATIC_PREFIX, AXIOMATIC_SERIALIZABLE ->
                Relation.after(edges.missed, t);
            default -> 0;
        };
    }

    private boolean seesEnough(int t, TwinEdges edges, long causes, long dependencies) {
        int missed = Relation.after(edges.missed, t);
        return switch (levels[t].rule()) {
            case MONOTONIC_ATOMIC_VIEW, AXIOMATIC_READ_COMMITTED -> (edges.vanished >> t & 1) == 0;
            case READ_ATOMIC -> (missed & Relation.before(edges.wr, t)) == 0;
            case AXIOMATIC_READ_ATOMIC -> (missed & leadingTo(t, edges)) == 0;
            case CAUSAL, AXIOMATIC_CAUSAL -> (missed & Relation.before(causes, t)) == 0;
            case CONSISTENT_VIEW, FORWARD_CONSISTENT_VIEW, PARALLEL_SNAPSHOT_ISOLATION ->
                (Relation.after(edges.rw | edges.prw, t) & Relation.before(dependencies, t)) == 0;
            default -> true;
        };
    }
}
