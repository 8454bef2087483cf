package io.bateleur.core.check;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.TwinRead.Sight;
import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.List;

/**
 * Biswas and Enea's axioms as they stand: all total orders of the transactions, one after the other. The twin of the twin, and slower
 * still.
 */
final class CommitOrders {
    private final TwinFacts facts;
    private final TwinReads allReads;
    private final TwinRule rule;
    private int happened;
    private List<TwinRead> reads = List.of();
    private Sight[] seen = {};
    /** By transaction: its place in the commit order. */
    private final int[] place;

    private CommitOrders(History history, TwinRule rule) {
        facts = new TwinFacts(history);
        allReads = TwinReads.of(facts, OwnWrites.MUST);
        this.rule = rule;
        place = new int[facts.transactions];
    }

    static boolean hold(History history, TwinRule rule) {
        return new CommitOrders(history, rule).hold();
    }

    private boolean hold() {
        for (int some = 0; some <= facts.unknown; some++) {
            happened = facts.committed | some;
            if ((some & ~facts.unknown) != 0 || (allReads.invalid() & happened) != 0) {
                continue;
            }
            reads = allReads.all().stream()
                    .filter(read -> has(happened, read.transaction()))
                    .toList();
            seen = new Sight[reads.size()];
            if (chooseRead(0)) {
                return true;
            }
        }
        return false;
    }

    private boolean chooseRead(int read) {
        if (read == seen.length) {
            Arrays.fill(place, -1);
            return chooseNext(0);
        }
        for (Sight sight : reads.get(read).sights()) {
            seen[read] = sight;
            if ((!sight.isOfTransaction() || has(happened, sight.writer())) && chooseRead(read + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean chooseNext(int next) {
        if (next == Integer.bitCount(happened)) {
            return isRight();
        }
        for (int t = 0; t < place.length; t++) {
            if (has(happened, t) && place[t] < 0) {
                place[t] = next;
                if (chooseNext(next + 1)) {
                    return true;
                }
                place[t] = -1;
            }
        }
        return false;
    }

    private boolean isRight() {
        return respectsSessionsAndReads() && explainsReads() && satisfiesAxiom();
    }

    private boolean respectsSessionsAndReads() {
        for (int i = 0; i < place.length; i++) {
            for (int j = 0; j < place.length; j++) {
                if ((so(i, j) || readsFrom(j, i, Integer.MAX_VALUE)) && !co(i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether lists, hints and versions of unknown content agree with the commit order and with each other. */
    private boolean explainsReads() {
        for (int key = 0; key < facts.keys; key++) {
            int[] order = new int[place.length];
            int size = 0;
            for (int at = 0; at < place.length; at++) {
                for (int t = 0; t < place.length; t++) {
                    if (place[t] == at && installs(t, key)) {
                        order[size++] = t;
                    }
                }
            }
            TwinOrder versions = new TwinOrder(facts, key, order, size);
            if (!versions.fits(reads.toArray(TwinRead[]::new), seen, seen.length) || !agrees(key, order, size)) {
                return false;
            }
        }
        return true;
    }

    private boolean agrees(int key, int[] order, int size) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (Relation.holds(facts.hints[key], order[i], order[j])) {
                    return false;
                }
            }
        }
        for (int r = 0; r < seen.length; r++) {
            for (int s = 0; s < r; s++) {
                boolean both = reads.get(r).key() == key
                        && reads.get(s).key() == key
                        && seen[r].writer() == seen[s].writer()
                        && seen[r].writer() != TwinRead.OWN;
                if (both && !facts.isList[key] && !seen[r].content().agrees(seen[s].content())) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean satisfiesAxiom() {
        for (int r = 0; r < seen.length; r++) {
            int t1 = seen[r].writer();
            for (int t2 = 0; t2 < place.length && t1 != TwinRead.OWN; t2++) {
                boolean premise = t2 != t1 && installs(t2, reads.get(r).key()) && premise(t2, reads.get(r));
                if (premise && (t1 == TwinRead.INITIAL || !co(t2, t1))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean premise(int t2, TwinRead read) {
        int t3 = read.transaction();
        return switch (rule) {
            case AXIOMATIC_READ_COMMITTED -> readsFrom(t3, t2, read.operation());
            case AXIOMATIC_READ_ATOMIC -> sees(t3, t2);
            case AXIOMATIC_CAUSAL -> isCause(t2, t3);
            case AXIOMATIC_PREFIX -> isInPrefix(t2, t3);
            case AXIOMATIC_SNAPSHOT_ISOLATION -> isInPrefix(t2, t3) || isBeforeConflict(t2, t3);
            case AXIOMATIC_SERIALIZABLE -> co(t2, t3);
            default -> throw new IllegalArgumentException(rule + " is no axiom");
        };
    }

    private boolean isCause(int t2, int t3) {
        for (int t = 0; t < place.length; t++) {
            // Sessions and reads respect the commit order, so this ends.
            if (sees(t3, t) && (t == t2 || isCause(t2, t))) {
                return true;
            }
        }
        return false;
    }

    private boolean isInPrefix(int t2, int t3) {
        for (int t4 = 0; t4 < place.length; t4++) {
            if ((t2 == t4 || co(t2, t4)) && sees(t3, t4)) {
                return true;
            }
        }
        return false;
    }

    private boolean isBeforeConflict(int t2, int t3) {
        for (int t4 = 0; t4 < place.length; t4++) {
            for (int key = 0; key < facts.keys; key++) {
                boolean conflict = installs(t3, key) && installs(t4, key);
                if (conflict && (t2 == t4 || co(t2, t4)) && co(t4, t3)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean sees(int reader, int other) {
        return so(other, reader) || readsFrom(reader, other, Integer.MAX_VALUE);
    }

    private boolean readsFrom(int reader, int writer, int beforeOperation) {
        for (int r = 0; r < seen.length; r++) {
            TwinRead read = reads.get(r);
            if (read.transaction() == reader && seen[r].writer() == writer && read.operation() < beforeOperation) {
                return true;
            }
        }
        return false;
    }

    private boolean co(int first, int second) {
        return place[first] >= 0 && place[second] >= 0 && place[first] < place[second];
    }

    private boolean so(int first, int second) {
        return has(happened, first) && has(happened, second) && Relation.holds(facts.so, first, second);
    }

    private boolean installs(int t, int key) {
        return has(facts.writers[key] & happened, t);
    }

    private static boolean has(int set, int t) {
        return (set >> t & 1) != 0;
    }
}
