package io.bateleur.lab.jdbc;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The databases that random statements are tried on, set so that conflicts end soon. */
final class Hosts {
    private Hosts() {}

    static Server postgres() {
        return start("postgres", Map.of("deadlock_timeout", "20ms"));
    }

    static Server mariadb() {
        return start("mariadb", Map.of("innodb_lock_wait_timeout", "1"));
    }

    static HostileRun.Opens h2(String name) {
        return () -> DriverManager.getConnection(
                "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=200;OPTIMIZE_REUSE_RESULTS=0");
    }

    static HostileRun.Opens sqlite(Path file) {
        String url = "jdbc:sqlite:" + file + "?busy_timeout=100&synchronous=OFF&journal_mode=WAL&foreign_keys=true";
        return () -> DriverManager.getConnection(url);
    }

    /** Skips the test where it is not to be had. */
    private static Server start(String spec, Map<String, String> settings) {
        try {
            return Servers.start(ServerSpec.parse(spec), settings, line -> {});
        } catch (ServerException e) {
            return Assumptions.abort("no " + spec + " here: " + e.problem());
        }
    }
}
