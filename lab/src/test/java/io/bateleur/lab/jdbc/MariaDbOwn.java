package io.bateleur.lab.jdbc;

import java.util.List;

/** What only MariaDb has. */
final class MariaDbOwn {
    private MariaDbOwn() {}

    static List<Behaviour> all() {
        return List.of();
    }
}
