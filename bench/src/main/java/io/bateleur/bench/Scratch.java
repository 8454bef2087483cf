package io.bateleur.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is gone afterwards, also when somebody pressed Ctrl-C. */
final class Scratch implements AutoCloseable {
    /** While the program ends, its other threads may still put files there. */
    private static final int TRIES = 20;

    private static final int TRY_MILLIS = 50;

    private final Path folder;
    private final Thread hook = new Thread(this::delete, "scratch");

    Scratch() throws IOException {
        folder = Files.createTempDirectory("bateleur-bench");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Path folder() {
        return folder;
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
        for (int i = 0; i < TRIES && !tryToDelete(); i++) {
            try {
                Thread.sleep(TRY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private boolean tryToDelete() {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
