package io.bateleur.core.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The bytes of a file that still grows, and may not be there yet: a read waits for more until the end rule says that none comes. */
final class FollowedFile extends InputStream {
    private final Path path;
    private final Following following;
    private final BooleanSupplier isSuperseded;
    /** No channel, which an interrupt would close before its last bytes were read. */
    private @Nullable RandomAccessFile file;

    private long lastGrowth = System.nanoTime();
    private boolean ended;

    /** @param isSuperseded whether a later file takes its place, so that it grows no more */
    FollowedFile(Path path, Following following, BooleanSupplier isSuperseded) {
        this.path = path;
        this.following = following;
        this.isSuperseded = isSuperseded;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (true) {
            int read = readHere(bytes, from, length);
            if (read > 0) {
                lastGrowth = System.nanoTime();
                return read;
            }
            if (ended) {
                return requireFile();
            }
            // After the end has been seen the file is looked at once more: what was written before it must not be
            // missed.
            ended = isSuperseded.getAsBoolean()
                    || following.end().isEnd(Duration.ofNanos(System.nanoTime() - lastGrowth))
                    || !sleep();
        }
    }

    private int readHere(byte[] bytes, int from, int length) throws IOException {
        RandomAccessFile open = file;
        if (open == null) {
            if (!Files.exists(path)) {
                return 0;
            }
            open = new RandomAccessFile(path.toFile(), "r");
            file = open;
        }
        if (open.length() < open.getFilePointer()) {
            throw new BadInputException(
                    Place.file(path.toString()),
                    "the file became shorter while it was read",
                    "somebody writes another trace to it; start again");
        }
        return open.read(bytes, from, length);
    }

    private int requireFile() throws BadInputException {
        if (file == null) {
            throw new BadInputException(Place.file(path.toString()), "there is no such file", "");
        }
        return -1;
    }

    private boolean sleep() {
        try {
            Thread.sleep(following.poll().toMillis(), following.poll().toNanosPart() % 1_000_000);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public int available() throws IOException {
        RandomAccessFile open = file;
        return open == null ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, open.length() - open.getFilePointer()));
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
