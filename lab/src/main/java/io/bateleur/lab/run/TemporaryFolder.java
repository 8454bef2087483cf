package io.bateleur.lab.run;

import io.bateleur.lab.server.ServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Where an engine inside this program keeps its files. It goes with the program, unless that is killed. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;
    private final Thread hook = new Thread(this::delete);

    private TemporaryFolder(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static TemporaryFolder of(String name) throws ServerException {
        try {
            return new TemporaryFolder(Files.createTempDirectory("bateleur-" + name + "-"));
        } catch (IOException e) {
            throw new ServerException("no temporary folder can be made: " + e.getMessage(), "is the disk full?");
        }
    }

    /** An empty folder in it. */
    Path fresh() {
        try {
            return Files.createTempDirectory(path, "data-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs already.
        }
    }

    private void delete() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // It is gone already, or the system's sweeper takes it.
        }
    }
}
