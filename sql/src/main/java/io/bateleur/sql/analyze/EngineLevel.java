package io.bateleur.sql.analyze;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The isolation levels of engines, by what they do at which times. */
public enum EngineLevel {
    PG_READ_COMMITTED(Engine.POSTGRES, "READ COMMITTED"),
    PG_REPEATABLE_READ(Engine.POSTGRES, "REPEATABLE READ"),
    PG_SERIALIZABLE(Engine.POSTGRES, "SERIALIZABLE"),
    INNODB_READ_COMMITTED(Engine.MARIADB, "READ COMMITTED"),
    /** Without {@code innodb_snapshot_isolation}. */
    INNODB_REPEATABLE_READ(Engine.MARIADB, "REPEATABLE READ"),
    /** With {@code innodb_snapshot_isolation}. */
    INNODB_SNAPSHOT(Engine.MARIADB, "REPEATABLE READ"),
    INNODB_SERIALIZABLE(Engine.MARIADB, "SERIALIZABLE");

    /** Whose levels. */
    public enum Engine {
        POSTGRES("PostgreSQL"),
        MARIADB("MariaDB");

        private final String title;

        Engine(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    private final Engine engine;
    private final String words;

    EngineLevel(Engine engine, String words) {
        this.engine = engine;
        this.words = words;
    }

    public Engine engine() {
        return engine;
    }

    /** As SQL writes it. */
    public String words() {
        return words;
    }

    public String id() {
        return words.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** Whether every statement sees what is committed when it begins. */
    boolean snapshotPerStatement() {
        return this == PG_READ_COMMITTED || this == INNODB_READ_COMMITTED;
    }

    /** Whether a row that changed after the snapshot cannot be written or locked. */
    boolean firstCommitterWins() {
        return this == PG_REPEATABLE_READ || this == PG_SERIALIZABLE || this == INNODB_SNAPSHOT;
    }

    /** Whether writes and locking reads look at the newest rows, whatever the snapshot. */
    boolean writesReadNewest() {
        return engine == Engine.MARIADB;
    }

    /** Whether plain reads lock what they read. */
    boolean readsLock() {
        return this == INNODB_SERIALIZABLE;
    }

    /** Whether nothing can appear among the rows that were locked. */
    boolean locksGaps() {
        return engine == Engine.MARIADB && this != INNODB_READ_COMMITTED;
    }

    boolean tracksDependencies() {
        return this == PG_SERIALIZABLE;
    }

    /** Whether every execution at this level alone is serializable, by the algorithm of the engine. */
    boolean isSerializable() {
        return this == PG_SERIALIZABLE || this == INNODB_SERIALIZABLE;
    }

    /** The levels of an engine, the weakest first. */
    public static List<EngineLevel> of(Engine engine, boolean snapshotIsolation) {
        EngineLevel without = snapshotIsolation ? INNODB_REPEATABLE_READ : INNODB_SNAPSHOT;
        return Arrays.stream(values())
                .filter(level -> level.engine == engine && (engine == Engine.POSTGRES || level != without))
                .toList();
    }

    public static Optional<EngineLevel> of(Engine engine, boolean snapshotIsolation, String word) {
        String id = word.strip().toLowerCase(Locale.ROOT).replace(' ', '-').replace('_', '-');
        return of(engine, snapshotIsolation).stream()
                .filter(level -> level.id().equals(id))
                .findFirst();
    }
}
