package io.bateleur.lab.store;

import java.util.List;

/**
 * TiDB, which speaks MySQL. Its repeatable read is a snapshot, but in pessimistic transactions, which are the default, writes and locking
 * reads see what is committed since, as in InnoDB.
 */
final class TiDbDialect extends InnoDbDialect {
    private static final String SOURCE =
            "TiDB documentation, Transaction Isolation Levels; Pessimistic Transaction Mode";

    @Override
    public List<Isolation> levels() {
        return List.of(
                Isolation.of("READ COMMITTED", "read-committed", SOURCE),
                Isolation.of("REPEATABLE READ", "monotonic-atomic-view", SOURCE));
    }
}
