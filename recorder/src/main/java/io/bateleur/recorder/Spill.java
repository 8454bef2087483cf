package io.bateleur.recorder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events on disk that wait for their receiver: written at the end, read from the front. The file is a part of the trace that can be
 * read by itself, whenever the program is killed. It is there only while there is something in it. One thread at a time.
 */
final class Spill {
    private static final int CHUNK_BYTES = 1 << 16;

    private final Path file;
    private final long bytesMax;
    private @Nullable FileChannel channel;
    private long end;
    private long next;

    Spill(Path file, long bytesMax) {
        this.file = file;
        this.bytesMax = bytesMax;
    }

    Path file() {
        return file;
    }

    /** Whether all that was added has been read. */
    boolean isRead() {
        return next == end;
    }

    /** How many bytes have not been read. */
    long unread() {
        return end - next;
    }

    boolean exists() {
        return channel != null;
    }

    boolean hasRoom(long bytes) {
        return end + bytes <= bytesMax;
    }

    /** Starts the file, with the header of the part that it is. */
    void start(byte[] header) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            add(header);
        } catch (IOException e) {
            delete();
            throw e;
        }
        next = end;
    }

    private FileChannel channel() {
        FileChannel open = channel;
        if (open == null) {
            throw new IllegalStateException(file + " is not open");
        }
        return open;
    }

    /** What fails half-way is overwritten by what comes next. */
    void add(byte[] lines) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(lines);
        long at = end;
        while (buffer.hasRemaining()) {
            at += channel().write(buffer, at);
        }
        end = at;
    }

    /** What is in the file need not be read: the reader has it. */
    void skip() {
        next = end;
    }

    /** The next whole lines; none when all has been read. They stay in the file until it is deleted. */
    byte[] read() throws IOException {
        int length = CHUNK_BYTES;
        while (true) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, end - next));
            while (buffer.hasRemaining()) {
                if (channel().read(buffer, next + buffer.position()) < 0) {
                    throw new IOException(file + " was cut by somebody else");
                }
            }
            int whole = buffer.position();
            while (whole > 0 && buffer.get(whole - 1) != '\n') {
                whole--;
            }
            if (whole > 0 || buffer.capacity() < length) {
                next += whole;
                return Arrays.copyOf(buffer.array(), whole);
            }
            length *= 2; // a line that is longer
        }
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
        end = 0;
        next = 0;
    }

    void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
