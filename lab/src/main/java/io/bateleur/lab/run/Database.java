package io.bateleur.lab.run;

import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.Store;
import io.bateleur.recorder.CallFailedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A database that is there to be used: a server of ours, an engine inside this program, or somebody else's behind a URL.
 *
 * @param name such as {@code postgres}
 * @param version as its makers write it, or an empty string where nobody told
 * @param levels from the weakest to the strongest
 * @param defaultLevel the level that sessions have when nobody asks for one
 * @param stores the same database as a store whose sessions run at a level
 * @param connections the same database as its drivers have it, at a level, if it is a SQL database
 * @param server if it is one that we started
 * @param end stops what was started for it
 */
public record Database(
        String name,
        String version,
        List<Isolation> levels,
        String defaultLevel,
        Stores stores,
        Optional<Function<Isolation, JdbcConnections>> connections,
        Optional<Server> server,
        Runnable end)
        implements AutoCloseable {
    /** Of those that run inside this program, where it is not their name. */
    private static final Map<String, String> TITLES = Map.of(
            "h2", "H2",
            "hsqldb", "HSQLDB",
            "derby", "Derby",
            "sqlite", "SQLite",
            "duckdb", "DuckDB",
            "rocksdb", "RocksDB",
            "je", "Berkeley DB JE",
            "xodus", "Xodus",
            "lmdb", "LMDB");

    /** How a database becomes a store. An engine inside this program opens only then, and may fail to. */
    @FunctionalInterface
    public interface Stores {
        Store at(Isolation level) throws CallFailedException;
    }

    public Store store(Isolation level) throws CallFailedException {
        return stores.at(level);
    }

    /** For applications that speak SQL themselves; nothing where it does not understand it. */
    public Optional<JdbcConnections> sql(Isolation level) {
        return connections.map(at -> at.apply(level));
    }

    @Override
    public void close() {
        end.run();
    }

    /** What its makers call it, with its version. */
    public String title() {
        String title = Stream.of(Product.values())
                .filter(product -> product.words().contains(name))
                .map(Product::title)
                .findFirst()
                .orElseGet(() -> TITLES.getOrDefault(name, name));
        return (title + " " + version).strip();
    }

    @Override
    public String toString() {
        return version.isEmpty() ? name : name + ":" + version;
    }
}
