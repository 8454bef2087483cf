package io.bateleur.lab.store.je;

import com.sleepycat.je.Durability;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.TransactionConfig;
import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Berkeley DB Java Edition: locks of records. */
public final class JeEngine implements EmbeddedStore {

    @Override
    public Store open(Path directory, Isolation level, Map<String, String> settings) {
        EngineSettings engine = new EngineSettings(settings);
        EnvironmentConfig config = new EnvironmentConfig()
                .setAllowCreate(true)
                .setTransactional(true)
                .setLockTimeout(engine.lockTimeoutMillis(), TimeUnit.MILLISECONDS);
        config.setDurability(engine.sync(true) ? Durability.COMMIT_SYNC : Durability.COMMIT_NO_SYNC);
        return new JeStore(directory, config, transaction(level));
    }

    private static TransactionConfig transaction(Isolation level) {
        TransactionConfig config = new TransactionConfig();
        return switch (level.sql()) {
            case "READ UNCOMMITTED" -> config.setReadUncommitted(true);
            case "READ COMMITTED" -> config.setReadCommitted(true);
            case "REPEATABLE READ" -> config;
            case "SERIALIZABLE" -> config.setSerializableIsolation(true);
            default -> throw new IllegalArgumentException("no level " + level);
        };
    }
}
