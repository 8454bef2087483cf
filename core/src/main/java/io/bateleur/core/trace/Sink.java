package io.bateleur.core.trace;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory to write a trace to. Everything goes to a temporary neighbour, which takes the real name only when
 * {@link #finish} is called: a failure, a full disk or Ctrl-C leaves no half-written trace. Devices and pipes are written to
 * directly, and of a link the file that it leads to is replaced.
 */
public final class Sink implements Closeable {
    private static final int BUFFER_BYTES = 1 << 17;

    private final Path path;
    private final Target target;
    private final Path temporary;
    private final @Nullable OutputStream pipe;
    private @Nullable Thread cleaner;
    private boolean finished;

    private Sink(Path path, Target target, @Nullable OutputStream pipe) {
        this.path = path;
        this.target = target;
        this.temporary = target.file()
                .resolveSibling("." + target.file().getFileName() + ".part-"
                        + ProcessHandle.current().pid());
        this.pipe = pipe;
    }

    public static Sink of(Path path) throws IOException {
        return new Sink(path, Target.of(path), null);
    }

    /** A sink that writes straight to a stream, such as standard output, and leaves it open. */
    public static Sink of(OutputStream pipe) {
        Path name = Path.of("standard output");
        return new Sink(name, new Target(name, true), pipe);
    }

    /** What messages call it. */
    public String name() {
        return path.toString();
    }

    /** The stream of a single file, compressed when the name ends in {@code .gz} or {@code .zst}. */
    public OutputStream stream() throws IOException {
        if (pipe != null) {
            return new Unclosed(pipe);
        }
        OutputStream file = open();
        String name = path.getFileName().toString();
        if (name.endsWith(".gz")) {
            return new BufferedOutputStream(new GZIPOutputStream(file, BUFFER_BYTES), BUFFER_BYTES);
        }
        if (name.endsWith(".zst")) {
            return new BufferedOutputStream(new ZstdOutputStream(file), BUFFER_BYTES);
        }
        return new BufferedOutputStream(file, BUFFER_BYTES);
    }

    /** The stream of one file of a directory. */
    public OutputStream child(String childName) throws IOException {
        if (target.direct()) {
            throw new IOException("a directory of logs cannot be written to " + path);
        }
        prepare();
        Files.createDirectories(temporary);
        return new BufferedOutputStream(Files.newOutputStream(temporary.resolve(childName)), BUFFER_BYTES);
    }

    /** Gives what was written its real name. */
    public void finish() throws IOException {
        if (pipe != null) {
            pipe.flush();
            return;
        }
        if (target.direct()) {
            return;
        }
        if (Files.isDirectory(temporary) && Files.exists(target.file())) {
            throw new FileAlreadyExistsException(path.toString(), null, "a directory of logs is not overwritten");
        }
        Files.move(temporary, target.file(), StandardCopyOption.REPLACE_EXISTING);
        finished = true;
    }

    private OutputStream open() throws IOException {
        if (target.direct()) {
            return target.append();
        }
        prepare();
        target.createReplacement(temporary);
        return Files.newOutputStream(temporary);
    }

    private void prepare() throws IOException {
        Path parent = target.file().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new NoSuchFileException(parent.toString());
        }
        if (cleaner == null) {
            cleaner = new Thread(this::deleteTemporary);
            Runtime.getRuntime().addShutdownHook(cleaner);
        }
    }

    private void deleteTemporary() {
        if (finished || !Files.exists(temporary)) {
            return;
        }
        try (Stream<Path> all = Files.walk(temporary)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // Nothing more can be done: what is left has a name that says it is a part.
        }
    }

    @Override
    public void close() {
        if (pipe != null) {
            return;
        }
        deleteTemporary();
        if (cleaner != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(cleaner);
            } catch (IllegalStateException e) {
                // The program is ending, and the hook runs: nothing is left to do.
            }
        }
    }

    /** What went wrong, for a message that names the file already: of many exceptions the message is just that name. */
    public static String reason(IOException problem) {
        if (problem instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (problem instanceof AccessDeniedException) {
            return "access is denied";
        }
        String words = problem instanceof FileSystemException system ? system.getReason() : problem.getMessage();
        return words == null ? problem.getClass().getSimpleName() : words;
    }

    /** Closing a trace does not close what it was piped into. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
