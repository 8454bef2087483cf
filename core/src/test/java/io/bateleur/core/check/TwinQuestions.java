package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The levels that are asked for, as bits of a long, so that one resolution can be held against all of them at once. After them comes
 * one more question: is there a resolution at all.
 */
final class TwinQuestions {
    private final List<Level> levels;
    private final TwinLevel[] plain;
    private final TwinMixed[] mixed;
    private long perKey;
    private long countingAllReads;
    private long withSessions;
    private long withRealTime;

    TwinQuestions(History history, List<Level> levels) {
        if (levels.size() >= Long.SIZE - 1) {
            throw new IllegalArgumentException(levels.size() + " levels at once are too many");
        }
        this.levels = levels;
        plain = new TwinLevel[levels.size() + 1];
        mixed = new TwinMixed[plain.length];
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).mixed()) {
                mixed[i] = new TwinMixed(history, levels.get(i));
            } else {
                plain(i, TwinLevel.of(levels.get(i)));
            }
        }
        plain(levels.size(), new TwinLevel(TwinRule.NOTHING, false, false));
    }

    private void plain(int i, TwinLevel level) {
        plain[i] = level;
        perKey |= level.rule().isSessionGuarantee() ? 1L << i : 0;
        countingAllReads |= level.rule().countsReads() ? 1L << i : 0;
        withSessions |= level.sessions() ? 1L << i : 0;
        withRealTime |= level.realTime() ? 1L << i : 0;
    }

    /** Whether an answer says that there is a resolution at all. */
    boolean isResolvable(long bits) {
        return (bits >> levels.size() & 1) != 0;
    }

    List<Level> levels(long bits) {
        List<Level> result = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            if ((bits >> i & 1) != 0) {
                result.add(levels.get(i));
            }
        }
        return result;
    }

    long all() {
        return (1L << plain.length) - 1;
    }

    long perKey() {
        return perKey;
    }

    /** Those that count all reads; mixed levels count some. */
    long countingAllReads() {
        return countingAllReads;
    }

    /** Those that do not mind that some transactions made reads which nothing explains. */
    long withValidReads(int invalid) {
        long result = invalid == 0 ? all() : all() & ~countingAllReads;
        for (int i = 0; i < mixed.length; i++) {
            if (mixed[i] != null && (mixed[i].readers() & invalid) != 0) {
                result &= ~(1L << i);
            }
        }
        return result;
    }

    /** The orders beyond the data that all of some questions count. */
    long sharedOrder(TwinEdges edges, long asked) {
        return ((asked & ~withSessions) == 0 ? edges.so : Relation.NONE)
                | ((asked & ~withRealTime) == 0 ? edges.rt : Relation.NONE);
    }

    long satisfiedBy(TwinEdges edges, long asked) {
        long result = 0;
        for (long left = asked; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            boolean yes = mixed[i] == null ? edges.satisfy(plain[i]) : mixed[i].isSatisfiedBy(edges);
            result |= yes ? 1L << i : 0;
        }
        return result;
    }

    long satisfiedBy(TwinSessions sessions, TwinOrder order, long asked) {
        long result = 0;
        for (long left = asked; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            result |= sessions.satisfy(plain[i].rule(), order) ? 1L << i : 0;
        }
        return result;
    }
}
