package io.bateleur.core.sim;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.sim.Seen.RangeRead;
import io.bateleur.core.sim.Seen.Read;
import io.bateleur.core.sim.Seen.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** For each bug whether a history shows its anomaly beyond doubt. Values are unique. */
final class Anomalies {
    private Anomalies() {}

    static boolean shows(Bug bug, Seen seen) {
        return switch (bug) {
            case DIRTY_READ -> dirtyRead(seen);
            case DIRTY_WRITE -> dirtyWrite(seen);
            case ABORTED_READ -> abortedRead(seen);
            case INTERMEDIATE_READ -> intermediateRead(seen);
            case LOST_UPDATE -> lostUpdate(seen);
            case READ_SKEW -> partlySeen(seen, true);
            case FRACTURED_READ -> partlySeen(seen, false);
            case WRITE_SKEW -> writeSkew(seen);
            case LONG_FORK -> longFork(seen);
            case PHANTOM -> phantom(seen);
            case LOST_DELETE -> lostDelete(seen);
            case STALE_SNAPSHOT -> missesFinished(seen, true) || missesFinished(seen, false);
            case SESSION_ORDER_BROKEN -> missesFinished(seen, true);
            case REAL_TIME_ORDER_BROKEN -> missesFinished(seen, false);
            case FUTURE_READ -> futureRead(seen);
            case IGNORED_OWN_WRITE -> ignoredOwnWrite(seen);
            case ITERATOR_SKIPS_KEY -> iteratorSkipsKey(seen);
            case SCAN_RETURNS_DELETED_KEY -> scanReturnsDeletedKey(seen);
        };
    }

    /** Two transactions read from each other. */
    private static boolean dirtyRead(Seen seen) {
        return seen.reads.stream().anyMatch(read -> {
            Write source = seen.source(read);
            return source != null
                    && isCommitted(source.txn())
                    && !Seen.isSame(source.txn(), read.txn())
                    && seen.readsFrom(source.txn(), read.txn());
        });
    }

    /** Of two transactions each comes before the other in some list. */
    private static boolean dirtyWrite(Seen seen) {
        Set<List<Integer>> before = new HashSet<>();
        for (Read read : seen.reads) {
            if (read.content() instanceof Content.Live live && live.value() instanceof Value.Elements list) {
                List<Integer> writers = new ArrayList<>();
                for (Value element : list.value()) {
                    Transaction writer = seen.writerOf.get(element).txn();
                    if (isCommitted(writer)) {
                        writers.forEach(earlier -> before.add(List.of(earlier, writer.number())));
                        writers.add(writer.number());
                    }
                }
            }
        }
        return before.stream()
                .anyMatch(
                        pair -> !pair.get(0).equals(pair.get(1)) && before.contains(List.of(pair.get(1), pair.get(0))));
    }

    /** A read from an aborted transaction. */
    private static boolean abortedRead(Seen seen) {
        return seen.reads.stream()
                .map(seen::source)
                .anyMatch(w -> w != null && w.txn().ending() == Ending.ABORTED);
    }

    /** A read of what another transaction wrote and then overwrote. */
    private static boolean intermediateRead(Seen seen) {
        return seen.reads.stream().anyMatch(read -> {
            Write source = seen.source(read);
            return source != null
                    && !Seen.isSame(source.txn(), read.txn())
                    && seen.writesTo(read.key()).stream()
                            .anyMatch(w -> Seen.isSame(w.txn(), source.txn()) && w.step() > source.step());
        });
    }

    /** Two transactions read the same version and both replaced it. */
    private static boolean lostUpdate(Seen seen) {
        return seen.reads.stream()
                .anyMatch(read -> !seen.replacements(read).isEmpty()
                        && seen.writesTo(read.key()).stream()
                                .anyMatch(w -> Seen.isSame(w.txn(), read.txn()) && w.step() > read.step()));
    }

