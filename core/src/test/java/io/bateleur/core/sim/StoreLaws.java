package io.bateleur.core.sim;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.sim.Truth.Happened;
import io.bateleur.core.sim.Truth.Version;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What each concurrency control promises, straight from the definitions. Each law gives what is wrong, or nothing. */
final class StoreLaws {
    private StoreLaws() {}

    /** What of its promise the store does not keep. */
    static List<String> broken(ConcurrencyControl control, Truth truth) {
        everyWriteIsInstalled(truth);
        switch (control) {
            case SERIAL, TWO_PHASE_LOCKING, OPTIMISTIC -> commitOrderIsSerial(truth);
            case SNAPSHOT_ISOLATION -> {
                snapshotIsolation(truth);
                snapshotsAreCurrent(truth);
            }
            case SERIALIZABLE_SNAPSHOT_ISOLATION -> {
                snapshotIsolation(truth);
                snapshotsAreCurrent(truth);
                truth.require(truth.isAcyclic(Happened::precedes), "a cycle of dependencies and real time");
            }
            case PARALLEL_SNAPSHOT_ISOLATION -> {
                causality(truth);
                noConcurrentWriters(truth);
            }
            case CAUSAL -> causality(truth);
            case READ_COMMITTED -> readCommitted(truth);
            case READ_UNCOMMITTED -> readUncommitted(truth);
        }
        return truth.wrong();
    }

    /** What a bug should leave intact and does not. */
    static List<String> brokenDespite(Bug bug, Truth truth) {
        switch (bug) {
            case WRITE_SKEW, PHANTOM -> {
                snapshotIsolation(truth);
                snapshotsAreCurrent(truth);
            }
            case STALE_SNAPSHOT, SESSION_ORDER_BROKEN -> snapshotIsolation(truth);
            case REAL_TIME_ORDER_BROKEN -> {
                snapshotIsolation(truth);
                truth.require(truth.isAcyclic(Happened::isEarlierInSession), "a cycle of dependencies and sessions");
            }
            case LONG_FORK -> {
                causality(truth);
                noConcurrentWriters(truth);
            }
            default -> {}
        }
        return truth.wrong();
    }

    /** Whoever happened installed each key it wrote, and committed ones happened, and aborted ones did not. */
    private static void everyWriteIsInstalled(Truth truth) {
        for (Transaction t : truth.history.transactions()) {
            boolean happened = truth.journal.entry(t.number()) != null;
            switch (t.ending()) {
                case COMMITTED -> truth.require(happened, "%s is committed and did not happen", t);
                case ABORTED -> truth.require(!happened, "%s is aborted and happened", t);
                case UNKNOWN -> {}
            }
        }
        for (Happened h : truth.happened) {
            for (Operation op : h.txn().operations()) {
                if (op.kind().isWrite()) {
                    List<Version> versions = truth.versions().getOrDefault(op.key(), List.of());
                    long count = versions.stream().filter(v -> v.writer() == h).count();
                    truth.require(count == 1, "%s installed %s %d times", h.txn(), op.key(), count);
                }
            }
        }
    }

    /** Replaying the transactions one by one in commit order gives every read, and real time agrees with that order. */
    private static void commitOrderIsSerial(Truth truth) {
        truth.checkReads((reader, op, version) -> version.writer() != reader
                && version.writer().entry().index() <= reader.entry().at());
        for (Happened first : truth.happened) {
            for (Happened second : truth.happened) {
                if (first.precedes(second)) {
                    long before = second.entry().at() - (second.hasEffects() ? 1 : 0);
                    truth.require(first.entry().at() <= before, "%s ended before %s began", first.txn(), second.txn());
                }
            }
        }
    }

    /** Reads are from the snapshot; of two writers of a key one sees the other; a locking read counts as a write. */
    static void snapshotIsolation(Truth truth) {
        truth.checkReads((reader, op, version) -> version.writer() != reader && reader.sees(version.writer()));
        noConcurrentWriters(truth);
        for (Happened h : truth.happened) {
            truth.require(h.start() <= h.entry().at(), "%s starts after it commits", h.txn());
            for (Operation op : h.txn().operations()) {
                for (Version v :
                        op.isLocking() ? truth.versions().getOrDefault(op.key(), List.of()) : List.<Version>of()) {
                    boolean between = v.writer().entry().index() > h.start()
                            && v.writer().entry().index() < h.entry().at();
                    truth.require(
                            !between,
                            "%s locked %s which %s took",
                            h.txn(),
                            op.key(),
                            v.writer().txn());
                }
            }
        }
    }

