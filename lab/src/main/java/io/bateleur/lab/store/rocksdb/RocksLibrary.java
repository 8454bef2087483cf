package io.bateleur.lab.store.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** The native library of RocksDB. */
final class RocksLibrary {
    private static boolean loaded;

    private RocksLibrary() {}

    /** Unpacks it beside the data, which somebody removes, and not where it would stay when this program is killed. */
    static synchronized void load(Path directory) {
        if (loaded) {
            return;
        }
        try {
            Path place = Files.createDirectories(directory.resolve("native"));
            NativeLibraryLoader.getInstance().loadLibrary(place.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("RocksDB's library could not be unpacked", e);
        }
        RocksDB.loadLibrary();
        loaded = true;
    }
}
