package io.bateleur.recorder;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events of one session that go to the trace together: gathered by the session, then handed over and not changed any more. */
final class Piece {
    private @Nullable Chained first;
    private @Nullable Chained last;
    private int size;
    private long bytes;

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

    /** What is done with each. */
    interface Step {
        void take(Event event) throws IOException;
    }

    /** All events, once: whoever keeps one of them keeps nothing else after that. */
    void forEach(Step step) throws IOException {
        Chained event = first;
        first = null;
        last = null;
        while (event != null) {
            Chained next = event.next;
            event.next = null;
            step.take(event);
            event = next;
        }
    }
}
