package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as they were when a statement began, whatever it has done by now; keys and references look at what it did. */
final class StatementSnapshot implements Tables, Changes {
    private final Tables tables;
    private final Changes changes;
    /** Rows that the statement wrote, with what they were before, where they were there. */
    private final Map<Row, @Nullable Row> written = new IdentityHashMap<>();

    private final Map<TableShape, List<Row>> gone = new HashMap<>();

    StatementSnapshot(Tables tables, Changes changes) {
        this.tables = tables;
        this.changes = changes;
    }

    // ---- reading

    @Override
    public Iterable<? extends Row> all(TableShape table, Purpose purpose) {
        return before(table, tables.all(table, purpose), purpose);
    }

    @Override
    public Iterable<? extends Row> equal(TableShape table, int[] columns, Object[] values, Purpose purpose) {
        return before(table, tables.equal(table, columns, values, purpose), purpose);
    }

    private Iterable<? extends Row> before(TableShape table, Iterable<? extends Row> now, Purpose purpose) {
        if (purpose == Purpose.UNIQUE || purpose == Purpose.REFERENCE || written.isEmpty() && gone.isEmpty()) {
            return now;
        }
        List<Row> rows = new ArrayList<>();
        for (Row row : now) {
            if (!written.containsKey(row)) {
                rows.add(row);
            }
        }
        rows.addAll(gone.getOrDefault(table, List.of()));
        return rows;
    }

    @Override
    public @Nullable Row newest(TableShape table, Row row) {
        if (gone.getOrDefault(table, List.of()).contains(row)) {
            throw new Outside(null, "a row that one statement changes twice");
        }
        return tables.newest(table, row);
    }

    // ---- changing

    @Override
    public Row insert(TableShape table, Object[] values, Presence presence) {
        Row row = changes.insert(table, values, presence);
        written.put(row, null);
        return row;
    }

    @Override
    public Row update(TableShape table, Row old, Object[] values, Presence presence) {
        Row before = leave(table, old);
        Row row = changes.update(table, old, values, presence);
        written.put(row, before);
        return row;
    }

    @Override
    public void delete(TableShape table, Row old) {
        leave(table, old);
        changes.delete(table, old);
    }

    /** @return what the row was when the statement began; null: it was not there */
    private @Nullable Row leave(TableShape table, Row old) {
        if (written.containsKey(old)) {
            return written.remove(old);
        }
        gone.computeIfAbsent(table, none -> new ArrayList<>()).add(old);
        return old;
    }

    @Override
    public void lock(TableShape table, Row row, String mode) {
        changes.lock(table, row, mode);
    }

    @Override
    public void obscure(TableShape table) {
        changes.obscure(table);
    }

    @Override
    public Object mark() {
        return changes.mark();
    }

    @Override
    public void undo(Object mark) {
        changes.undo(mark);
    }
}
