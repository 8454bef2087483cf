package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is known of databases: where their answers leave open what became of a transaction, and where they do not. */
public enum Engine {
    POSTGRESQL(
            List.of("SHOW transaction_isolation"),
            Set.of(Trait.CLOSE_ROLLS_BACK, Trait.RESULTS_STAND, Trait.LONG_IN_MEMORY)),
    MYSQL(
            List.of("SELECT @@transaction_isolation", "SELECT @@tx_isolation"),
            Set.of(
                    Trait.CLOSE_ROLLS_BACK,
                    Trait.RESULTS_STAND,
                    Trait.DDL_COMMITS,
                    Trait.BEGIN_COMMITS,
                    Trait.LONG_IN_MEMORY,
                    Trait.LEVEL_IS_FREE)),
    H2(
            List.of(
                    "SELECT isolation_level FROM information_schema.sessions WHERE session_id = session_id()",
                    "SELECT isolation_level FROM information_schema.sessions WHERE id = session_id()"),
            Set.of(Trait.CLOSE_ROLLS_BACK, Trait.RESULTS_STAND, Trait.DDL_COMMITS)),
    HSQLDB(
            List.of("CALL SESSION_ISOLATION_LEVEL()"),
            Set.of(Trait.CLOSE_ROLLS_BACK, Trait.RESULTS_STAND, Trait.DDL_COMMITS)),
    DERBY(List.of("VALUES CURRENT ISOLATION"), Set.of(Trait.CLOSE_ROLLS_BACK, Trait.BRANCHES_ARE_JOINED)),
    /** Its statements run while their rows are read, and values have types, not columns. */
    SQLITE(List.of(), Set.of(Trait.CLOSE_ROLLS_BACK, Trait.LONG_IN_MEMORY, Trait.TYPES_OF_VALUES)),
    DUCKDB(List.of(), Set.of()),
    SQLSERVER(List.of(), Set.of(Trait.CLOSE_ROLLS_BACK)),
    /** Oracle commits what is open when a connection is closed. */
    ORACLE(List.of(), Set.of(Trait.DDL_COMMITS)),
    OTHER(List.of(), Set.of());

    enum Trait {
        /** To close a connection rolls back what is open. */
        CLOSE_ROLLS_BACK,
        /** Rows are those of the moment of the statement, whatever the session writes while it reads them. */
        RESULTS_STAND,
        DDL_COMMITS,
        BEGIN_COMMITS,
        /** Long texts and byte strings are in memory, and may be read twice. */
        LONG_IN_MEMORY,
        TYPES_OF_VALUES,
        /** Sessions that join a branch are in one transaction. */
        BRANCHES_ARE_JOINED,
        /** To ask for the level opens no transaction. */
        LEVEL_IS_FREE
    }

    /** What the failure of a statement or of a commit means. */
    enum Meaning {
        /** The statement did nothing, and its transaction goes on. */
        GOES_ON,
        /** The whole transaction is rolled back. */
        ROLLED_BACK,
        /** Nobody can tell. */
        UNKNOWN
    }

    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_TABLE_FULL = 1206;
    private static final int RECORD_CHANGED = 1020;
    private static final int SQLITE_CODE = 0xFF;
    private static final Set<Integer> SQLITE_KEEPS = Set.of(1, 5, 6, 8, 14, 17, 18, 19, 20, 21, 23, 25);

    private final List<String> levelQueries;
    private final Set<Trait> traits;

    Engine(List<String> levelQueries, Set<Trait> traits) {
        this.levelQueries = levelQueries;
        this.traits = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits); // a look is one bit
    }

    static Engine of(DatabaseMetaData about) throws SQLException {
        String name = String.valueOf(about.getDatabaseProductName()).toLowerCase(Locale.ROOT);
        if (name.contains("postgres") || name.contains("cockroach") || name.contains("yugabyte")) {
            return POSTGRESQL;
        }
        if (name.contains("mysql") || name.contains("mariadb")) {
            return MYSQL;
        }
        return switch (name) {
            case "h2" -> H2;
            case "hsql database engine" -> HSQLDB;
            case "apache derby" -> DERBY;
            case "sqlite" -> SQLITE;
            case "duckdb" -> DUCKDB;
            case "oracle" -> ORACLE;
            case "microsoft sql server" -> SQLSERVER;
            default -> OTHER;
        };
    }

    /** Queries for the level that a session has, of which some version knows one. */
    List<String> levelQueries() {
        return levelQueries;
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** A level of JDBC in words, for when the server cannot be asked. */
    static String word(int jdbcLevel) {
        return switch (jdbcLevel) {
            case Connection.TRANSACTION_NONE -> "NONE";
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "JDBC " + jdbcLevel;
        };
    }

    static boolean isConnectionLost(SQLException e) {
        String state = state(e);
        return state.startsWith("08") || state.startsWith("57P");
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    /** What became of the transaction in which a statement failed. */
    Meaning afterStatement(SQLException e, boolean rollbackOnTimeout) {
        int code = e.getErrorCode();
        String state = state(e);
        return switch (this) {
            case MYSQL ->
                code == DEADLOCK || code == LOCK_TABLE_FULL || code == LOCK_WAIT_TIMEOUT && rollbackOnTimeout
                        ? Meaning.ROLLED_BACK
                        : code == RECORD_CHANGED ? Meaning.UNKNOWN : Meaning.GOES_ON;
            case SQLITE -> SQLITE_KEEPS.contains(code & SQLITE_CODE) ? Meaning.GOES_ON : Meaning.UNKNOWN;
            case POSTGRESQL, DUCKDB, ORACLE -> Meaning.GOES_ON; // until somebody ends it, if only in a failed state
            case DERBY -> state.equals("40001") ? Meaning.ROLLED_BACK : Meaning.GOES_ON;
            case H2, HSQLDB, SQLSERVER, OTHER ->
                state.startsWith("40") && !state.equals("40003") ? Meaning.ROLLED_BACK : Meaning.GOES_ON;
        };
    }

    /** What a failed commit means. */
    Meaning afterCommit(SQLException e) {
        String state = state(e);
        if (this == SQLITE) {
            int code = e.getErrorCode() & SQLITE_CODE;
            return code == 5 || code == 19 ? Meaning.GOES_ON : Meaning.UNKNOWN; // busy, and deferred constraints
        }
        if (state.startsWith("40") && !state.equals("40003")) {
            return Meaning.ROLLED_BACK;
        }
        boolean failed = this == POSTGRESQL && (state.startsWith("23") || state.equals("25P02"))
                || this == DUCKDB && String.valueOf(e.getMessage()).contains("Failed to commit");
        return failed ? Meaning.ROLLED_BACK : Meaning.UNKNOWN;
    }

    /** Whether a statement that failed like this certainly changed nothing. */
    boolean changedNothing(SQLException e) {
        String state = state(e);
        int code = e.getErrorCode();
        return switch (this) {
            case SQLITE -> true;
            case MYSQL -> code >= 1000 && !(code >= 2000 && code < 3000) && !isConnectionLost(e);
            default ->
                state.length() == 5
                        && !isConnectionLost(e)
                        && !state.equals("40003")
                        && !state.startsWith("58")
                        && !state.startsWith("XX")
                        && !state.startsWith("HY");
        };
    }
}
