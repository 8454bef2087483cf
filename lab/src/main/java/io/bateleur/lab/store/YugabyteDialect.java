package io.bateleur.lab.store;

import java.util.List;

/** YugabyteDB, which speaks PostgreSQL. */
final class YugabyteDialect extends PostgresDialect {
    private static final String SOURCE = "YugabyteDB documentation, Architecture, Transaction isolation levels";

    @Override
    public List<Isolation> levels() {
        return List.of(
                Isolation.of("READ COMMITTED", "read-committed", SOURCE),
                Isolation.of("REPEATABLE READ", "snapshot-isolation", SOURCE),
                Isolation.of("SERIALIZABLE", "serializable", SOURCE));
    }

    @Override
    List<String> settle() {
        return List.of();
    }
}
