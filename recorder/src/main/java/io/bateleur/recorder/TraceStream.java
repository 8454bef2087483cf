package io.bateleur.recorder;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/** The stream of a trace that grows while somebody may read it, or may have to make do with what a kill left of it. */
public final class TraceStream {
    private static final int BUFFER_BYTES = 1 << 15;
    /** The cheapest: what compresses runs beside the application. */
    private static final int LEVEL = 1;
    /** Less than is usual at this level: it stays in the caches, and lines that look alike are near to each other anyway. */
    private static final int WINDOW_LOG = 17;

    private static final int HASH_LOG = 11;

    private TraceStream() {}

    /** Overwrites a file; compressed when its name ends in {@code .gz} or {@code .zst}. To flush it makes all of it readable. */
    public static OutputStream open(Path file) throws IOException {
        return compressed(file, Files.newOutputStream(file));
    }

    /** The same, telling how many bytes went to disk each time; or goes on behind what is in the file already. */
    static OutputStream open(Path file, boolean append, LongConsumer written) throws IOException {
        OpenOption[] options = append
                ? new OpenOption[] {StandardOpenOption.APPEND}
                : new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                };
        OutputStream counted = new FilterOutputStream(Files.newOutputStream(file, options)) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                written.accept(length);
            }

            @Override
            public void write(int b) throws IOException {
                out.write(b);
                written.accept(1);
            }
        };
        return compressed(file, counted);
    }

    private static OutputStream compressed(Path file, OutputStream plain) throws IOException {
        String name = file.toString();
        if (name.endsWith(".zst")) {
            // Little comes out of it at a time: a call of the system for each would be dear.
            OutputStream many = new BufferedOutputStream(plain, BUFFER_BYTES);
            ZstdOutputStream small =
                    new ZstdOutputStream(many, LEVEL).setWindowLog(WINDOW_LOG).setHashLog(HASH_LOG);
            return new BufferedOutputStream(small, BUFFER_BYTES);
        }
        return new BufferedOutputStream(
                name.endsWith(".gz") ? new GZIPOutputStream(plain, BUFFER_BYTES, true) : plain, BUFFER_BYTES);
    }

    static boolean isCompressed(Path file) {
        return file.toString().endsWith(".zst") || file.toString().endsWith(".gz");
    }
}
