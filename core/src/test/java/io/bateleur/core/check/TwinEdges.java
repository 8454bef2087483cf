package io.bateleur.core.check;

import static io.bateleur.core.check.Relation.closure;
import static io.bateleur.core.check.Relation.isAcyclic;
import static io.bateleur.core.check.Relation.isIrreflexive;
import static io.bateleur.core.check.Relation.then;
import static io.bateleur.core.check.Relation.thenMaybe;

/**
 * The edges of a resolved history, or of one whose version orders are fixed for some keys only, and the levels on them. More edges
 * never make a level hold: that is what allows the twin to stop early.
 *
 * <p>The initial state is no node: it comes before everything, and nothing comes before it.
 */
final class TwinEdges {
    long so;
    long rt;
    /** wr and pwr: a returned or an unreturned key makes no difference here. */
    long wr;

    long ww;
    long rw;
    long prw;
    /** Like rw and prw together, and also to later dead versions of keys that a range did not return: what axioms look at. */
    long missed;
    /** Those of rw whose reader installs the key itself. */
    long cursor;
    /** Whether some transaction installs a key over a version that it had not seen when it read the key. */
    boolean lostUpdate;
    /** The readers that miss a version of a transaction which they had read from by an earlier operation. */
    int vanished;

    void set(TwinEdges other) {
        so = other.so;
        rt = other.rt;
        wr = other.wr;
        ww = other.ww;
        rw = other.rw;
        prw = other.prw;
        missed = other.missed;
        cursor = other.cursor;
        lostUpdate = other.lostUpdate;
        vanished = other.vanished;
    }

    /** Whether nothing that the level forbids is here; sessions are judged by {@link TwinSessions}. */
    boolean satisfy(TwinLevel level) {
        long order = (level.sessions() ? so : Relation.NONE) | (level.realTime() ? rt : Relation.NONE);
        long seen = wr | order;
        long dep = ww | seen;
        long anti = rw | prw;
        return switch (level.rule()) {
            case READ_UNCOMMITTED -> isAcyclic(ww | order);
            case READ_COMMITTED -> isAcyclic(dep);
            case CURSOR_STABILITY -> isAcyclic(dep) && !lostUpdate;
            case MONOTONIC_ATOMIC_VIEW, AXIOMATIC_READ_COMMITTED -> isAcyclic(dep) && vanished == 0;
            case READ_ATOMIC -> isAcyclic(dep) && isIrreflexive(then(wr, missed));
            case AXIOMATIC_READ_ATOMIC -> isAcyclic(dep) && isIrreflexive(then(seen, missed));
            case CAUSAL, AXIOMATIC_CAUSAL -> isAcyclic(dep) && isIrreflexive(then(closure(seen), missed));
            case CONSISTENT_VIEW, FORWARD_CONSISTENT_VIEW, PARALLEL_SNAPSHOT_ISOLATION ->
                isIrreflexive(thenMaybe(closure(dep), anti));
            case PREFIX_CONSISTENCY -> isAcyclic(thenMaybe(seen, anti) | ww);
            case AXIOMATIC_PREFIX -> isAcyclic(thenMaybe(seen, missed) | ww);
            case SNAPSHOT_ISOLATION -> isAcyclic(thenMaybe(dep, anti));
            case AXIOMATIC_SNAPSHOT_ISOLATION -> isAcyclic(thenMaybe(dep, missed));
            case REPEATABLE_READ -> isAcyclic(dep | rw);
            case SERIALIZABLE -> isAcyclic(dep | anti);
            case AXIOMATIC_SERIALIZABLE -> isAcyclic(dep | missed);
            case NOTHING, READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                throw new IllegalArgumentException(level + " is judged key by key");
        };
    }
}
