package io.bateleur.recorder;

import io.bateleur.core.trace.nativ.EventWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events of one session that go to the trace together: gathered by the session, then handed over and not changed any more. */
final class Piece {
    private @Nullable Chained first;
    private @Nullable Chained last;
    private int size;
    private long bytes;

    // Of the queue that it is in:
    /** The one that came before it, and later the one that came after it. */
    @Nullable
    Piece other;
    /** About how many bytes it and all that ever came before it take there. */
    long total;

    static Piece of(Event event, long bytes) {
        Piece piece = new Piece();
        piece.add(Chained.of(event), bytes);
        return piece;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** How many events. */
    int size() {
        return size;
    }

    /** About how many bytes they take, here and as lines. */
    long bytes() {
        return bytes;
    }

    /** @param weight about how many bytes it takes */
    void add(Chained event, long weight) {
        append(event, event, 1, weight);
    }

    /** Takes all events of another, which has none after that. */
    void addAll(Piece other) {
        if (other.first != null && other.last != null) {
            append(other.first, other.last, other.size, other.bytes);
            other.first = null;
            other.last = null;
            other.size = 0;
            other.bytes = 0;
        }
    }

    private void append(Chained from, Chained to, int events, long weight) {
        if (last == null) {
            first = from;
        } else {
            last.next = from;
        }
        last = to;
        size += events;
        bytes += weight;
    }

    /** Writes all events, once: a statement that keeps one of them, until it is executed again, keeps nothing else after that. */
    void write(EventWriter out) throws IOException {
        Chained event = first;
        Chained next = event == null ? null : event.next;
        first = null;
        last = null;
        while (event != null) {
            // Another core made them: each is fetched from there while the one before it is written.
            Chained afterNext = next == null ? null : next.next;
            event.next = null;
            event.write(out);
            event = next;
            next = afterNext;
        }
    }
}
