package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The isolation level of a session, in the words of its server where that could be asked. */
final class Levels {
    private final Engine engine;
    private boolean known;
    /** Whether the application changed it: then a pool may change it back. */
    private boolean changed;

    private @Nullable String session;
    /** Of the next transaction only. */
    private @Nullable String once;

    private boolean rollbackOnTimeout;

    Levels(Engine engine) {
        this.engine = engine;
    }

    boolean isKnown() {
        return known;
    }

    /** The level of a transaction that begins now. */
    @Nullable
    String next() {
        String level = once != null ? once : session;
        once = null;
        return level;
    }

    void forNext(@Nullable String level) {
        once = level;
    }

    /** The driver was told a level, for all transactions to come. */
    void set(int jdbcLevel) {
        session = Engine.word(jdbcLevel);
        known = false;
        changed = true;
    }

    /** Whether InnoDB rolls back all of a transaction when one of its statements waited too long for a lock. */
    boolean rollbackOnTimeout() {
        return rollbackOnTimeout;
    }

    /** A setting was changed by a statement, in a transaction that may be of this statement alone. */
    void said(Sql sql, Txn txn) {
        if (!sql.is("ISOLATION")) {
            return;
        }
        changed = true;
        String level = sql.level();
        if (level == null) {
            known = false;
            session = null;
            if (!txn.single && txn.onlySettings) {
                txn.changeLevel(null);
            }
        } else if (sql.is("SESSION") || sql.is("CHARACTERISTICS")) {
            known = false;
            session = level;
        } else if (!sql.is("GLOBAL")) {
            if (!txn.single && txn.onlySettings) {
                txn.changeLevel(level);
            } else if (txn.single && engine != Engine.POSTGRESQL) {
                once = level;
            }
        }
    }

    /** Several things were said at once, of which nobody knows which were done. */
    void lost(Sql sql) {
        if (sql.mentions("ISOLATION")) {
            known = false;
            changed = true;
            session = null;
            once = null;
        }
    }

    /** The connection went back to where it came from. */
    void returned() {
        known &= !changed;
        changed = false;
        once = null;
    }

    /** Asks the server, or the driver where the server has no answer. No transaction may be open. */
    void ask(Connection real) {
        known = true;
        session = null;
        for (String query : engine.levelQueries()) {
            session = session == null ? answer(real, query) : session;
        }
        if (session == null) {
            session = word(real);
        }
        if (engine == Engine.MYSQL) {
            String on = answer(real, "SELECT @@innodb_rollback_on_timeout");
            rollbackOnTimeout = on != null && !on.equals("0") && !on.equals("OFF") && !on.equals("false");
        }
    }

    private static @Nullable String word(Connection real) {
        try {
            return Engine.word(real.getTransactionIsolation());
        } catch (SQLException e) {
            return null; // nobody says
        }
    }

    private static @Nullable String answer(Connection real, String query) {
        try (Statement statement = real.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            return null; // this version has other words
        }
    }
}
