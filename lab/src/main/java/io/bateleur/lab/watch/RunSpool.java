package io.bateleur.lab.watch;

import io.bateleur.recorder.Inflow;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All lines of one run so far, in a file, and how far they are complete. For several threads. */
final class RunSpool {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LAST_BYTES = 256;
    private static final Pattern PUNCTUATION = Pattern.compile("\\{\"e\":\"punctuation\",\"before\":(-?\\d{1,19})}\n");

    private final Inflow lines;
    private final Path file;
    private long bytes;
    private long wholeBytes;
    private long wholeUntil = Long.MIN_VALUE;
    private boolean ended;

    RunSpool(Inflow lines, Path folder) {
        this.lines = lines;
        this.file = folder.resolve("bateleur-run-" + lines.run() + ".jsonl");
    }

    Inflow lines() {
        return lines;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** So many bytes of it are complete: nothing that follows was called before {@link #until}. */
    synchronized long wholeBytes() {
        return ended ? bytes : wholeBytes;
    }

    synchronized long until() {
        return ended ? Long.MAX_VALUE : wholeUntil;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Takes all lines, until the run has ended; whether there was room. */
    boolean fill(java.util.function.LongPredicate room) throws IOException {
        boolean fitted = true;
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = lines.read(buffer); read >= 0; read = lines.read(buffer)) {
                fitted = fitted && room.test(read);
                if (fitted) {
                    out.write(buffer, 0, read);
                    took(buffer, read);
                }
            }
        } finally {
            synchronized (this) {
                ended = true;
            }
        }
        return fitted;
    }

    /** A chunk ends where lines end, but a long one may come in several; then the next one tells. */
    private synchronized void took(byte[] chunk, int length) {
        bytes += length;
        int from = Math.max(0, length - LAST_BYTES);
        Matcher last = PUNCTUATION.matcher(new String(chunk, from, length - from, StandardCharsets.ISO_8859_1));
        int end = -1;
        while (last.find()) {
            wholeUntil = Long.parseLong(last.group(1));
            end = from + last.end();
        }
        if (end >= 0) {
            wholeBytes = bytes - length + end;
        }
    }

    /** So many bytes of it, from the beginning. */
    InputStream read(long count) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        return new FilterInputStream(in) {
            private long left = count;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (left <= 0) {
                    return -1;
                }
                int read = super.read(into, from, (int) Math.min(length, left));
                left -= Math.max(0, read);
                return read;
            }
        };
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
