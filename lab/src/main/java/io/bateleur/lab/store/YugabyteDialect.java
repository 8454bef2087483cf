package io.bateleur.lab.store;

import java.util.List;

/** YugabyteDB, which speaks PostgreSQL. */
final class YugabyteDialect extends PostgresDialect {
    @Override
    String engine() {
        return "yugabytedb";
    }

    @Override
    public List<String> settle() {
        return List.of();
    }
}
