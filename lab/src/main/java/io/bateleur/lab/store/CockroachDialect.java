package io.bateleur.lab.store;

import java.util.List;

/** CockroachDB, which speaks PostgreSQL and knows fewer levels. */
final class CockroachDialect extends PostgresDialect {
    private static final String SOURCE = "CockroachDB documentation, Transactions, Isolation levels";

    @Override
    public List<Isolation> levels() {
        return List.of(
                Isolation.of("READ COMMITTED", "read-committed", SOURCE),
                Isolation.of("SERIALIZABLE", "serializable", SOURCE));
    }

    @Override
    public String defaultLevel() {
        return "serializable";
    }

    @Override
    List<String> settle() {
        return List.of();
    }
}
