package io.bateleur.lab.workload.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Says what the transactions of an application do in SQL. Shared by all sessions: what it keeps must bear several threads. */
public interface SqlWorkload {
    /** What a transaction does between its begin and its end. */
    @FunctionalInterface
    interface Body {
        /** Returns whether to commit; otherwise the client changes its mind and aborts. */
        boolean run(Connection connection) throws SQLException;
    }

    /** What stands between the parentheses of CREATE TABLE, by name; every table has a primary key. */
    Map<String, String> tables();

    /** Transactions that fill the tables before anything else happens, run one after another by one session. */
    List<Body> load();

    /** The next transaction of a session, chosen with that session's own random numbers; what it does is settled when it runs. */
    Body next(SplittableRandom random);
}
