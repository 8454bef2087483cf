package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A temporary directory for an engine inside our process. It goes when it is closed or when our process ends, however that ends;
 * where there is no shell to see to that, at least when it is closed.
 */
public final class TemporaryHome implements AutoCloseable {
    private final Path path;
    private final Optional<Guardian> guardian;

    private TemporaryHome(Path path, Optional<Guardian> guardian) {
        this.path = path;
        this.guardian = guardian;
    }

    /** @param name what its name has in it */
    public static TemporaryHome of(String name) throws ServerException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        try {
            Guardian guardian = Guardian.over(parent, "bateleur-" + name + "-", "TERM");
            return new TemporaryHome(guardian.home(), Optional.of(guardian));
        } catch (ServerException e) {
            return new TemporaryHome(plain(name), Optional.empty());
        }
    }

    private static Path plain(String name) throws ServerException {
        try {
            return Files.createTempDirectory("bateleur-" + name + "-");
        } catch (IOException e) {
            throw new ServerException("no temporary directory can be made: " + e.getMessage(), "is the disk full?", e);
        }
    }

    /** An empty directory in it. */
    public Path fresh() throws IOException {
        return Files.createTempDirectory(path, "data-");
    }

    @Override
    public void close() {
        guardian.ifPresentOrElse(Guardian::close, () -> Cache.delete(path));
    }
}