    /** A transaction reads from one that replaced what it reads elsewhere, earlier or later. */
    private static boolean partlySeen(Seen seen, boolean oldFirst) {
        for (Read old : seen.reads) {
            for (Write replacement : seen.replacements(old)) {
                for (Read other : seen.readsOf(old.txn())) {
                    Write source = seen.source(other);
                    boolean fromIt = source != null && Seen.isSame(source.txn(), replacement.txn());
                    if (fromIt && (oldFirst ? old.step() < other.step() : other.step() <= old.step())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Each of two transactions reads what the other replaces. */
    private static boolean writeSkew(Seen seen) {
        return seen.reads.stream().anyMatch(read -> seen.replacements(read).stream()
                .anyMatch(w -> seen.readsBefore(w.txn(), read.txn())));
    }

    /** Two transactions see two keys at different ages, each the other key older; ages count read-modify-writes. */
    private static boolean longFork(Seen seen) {
        Map<Integer, Map<Value, Integer>> views = new HashMap<>();
        for (Read read : seen.reads) {
            int age = age(read, seen);
            if (age >= 0) {
                views.computeIfAbsent(read.txn().number(), n -> new HashMap<>()).put(read.key(), age);
            }
        }
        for (Map<Value, Integer> a : views.values()) {
            for (Map<Value, Integer> b : views.values()) {
                if (isNewerSomewhere(a, b) && isNewerSomewhere(b, a)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isNewerSomewhere(Map<Value, Integer> a, Map<Value, Integer> b) {
        return a.entrySet().stream().anyMatch(e -> b.getOrDefault(e.getKey(), Integer.MAX_VALUE) < e.getValue());
    }

    /** How many read-modify-writes led to what was read, or -1 where one of them is not surely committed. */
    private static int age(Read read, Seen seen) {
        int age = 0;
        Read at = read;
        for (Write source = seen.source(at); source != null; source = seen.source(at)) {
            Value key = read.key();
            at = seen.readsOf(source.txn()).stream()
                    .filter(r -> r.key().equals(key))
                    .findFirst()
                    .orElse(null);
            if (at == null) {
                return -1;
            }
            age++;
        }
        return age;
    }

    /** Each of two transactions comes before the other, in one direction because a range read did not find a key. */
    private static boolean phantom(Seen seen) {
        for (Transaction a : seen.committed()) {
            for (Transaction b : seen.committed()) {
                if (!Seen.isSame(a, b)
                        && seen.rangeReadsBefore(a, b)
                        && (seen.readsFrom(a, b) || seen.readsBefore(b, a) || seen.rangeReadsBefore(b, a))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A value is read by somebody who began after the end of somebody who deleted it. */
    private static boolean lostDelete(Seen seen) {
        return seen.reads.stream().anyMatch(read -> isDeletedBefore(seen, read));
    }

    private static boolean isDeletedBefore(Seen seen, Read read) {
        Write source = seen.source(read);
        return source != null
                && seen.writesTo(read.key()).stream()
                        .anyMatch(w -> w.op().kind() == OpKind.DELETE
                                && isCommitted(w.txn())
                                && Seen.precedes(source.txn(), w.txn())
                                && Seen.precedes(w.txn(), read.txn()));
    }

    /** A read of what somebody had replaced who had ended before the reader began. */
    private static boolean missesFinished(Seen seen, boolean inSession) {
        return seen.reads.stream().anyMatch(read -> seen.replacements(read).stream()
                .anyMatch(w -> Seen.precedes(w.txn(), read.txn())
                        && (w.txn().session().number() == read.txn().session().number()) == inSession));
    }

    /** A transaction reads what it writes only later. */
    private static boolean futureRead(Seen seen) {
        return seen.reads.stream().anyMatch(read -> {
            Write source = seen.source(read);
            return source != null && Seen.isSame(source.txn(), read.txn()) && source.step() > read.step();
        });
    }

    /** A transaction reads a key that it has written and finds something else. */
    private static boolean ignoredOwnWrite(Seen seen) {
        for (Transaction t : seen.committed()) {
            Map<Value, Content> own = new HashMap<>();
            for (Operation op : t.operations()) {
                if (op.kind() == OpKind.PUT || op.kind() == OpKind.DELETE) {
                    own.put(op.key(), op.content());
                } else if (op.kind() == OpKind.GET && !op.content().equals(own.getOrDefault(op.key(), op.content()))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** An iteration passes over a key that was inserted before and deleted, if ever, long before or long after. */
    private static boolean iteratorSkipsKey(Seen seen) {
        for (RangeRead range : seen.rangeReads) {
            if (range.op().kind() == OpKind.ITERATE) {
                for (Write put : seen.writes) {
                    if (put.op().kind() == OpKind.PUT
                            && isCommitted(put.txn())
                            && range.misses(put.op().key())
                            && Seen.precedes(put.txn(), range.txn())
                            && seen.isUndeletedBetween(put.op().key(), put.txn(), range.txn())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A scan returns what had been deleted before its transaction began. */
    private static boolean scanReturnsDeletedKey(Seen seen) {
        return seen.reads.stream()
                .filter(read -> read.txn().operations().get(read.step()).kind() == OpKind.SCAN)
                .anyMatch(read -> isDeletedBefore(seen, read));
    }

    private static boolean isCommitted(Transaction t) {
        return t.ending() == Ending.COMMITTED;
    }
}
