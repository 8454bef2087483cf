package io.bateleur.core.trace;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory to read a trace from. Compression is recognised from the content, each file is opened once, so that
 * pipes work too, and bytes are counted for whoever shows progress.
 */
public final class Source implements Closeable {
    private static final int HEAD_BYTES = 8192;
    private static final int BUFFER_BYTES = 1 << 17;
    private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    private final String name;
    private final @Nullable Path path;
    private final InputStream given;
    private final boolean isGiven;
    private final LongConsumer progress;
    private @Nullable InputStream open;
    private long bytesRead;
    private boolean headCutOff;

    private Source(String name, @Nullable Path path, InputStream given, boolean isGiven, LongConsumer progress) {
        this.name = name;
        this.path = path;
        this.given = given;
        this.isGiven = isGiven;
        this.progress = progress;
    }

    public static Source of(Path path) {
        return of(path, bytes -> {});
    }

    /** A source that tells how many bytes of the file (as it lies on disk) have been read. */
    public static Source of(Path path, LongConsumer progress) {
        return new Source(path.toString(), path, InputStream.nullInputStream(), false, progress);
    }

    /**
     * A file that still grows.
     *
     * @param isSuperseded whether a later file takes its place, so that it grows no more
     */
    public static Source following(Path path, Following following, BooleanSupplier isSuperseded) {
        return new Source(path.toString(), path, new FollowedFile(path, following, isSuperseded), true, bytes -> {});
    }

    /** A trace that comes through a stream, such as standard input. */
    public static Source of(String name, InputStream stream) {
        return new Source(name, null, stream, true, bytes -> {});
    }

    /** A trace in memory. */
    public static Source of(String name, byte[] content) {
        return of(name, new ByteArrayInputStream(content));
    }

    /** A trace in memory. */
    public static Source of(String name, String content) {
        return of(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** What messages call it. */
    public String name() {
        return name;
    }

    /** Where it lies, unless it comes through a stream. */
    public Optional<Path> path() {
        return Optional.ofNullable(path);
    }

    public boolean isDirectory() {
        return path != null && Files.isDirectory(path);
    }

    /** The names of the files in a directory, sorted, those with numbers in them by number. */
    public List<String> names() throws IOException {
        if (path == null || !isDirectory()) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(Files::isRegularFile)
                    .map(entry -> entry.getFileName().toString())
                    .sorted(FileNames.ORDER)
                    .toList();
        }
    }

    /** A file of a directory. */
    public Source child(String childName) {
        if (path == null) {
            throw new IllegalStateException(name + " is no directory");
        }
        // Bytes are counted over all files of the directory, which are read one after another.
        long before = bytesRead;
        return of(path.resolve(childName), bytes -> {
            bytesRead = before + bytes;
            progress.accept(bytesRead);
        });
    }

    /** What the format is recognised by. */
    public Head head() throws IOException {
        if (!isDirectory()) {
            return Head.file(peek(HEAD_BYTES));
        }
        List<String> names = names();
        for (String childName : names) {
            try (Source child = of(java.util.Objects.requireNonNull(path).resolve(childName))) {
                byte[] bytes = child.peek(HEAD_BYTES);
                if (bytes.length > 0) {
                    return new Head(names, bytes);
                }
            }
        }
        if (names.isEmpty()) {
            throw new BadInputException(Place.file(name), "an empty directory, where a trace was expected", "");
        }
        return new Head(names, new byte[0]);
    }

    /** The first bytes of the content; reading starts before them all the same. */
    private byte[] peek(int length) throws IOException {
        InputStream stream = stream();
        stream.mark(length);
        byte[] bytes = new byte[length];
        int size = 0;
        try {
            for (int read = 0; read >= 0 && size < length; size += Math.max(0, read)) {
                read = stream.read(bytes, size, length - size);
            }
        } catch (CutOffException e) {
            // What there is may still be recognised, and its reader will come to the same place.
            headCutOff = true;
            if (size == 0) {
                throw cutOff();
            }
        }
        stream.reset();
        return Arrays.copyOf(bytes, size);
    }

    /** Whether so little of compressed data is there that its format may not be recognised for that reason. */
    boolean isHeadCutOff() {
        return headCutOff;
    }

    /** What to say of a file whose compressed data ends in the middle. */
    BadInputException cutOff() {
        return new BadInputException(
                Place.file(name), "the compressed data is cut off", "the file was not copied to its end");
    }

    /** The content, decompressed. */
    public InputStream stream() throws IOException {
        if (open == null) {
            if (isDirectory()) {
                throw new BadInputException(
                        Place.file(name), "a directory, where a file was expected", "name the file inside it");
            }
            open = new BufferedInputStream(decompressed(), BUFFER_BYTES);
        }
        return open;
    }

    private InputStream decompressed() throws IOException {
        InputStream raw = new BufferedInputStream(counted(rawStream()), BUFFER_BYTES);
        raw.mark(4);
        byte[] magic = raw.readNBytes(4);
        raw.reset();
        if (magic.length >= 2 && (magic[0] & 0xFF) == 0x1F && (magic[1] & 0xFF) == 0x8B) {
            return located(() -> new GZIPInputStream(neverEmpty(raw), BUFFER_BYTES));
        }
        // A file may be cut off even here; one byte alone says nothing.
        if (magic.length >= 2 && Arrays.equals(magic, Arrays.copyOf(ZSTD, magic.length))) {
            return located(() -> new ZstdInputStream(raw));
        }
        return raw;
    }

    private InputStream rawStream() throws IOException {
        if (path == null || isGiven) {
            return given;
        }
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new BadInputException(Place.file(name), "there is no such file", "");
        }
    }

    private InputStream counted(InputStream in) {
        return new FilterInputStream(in) {
            private long count;

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int read = super.read(bytes, from, length);
                if (read > 0) {
                    count += read;
                    progress.accept(count);
                }
                return read;
            }
        };
    }

    /**
     * Where nothing is available, {@link GZIPInputStream} takes the end of a compressed piece for the end of all; but more may come
     * through a pipe, or into a file that grows. So it has to try.
     */
    private static InputStream neverEmpty(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int available() {
                return 1;
            }
        };
    }

    private interface Opening {
        InputStream open() throws IOException;
    }

    /** Damage inside compressed data is the file's fault, so it is told as such. */
    private InputStream located(Opening opening) throws IOException {
        InputStream[] inner = new InputStream[1];
        return new InputStream() {
            private boolean cutOff;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                if (cutOff) {
                    throw new CutOffException(name);
                }
                try {
                    if (inner[0] == null) {
                        inner[0] = opening.open();
                    }
                    return inner[0].read(bytes, from, length);
                } catch (EOFException e) {
                    cutOff = true;
                    throw new CutOffException(name);
                } catch (ZipException e) {
                    throw damaged(e);
                } catch (IOException e) {
                    // zstd-jni has no type of its own for this.
                    if ("Truncated source".equals(e.getMessage())) {
                        cutOff = true;
                        throw new CutOffException(name);
                    }
                    throw e instanceof com.github.luben.zstd.ZstdIOException ? damaged(e) : e;
                }
            }

            private BadInputException damaged(IOException e) {
                return new BadInputException(Place.file(name), "damaged compressed data: " + e.getMessage(), "");
            }

            @Override
            public void close() throws IOException {
                if (inner[0] != null) {
                    inner[0].close();
                }
            }
        };
    }

    /** The compressed data ends in the middle. */
    public static final class CutOffException extends IOException {
        private static final long serialVersionUID = 1L;

        CutOffException(String name) {
            super(name + ": the compressed data is cut off");
        }
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }
}
