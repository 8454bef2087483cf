package io.bateleur.lab.store;

import java.util.List;

/** Oracle, whose SERIALIZABLE is a snapshot, and which has no question for a session's level. */
final class OracleDialect extends Dialect {
    private static final String SOURCE = "Oracle Database Concepts, Data Concurrency and Consistency";

    @Override
    public List<Isolation> levels() {
        return List.of(
                Isolation.of("READ COMMITTED", "read-committed", SOURCE),
                Isolation.of("SERIALIZABLE", "snapshot-isolation", SOURCE));
    }

    @Override
    String integerType() {
        return "NUMBER(19)";
    }

    @Override
    String textType() {
        return "VARCHAR2(4000)";
    }
}
