package io.bateleur.core.prove;

import java.util.List;

/**
 * That one version of a key is older than another, and how that is known.
 *
 * @param older a write, or the initial version
 * @param newer a write of the same key
 * @param otherwise for {@link Basis#FORCED}: the cycle that the other order would close
 */
record Fact(int older, int newer, Basis basis, List<ArgumentEdge> otherwise) {

    enum Basis {
        /** The initial version is older than all others. */
        INITIAL,
        /** Lists or hints of the trace tell. */
        KNOWN,
        /** The case at hand. */
        ASSUMED,
        /** The writer of the newer one had read the older one. */
        READ,
        /** The writer of the newer one comes later in the session. */
        SESSION,
        /** The writer of the older one had ended before that of the newer one began. */
        REAL_TIME,
        /** The other order would close a cycle. */
        FORCED
    }

    Fact {
        otherwise = List.copyOf(otherwise);
    }

    static Fact of(int older, int newer, Basis basis) {
        return new Fact(older, newer, basis, List.of());
    }

    boolean isForced() {
        return basis == Basis.FORCED;
    }

    /** What it takes to follow. A reason inside a reason is twice as hard to read. */
    long cost() {
        return switch (basis) {
            case INITIAL, KNOWN, ASSUMED -> 0;
            case READ, SESSION, REAL_TIME -> 10;
            case FORCED -> isPlain() ? 60 + costOfPath() : 300 + 2 * ArgumentEdge.cost(otherwise);
        };
    }

    /** A path of one step fits into the sentence, a longer one has to be spelt out. */
    private long costOfPath() {
        return otherwise.size() <= 2 ? 0 : ArgumentEdge.cost(otherwise);
    }

    /**
     * Whether the other order is ruled out by what the history shows. That a transaction read something older than what another
     * wrote tells little of the order of what they wrote themselves.
     */
    private boolean isPlain() {
        boolean onlyRead = otherwise.size() == 2
                && otherwise.get(0).kind().isAnti()
                && !otherwise.get(1).kind().isAnti();
        return !onlyRead
                && otherwise.stream().map(ArgumentEdge::fact).noneMatch(fact -> fact != null && fact.isForced());
    }
}
