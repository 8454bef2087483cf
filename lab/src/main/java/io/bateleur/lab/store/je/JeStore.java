package io.bateleur.lab.store.je;

import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.OperationFailureException;
import com.sleepycat.je.TransactionConfig;
import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineStore;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** An environment of JE with a database of values and one of lists; its sessions have nothing of their own. */
final class JeStore extends EngineStore implements EngineSession {
    private final Environment environment;
    private final Map<Table, Database> databases = new EnumMap<>(Table.class);
    private final TransactionConfig config;

    JeStore(Path directory, EnvironmentConfig environmentConfig, TransactionConfig config) {
        this.config = config;
        environment = new Environment(directory.toFile(), environmentConfig);
        DatabaseConfig plain = new DatabaseConfig().setAllowCreate(true).setTransactional(true);
        for (Table table : Table.values()) {
            databases.put(table, environment.openDatabase(null, table.name(), plain));
        }
    }

    @Override
    protected EngineSession session() {
        return this;
    }

    @Override
    public EngineTransaction begin() {
        return new JeTransaction(databases, environment.beginTransaction(null, config));
    }

    /** A deadlock, a lock that did not come in time: the transaction can only be aborted. */
    @Override
    public boolean isRefusal(Exception e) {
        return e instanceof OperationFailureException;
    }

    @Override
    public boolean isFailure(Exception e) {
        return e instanceof DatabaseException;
    }

    @Override
    protected void shut() {
        try {
            databases.values().forEach(Database::close);
        } finally {
            environment.close();
        }
    }
}
