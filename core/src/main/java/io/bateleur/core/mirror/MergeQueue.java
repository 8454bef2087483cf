package io.bateleur.core.mirror;

import java.util.Arrays;

/** The sessions that have events, by the time of their oldest one: what comes next over all of them. */
final class MergeQueue {
    private SessionRing[] heap = new SessionRing[16];
    private long[] times = new long[16];
    private int size;
    private long events;

    boolean isEmpty() {
        return size == 0;
    }

    /** How many events wait. */
    long events() {
        return events;
    }

    /** An event was added to a session. */
    void added(SessionRing session) {
        events++;
        if (session.size() == 1) {
            insert(session);
        }
    }

    private void insert(SessionRing session) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
            times = Arrays.copyOf(times, 2 * size);
        }
        long time = session.firstBefore();
        int at = size++;
        while (at > 0 && isLess(time, session.session, (at - 1) >> 1)) {
            int parent = (at - 1) >> 1;
            heap[at] = heap[parent];
            times[at] = times[parent];
            at = parent;
        }
        heap[at] = session;
        times[at] = time;
    }

    /** Equal times go by the number of the session, so that the order is always the same. */
    private boolean isLess(long time, int session, int other) {
        return time < times[other] || time == times[other] && session < heap[other].session;
    }

    /** The session whose oldest event comes first. */
    SessionRing first() {
        return heap[0];
    }

    long firstTime() {
        return times[0];
    }

    /** The first event was taken out of its session. */
    void taken() {
        events--;
        SessionRing session = heap[0];
        long time;
        if (session.isEmpty()) {
            session = heap[--size];
            time = times[size];
            heap[size] = heap[0];
            if (size == 0) {
                return;
            }
        } else {
            time = session.firstBefore();
        }
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isLess(times[child + 1], heap[child + 1].session, child)) {
                child++;
            }
            if (isLess(time, session.session, child)) {
                break;
            }
            heap[at] = heap[child];
            times[at] = times[child];
            at = child;
        }
        heap[at] = session;
        times[at] = time;
    }
}
