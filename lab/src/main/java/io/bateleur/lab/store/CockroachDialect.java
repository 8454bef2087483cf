package io.bateleur.lab.store;

import java.util.List;

/** CockroachDB, which speaks PostgreSQL and knows fewer levels. */
final class CockroachDialect extends PostgresDialect {
    @Override
    String engine() {
        return "cockroachdb";
    }

    @Override
    public String defaultLevel() {
        return "serializable";
    }

    @Override
    public List<String> settle() {
        return List.of();
    }
}
