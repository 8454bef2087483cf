package io.bateleur.core.model;

import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a level holds each transaction of a history to.
 *
 * <p>In a mixed check an edge counts when the level of one of its two ends makes it count, and it is always the same end:
 *
 * <ul>
 *   <li>wr, pwr, so and rt: the later transaction, which read, or came after;
 *   <li>rw and prw: the earlier one, which read;
 *   <li>ww: always; and that two writers of a key do not overlap is asked by the later one, when it runs at a snapshot level,
 *       whatever the earlier one runs at: first-committer-wins keeps the later writer from losing an update;
 *   <li>visibility: the reader; along the edges that count by the rules above.
 * </ul>
 */
public class Duties {
    private final List<Level> levels = new ArrayList<>();
    /** By transaction, the place of its level; empty when there is one level for all. */
    private final byte[] levelOf;

    public Duties(History history, Level level) {
        levels.add(level);
        boolean mixed = level.mixed() && history.hasLevels();
        levelOf = new byte[mixed ? history.transactionCount() : 0];
        Map<String, Byte> places = new HashMap<>();
        for (int t = 0; t < levelOf.length; t++) {
            String name = history.level(t);
            if (name != null) {
                int transaction = t;
                levelOf[t] = places.computeIfAbsent(name, n -> add(level.of(history, transaction)));
            }
        }
    }

    private byte add(Level level) {
        int known = levels.indexOf(level);
        if (known < 0) {
            known = levels.size();
            levels.add(level);
        }
        if (known > Byte.MAX_VALUE) {
            throw new IllegalStateException("more levels than there are in the table");
        }
        return (byte) known;
    }

    public final Level level(int transaction) {
        return levels.get(levelOf.length == 0 ? 0 : levelOf[transaction]);
    }

    /** Whether version orders of different keys need not fit together: nobody is held to an order of transactions. */
    public final boolean judgeEachKeyApart() {
        return all(Duties::isSessionGuarantee);
    }

    /** Whether some transaction is held to a level of this kind. */
    public final boolean any(Predicate<Level> kind) {
        return levels.stream().anyMatch(kind);
    }

    /** Whether every transaction is held to a level of this kind. */
    public final boolean all(Predicate<Level> kind) {
        return levels.stream().allMatch(kind);
    }

    public static boolean isSessionGuarantee(Level level) {
        return level.criterion().visibility().perKey();
    }

    /** Session guarantees speak of sessions, but do not ask that transactions are in their order. */
    public static boolean countsSessions(Level level) {
        return level.countsSessions() && !isSessionGuarantee(level);
    }

    public final boolean countReads(int transaction) {
        return level(transaction).criterion().reads();
    }

    public final boolean countSessions(int transaction) {
        return countsSessions(level(transaction));
    }

    public final boolean countRealTime(int transaction) {
        return level(transaction).countsRealTime();
    }

    public final boolean areOnePoint(int transaction) {
        Level level = level(transaction);
        return level.criterion().points() == Points.ONE && !isSessionGuarantee(level);
    }

    public final boolean forbidOverlap(int transaction) {
        return level(transaction).criterion().points() == Points.SNAPSHOT;
    }

    public final Anti anti(int transaction) {
        return level(transaction).criterion().anti();
    }

    public final Visibility visibility(int transaction) {
        return level(transaction).criterion().visibility();
    }
}
