package io.bateleur.app.cli;

import io.bateleur.recorder.TraceStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file that a run records to. It replaces no trace before it holds a transaction, and is gone again when it never did.
 */
final class RunTrace implements Closeable {
    private static final String ENDING = ".jsonl.zst";

    /** What it will be called. */
    private final Path path;
    /** What it is called until it holds a transaction. */
    private final Path begun;

    private final boolean ours;
    private final boolean lasting;
    private boolean kept;

    private RunTrace(Path path, Path begun, boolean ours, boolean lasting) {
        this.path = path;
        this.begun = begun;
        this.ours = ours;
        this.lasting = lasting;
    }

    /** A file that goes with its folder, so that nobody needs to hear of it. */
    static RunTrace temporary(Path path) {
        return new RunTrace(path, path, true, false);
    }

    /** A file of that name, or with a number behind it: never one that is there, not even when two runs ask at the same moment. */
    static RunTrace fresh(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        for (int n = 1; ; n++) {
            Path path = folder.resolve(name + (n == 1 ? "" : "-" + n) + ENDING);
            try {
                Files.createFile(path);
                return new RunTrace(path, path, true, true);
            } catch (FileAlreadyExistsException e) {
                // It is the trace of another run: the next number may be free.
            }
        }
    }

    /** The file that the user named. A trace that is there is replaced, once there is something to replace it with. */
    static RunTrace named(Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new RunTrace(path, path, true, true);
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return new RunTrace(path, path, false, true); // a device, a pipe or a link: what is there stays what it is
        }
        // The ending stays behind, because it says how to compress.
        String name = ".part-" + ProcessHandle.current().pid() + "-" + path.getFileName();
        return new RunTrace(path, path.resolveSibling(name), true, true);
    }

    /** Whether it is for the user, and not only for as long as the command works. */
    boolean isLasting() {
        return lasting;
    }

    /** Whether the user will find something in it. */
    boolean isFound() {
        return lasting && kept;
    }

    Path path() {
        return path;
    }

    OutputStream open() throws IOException {
        return TraceStream.open(begun);
    }

    /** From now on there is something in it that somebody may want to check. */
    void keep() throws IOException {
        if (!kept && !begun.equals(path)) {
            Files.move(begun, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (!kept && ours) {
            Files.deleteIfExists(begun);
        }
    }
}
