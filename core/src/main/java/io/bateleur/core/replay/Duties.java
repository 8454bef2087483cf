package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What each transaction is held to.
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
final class Duties {
    private final List<Level> levels = new ArrayList<>();
    /** By transaction, the place of its level; empty when there is one level for all. */
    private final byte[] levelOf;

    Duties(Asg asg, Level level) {
        levels.add(level);
        boolean mixed = level.mixed() && asg.history().hasLevels();
        levelOf = new byte[mixed ? asg.transactionCount() : 0];
        Map<String, Byte> places = new HashMap<>();
        for (int t = 0; t < levelOf.length; t++) {
            String name = asg.history().level(t);
            if (name != null) {
                int transaction = t;
                levelOf[t] = places.computeIfAbsent(name, n -> add(level.of(asg.history(), transaction)));
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

    Level level(int transaction) {
        return levels.get(levelOf.length == 0 ? 0 : levelOf[transaction]);
    }

    /** Whether version orders of different keys need not fit together: nobody is held to an order of transactions. */
    boolean judgeEachKeyApart() {
        return all(Duties::isSessionGuarantee);
    }

    /** Whether some transaction is held to a level of this kind. */
    boolean any(Predicate<Level> kind) {
        return levels.stream().anyMatch(kind);
    }

    /** Whether every transaction is held to a level of this kind. */
    boolean all(Predicate<Level> kind) {
        return levels.stream().allMatch(kind);
    }

    static boolean isSessionGuarantee(Level level) {
        return level.criterion().visibility().perKey();
    }

    /** Session guarantees speak of sessions, but do not ask that transactions are in their order. */
    static boolean countsSessions(Level level) {
        return level.countsSessions() && !isSessionGuarantee(level);
    }

    boolean countReads(int transaction) {
        return level(transaction).criterion().reads();
    }

    boolean countSessions(int transaction) {
        return countsSessions(level(transaction));
    }

    boolean countRealTime(int transaction) {
        return level(transaction).countsRealTime();
    }

    boolean areOnePoint(int transaction) {
        Level level = level(transaction);
        return level.criterion().points() == Points.ONE && !isSessionGuarantee(level);
    }

    boolean forbidOverlap(int transaction) {
        return level(transaction).criterion().points() == Points.SNAPSHOT;
    }

    Anti anti(int transaction) {
        return level(transaction).criterion().anti();
    }

    Visibility visibility(int transaction) {
        return level(transaction).criterion().visibility();
    }
}
