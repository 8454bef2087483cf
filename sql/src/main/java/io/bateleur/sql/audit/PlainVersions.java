package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** RowVersions by the definitions of levels, for one given order of commits. */
final class PlainVersions implements RowVersions {
    private final AuditLevel level;
    /** By the number of a transaction: its place in the order of commits, from 1. */
    private final Map<LoggedTransaction, Integer> places = new HashMap<>();

    /** How many commits the snapshot has. */
    int snapshot;
    /** How many commits there are when unique keys are looked at. */
    int now;

    /** Each row's version of paper-rc: how many versions back, and how many there were. */
    private final List<int[]> picks = new ArrayList<>();

    private final Map<Object, Integer> picked = new HashMap<>();

    PlainVersions(AuditLevel level) {
        this.level = level;
    }

    void committed(LoggedTransaction t, int place) {
        places.put(t, place);
    }

    void undone(LoggedTransaction t) {
        places.remove(t);
    }

    // ---- picks

    void clearPicks() {
        picks.clear();
        picked.clear();
    }

    void restart() {
        picked.clear();
    }

    /** The next combination of picks, the newest first. */
    boolean next() {
        while (!picks.isEmpty()) {
            int[] last = picks.get(picks.size() - 1);
            if (++last[0] < last[1]) {
                return true;
            }
            picks.remove(picks.size() - 1);
        }
        return false;
    }

    PlainPicks picks() {
        return new PlainPicks(picks.stream().map(int[]::clone).toList());
    }

    void restore(PlainPicks state) {
        picks.clear();
        picks.addAll(state.picks());
    }

    private record Reading(int statement, VersionedRow row) {}

    private @Nullable RowVersion pick(LoggedStatement s, VersionedRow row) {
        List<@Nullable RowVersion> all = new ArrayList<>();
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            all.add(v);
            if (v.previous == null && v.writer != null) {
                all.add(null); // before it was inserted
            }
        }
        if (all.size() <= 1) {
            return all.isEmpty() ? null : all.get(0);
        }
        Integer at = picked.get(new Reading(s.place, row));
        if (at == null) {
            at = picked.size();
            picked.put(new Reading(s.place, row), at);
            if (at == picks.size()) {
                picks.add(new int[] {0, all.size()});
            }
        }
        return all.get(picks.get(at)[0]);
    }

    // ---- versions

    @Override
    public @Nullable RowVersion seen(LoggedTransaction t, LoggedStatement s, VersionedRow row, Purpose purpose) {
        boolean keys = purpose == Purpose.UNIQUE || purpose == Purpose.REFERENCE || purpose == Purpose.REFERRER;
        if (level == AuditLevel.SNAPSHOT_ISOLATION) {
            return at(row, keys ? now : snapshot);
        }
        return level == AuditLevel.PAPER_READ_COMMITTED && !keys ? pick(s, row) : row.newest;
    }

    private @Nullable RowVersion at(VersionedRow row, int commits) {
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            if (v.writer == null || places.getOrDefault(v.writer, 0) <= commits) {
                return v;
            }
        }
        return null;
    }

    @Override
    public RowVersion changed(LoggedTransaction t, LoggedStatement s, RowVersion found) {
        RowVersion newest = found.row.newest;
        boolean other = level == AuditLevel.SNAPSHOT_ISOLATION && newest != found && t.mayCommit();
        if (other && newest != null && newest.writer != null) {
            throw new Conflict(newest.writer);
        }
        return found;
    }

    @Override
    public @Nullable RowVersion base(LoggedTransaction t, LoggedStatement s, VersionedRow row) {
        return row.newest;
    }
}
