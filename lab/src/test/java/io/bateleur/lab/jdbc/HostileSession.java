package io.bateleur.lab.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A session that speaks as differently as applications do: how statements are prepared, read and ended. What they say is said in {@link HostileStatements}. */
final class HostileSession {
    final Connection connection;
    final Tongue tongue;
    final Temper temper;
    final Random random;
    private final AtomicInteger values;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final HostileStatements statements;

    HostileSession(Connection connection, Tongue tongue, Temper temper, Random random, AtomicInteger values) {
        this.connection = connection;
        this.tongue = tongue;
        this.temper = temper;
        this.random = random;
        this.values = values;
        this.statements = new HostileStatements(this);
    }

    /** Whatever fails is the application's business: it rolls back, or goes on where it can. */
    void transaction() throws SQLException {
        boolean alone = random.nextInt(6) == 0;
        try {
            connection.setAutoCommit(alone);
            if (alone) {
                statements.any();
                return;
            }
            several();
            if (random.nextInt(8) == 0) {
                connection.rollback();
            } else {
                connection.commit();
            }
        } catch (SQLException e) {
            prepared.clear();
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    private void several() throws SQLException {
        Savepoint saved = null;
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            if (random.nextInt(8) == 0) {
                saved = random.nextBoolean() ? connection.setSavepoint() : connection.setSavepoint("sp");
            } else if (saved != null && random.nextInt(4) == 0) {
                connection.rollback(saved);
            } else {
                saved = attempt(saved);
            }
        }
    }

    private Savepoint attempt(Savepoint saved) throws SQLException {
        try {
            statements.any();
            return saved;
        } catch (SQLException e) {
            boolean over = "40001".equals(e.getSQLState()) || e.getErrorCode() == 1213;
            if (saved != null && !over) {
                connection.rollback(saved);
                return saved;
            }
            boolean goesOn = !tongue.is(Tongue.POSTGRES) && !over && random.nextBoolean();
            if (goesOn) {
                return saved;
            }
            throw e;
        }
    }

    void run(String sql, Object... parameters) throws SQLException {
        switch (random.nextInt(4)) {
            case 0 -> {
                try (Statement statement = connection.createStatement()) {
                    read(sql, statement, statement.execute(inlined(sql, parameters)));
                }
            }
            case 1 -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    set(statement, parameters);
                    read(sql, statement, statement.execute());
                }
            }
            default -> {
                PreparedStatement statement = prepared.get(sql);
                if (statement == null) {
                    statement = connection.prepareStatement(sql);
                    prepared.put(sql, statement);
                }
                set(statement, parameters);
                read(sql, statement, statement.execute());
            }
        }
    }

    /** With keys that the database makes. */
    void insert(String sql, Object... parameters) throws SQLException {
        int how = temper.untold() ? random.nextInt(3) : random.nextInt(1, 3);
        try (PreparedStatement statement = how == 0
                ? connection.prepareStatement(sql)
                : how == 1
                        ? connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)
                        : connection.prepareStatement(sql, new String[] {"id"})) {
            set(statement, parameters);
            statement.executeUpdate();
            if (how != 0) {
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    while (keys.next()) {
                        keys.getLong(1);
                    }
                }
            }
        }
    }

    void batch(String sql, Object[]... rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object[] row : rows) {
                set(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Often not to the end; but who does not read what was changed does not tell it. */
    private void read(String sql, Statement statement, boolean rows) throws SQLException {
        if (!rows) {
            return;
        }
        boolean may = temper.untold() || !sql.contains("RETURNING");
        int wanted = may && random.nextInt(6) == 0 ? random.nextInt(3) : Integer.MAX_VALUE;
        try (ResultSet result = statement.getResultSet()) {
            for (int i = 0; i < wanted && result.next(); i++) {
                int columns = result.getMetaData().getColumnCount();
                switch (random.nextInt(4)) {
                    case 0 -> result.getString(columns);
                    case 1 -> result.getObject(1);
                    case 2 -> {
                        for (int c = 1; c <= columns; c++) {
                            result.getObject(c);
                        }
                    }
                    default -> {}
                }
            }
        }
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    private static String inlined(String sql, Object... parameters) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (char c : sql.toCharArray()) {
            if (c == '?') {
                Object value = parameters[next++];
                boolean quoted = !(value == null || value instanceof Number || value instanceof Boolean);
                text.append(quoted ? "'" + value + "'" : value);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    int id() {
        return random.nextInt(1, 6);
    }

    /** Mostly one that nobody else writes. */
    Integer n() {
        if (temper.repeats()) {
            return random.nextInt(10) == 0 ? null : random.nextInt(6);
        }
        return random.nextInt(20) == 0 ? null : values.incrementAndGet();
    }

    BigDecimal decimal() {
        Integer n = n();
        return n == null ? null : new BigDecimal(n + (random.nextBoolean() ? ".5" : ".25"));
    }

    String text() {
        String[] texts = {"a", "b", "bb", "c"};
        return texts[random.nextInt(texts.length)];
    }

    Object date() {
        return tongue.is(Tongue.SQLITE) ? "2024-02-03" : Date.valueOf("2024-02-0" + id());
    }
}
