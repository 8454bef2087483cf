package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.Weight;
import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result whose rows are recorded when the application comes to them. */
final class RecordedRows extends Wrapper implements Straight.ToRows {
    private static final Shape.Kind KIND = Shape.Kind.of(ResultSet.class, Straight.ToRows.class, RecordedRows::action);

    private final ResultSet rows;
    private final RecordedStatement statement;
    private final Session session;
    private final @Nullable Call call;
    private final boolean keys;
    private @Nullable Columns columns;
    private final SeenRows told;
    /** By their place where the application may go back, else in the order in which they came. */
    private final @Nullable Map<Integer, List<Value>> placed;

    private @Nullable List<Value> here;
    private int place;

    /** Whether the application read anything of this row. */
    private boolean touched;

    /** Whether no more rows can come from the server: a failure is the driver's own. */
    private boolean over;

    private @Nullable Object wasNull;

    RecordedRows(ResultSet real, RecordedStatement statement, @Nullable Call call, boolean keys) {
        super(real, statement.shapeOfRows(real, KIND));
        this.rows = real;
        this.statement = statement;
        this.session = statement.session();
        this.call = call;
        this.keys = keys;
        this.over = keys; // they come with the count
        this.told = new SeenRows(keys, isForwardOnly(statement));
        this.placed = told.placed;
    }

    private static boolean isForwardOnly(RecordedStatement statement) {
        try {
            return statement.isForwardOnly();
        } catch (SQLException e) {
            return false;
        }
    }

    private static @Nullable Action<RecordedRows> action(Method method) {
        return switch (method.getName()) {
            case "previous", "first", "last", "absolute", "relative" -> RecordedRows::move;
            case "beforeFirst", "afterLast", "moveToInsertRow", "moveToCurrentRow" -> RecordedRows::leave;
            case "updateRow" -> (self, called, args) -> self.write("UPDATE CURRENT ROW OF ", called, args);
            case "insertRow" -> (self, called, args) -> self.write("INSERT A ROW INTO ", called, args);
            case "deleteRow" -> (self, called, args) -> self.write("DELETE CURRENT ROW OF ", called, args);
            case "wasNull" -> RecordedRows::wasNull;
            case "getStatement" -> RecordedRows::owner;
            default -> isGetter(method) ? RecordedRows::get : null;
        };
    }

    private static boolean isGetter(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return method.getName().startsWith("get")
                && types.length >= 1
                && (types[0] == int.class || types[0] == String.class);
    }

    /** What the call keeps: no more of the driver than its values, so that a connection that is lost can be forgotten. */
    SeenRows told() {
        return told;
    }

    // ---- moving

