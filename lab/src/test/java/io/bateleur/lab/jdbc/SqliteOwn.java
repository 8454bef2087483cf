package io.bateleur.lab.jdbc;

import java.util.List;

/** What only Sqlite has. */
final class SqliteOwn {
    private SqliteOwn() {}

    static List<Behaviour> all() {
        return List.of();
    }
}
