package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.OrderedRows;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Purpose;
import io.bateleur.sql.eval.Range;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import io.bateleur.sql.eval.Unknown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a statement sees of the versions, and where its changes go. */
final class Sight implements Tables, Changes {
    private static final int[] NO_COLUMNS = {};
    private static final Object[] NO_VALUES = {};

    private final VersionStore store;
    private final RowVersions versions;
    final OwnChanges own;
    /** Tables whose rows the transaction looked at. */
    final Set<VersionedTable> looked = new HashSet<>();

    /** Takes the ways that a database is free to take; null: nobody does. */
    private @Nullable Choices chooser;

    private @Nullable LoggedTransaction transaction;
    private @Nullable LoggedStatement statement;

    Sight(VersionStore store, RowVersions versions) {
        this(store, versions, new OwnChanges());
    }

    Sight(VersionStore store, RowVersions versions, OwnChanges own) {
        this.own = own;
        this.store = store;
        this.versions = versions;
    }

    void chooseBy(Choices choices) {
        chooser = choices;
    }

    @Override
    public int choose(int ways) {
        return chooser == null ? -1 : chooser.way(ways);
    }

    void at(LoggedTransaction transaction, LoggedStatement statement) {
        this.transaction = transaction;
        this.statement = statement;
    }

    // ---- reading

    @Override
    public Iterable<? extends Row> all(TableShape shape, Purpose purpose) {
        VersionedTable table = store.table(shape);
        looked.add(table);
        versions.look(table, NO_COLUMNS, NO_VALUES);
        List<RowVersion> seen = new ArrayList<>();
        for (VersionedRow row : table.rows) {
            add(row, purpose, seen);
        }
        for (VersionedRow row : own.rows(table)) {
            if (row.newest == null) {
                add(row, purpose, seen);
            }
        }
        return withUnknown(table, seen);
    }

    @Override
    public Iterable<? extends Row> equal(TableShape shape, int[] columns, Object[] values, Purpose purpose) {
        VersionedTable table = store.table(shape);
        looked.add(table);
        versions.look(table, columns, values);
        List<VersionedRow> found = new ArrayList<>();
        table.by(columns).find(values, found);
        List<RowVersion> seen = new ArrayList<>(found.size());
        for (VersionedRow row : found) {
            add(row, purpose, seen);
        }
        for (VersionedRow row : own.rows(table, columns, values)) {
            if (!found.contains(row)) {
                add(row, purpose, seen);
            }
        }
        return withUnknown(table, seen);
    }

    @Override
    public @Nullable OrderedRows ordered(TableShape shape, Range range, Purpose purpose) {
        VersionedTable table = store.table(shape);
        if (table.obscure) {
            return null;
        }
        looked.add(table);
        versions.look(table, Arrays.copyOf(range.columns(), range.columns().length - 1), range.prefix());
        OrderedIndex index = table.orderedBy(range.columns());
        Set<VersionedRow> loose = index.loose(range);
        loose.addAll(own.rows(table));
        List<RowVersion> seen = new ArrayList<>();
        for (VersionedRow row : loose) {
            add(row, purpose, seen);
        }
        int column = range.columns()[range.columns().length - 1];
        Iterable<RowVersion> sorted = () -> new SortedRows(index.sorted(range), at -> {
            List<RowVersion> here = new ArrayList<>(1);
            for (VersionedRow row : at.rows()) {
                if (!loose.contains(row)) {
                    add(row, purpose, here);
                }
            }
            // A row is found by its older values too, and shown where its value is.
            here.removeIf(version -> !Long.valueOf(at.value()).equals(version.values()[column]));
            return here;
        });
        return new OrderedRows(seen, sorted);
    }

    private List<RowVersion> withUnknown(VersionedTable table, List<RowVersion> seen) {
        if (table.obscure) {
            seen.add(new RowVersion(new VersionedRow(table), null, 0, unknown(table), Presence.MANY, null));
        }
        return seen;
    }

    private void add(VersionedRow row, Purpose purpose, List<RowVersion> to) {
        RowVersion seen = own.of(row);
        if (seen == null) {
            LoggedTransaction t = Objects.requireNonNull(transaction);
            LoggedStatement s = Objects.requireNonNull(statement);
            seen = versions.seen(t, s, row, purpose);
            if (purpose == Purpose.UNIQUE && t.rules.uniqueInSnapshotToo()) {
                RowVersion old = versions.seen(t, s, row, Purpose.READ);
                if (old != null && old != seen && !old.isDeleted()) {
                    to.add(new RowVersion(row, old.writer, old.statement, old.values(), Presence.MAYBE, old.previous));
                }
            }
        }
        if (seen != null && !seen.isDeleted()) {
            to.add(seen);
        }
    }

    @Override
    public @Nullable Row newest(TableShape shape, Row row) {
        RowVersion found = (RowVersion) row;
        RowVersion mine = own.of(found.row);
        if (mine != null) {
            return mine.isDeleted() ? null : mine;
        }
        if (found.row.newest == null) {
            return found;
        }
        RowVersion now =
                versions.changed(Objects.requireNonNull(transaction), Objects.requireNonNull(statement), found);
        return now == null || now.isDeleted() ? null : now;
    }

    // ---- changing

    @Override
    public Row insert(TableShape shape, Object[] values, Presence presence) {
        return make(new VersionedRow(store.table(shape)), values, presence);
    }

    @Override
    public Row update(TableShape shape, Row old, Object[] values, Presence presence) {
        RowVersion version = (RowVersion) old;
        return version.presence() == Presence.MANY ? old : make(version.row, values, presence);
    }

    @Override
    public void delete(TableShape shape, Row old) {
        RowVersion version = (RowVersion) old;
        if (version.presence() != Presence.MANY) {
            make(version.row, null, Presence.SURE);
        }
    }

    private RowVersion make(VersionedRow row, Object @Nullable [] values, Presence presence) {
        LoggedStatement s = Objects.requireNonNull(statement);
        RowVersion mine = own.of(row);
        RowVersion base = mine != null
                ? mine.previous
                : row.newest == null ? null : versions.base(Objects.requireNonNull(transaction), s, row);
        RowVersion made = new RowVersion(row, transaction, s.place, values, presence, base);
        own.put(made);
        return made;
    }

    @Override
    public void lock(TableShape shape, Row row, String mode) {
        RowVersion version = (RowVersion) row;
        if (version.row.newest != null && own.of(version.row) == null) {
            own.lock(version, new OwnChanges.Lock(Objects.requireNonNull(statement).place, mode));
        }
    }

    @Override
    public void obscure(TableShape shape) {
        VersionedTable table = store.table(shape);
        store.obscure(table);
        for (VersionedRow row : List.copyOf(own.rows(table))) {
            make(row, unknown(table), Presence.MAYBE);
        }
    }

    private static Object[] unknown(VersionedTable table) {
        Object[] values = new Object[table.shape.columns().size()];
        Arrays.fill(values, Unknown.UNKNOWN);
        return values;
    }

    @Override
    public Object mark() {
        return own.mark();
    }

    @Override
    public void undo(Object mark) {
        own.undo((Integer) mark);
    }
}
