package io.bateleur.lab.jdbc;

import java.util.List;

/** What only Postgres has. */
final class PostgresOwn {
    private PostgresOwn() {}

    static List<Behaviour> all() {
        return List.of();
    }
}
