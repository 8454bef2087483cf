package io.bateleur.lab.store;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session of a SQL database. Keys and values are integers; a list is a text of integers with commas. */
final class JdbcClient implements KeyValueClient {
    private static final int ITERATOR_ROWS = 10;

    private final Connection connection;
    private final Dialect dialect;
    private final JdbcSession session;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /** @param connection at the level of its store */
    JdbcClient(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
        this.session = new JdbcSession(connection, dialect);
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T attempt(Work<T> work) throws CallFailedException {
        return session.attempt(same -> work.run());
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null || known.isClosed()) { // some drivers close a statement that failed
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    private static long integer(Value value) {
        if (value instanceof Value.Int integer) {
            return integer.value();
        }
        throw new IllegalArgumentException(value + " is no integer of 64 bits");
    }

    private static String tableOf(Value key) {
        return JdbcStore.values(Math.floorMod(integer(key), JdbcStore.TABLES));
    }

    private static String listOf(Value key) {
        return JdbcStore.lists(Math.floorMod(integer(key), JdbcStore.TABLES));
    }

    @Override
    public void begin() throws CallFailedException {
        session.begin();
    }

    @Override
    public Content get(Value key, boolean lock) throws CallFailedException {
        return attempt(() -> {
            PreparedStatement statement = prepare(select(tableOf(key), lock));
            statement.setLong(1, integer(key));
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Content.live(Value.of(rows.getLong(1))) : Content.absent();
            }
        });
    }

    /** Only where the standard's words ask for it: those of others have meanings of their own. */
    @Override
    public @Nullable String lockMode() {
        return dialect.locking().equals(" FOR UPDATE") ? "update" : null;
    }

    private String select(String table, boolean lock) {
        return "SELECT v FROM " + table + " WHERE k = ?" + (lock ? dialect.locking() : "");
    }

    @Override
    public Content readList(Value key, boolean lock) throws CallFailedException {
        return attempt(() -> {
            PreparedStatement statement = prepare(select(listOf(key), lock));
            statement.setLong(1, integer(key));
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Content.live(list(rows.getString(1))) : Content.absent();
            }
        });
    }

    private static Value list(String text) {
        return Value.list(Arrays.stream(text.split(","))
                .map(element -> Value.of(Long.parseLong(element)))
                .toList());
    }

    @Override
    public void put(Value key, Value value) throws CallFailedException {
        attempt(() -> {
            String table = tableOf(key);
            if (!dialect.upsert(table).isEmpty()) {
                return execute(dialect.upsert(table), integer(key), integer(value));
            }
            int updated = execute("UPDATE " + table + " SET v = ? WHERE k = ?", integer(value), integer(key));
            return updated > 0
                    ? updated
                    : execute("INSERT INTO " + table + " (k, v) VALUES (?, ?)", integer(key), integer(value));
        });
    }

    private int execute(String sql, long first, long second) throws SQLException {
        PreparedStatement statement = prepare(sql);
        statement.setLong(1, first);
        statement.setLong(2, second);
        return statement.executeUpdate();
    }

    @Override
    public void append(Value key, Value element) throws CallFailedException {
        attempt(() -> {
            String table = listOf(key);
            String text = Long.toString(integer(element));
            String together = dialect.append(table);
            if (!together.isEmpty()) {
                PreparedStatement statement = prepare(together);
                statement.setLong(1, integer(key));
                statement.setString(2, text);
                return statement.executeUpdate();
            }
            PreparedStatement update = prepare("UPDATE " + table + " SET v = "
                    + dialect.concatenation("v", "CAST(? AS VARCHAR(20))") + " WHERE k = ?");
            update.setString(1, text);
            update.setLong(2, integer(key));
            int updated = update.executeUpdate();
            if (updated > 0) {
                return updated;
            }
            PreparedStatement insert = prepare("INSERT INTO " + table + " (k, v) VALUES (?, ?)");
            insert.setLong(1, integer(key));
            insert.setString(2, text);
            return insert.executeUpdate();
        });
    }

    @Override
    public boolean delete(Value key) throws CallFailedException {
        return attempt(() -> {
            PreparedStatement statement = prepare("DELETE FROM " + tableOf(key) + " WHERE k = ?");
            statement.setLong(1, integer(key));
            return statement.executeUpdate() > 0;
        });
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException {
        return attempt(() -> sorted(range(low, high, lock, Integer.MAX_VALUE)));
    }

    @Override
    public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException {
        List<Item> found = attempt(() -> sorted(range(low, high, false, most)));
        return new Iterated(found.size() > most ? found.subList(0, most) : found, found.size() >= most);
    }

    /** Of each table at most so many, by key. */
    private List<Item> range(@Nullable Value low, @Nullable Value high, boolean lock, int most) throws SQLException {
        List<Item> items = new ArrayList<>();
        for (int table = 0; table < JdbcStore.TABLES; table++) {
            PreparedStatement statement =
                    prepare("SELECT k, v FROM " + JdbcStore.values(table) + " WHERE k >= ? AND k < ?"
                            + (lock ? dialect.locking() : " ORDER BY k")); // both together not everywhere
            statement.setLong(1, low == null ? Long.MIN_VALUE : integer(low));
            statement.setLong(2, high == null ? Long.MAX_VALUE : integer(high));
            if (most < Integer.MAX_VALUE) {
                statement.setFetchSize(ITERATOR_ROWS);
            }
            try (ResultSet rows = statement.executeQuery()) {
                for (int i = 0; i < most && rows.next(); i++) {
                    items.add(new Item(Value.of(rows.getLong(1)), Content.live(Value.of(rows.getLong(2)))));
                }
            }
        }
        return items;
    }

    private static List<Item> sorted(List<Item> items) {
        items.sort(Comparator.comparingLong(item -> integer(item.key())));
        return items;
    }

    @Override
    public void commit() throws CallFailedException {
        session.commit();
    }

    @Override
    public void abort() throws CallFailedException {
        session.abort();
    }

    /**
     * A level in an event is one of ours, which the transaction is held to: what this database calls it may mean less. All sessions
     * have the same, and the trace tells what the database answered once.
     */
    @Override
    public @Nullable String level() {
        return null;
    }

    @Override
    public void close() {
        session.close();
    }
}
