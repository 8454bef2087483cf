package io.bateleur.lab.run;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcStore;
import io.bateleur.lab.store.Store;
import java.sql.Driver;
import java.util.Optional;
import java.util.Properties;

/**
 * A database that is there to be used: a server of ours, an engine inside this program, or somebody else's behind a URL.
 *
 * @param name such as {@code postgres}
 * @param version as its makers write it, or an empty string where nobody told
 * @param end stops what was started for it
 */
public record Database(
        String name,
        String version,
        Dialect dialect,
        Driver driver,
        String url,
        Properties login,
        Optional<Server> server,
        Runnable end)
        implements AutoCloseable {

    /** The same database as a store whose sessions run at a level. */
    public Store store(Isolation level) {
        return new JdbcStore(driver, url, login, dialect, level);
    }

    @Override
    public void close() {
        end.run();
    }

    @Override
    public String toString() {
        return version.isEmpty() ? name : name + ":" + version;
    }
}
