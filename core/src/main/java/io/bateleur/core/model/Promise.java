package io.bateleur.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the makers of a SQL database promise of one of its isolation levels, as a level of ours. The names mislead: REPEATABLE READ is
 * snapshot isolation in one database, and less than that in the next.
 *
 * @param words what the database calls it
 * @param level the level of ours that its documentation amounts to
 * @param source where it does
 */
public record Promise(String words, Level level, String source) {
    private static final List<Promise> POSTGRES = all(
            "PostgreSQL documentation, 13.2 Transaction Isolation",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: snapshot-isolation",
            "SERIALIZABLE: serializable");

    /**
     * Repeatable read promises one snapshot for plain reads, but writes and locking reads see what is committed since, which the
     * documentation says: of ours no level above monotonic atomic view amounts to that.
     */
    private static final List<Promise> INNODB = all(
            "MariaDB documentation, SET TRANSACTION; MySQL 8 manual, 17.7.2.1",
            "READ UNCOMMITTED: read-uncommitted",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: monotonic-atomic-view",
            "SERIALIZABLE: serializable");

    /** Repeatable read promises that a row that was read stays as it is, and allows phantoms: none of ours above read committed is that. */
    private static final List<Promise> H2 = all(
            "H2 documentation, Advanced, Transaction Isolation",
            "READ UNCOMMITTED: read-uncommitted",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: read-committed",
            "SNAPSHOT: snapshot-isolation",
            "SERIALIZABLE: snapshot-isolation");

    private static final String HYPERSQL = "HyperSQL User Guide, Sessions and Transactions";
    private static final List<Promise> HSQLDB_LOCKS =
            all(HYPERSQL, "READ COMMITTED: read-committed", "SERIALIZABLE: serializable");
    private static final List<Promise> HSQLDB_VERSIONS =
            all(HYPERSQL, "READ COMMITTED: read-committed", "SERIALIZABLE: snapshot-isolation");

    private static final List<Promise> DERBY = all(
            "Derby Developer's Guide, Types and scope of locks",
            "READ UNCOMMITTED: read-uncommitted",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: repeatable-read",
            "SERIALIZABLE: serializable");

    /** Derby answers CURRENT ISOLATION with the abbreviations of DB2, in which RR is what the standard calls serializable. */
    private static final Map<String, String> DERBY_WORDS =
            Map.of("UR", "READ UNCOMMITTED", "CS", "READ COMMITTED", "RS", "REPEATABLE READ", "RR", "SERIALIZABLE");

    private static final List<Promise> SQLITE =
            all("SQLite documentation, Isolation In SQLite", "SERIALIZABLE: serializable");
    private static final List<Promise> DUCKDB =
            all("DuckDB documentation, Concurrency", "SNAPSHOT: snapshot-isolation");

    private static final List<Promise> COCKROACH = all(
            "CockroachDB documentation, Transactions, Isolation levels",
            "READ COMMITTED: read-committed",
            "SERIALIZABLE: serializable");

    private static final List<Promise> YUGABYTE = all(
            "YugabyteDB documentation, Architecture, Transaction isolation levels",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: snapshot-isolation",
            "SERIALIZABLE: serializable");

    private static final List<Promise> TIDB = all(
            "TiDB documentation, Transaction Isolation Levels; Pessimistic Transaction Mode",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: monotonic-atomic-view");

    private static final List<Promise> ORACLE = all(
            "Oracle Database Concepts, Data Concurrency and Consistency",
            "READ COMMITTED: read-committed",
            "SERIALIZABLE: snapshot-isolation");

    private static final List<Promise> SQL_SERVER = all(
            "SQL Server documentation, SET TRANSACTION ISOLATION LEVEL",
            "READ UNCOMMITTED: read-uncommitted",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: repeatable-read",
            "SERIALIZABLE: serializable");

    /** The standard's four, which promise nothing beyond their phenomena. */
    private static final List<Promise> STANDARD = all(
            "ISO SQL, as the driver takes it",
            "READ UNCOMMITTED: read-uncommitted",
            "READ COMMITTED: read-committed",
            "REPEATABLE READ: repeatable-read",
            "SERIALIZABLE: serializable");

    /**
     * The levels of a database, from the weakest to the strongest; of one that nobody knows the standard's.
     *
     * @param engine the database's name, as drivers tell it or as people write it
     * @param model how it keeps transactions apart, where it can be told: HSQLDB's LOCKS, MVLOCKS or MVCC; empty when nobody knows
     */
    public static List<Promise> of(String engine, String model) {
        String name = engine.toLowerCase(Locale.ROOT);
        if (name.startsWith("postgres")) {
            return POSTGRES;
        }
        if (name.startsWith("mariadb") || name.startsWith("mysql")) {
            return INNODB;
        }
        if (name.startsWith("hsql")) {
            boolean locks = model.equalsIgnoreCase("LOCKS") || model.equalsIgnoreCase("MVLOCKS");
            return locks ? HSQLDB_LOCKS : HSQLDB_VERSIONS;
        }
        return switch (name) {
            case "h2" -> H2;
            case "derby", "apache derby" -> DERBY;
            case "sqlite" -> SQLITE;
            case "duckdb" -> DUCKDB;
            case "cockroachdb" -> COCKROACH;
            case "yugabytedb" -> YUGABYTE;
            case "tidb" -> TIDB;
            case "oracle" -> ORACLE;
            case "microsoft sql server" -> SQL_SERVER;
            default -> STANDARD;
        };
    }

    /** What was promised of a level, in any spelling of its words. */
    public static Optional<Promise> of(String engine, String model, String words) {
        List<Promise> promises = of(engine, model);
        String own = promises.equals(DERBY) ? DERBY_WORDS.getOrDefault(plain(words), words) : words;
        String wanted = plain(own);
        return promises.stream()
                .filter(promise -> plain(promise.words()).equals(wanted))
                .findFirst();
    }

    private static List<Promise> all(String source, String... promises) {
        return Arrays.stream(promises)
                .map(line -> line.split(": "))
                .map(pair -> new Promise(pair[0], Level.of(pair[1]).orElseThrow(), source))
                .toList();
    }

    private static String plain(String words) {
        StringBuilder letters = new StringBuilder();
        words.chars().filter(Character::isLetter).map(Character::toUpperCase).forEach(letters::appendCodePoint);
        return letters.toString();
    }
}
