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
    private final Deque<Piece> sent = new ArrayDeque<>();

    private final Deque<Piece> unsent = new ArrayDeque<>();
    private long memoryBytes;
    /** How many events the receiver has, how many have ever been in memory, on disk, and how many have been added. */
    private long confirmed;

    private long loaded;
    private long spilled;
    private long added;
    private boolean spillFailed;
    private boolean ended;

    private record Piece(long from, int events, byte[] lines) {
        long to() {
            return from + events;
        }

        /** Without the events before one of it. */
        Piece after(long event) {
            int at = 0;
            for (long number = from; number < event; at++) {
                number += lines[at] == '\n' ? 1 : 0;
            }
            return new Piece(event, (int) (to() - event), Arrays.copyOfRange(lines, at, lines.length));
        }
    }

    Backlog(TraceHeader header, Path spillFile, long memoryMax, long spillMax) {
        this.header = header;
        this.spill = new Spill(spillFile, spillMax);
        this.memoryMax = memoryMax;
    }

    /** Adds events, waiting for room if need be. */
    synchronized void add(byte[] lines) throws IOException {
        int events = TraceHeader.events(lines);
        while (!ended) {
            boolean allLoaded = spill.isRead();
            if (allLoaded && (memoryBytes == 0 || memoryBytes + lines.length <= memoryMax)) {
                remember(new Piece(added, events, lines));
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

    private void remember(Piece piece) {
        unsent.add(piece);
        memoryBytes += piece.lines.length;
        loaded = piece.to();
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
        for (Deque<Piece> pieces : List.of(sent, unsent)) {
            for (Piece piece : pieces) {
                if (piece.from >= spilled) {
                    if (!spill.hasRoom(piece.lines.length + (long) room)) {
                        return false;
                    }
                    spill.add(piece.lines);
                    spill.skip();
                    spilled = piece.to();
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
        Piece first = unsent.peekFirst();
        if (first == null) {
            return loaded;
        }
        if (first.from < confirmed && confirmed < first.to()) {
            // A receiver that never gets through a whole piece must get on all the same.
            Piece rest = first.after(confirmed);
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
        Piece piece = unsent.poll();
        if (piece == null) {
            return null;
        }
        sent.add(piece);
        forget(); // it may have been confirmed by what came back from an earlier connection
        return piece.lines;
    }

    private void load() throws IOException {
        if (unsent.isEmpty() && !spill.isRead() && (memoryBytes == 0 || memoryBytes < memoryMax)) {
            byte[] lines = spill.read();
            remember(new Piece(loaded, TraceHeader.events(lines), lines));
        }
    }

    /** The receiver has so many events of this run. */
    synchronized void confirm(long events) throws IOException {
        confirmed = Math.max(confirmed, events);
        forget();
        notifyAll();
    }

    private void forget() throws IOException {
        for (Piece first = sent.peek(); first != null && first.to() <= confirmed; first = sent.peek()) {
            sent.remove();
            memoryBytes -= first.lines.length;
        }
        Piece oldest = sent.isEmpty() ? unsent.peek() : sent.peek();
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
            for (Piece piece : unsent) {
                out.write(piece.lines);
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
