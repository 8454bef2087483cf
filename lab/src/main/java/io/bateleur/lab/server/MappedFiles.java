package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files that this process has in its memory, as Linux tells them. */
final class MappedFiles {
    private static final Path MAPS = Path.of("/proc/self/maps");

    private MappedFiles() {}

    /** Deletes those in the temporary directory whose names begin so. Others' files of such names are not ours to delete. */
    static void forget(String prefix) {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            for (Path file : inMemory()) {
                if (file.startsWith(temporary) && file.getFileName().toString().startsWith(prefix)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // Then it goes when the program ends, unless that is killed.
        }
    }

    private static List<Path> inMemory() throws IOException {
        return Files.readAllLines(MAPS).stream()
                .filter(line -> line.indexOf('/') >= 0)
                .map(line -> Path.of(line.substring(line.indexOf('/'))))
                .distinct()
                .toList();
    }
}
