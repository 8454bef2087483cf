package io.bateleur.lab.run;

import io.bateleur.core.trace.Target;
import io.bateleur.recorder.TraceStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file that a run records to. It replaces no trace before it holds a transaction, and is gone again when it never did.
 */
public final class RunTrace implements Closeable {
    private static final String ENDING = ".jsonl.zst";

    /** What it will be called. */
    private final Path path;
    /** Where that is, when it is a link. */
    private final Target target;
    /** What it is called until it holds a transaction. */
    private final Path begun;

    private final boolean ours;
    private final boolean lasting;
    /** Held while the run writes, so that no other run takes the file for an old trace. */
    private final List<FileChannel> locks = new ArrayList<>();

    private boolean kept;
    private @Nullable Object identity;

    private RunTrace(Path path, Path begun, Target target, boolean ours, boolean lasting) {
        this.path = path;
        this.begun = begun;
        this.target = target;
        this.ours = ours;
        this.lasting = lasting;
    }

    /** A file that goes with its folder, so that nobody needs to hear of it. */
    public static RunTrace temporary(Path path) {
        return new RunTrace(path, path, new Target(path, false), true, false);
    }

    /** A file of that name, or with a number behind it: never one that is there, not even when two runs ask at the same moment. */
    public static RunTrace fresh(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        for (int n = 1; ; n++) {
            Path path = folder.resolve(name + (n == 1 ? "" : "-" + n) + ENDING);
            try {
                Files.createFile(path);
                return new RunTrace(path, path, new Target(path, false), true, true);
            } catch (FileAlreadyExistsException e) {
                // It is the trace of another run: the next number may be free.
            }
        }
    }

    /**
     * The file that the user named, or that the link leads to which they named. A trace that is there is replaced, once there is
     * something to replace it with; but not that of a run that is still writing it.
     */
    public static RunTrace named(Path path) throws IOException, RunFailedException {
        Target target = Target.of(path);
        Path file = target.file();
        if (target.direct()) {
            return new RunTrace(path, path, target, false, true); // a device or a pipe stays what it is
        }
        try {
            Files.createFile(file);
            return new RunTrace(path, file, target, true, true).locked(file);
        } catch (FileAlreadyExistsException e) {
            // It is to be replaced.
        }
        // The ending stays behind, because it says how to compress.
        Path begun = file.resolveSibling(".part-" + ProcessHandle.current().pid() + "-" + file.getFileName());
        RunTrace trace = new RunTrace(path, begun, target, true, true).locked(file);
        target.createReplacement(begun); // before it is locked: closing a file gives up the locks on it
        return trace.locked(begun);
    }

    private RunTrace locked(Path file) throws IOException, RunFailedException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        locks.add(channel);
        boolean free;
        try {
            free = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) { // another run of this very program
            free = false;
        } catch (IOException e) {
            return this; // not every file system knows locks
        }
        if (!free) {
            unlock();
            throw RunFailedException.unavailable(
                    path + " is being written by another run; wait for its end or name another file with --trace");
        }
        return this;
    }

    private void unlock() throws IOException {
        for (FileChannel lock : locks) {
            lock.close();
        }
    }

    /** Whether it is for the user, and not only for as long as the command works. */
    boolean isLasting() {
        return lasting;
    }

    /** Whether the user will find something in it. */
    public boolean isFound() {
        return lasting && kept;
    }

    public Path path() {
        return path;
    }

    OutputStream open() throws IOException {
        return TraceStream.open(begun);
    }

    /** From now on there is something in it that somebody may want to check. */
    void keep() throws IOException {
        if (!kept && !begun.equals(target.file()) && !target.direct()) {
            Files.move(begun, target.file(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        if (!kept) {
            identity = identity();
        }
        kept = true;
    }

    /** Before what was recorded is read: somebody may have deleted or replaced the file meanwhile. */
    public void requireOurs() throws IOException, RunFailedException {
        if (ours && kept && !(Files.exists(path) && Objects.equals(identity, identity()))) {
            throw RunFailedException.unavailable(
                    path
                            + " was deleted or replaced by another program while this run wrote to it, so what was recorded is lost");
        }
    }

    private @Nullable Object identity() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey(); // null where there is no such thing
    }

    @Override
    public void close() throws IOException {
        if (!kept && ours) {
            Files.deleteIfExists(begun);
        }
        unlock();
    }
}
