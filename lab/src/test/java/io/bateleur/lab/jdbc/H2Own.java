package io.bateleur.lab.jdbc;

import java.util.List;

/** What only H2 has. */
final class H2Own {
    private H2Own() {}

    static List<Behaviour> all() {
        return List.of();
    }
}