    private static void noConcurrentWriters(Truth truth) {
        for (List<Version> versions : truth.versions().values()) {
            for (int i = 1; i < versions.size(); i++) {
                Happened first = versions.get(i - 1).writer();
                Happened second = versions.get(i).writer();
                truth.require(second.sees(first), "%s and %s wrote a key at the same time", first.txn(), second.txn());
            }
        }
    }

    /** Whoever ended before a transaction began is in its snapshot. */
    private static void snapshotsAreCurrent(Truth truth) {
        for (Happened first : truth.happened) {
            for (Happened second : truth.happened) {
                boolean missed = first.hasEffects() && first.precedes(second) && !second.sees(first);
                truth.require(!missed, "%s misses %s", second.txn(), first.txn());
            }
        }
    }

    /** Snapshots hold all that those in them saw, and all of their session's past; version orders agree with that. */
    static void causality(Truth truth) {
        truth.checkReads((reader, op, version) -> version.writer() != reader && reader.sees(version.writer()));
        Map<Object, Happened> lastOfSession = new HashMap<>();
        for (Happened h : truth.happened) {
            for (Happened other : truth.happened) {
                if (other.hasEffects() && h != other && h.sees(other)) {
                    truth.require(includes(h, other), "%s sees %s but not all it saw", h.txn(), other.txn());
                }
            }
            Happened before = lastOfSession.put(h.txn().session().name(), h);
            if (before != null) {
                truth.require(includes(h, before), "%s does not see all that %s saw", h.txn(), before.txn());
                truth.require(!before.hasEffects() || h.sees(before), "%s misses %s", h.txn(), before.txn());
            }
        }
        for (List<Version> versions : truth.versions().values()) {
            for (int i = 1; i < versions.size(); i++) {
                Happened first = versions.get(i - 1).writer();
                Happened second = versions.get(i).writer();
                truth.require(!first.sees(second), "%s comes before %s which it saw", first.txn(), second.txn());
            }
        }
    }

    private static boolean includes(Happened h, Happened other) {
        for (int site = 0; site < h.entry().seen().size(); site++) {
            if (h.entry().seen().get(site) < other.entry().seen().get(site)) {
                return false;
            }
        }
        return true;
    }

    /** Each operation sees exactly what had committed when it took effect, and keys change in commit order. */
    private static void readCommitted(Truth truth) {
        truth.checkReads((reader, op, version) -> version.writer() != reader
                && version.writer().entry().index()
                        <= truth.journal.points(reader.entry().number()).get(op));
        versionsAreInCommitOrder(truth);
    }

    /** Keys change in commit order: that excludes cycles of writes. What is read was written by somebody. */
    private static void readUncommitted(Truth truth) {
        versionsAreInCommitOrder(truth);
        Map<Value, Value> writtenTo = new HashMap<>();
        for (Transaction t : truth.history.transactions()) {
            for (Operation op : t.operations()) {
                if (op.kind().isWrite() && op.content() instanceof Content.Live live) {
                    writtenTo.put(live.value(), op.key());
                }
            }
        }
        truth.history.initialContents().forEach((key, value) -> writtenTo.put(value, key));
        for (Transaction t : truth.history.transactions()) {
            for (Operation op : t.operations()) {
                if (op.kind().isItemRead() && op.content() instanceof Content.Live live) {
                    List<Value> parts = live.value() instanceof Value.Elements e ? e.value() : List.of(live.value());
                    boolean known = parts.stream().allMatch(part -> op.key().equals(writtenTo.get(part)));
                    truth.require(known, "%s reads %s=%s, which nobody wrote", t, op.key(), live);
                }
            }
        }
    }

    private static void versionsAreInCommitOrder(Truth truth) {
        for (List<Version> versions : truth.versions().values()) {
            for (int i = 1; i < versions.size(); i++) {
                long first = versions.get(i - 1).writer().entry().index();
                long second = versions.get(i).writer().entry().index();
                truth.require(
                        first < second,
                        "versions of %s are not in commit order",
                        versions.get(i).key());
            }
        }
    }
}
