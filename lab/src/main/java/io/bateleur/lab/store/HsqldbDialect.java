package io.bateleur.lab.store;

import java.util.List;

/** HSQLDB: what its levels give depends on its transaction model, LOCKS, MVLOCKS or MVCC. */
final class HsqldbDialect extends Dialect {
    private final boolean locks;

    HsqldbDialect(String model) {
        locks = !model.equals("MVCC");
    }

    @Override
    String engine() {
        return "hsqldb";
    }

    @Override
    String model() {
        return locks ? "LOCKS" : "MVCC";
    }

    @Override
    String textType() {
        return "VARCHAR(1000000)";
    }

    @Override
    String upsert(String table) {
        return "MERGE INTO " + table + " t USING (VALUES (CAST(? AS BIGINT), CAST(? AS BIGINT))) s(k, v) ON t.k = s.k"
                + " WHEN MATCHED THEN UPDATE SET t.v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)";
    }

    /** With MVCC it takes FOR UPDATE and locks nothing: updates were seen to be lost. */
    @Override
    public boolean locksReads() {
        return locks;
    }

    @Override
    public List<String> askLevel() {
        return List.of("VALUES (SESSION_ISOLATION_LEVEL())");
    }

    /** It says READ COMMITTED or SERIALIZABLE; in two of its models the latter is what REPEATABLE READ becomes. */
    @Override
    public boolean isLevel(String answer, Isolation level) {
        return super.isLevel(answer, level);
    }
}
