package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Engine.Trait;
import java.sql.Connection;
import java.util.List;

/** What becomes of an open transaction when its connection is closed. */
final class Closing {
    /** Drivers, whose close is the server's end of the session, and pools that roll back what is given back to them. */
    private static final List<String> KNOWN = List.of(
            "org.postgresql.",
            "org.mariadb.",
            "com.mysql.",
            "org.h2.",
            "org.hsqldb.",
            "org.sqlite.",
            "org.apache.derby.",
            "com.microsoft.sqlserver.",
            "com.zaxxer.hikari.");

    private Closing() {}

    static boolean rollsBack(Connection connection, Engine engine) {
        String type = connection.getClass().getName();
        return engine.has(Trait.CLOSE_ROLLS_BACK) && KNOWN.stream().anyMatch(type::startsWith);
    }
}