    @Override
    public boolean next() throws SQLException {
        if (touched) {
            keepWasNull();
        }
        boolean there;
        try {
            there = rows.next();
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
        if (there) {
            arrived();
        } else {
            ended();
        }
        return there;
    }

    private void failed(Throwable thrown) {
        if (!over) {
            session.failedLater(call, thrown);
        }
    }

    /** The application closed it, or went on to the next result. */
    void over() {
        over = true;
    }

    private @Nullable Object move(Passage way, Object[] args) throws Throwable {
        if (touched) {
            keepWasNull();
        }
        Object there;
        try {
            there = pass(way, args);
        } catch (Throwable e) {
            failed(e);
            throw e;
        }
        here = null;
        if (Boolean.TRUE.equals(there)) {
            arrived();
            if (way.method().getName().equals("last")) {
                arrivedAtLast();
            }
        }
        return there;
    }

    private @Nullable Object leave(Passage way, Object[] args) throws Throwable {
        here = null;
        place = -1;
        return pass(way, args);
    }

    private void arrivedAtLast() {
        session.quietly(() -> {
            if (call != null && !call.settled && placed != null && placed.size() == place) {
                told.complete = !limited(place);
            }
        });
    }

    private void arrived() {
        Call of = call;
        if (of == null || of.settled) {
            return;
        }
        synchronized (session) {
            if (of.settled || session.isBroken()) {
                return;
            }
            try {
                see();
            } catch (SQLException | RuntimeException | Error e) {
                session.fail(e);
            }
        }
    }

    private void see() throws SQLException {
        Columns known = known();
        if (placed != null) {
            place = rows.getRow();
            if (placed.containsKey(place)) {
                return;
            }
        }
        if (told.left || told.size() >= session.ledger().options().rowsMax()) {
            told.left = true;
            return;
        }
        List<Value> row = known.row(rows, statement.cutsFields());
        told.weight += Weight.of(row);
        if (told.weight > Weight.RESULT_MAX) {
            told.left = true;
            return;
        }
        here = row;
        if (placed == null) {
            told.add(row);
        } else {
            placed.put(place, row);
        }
    }

    private Columns known() throws SQLException {
        Columns known = columns;
        if (known == null) {
            known = statement.columns(rows);
            columns = known;
            told.labels = known.labels();
        }
        return known;
    }

    /** There is no row after the last one. */
    private void ended() {
        Call of = call;
        here = null;
        if (of == null || of.settled) {
            return;
        }
        session.quietly(() -> {
            if (of.settled) {
                return;
            }
            known();
            if (placed == null) {
                told.complete = !limited(told.size());
                if (!keys && !of.sql.many()) {
                    session.settle(of);
                }
            } else if (placed.size() == place) {
                told.complete = !limited(place);
            }
            place = -1;
        });
    }

    /** Whether there may be more, because the application wanted no more than so many. */
    private boolean limited(int count) {
        return statement.rowsMax() > 0 && count >= statement.rowsMax();
    }

    // ---- reading

    private void keepWasNull() {
        try {
            wasNull = rows.wasNull();
        } catch (SQLException e) {
            wasNull = null;
        }
        touched = false;
    }

    /** Our own reading of the row must not show. */
    private @Nullable Object wasNull(Passage way, Object[] args) throws Throwable {
        Object kept = wasNull;
        return touched || kept == null || rows.isClosed() ? pass(way, args) : kept;
    }

    private @Nullable Object get(Passage way, Object[] args) throws Throwable {
        touched = true;
        return seen(args[0], pass(way, args));
    }

    @Override
    public int getInt(int column) throws SQLException {
        touched = true;
        return rows.getInt(column);
    }

    @Override
    public int getInt(String column) throws SQLException {
        touched = true;
        return rows.getInt(column);
    }

    @Override
    public long getLong(int column) throws SQLException {
        touched = true;
        return rows.getLong(column);
    }

    @Override
    public long getLong(String column) throws SQLException {
        touched = true;
        return rows.getLong(column);
    }

    @Override
    public @Nullable String getString(int column) throws SQLException {
        touched = true;
        return (String) seen(column, rows.getString(column));
    }

    @Override
    public @Nullable String getString(String column) throws SQLException {
        touched = true;
        return (String) seen(column, rows.getString(column));
    }

    @Override
    public @Nullable Object getObject(int column) throws SQLException {
        touched = true;
        return seen(column, rows.getObject(column));
    }

    @Override
    public @Nullable Object getObject(String column) throws SQLException {
        touched = true;
        return seen(column, rows.getObject(column));
    }

    /** The application got a value, by the number or the name of its column. */
    private @Nullable Object seen(Object which, @Nullable Object value) {
        Columns known = columns;
        List<Value> row = here;
        if (row == null || known == null || value == null || !known.hasUntouched()) {
            return value;
        }
        int column = which instanceof Integer number ? number : known.column(String.valueOf(which));
        return known.isUntouched(column) ? new LargeCell(session, call, row, known, column).seen(value) : value;
    }

    // ---- writing

    private @Nullable Object write(String what, Passage way, Object[] args) throws Throwable {
        String text = what + (call == null ? "A RESULT" : call.sql.text());
        Call written = session.issue(session.ledger().sql(text), List.of());
        try {
            Object answer = pass(way, args);
            if (written != null) {
                session.quietly(() -> {
                    written.add(new SqlResult.Count(1L));
                    session.answered(written, true);
                });
            }
            return answer;
        } catch (Throwable e) {
            session.failed(written, e);
            throw e;
        } finally {
            if (statement.isSensitive() && call != null) {
                session.settle(call);
            }
        }
    }

    private @Nullable Object owner(Passage way, Object[] args) throws Throwable {
        Object real = pass(way, args);
        return real == statement.real() ? statement.skin() : real;
    }

    @Override
    public void close() throws SQLException {
        try {
            rows.close();
        } finally {
            over();
            if (call != null && !call.settled && !call.sql.many()) {
                session.settle(call);
            }
        }
    }
}
