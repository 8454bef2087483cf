package io.bateleur.recorder;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Events that their receiver has not confirmed: in memory as long as they are few, then on disk, up to a bound. Then whoever adds more
 * has to wait. Memory always holds the oldest of them, without a hole; the file holds what comes behind, and may repeat some. For
 * several threads.
 */
final class Backlog {
    private final TraceHeader header;
    private final Spill spill;
    private final long memoryMax;
    /** In memory, oldest first: what this connection has sent, and what it has not. */
    private final Deque<Chunk> sent = new ArrayDeque<>();

    private final Deque<Chunk> unsent = new ArrayDeque<>();
    private long memoryBytes;
    /** How many events the receiver has, how many have ever been in memory, on disk, and how many have been added. */
    private long confirmed;

    private long loaded;
    private long spilled;
    private long added;
    private boolean spillFailed;
    private boolean ended;

    private record Chunk(long from, int events, byte[] lines) {
        long to() {
            return from + events;
        }

        /** Without the events before one of it. */
        Chunk after(long event) {
            int at = 0;
            for (long number = from; number < event; at++) {
                number += lines[at] == '\n' ? 1 : 0;
            }
            return new Chunk(event, (int) (to() - event), Arrays.copyOfRange(lines, at, lines.length));
        }
    }

    Backlog(TraceHeader header, Path spillFile, long memoryMax, long spillMax) {
        this.header = header;
        this.spill = new Spill(spillFile, spillMax);
        this.memoryMax = memoryMax;
    }

    /** Adds events, waiting for room if need be. */
    synchronized void add(byte[] lines) throws IOException {
        int events = TraceHeader.events(lines, 0, lines.length);
        while (!ended) {
            boolean allLoaded = spill.isRead();
            if (allLoaded && (memoryBytes == 0 || memoryBytes + lines.length <= memoryMax)) {
                remember(new Chunk(added, events, lines));
                added += events;
                notifyAll();
                return;
            }
            if (spill(lines)) {
                added += events;
                spilled = added;
                notifyAll();
                return;
            }
            await(Long.MAX_VALUE);
        }
        throw new IOException("the connection is closed");
    }

    private void remember(Chunk chunk) {
        unsent.add(chunk);
        memoryBytes += chunk.lines.length;
        loaded = chunk.to();
    }

    /** Adds to the file, if there is room on disk and in our bound. */
    private boolean spill(byte[] lines) {
        try {
            if (!spill.exists()) {
                byte[] line = header.line(0, added);
                if (!spill.hasRoom(line.length + (long) lines.length)) {
                    return false;
                }
                spill.start(line);
                spilled = added;
            }
            return catchUp(lines.length) && addToSpill(lines);
        } catch (IOException e) {
            if (!spillFailed) {
                Recorder.LOGGER.log(Level.WARNING, "events for a receiver that is away cannot be kept on disk", e);
            }
            spillFailed = true;
            return false;
        }
    }

    private boolean addToSpill(byte[] lines) throws IOException {
        if (!spill.hasRoom(lines.length)) {
            return false;
        }
        spill.add(lines);
        return true;
    }

    /** What came after all of the file had been read is in memory only: the file must have no hole. */
    private boolean catchUp(int room) throws IOException {
        for (Deque<Chunk> chunks : List.of(sent, unsent)) {
            for (Chunk chunk : chunks) {
                if (chunk.from >= spilled) {
                    if (!spill.hasRoom(chunk.lines.length + (long) room)) {
                        return false;
                    }
                    spill.add(chunk.lines);
                    spill.skip();
                    spilled = chunk.to();
                }
            }
        }
        return true;
    }

    private void await(long millis) throws InterruptedIOException {
        try {
            wait(millis == Long.MAX_VALUE ? 0 : millis);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while the receiver of the trace was away");
        }
    }

    /** A connection starts: all that is not confirmed is to be sent again. Returns the number of the first event of that. */
    synchronized long restart() {
        while (!sent.isEmpty()) {
            unsent.addFirst(sent.removeLast());
        }
        Chunk first = unsent.peekFirst();
        if (first == null) {
            return loaded;
        }
        if (first.from < confirmed && confirmed < first.to()) {
            // A receiver that never gets through a whole chunk must get on all the same.
            Chunk rest = first.after(confirmed);
            unsent.removeFirst();
            unsent.addFirst(rest);
            memoryBytes -= first.lines.length - rest.lines.length;
            return rest.from;
        }
        return first.from;
    }

    /** The next events to send, or null when there are none for so long. */
    synchronized byte @Nullable [] next(long millis) throws IOException {
        load();
        if (unsent.isEmpty() && millis > 0 && !ended) {
            await(millis);
            load();
        }
        Chunk chunk = unsent.poll();
        if (chunk == null) {
            return null;
        }
        sent.add(chunk);
        forget(); // it may have been confirmed by what came back from an earlier connection
        return chunk.lines;
    }

    private void load() throws IOException {
        if (unsent.isEmpty() && !spill.isRead() && (memoryBytes == 0 || memoryBytes < memoryMax)) {
            byte[] lines = spill.read();
            remember(new Chunk(loaded, TraceHeader.events(lines, 0, lines.length), lines));
        }
    }

    /** The receiver has so many events of this run. */
    synchronized void confirm(long events) throws IOException {
        confirmed = Math.max(confirmed, events);
        forget();
        notifyAll();
    }

    private void forget() throws IOException {
        for (Chunk first = sent.peek(); first != null && first.to() <= confirmed; first = sent.peek()) {
            sent.remove();
            memoryBytes -= first.lines.length;
        }
        Chunk oldest = sent.isEmpty() ? unsent.peek() : sent.peek();
        boolean fileConfirmed = oldest == null || oldest.from >= spilled;
        if (spill.exists() && spill.isRead() && fileConfirmed) {
            spill.delete();
        }
    }

    private boolean isEmpty() {
        return sent.isEmpty() && unsent.isEmpty() && spill.isRead();
    }

    /** Waits until the receiver has everything; whether it does. */
    synchronized boolean awaitEmpty(long millis) throws InterruptedIOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            await(left);
        }
        return true;
    }

    /** Nothing is added any more. What is left is kept in a file of its own, if there is any. */
    synchronized Optional<Path> end() throws IOException {
        ended = true;
        notifyAll();
        if (isEmpty()) {
            spill.delete();
            return Optional.empty();
        }
        long from = restart();
        Path whole = spill.file().resolveSibling(spill.file().getFileName() + ".part");
        try (OutputStream out = Files.newOutputStream(whole)) {
            out.write(header.line(0, from));
            for (Chunk chunk : unsent) {
                out.write(chunk.lines);
            }
            while (!spill.isRead()) {
                out.write(spill.read());
            }
        }
        spill.close();
        Files.move(whole, spill.file(), StandardCopyOption.REPLACE_EXISTING);
        return Optional.of(spill.file());
    }
}
