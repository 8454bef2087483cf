package io.bateleur.lab.store.xodus;

import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineStore;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import jetbrains.exodus.ExodusException;
import jetbrains.exodus.OutOfDiskSpaceException;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;

/** An environment of Xodus with a store of values and one of lists; its sessions have nothing of their own. */
final class XodusStore extends EngineStore implements EngineSession {
    private final Environment environment;
    private final Map<Table, Store> stores = new EnumMap<>(Table.class);

    XodusStore(Path directory, EnvironmentConfig config) {
        environment = Environments.newInstance(directory.toFile(), config);
        environment.executeInTransaction(transaction -> {
            for (Table table : Table.values()) {
                stores.put(table, environment.openStore(table.name(), StoreConfig.WITHOUT_DUPLICATES, transaction));
            }
        });
    }

    @Override
    protected EngineSession session() {
        return this;
    }

    @Override
    public EngineTransaction begin() {
        return new XodusTransaction(stores, environment.beginTransaction());
    }

    @Override
    public boolean isRefusal(Exception e) {
        return e instanceof CommitRefusedException;
    }

    @Override
    public boolean isFailure(Exception e) {
        return e instanceof ExodusException;
    }

    @Override
    public boolean locksReads() {
        return false;
    }

    /** It writes once more, which on a full disk fails again: the sessions were told when it did so first. */
    @Override
    protected void shut() {
        try {
            environment.close();
        } catch (OutOfDiskSpaceException e) {
            // what it would have written is of no use to anybody
        }
    }
}
