package io.bateleur.app.cli;

import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether a file can be written, asked before the work whose result it is to hold: better now than after an hour. */
final class OutputFiles {
    private OutputFiles() {}

    /** @param paths those that were not asked for are null */
    static void requireWritable(@Nullable Path... paths) {
        for (Path path : paths) {
            if (path != null) {
                requireFile(path);
            }
        }
    }

    private static void requireFile(Path path) {
        if (Files.isDirectory(path)) {
            throw CommandFailed.badInput("cannot write " + path + ": it is a directory");
        }
        Target target = target(path);
        Path folder = target.file().getParent();
        if (folder == null || target.direct()) {
            return; // a device or a pipe is not replaced, so its folder needs no place for a new file
        }
        if (!Files.isDirectory(folder)) {
            throw CommandFailed.badInput("cannot write " + path + ": there is no folder " + folder);
        }
        try {
            // Permissions do not tell: the disk may be full, or mounted to be read only.
            Files.delete(Files.createTempFile(folder, ".bateleur", null));
        } catch (IOException e) {
            throw CommandFailed.badInput(
                    "cannot write " + path + ": no file can be made in " + folder + " (" + Sink.reason(e) + ")");
        }
    }

    private static Target target(Path path) {
        try {
            return Target.of(path);
        } catch (IOException e) {
            throw CommandFailed.badInput("cannot write " + path + ": " + Sink.reason(e));
        }
    }
}
