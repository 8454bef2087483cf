package io.bateleur.lab.store.lmdb;

import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/**
 * LMDB: readers see snapshots, and there is one writer at a time. Keys go in and out as byte arrays: lmdbjava's faster buffers
 * reach into java.nio, which Java forbids without {@code --add-opens}.
 */
public final class LmdbEngine implements EmbeddedStore {
    /** Room in the address space; the file grows as it is used. */
    private static final long MAP_BYTES = 1L << 30;

    private static final int READERS_MAX = 1024;

    /** Where lmdbjava and the library below it unpack native code: beside the data, which somebody removes. */
    private static final List<String> UNPACKING = List.of("lmdbjava.extract.dir", "jffi.extract.dir");

    @Override
    public Store open(Path directory, Isolation level, Map<String, String> settings) {
        EngineSettings engine = new EngineSettings(settings);
        EnvFlags[] flags = engine.sync(true)
                ? new EnvFlags[] {EnvFlags.MDB_NOTLS}
                : new EnvFlags[] {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOSYNC};
        return new LmdbStore(environment(directory, flags), engine.lockTimeoutMillis());
    }

    private static Env<byte[]> environment(Path directory, EnvFlags[] flags) {
        // Properties are the whole program's, and every version of LMDB that is loaded reads them.
        synchronized (System.getProperties()) {
            List<String> absent = UNPACKING.stream()
                    .filter(name -> System.getProperty(name) == null)
                    .toList();
            try {
                Path place = Files.createDirectories(directory.resolve("native"));
                absent.forEach(name -> System.setProperty(name, place.toString()));
                return Env.create(ByteArrayProxy.PROXY_BA)
                        .setMapSize(MAP_BYTES)
                        .setMaxReaders(READERS_MAX)
                        .setMaxDbs(2)
                        .open(directory.toFile(), flags);
            } catch (IOException e) {
                throw new UncheckedIOException("no place for LMDB's library", e);
            } finally {
                absent.forEach(System::clearProperty);
            }
        }
    }
}
