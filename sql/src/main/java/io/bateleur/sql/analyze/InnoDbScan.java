package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.Actor;
import io.bateleur.sql.analyze.EngineRun.MustAbort;
import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How InnoDB goes through a part of an index for a change or a locking read: record by record, in its order, each in its newest
 * version, and not again after a wait. Above READ COMMITTED all records on the way stay locked, with the gaps before them; at READ
 * COMMITTED only those that match, so what was passed may change while the statement waits further on.
 */
final class InnoDbScan {
    /** How far a scan has come. */
    static final class Progress {
        /** Rows that were passed or taken, with what was committed then. */
        final Map<RowKey, BitSet> looked = new LinkedHashMap<>();

        final Map<RowKey, Map<String, @Nullable Object>> taken = new LinkedHashMap<>();
        private @Nullable RowKey cursor;
    }

    private final EngineRun run;
    private final StatementExecution statements;
    private final int i;
    private final Actor actor;
    private final TableShape shape;
    private final RowLock mode;
    private final IndexRange range;
    private final Progress progress;

    /** @param where of one table, all of whose values are known */
    InnoDbScan(
            EngineRun run,
            StatementExecution statements,
            int i,
            TableShape shape,
            Calculation where,
            Calculator calculator,
            RowLock mode) {
        this.run = run;
        this.statements = statements;
        this.i = i;
        this.actor = run.actors.get(i);
        this.shape = shape;
        boolean shared = mode == RowLock.SHARE || mode == RowLock.KEY_SHARE;
        this.mode = shared ? RowLock.SHARE : RowLock.UPDATE;
        this.range = IndexRange.of(shape, where, calculator);
        if (actor.progress == null) {
            actor.progress = new Progress();
        }
        this.progress = actor.progress;
    }

    /** @param passesLocked whether a row that somebody else has locked is passed if what is committed of it does not match */
    Progress run(Predicate<Map<String, @Nullable Object>> matches, boolean passesLocked) {
        Map<RowKey, RowKey> records = records();
        RowKey before = null;
        Map.Entry<RowKey, RowKey> behind = null;
        boolean any = false;
        for (Map.Entry<RowKey, RowKey> record : records.entrySet()) {
            RowKey entry = record.getKey();
            RowKey key = record.getValue();
            int position = range.position(shape, newest(key));
            if (position > 0) {
                behind = record;
                break;
            }
            if (position == 0) {
                any = true;
                boolean reached = progress.cursor != null && entry.compareTo(progress.cursor) <= 0;
                if (!reached) {
                    record(key, entry, before, matches, passesLocked);
                    progress.cursor = entry;
                }
            }
            before = entry;
        }
        if (locksGaps() && !(any && range.isPoint())) {
            if (behind != null) {
                checkView(run, i, behind.getValue()); // the gap is a part of the record behind it
            }
            run.gaps.lock(i, range.index(), before, behind == null ? null : behind.getKey());
        }
        return progress;
    }

    private boolean locksGaps() {
        return actor.level().locksGaps();
    }

    /** Entries that are there, or that somebody is about to insert or has deleted and not committed. */
    private Map<RowKey, RowKey> records() {
        Map<RowKey, RowKey> records = new TreeMap<>();
        List<RowKey> keys = new ArrayList<>(run.store.keys(shape.name()));
        for (Actor each : run.actors) {
            if (each.state == EngineRun.State.RUNNING) {
                each.own.keySet().stream()
                        .filter(key -> key.table().equals(shape.name()))
                        .forEach(keys::add);
            }
        }
        for (RowKey key : keys) {
            if (VersionStore.alive(newest(key)) || remains(key)) {
                records.put(range.index().entry(shape, newest(key)), key);
            }
        }
        return records;
    }

    /** Whether a record that is deleted is there still: somebody is about to write it, or sees it. Else it goes, soon. */
    private boolean remains(RowKey key) {
        boolean remains = false;
        for (Actor each : run.actors) {
            if (each.state == EngineRun.State.RUNNING) {
                BitSet view = each.snapshot;
                boolean sees = view != null
                        && !each.level().snapshotPerStatement()
                        && run.store.of(key).stream()
                                .anyMatch(version ->
                                        version.writer() != VersionStore.INITIAL && !view.get(version.writer()));
                remains |= sees || each.own.containsKey(key);
            }
        }
        if (!remains && run.raced < 0) {
            run.raced = run.steps.size(); // when it is gone is not known
        }
        return remains;
    }

    /** What is there of a row, committed or not. */
    private Map<String, @Nullable Object> newest(RowKey key) {
        Map<String, @Nullable Object> own = null;
        for (Actor each : run.actors) {
            if (each.state == EngineRun.State.RUNNING && each.own.containsKey(key)) {
                own = each.own.get(key);
            }
        }
        return run.store.row(key, run.visibleNow()::get, own);
    }

    private void record(
            RowKey key,
            RowKey entry,
            @Nullable RowKey before,
            Predicate<Map<String, @Nullable Object>> matches,
            boolean passesLocked) {
        if (locksGaps() && !range.isPoint()) {
            run.gaps.lock(i, range.index(), before, entry);
        }
        boolean committed = !locksGaps();
        if (committed
                && passesLocked
                && !range.isPoint()
                && !run.blockers(i, key, mode).isEmpty()) {
            Map<String, @Nullable Object> seen = run.store.row(key, run.visibleNow()::get, actor.own.get(key));
            if (!matches.test(seen)) {
                progress.looked.put(key, run.visibleNow());
                return;
            }
        }
        checkView(run, i, key);
        boolean fresh = run.lock(i, key, mode);
        Map<String, @Nullable Object> now = statements.row(actor, key, run.visibleNow());
        progress.looked.put(key, run.visibleNow());
        if (matches.test(now)) {
            progress.taken.put(key, now);
        } else if (committed && fresh && !key.equals(actor.waitsAt)) {
            run.unlock(i, key); // a lock that was waited for stays
        }
    }

    /**
     * With {@code innodb_snapshot_isolation} nothing is locked that is newer than the view, if there is one: not even what is not
     * committed yet is waited for.
     */
    static void checkView(EngineRun run, int i, RowKey key) {
        Actor actor = run.actors.get(i);
        BitSet view = actor.snapshot;
        if (!actor.level().firstCommitterWins() || view == null) {
            return;
        }
        boolean newer = run.store.of(key).stream()
                .anyMatch(version -> version.writer() != VersionStore.INITIAL && !view.get(version.writer()));
        boolean coming = run.actors.stream()
                .anyMatch(other ->
                        other != actor && other.state == EngineRun.State.RUNNING && other.own.containsKey(key));
        if (newer || coming) {
            throw new MustAbort("serialization failure");
        }
    }

    /** One way of looking at a row for each moment at which some were passed; the rest is as it is now. */
    static Map<BitSet, Predicate<RowKey>> moments(Progress progress, BitSet now) {
        Map<BitSet, Predicate<RowKey>> moments = new HashMap<>();
        progress.looked.forEach((key, seen) -> moments.merge(seen, key::equals, Predicate::or));
        moments.merge(now, key -> !progress.looked.containsKey(key), Predicate::or);
        return moments;
    }
}
