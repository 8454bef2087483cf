package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Unknown;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two transactions do not hold the same row, or the same key, at the same time: one has ended before the other has it. Of two that changed
 * a row the versions say so; here it is for locks, for what was rolled back, and for keys.
 */
final class Holds {
    private final @Nullable SqlDialect engine;
    private final Points points;
    private final PointOrder order;
    private final VersionStore store;
    private @Nullable LoggedTransaction other;

    /** @param engine whose locks they are; null: there are none */
    Holds(@Nullable SqlDialect engine, Points points, PointOrder order, VersionStore store) {
        this.engine = engine;
        this.points = points;
        this.order = order;
        this.store = store;
    }

    /** Who held something at the same time. */
    @Nullable
    LoggedTransaction other() {
        return other;
    }

    private record Held(VersionedRow row, LockMode mode) {}

    /** Takes what a transaction held until its end; false when somebody else must have held it too. */
    boolean take(LoggedTransaction t, OwnChanges own) {
        other = null;
        if (engine == null || t.rules == SightRules.SERIAL_AT_COMMIT || t.ending == Ending.UNKNOWN) {
            return true;
        }
        Set<Held> seen = new HashSet<>();
        for (OwnChanges.Entry entry : own.all()) {
            RowVersion version = entry.version();
            VersionedRow row = version.row;
            OwnChanges.Lock lock = entry.lock();
            int acquired = t.statements.get(lock == null ? version.statement : lock.statement()).lockPoint;
            LockMode mode = lock == null ? modeOf(version) : LockMode.of(lock.mode(), engine);
            if (mode != null && row.newest != null && seen.add(new Held(row, mode))) {
                boolean byVersions = lock == null && t.ending == Ending.COMMITTED;
                if (!apartFromRow(t, row, new Hold(t, acquired, mode), byVersions)) {
                    return false;
                }
            }
            if (lock == null && !version.isDeleted() && !keysApart(t, entry, acquired)) {
                return false;
            }
        }
        return true;
    }

    private LockMode modeOf(RowVersion version) {
        RowVersion base = version.previous;
        return LockMode.ofChange(
                version.row.table.shape.lockedKeys(),
                base == null || base.isDeleted() ? null : base.values(),
                version.isDeleted() ? null : version.values(),
                java.util.Objects.requireNonNull(engine));
    }

    /** @param byVersions whether its own version shows what others did */
    private boolean apartFromRow(LoggedTransaction t, VersionedRow row, Hold hold, boolean byVersions) {
        for (RowVersion v = byVersions ? null : row.newest; v != null; v = v.previous) {
            LoggedTransaction w = v.writer;
            if (w == null || points.surely(w.commitPoint, hold.acquired())) {
                break;
            }
            if (w != t && w.ending == Ending.COMMITTED && modeOf(v).conflicts(hold.mode())) {
                if (!apart(new Hold(w, w.statements.get(v.statement).lockPoint, hold.mode()), hold)) {
                    return false;
                }
            }
        }
        for (Hold each : row.holds) {
            if (each.holder() != t && each.mode().conflicts(hold.mode()) && !apart(each, hold)) {
                return false;
            }
        }
        if (!byVersions) {
            store.hold(row, with(row.holds, hold));
        }
        return true;
    }

    private List<Hold> with(List<Hold> holds, Hold hold) {
        List<Hold> more = new ArrayList<>(holds);
        more.removeIf(each -> points.surely(each.holder().commitPoint, hold.acquired()));
        more.add(hold);
        return List.copyOf(more);
    }

    private boolean keysApart(LoggedTransaction t, OwnChanges.Entry entry, int acquired) {
        RowVersion made = entry.version();
        VersionedTable table = made.row.table;
        RowVersion before = entry.before() != null ? entry.before() : made.previous;
        Hold hold = new Hold(t, acquired, LockMode.UPDATE);
        for (int[] columns : table.shape.lockedKeys()) {
            Object[] key = key(table.shape, columns, made);
            if (key == null || before != null && sameKey(table.shape, columns, before, key)) {
                continue;
            }
            List<VersionedRow> rows = new ArrayList<>();
            table.by(columns).find(key, rows);
            for (VersionedRow row : rows) {
                if (row != made.row && !apartFromTakers(t, row, columns, key, hold)) {
                    return false;
                }
            }
            HeldKey held = new HeldKey(columns, new KeyValues(key));
            List<Hold> others = table.heldKeys.getOrDefault(held, List.of());
            for (Hold each : others) {
                if (each.holder() != t && !apart(each, hold)) {
                    return false;
                }
            }
            if (t.ending == Ending.ABORTED) {
                store.hold(table, held, with(others, hold));
            }
        }
        return true;
    }

    /** A key by the columns that it is of, which are those of one array of its table. */
    record HeldKey(int[] columns, KeyValues values) {}

    /** Those who gave a row this key. */
    private boolean apartFromTakers(LoggedTransaction t, VersionedRow row, int[] columns, Object[] key, Hold hold) {
        TableShape shape = row.table.shape;
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            LoggedTransaction w = v.writer;
            if (w == null || points.surely(w.commitPoint, hold.acquired())) {
                return true;
            }
            boolean took = sameKey(shape, columns, v, key)
                    && (v.previous == null || !sameKey(shape, columns, v.previous, key));
            if (took && w != t && w.ending == Ending.COMMITTED) {
                if (!apart(new Hold(w, w.statements.get(v.statement).lockPoint, LockMode.UPDATE), hold)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean sameKey(TableShape shape, int[] columns, RowVersion version, Object[] key) {
        Object[] own = key(shape, columns, version);
        return own != null && new KeyValues(own).equals(new KeyValues(key));
    }

    /** Null where it is not known, or has a NULL. */
    private static Object @Nullable [] key(TableShape shape, int[] columns, RowVersion version) {
        if (version.isDeleted()) {
            return null;
        }
        Object[] key = new Object[columns.length];
        for (int i = 0; i < key.length; i++) {
            Object value = version.values()[columns[i]];
            if (value == null || Unknown.is(value)) {
                return null;
            }
            key[i] = shape.normal(columns[i], value);
        }
        return key;
    }

    /** Concludes that one of two has ended before the other one begins to hold; false where neither can have been. */
    private boolean apart(Hold a, Hold b) {
        int endOfA = a.holder().commitPoint;
        int endOfB = b.holder().commitPoint;
        if (points.surely(endOfA, b.acquired()) || points.surely(endOfB, a.acquired())) {
            return true;
        }
        boolean first = !points.surely(b.acquired(), endOfA);
        boolean then = !points.surely(a.acquired(), endOfB);
        long ab = Choices.order(endOfA, b.acquired());
        long ba = Choices.order(endOfB, a.acquired());
        if (first && then) {
            order.add(List.of(new Choices.Chosen(new long[] {ab}), new Choices.Chosen(new long[] {ba})));
        } else if (first || then) {
            long sure = first ? ab : ba;
            order.add(sure);
            points.learn(Choices.first(sure), Choices.then(sure));
        } else {
            other = a.holder();
        }
        return first || then;
    }
}
