package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that this process has open or in its memory, as Linux tells them. */
final class OpenFiles {
    private static final Path SELF = Path.of("/proc/self");

    private OpenFiles() {}

    /** Deletes those in the temporary directory whose names begin so. Others' files of such names are not ours to delete. */
    static void forget(String prefix) {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            for (Path file : all()) {
                if (file.startsWith(temporary) && file.getFileName().toString().startsWith(prefix)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // Then it goes when the program ends, unless that is killed.
        }
    }

    private static List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String line : Files.readAllLines(SELF.resolve("maps"))) {
            if (line.indexOf('/') >= 0) {
                all.add(Path.of(line.substring(line.indexOf('/'))));
            }
        }
        for (Path descriptor : Cache.list(SELF.resolve("fd"))) {
            try {
                all.add(Files.readSymbolicLink(descriptor));
            } catch (IOException e) {
                // It was closed meanwhile.
            }
        }
        return all;
    }
}
