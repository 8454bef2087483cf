package io.bateleur.lab.store.xodus;

import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import java.nio.file.Path;
import java.util.Map;
import jetbrains.exodus.env.EnvironmentConfig;

/** Xodus: snapshots of a log, and one commit at a time. */
public final class XodusEngine implements EmbeddedStore {
    /** Its usual half of the heap is meant for a program that does nothing else. */
    private static final long CACHE_BYTES = 64L << 20;

    @Override
    public Store open(Path directory, Isolation level, Map<String, String> settings) {
        EnvironmentConfig config = new EnvironmentConfig();
        config.setLogDurableWrite(new EngineSettings(settings).sync(false));
        config.setMemoryUsage(CACHE_BYTES);
        config.setManagementEnabled(false);
        return new XodusStore(directory, config);
    }
}
