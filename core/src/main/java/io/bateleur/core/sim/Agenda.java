package io.bateleur.core.sim;

/** Who acts next and when: a binary heap of simulated times; at equal times the actor with the smaller number is first. */
final class Agenda {
    private final long[] times;
    private final int[] actors;
    private int size;

    /** For so many actors, each of which has at most one entry. */
    Agenda(int actorCount) {
        times = new long[actorCount];
        actors = new int[actorCount];
    }

    boolean isEmpty() {
        return size == 0;
    }

    long nextTime() {
        return times[0];
    }

    void add(long time, int actor) {
        int at = size++;
        while (at > 0 && isBefore(time, actor, (at - 1) >> 1)) {
            move((at - 1) >> 1, at);
            at = (at - 1) >> 1;
        }
        times[at] = time;
        actors[at] = actor;
    }

    /** Takes out the actor whose time is {@link #nextTime}. */
    int poll() {
        int first = actors[0];
        size--;
        sink(times[size], actors[size]);
        return first;
    }

    private void sink(long time, int actor) {
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(times[child + 1], actors[child + 1], child)) {
                child++;
            }
            if (isBefore(time, actor, child)) {
                break;
            }
            move(child, at);
            at = child;
            child = 2 * at + 1;
        }
        times[at] = time;
        actors[at] = actor;
    }

    private boolean isBefore(long time, int actor, int entry) {
        return time < times[entry] || (time == times[entry] && actor < actors[entry]);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        actors[to] = actors[from];
    }
}
