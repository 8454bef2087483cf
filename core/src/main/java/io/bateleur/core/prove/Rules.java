package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Times;

/**
 * What a level counts, asked of single transactions and reads, and the facts of the history that this takes.
 */
final class Rules extends Duties {
    private final Asg asg;
    private final History history;
    private final boolean perKey;

    Rules(Asg asg, Level level) {
        super(asg.history(), level);
        this.asg = asg;
        this.history = asg.history();
        this.perKey = judgeEachKeyApart();
    }

    /** Whether each key's versions are judged apart, without an order of whole transactions. */
    boolean perKey() {
        return perKey;
    }

    Criterion criterion(int t) {
        return level(t).criterion();
    }

    boolean countsSession(int t) {
        return level(t).countsSessions();
    }

    // ---- facts of the history that need no search

    boolean sameSessionBefore(int earlier, int later) {
        // Transactions are numbered in the order in which they began, which is the order of a session's own.
        return earlier < later && history.sessionOf(earlier) == history.sessionOf(later);
    }

    /** Whether the one had ended before the other began. */
    boolean endedBefore(int earlier, int later) {
        long end = ended(earlier);
        long begin = began(later);
        return earlier != later && end != History.NO_TIME && begin != History.NO_TIME && end < begin;
    }

    long began(int t) {
        return Times.begin(history, t);
    }

    long ended(int t) {
        return Times.end(history, t);
    }

    // ---- anti-dependencies

    /** Whether the anti-dependencies of a read are edges of the graph that must not have cycles. */
    boolean antiIsEdge(int reader, int read) {
        return switch (anti(reader)) {
            case NONE -> false;
            case CURSOR -> !asg.isPredicateRead(read) && asg.writeOf(reader, asg.readKey(read)) >= 0;
            case ITEM -> !asg.isPredicateRead(read);
            case ALL -> true;
        };
    }

    /**
     * Whether a read that saw an older version has missed a write. In Adya's terms a predicate read has missed only what
     * changed the match, that is a live version; in terms of visibility it reads every key of its range. Nobody misses an own
     * write, which may come later; except that a session that has seen a version must not go back behind it, whose ever it is.
     */
    boolean canMiss(int reader, int read, int write) {
        Visibility visibility = visibility(reader);
        if (reader == asg.writeTransaction(write) && visibility != Visibility.SESSION_READS) {
            return false;
        }
        boolean adya = visibility == Visibility.NOTHING || visibility == Visibility.DEPENDENCIES;
        return !adya || !asg.isPredicateRead(read) || !asg.isDeadWrite(write);
    }

    // ---- points: where edges leave and arrive

    int pointCount() {
        return perKey ? asg.writeCount() : 2 * asg.transactionCount();
    }

    boolean hasTwoPoints(int t) {
        return criterion(t).points() != Points.ONE;
    }

    int start(int t) {
        return 2 * t;
    }

    int commit(int t) {
        return hasTwoPoints(t) ? 2 * t + 1 : 2 * t;
    }

    int leaves(EdgeKind kind, int t) {
        return kind.isAnti() ? start(t) : commit(t);
    }

    int arrives(EdgeKind kind, int t) {
        boolean atCommit = kind.isAnti() || kind == EdgeKind.WW && criterion(t).points() == Points.PREFIX;
        return atCommit ? commit(t) : start(t);
    }
}
