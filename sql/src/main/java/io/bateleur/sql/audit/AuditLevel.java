package io.bateleur.sql.audit;

import io.bateleur.core.model.Level;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A level at which a log is audited: by its definition, or as a database has it. */
public enum AuditLevel {
    STRICT_SERIALIZABLE("strict-serializable"),
    SERIALIZABLE("serializable"),
    /** A snapshot that is no older than the transaction. */
    STRONG_SNAPSHOT_ISOLATION("strong-snapshot-isolation"),
    SNAPSHOT_ISOLATION("snapshot-isolation"),
    /** Read committed as Troubadour has it: each row is read from any state before the commit. */
    PAPER_READ_COMMITTED("paper-rc"),
    /** As the database has it. */
    REPEATABLE_READ("repeatable-read"),
    READ_COMMITTED("read-committed"),
    READ_UNCOMMITTED("read-uncommitted"),
    /** Each transaction at the level that it had. */
    RECORDED("recorded");

    private static final String STRICT = "strict-";

    private final String name;

    AuditLevel(String name) {
        this.name = name;
    }

    /** What it is called on the command line. */
    public static List<String> names() {
        return Arrays.stream(values()).map(AuditLevel::toString).toList();
    }

    public static Optional<AuditLevel> of(String words) {
        String wanted = words.trim().toLowerCase(Locale.ROOT).replaceAll("[_\\s-]+", "-");
        if (wanted.equals(STRICT + "snapshot-isolation") || wanted.equals("strong-si") || wanted.equals("strict-si")) {
            return Optional.of(STRONG_SNAPSHOT_ISOLATION);
        }
        return named(wanted).or(() -> Level.of(wanted).map(Level::name).flatMap(AuditLevel::named));
    }

    private static Optional<AuditLevel> named(String name) {
        return Arrays.stream(values()).filter(level -> level.name.equals(name)).findFirst();
    }

    /** Whether it is a property of all transactions together, which any order of them may fulfil whatever their times are. */
    boolean isPlain() {
        return this == SERIALIZABLE || this == SNAPSHOT_ISOLATION || this == PAPER_READ_COMMITTED;
    }

    /** Whether it means what the database does. */
    boolean isOfDatabase() {
        return this == REPEATABLE_READ || this == READ_COMMITTED || this == READ_UNCOMMITTED || this == RECORDED;
    }

    /** The rules that a transaction follows when the level is what a database of this dialect has. */
    SightRules rules(SqlDialect dialect) {
        return switch (this) {
            case READ_COMMITTED ->
                dialect == SqlDialect.MYSQL ? SightRules.INNODB_READ_COMMITTED : SightRules.STATEMENT_SNAPSHOT;
            case REPEATABLE_READ ->
                dialect == SqlDialect.MYSQL
                        ? SightRules.INNODB_REPEATABLE_READ
                        : dialect == SqlDialect.H2 ? SightRules.H2_SNAPSHOT : SightRules.STRONG_SNAPSHOT;
            case READ_UNCOMMITTED ->
                dialect == SqlDialect.POSTGRES ? SightRules.STATEMENT_SNAPSHOT : SightRules.DIRTY_READS;
            case SERIALIZABLE, STRICT_SERIALIZABLE ->
                dialect == SqlDialect.MYSQL ? SightRules.LOCKING : SightRules.STRONG_SNAPSHOT;
            case PAPER_READ_COMMITTED -> SightRules.STATEMENT_SNAPSHOT;
            case STRONG_SNAPSHOT_ISOLATION, SNAPSHOT_ISOLATION, RECORDED -> SightRules.STRONG_SNAPSHOT;
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
