package io.bateleur.lab.run;

import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.TemporaryHome;
import java.io.IOException;
import java.util.List;

/**
 * Where libraries unpack their native code as long as this is open: in a directory that goes when our process ends, however that ends,
 * and not in the temporary directory, where a kill would leave it. The adapters of RocksDB and LMDB unpack beside their data.
 */
public final class NativeLibraries implements AutoCloseable {
    /** What sqlite-jdbc and zstd-jni look at, and what we look at for drivers that look at nothing. */
    private static final List<String> PLACES = List.of("org.sqlite.tmpdir", "ZstdTempFolder", Drivers.NATIVE_PLACE);

    private final TemporaryHome home;
    private final List<String> ours;

    private NativeLibraries(TemporaryHome home, List<String> ours) {
        this.home = home;
        this.ours = ours;
    }

    /** What the user has set stays. */
    public static NativeLibraries aside() throws ServerException {
        List<String> absent =
                PLACES.stream().filter(name -> System.getProperty(name) == null).toList();
        TemporaryHome home = TemporaryHome.of("native");
        try {
            String place = home.fresh().toString();
            absent.forEach(name -> System.setProperty(name, place));
            return new NativeLibraries(home, absent);
        } catch (IOException e) {
            home.close();
            throw new ServerException("no temporary directory can be made: " + e.getMessage(), "is the disk full?");
        }
    }

    @Override
    public void close() {
        ours.forEach(System::clearProperty); // or the next who looks finds a place that is gone
        home.close();
    }
}
