package io.bateleur.core.check;

import io.bateleur.core.check.TwinRead.Sight;

/** The session guarantees, for one choice of what every read saw; each key is judged apart. */
final class TwinSessions {
    private final long so;
    private final TwinRead[] reads;
    private final Sight[] seen;
    private final int count;
    /** From Tk to Tj: Tj, or a transaction before it in its session, read from Tk. */
    private final long readBefore;
    /** From Tk to T3: T3 read from such a Tj. */
    private final long behind;

    TwinSessions(long so, long wr, TwinRead[] reads, Sight[] seen, int count) {
        this.so = so;
        this.reads = reads;
        this.seen = seen;
        this.count = count;
        readBefore = Relation.thenMaybe(wr, so);
        behind = Relation.then(readBefore, wr);
    }

    boolean satisfy(TwinRule rule, TwinOrder order) {
        return switch (rule) {
            case NOTHING -> true;
            case READ_YOUR_WRITES -> readsMiss(order, so) == 0;
            case MONOTONIC_READS -> readsGoForward(order);
            case MONOTONIC_WRITES -> isOrdered(order, so);
            case WRITES_FOLLOW_READS -> isOrdered(order, readBefore) && readsMiss(order, behind) == 0;
            default -> throw new IllegalArgumentException(rule + " is no session guarantee");
        };
    }

    /** The transactions that are related to a reader and installed a later version of the key than it saw. */
    private int readsMiss(TwinOrder order, long related) {
        int missed = 0;
        for (int r = 0; r < count; r++) {
            if (isRead(r, order)) {
                int reader = reads[r].transaction();
                missed |= order.later[seen[r].writer()] & Relation.before(related, reader) & ~(1 << reader);
            }
        }
        return missed;
    }

    private boolean readsGoForward(TwinOrder order) {
        for (int first = 0; first < count; first++) {
            for (int second = 0; second < count; second++) {
                boolean goesBack = isRead(first, order)
                        && isRead(second, order)
                        && isBefore(reads[first], reads[second])
                        && seen[first].isOfTransaction()
                        && (order.later[seen[second].writer()] >> seen[first].writer() & 1) != 0;
                if (goesBack) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isBefore(TwinRead first, TwinRead second) {
        return first.transaction() == second.transaction()
                ? first.operation() < second.operation()
                : Relation.holds(so, first.transaction(), second.transaction());
    }

    /** Whether the versions of related transactions are in that order. */
    private static boolean isOrdered(TwinOrder order, long related) {
        int installed = order.later[TwinRead.INITIAL];
        for (int i = 0; i < order.size; i++) {
            int writer = order.writers[i];
            int mustBeLater = Relation.after(related, writer) & installed & ~(1 << writer);
            if ((mustBeLater & ~order.later[writer]) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isRead(int read, TwinOrder order) {
        return reads[read].key() == order.key && seen[read].writer() != TwinRead.OWN;
    }
}
