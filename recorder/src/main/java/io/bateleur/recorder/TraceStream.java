package io.bateleur.recorder;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** The stream of a trace that grows while somebody may read it, or may have to make do with what a kill left of it. */
public final class TraceStream {
    private static final int BUFFER_BYTES = 1 << 17;

    private TraceStream() {}

    /** Overwrites a file; compressed when its name ends in {@code .gz} or {@code .zst}. To flush it makes all of it readable. */
    public static OutputStream open(Path file) throws IOException {
        OutputStream plain = Files.newOutputStream(file);
        String name = file.toString();
        if (name.endsWith(".zst")) {
            return new BufferedOutputStream(new ZstdOutputStream(plain), BUFFER_BYTES);
        }
        return new BufferedOutputStream(
                name.endsWith(".gz") ? new GZIPOutputStream(plain, BUFFER_BYTES, true) : plain, BUFFER_BYTES);
    }
}
