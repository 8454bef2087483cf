package io.bateleur.lab.store;

import java.nio.file.Path;
import java.util.Map;

/**
 * A key-value engine that runs inside this program. Its adapter is compiled against the engine but loaded beside the version that
 * was asked for, in a class loader of its own: so it has a constructor without arguments, and everybody else knows only this.
 */
public interface EmbeddedStore {
    /**
     * Opens the engine in an empty directory.
     *
     * @param settings the engine's own, as an adapter understands them
     */
    Store open(Path directory, Isolation level, Map<String, String> settings);
}
