package io.bateleur.sql.audit;

import io.bateleur.core.model.History;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Locale;
import java.util.Optional;

/** The level that each transaction of a log had, as its database has it. */
final class RecordedLevels {
    private final SqlDialect dialect;
    private final Optional<AuditLevel> whole;

    RecordedLevels(History history, SqlDialect dialect) {
        this.dialect = dialect;
        this.whole = LevelWords.ABOUT.stream()
                .sorted((a, b) -> Boolean.compare(b.equals("isolation"), a.equals("isolation")))
                .map(history.about()::get)
                .filter(Value.Text.class::isInstance)
                .map(value -> of(((Value.Text) value).value()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** What people who say nothing get. */
    AuditLevel of(Transaction t) {
        return named(t.level());
    }

    /** @param words of the transaction */
    AuditLevel named(Optional<String> words) {
        return words.flatMap(this::of).or(() -> whole).orElse(usual());
    }

    private AuditLevel usual() {
        return switch (dialect) {
            case POSTGRES, H2 -> AuditLevel.READ_COMMITTED;
            case MYSQL -> AuditLevel.REPEATABLE_READ;
            case SQLITE, OTHER -> AuditLevel.SERIALIZABLE;
        };
    }

    /** The words of a database mean what it does, not what the standard says. */
    private Optional<AuditLevel> of(String words) {
        String plain = words.toUpperCase(Locale.ROOT).replaceAll("[^A-Z]+", " ").trim();
        if (dialect == SqlDialect.H2 && (plain.equals("SNAPSHOT") || plain.equals("SERIALIZABLE"))) {
            return Optional.of(AuditLevel.REPEATABLE_READ); // H2 does the same at all three
        }
        return plain.equals("SNAPSHOT") ? Optional.of(AuditLevel.STRONG_SNAPSHOT_ISOLATION) : AuditLevel.of(words);
    }
}
