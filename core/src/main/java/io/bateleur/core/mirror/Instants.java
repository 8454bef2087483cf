package io.bateleur.core.mirror;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Constraints between instants: one is not before another, one lies in an interval. They cannot all hold when some of them lead around a
 * circle and lose time on it, or lead around one without ever touching the clock: then events would come before themselves.
 */
final class Instants {
    /** Between two instants of which nothing is known but their order. */
    private static final long STEP = 1;

    private static final long TICK = 1 << 14;
    /** Equal times overlap: what touches the clock twice gains more than any number of steps loses. */
    private static final long EDGE = 1 << 11;

    /** An order of two instants, or a bound of one, and why. */
    record Link(int from, int to, long length, String why) {}

    private final List<String> names = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    /** All times that bounds may have: only their order matters, and their places in it stay small. */
    private final long[] times;

    private static final int CLOCK = 0;

    /** @param times every time that a bound may have */
    Instants(LongStream times) {
        this.times = times.sorted().distinct().toArray();
        names.add("the clock");
    }

    private long ticks(long time) {
        int place = Arrays.binarySearch(times, time);
        if (place < 0) {
            throw new IllegalStateException("a bound at an unknown time");
        }
        return place * TICK;
    }

    int instant(String name) {
        names.add(name);
        return names.size() - 1;
    }

    String name(int instant) {
        return names.get(instant);
    }

    /** One comes before the other. */
    void order(int earlier, int later, String why) {
        // earlier - later <= -STEP
        links.add(new Link(later, earlier, -STEP, why));
    }

    private static boolean isKnown(long time) {
        return time != Long.MIN_VALUE && time != Long.MAX_VALUE;
    }

    /** It is not before a time. */
    void notBefore(int instant, long time, String why) {
        if (isKnown(time)) {
            links.add(new Link(instant, CLOCK, EDGE - ticks(time), why));
        }
    }

    /** It is not after a time. */
    void notAfter(int instant, long time, String why) {
        if (isKnown(time)) {
            links.add(new Link(CLOCK, instant, EDGE + ticks(time), why));
        }
    }

    /** Whether a link was there before a mark. */
    boolean isBelow(Link link, int mark) {
        for (int i = 0; i < mark && i < links.size(); i++) {
            if (links.get(i).equals(link)) {
                return true;
            }
        }
        return false;
    }

    int mark() {
        return links.size();
    }

    /** Takes back what was added since. */
    void reset(int mark) {
        while (links.size() > mark) {
            links.remove(links.size() - 1);
        }
    }

    /** Links around a circle that cannot be, in the order of their instants, or nothing when all can hold. */
    List<Link> contradiction() {
        int n = names.size();
        long[] distance = new long[n];
        Link[] by = new Link[n];
        Arrays.fill(distance, 0);
        int changed = -1;
        for (int round = 0; round <= n; round++) {
            changed = -1;
            for (Link link : links) {
                long length = distance[link.from] + link.length;
                if (length < distance[link.to]) {
                    distance[link.to] = length;
                    by[link.to] = link;
                    changed = link.to;
                }
            }
            if (changed < 0) {
                return List.of();
            }
        }
        int at = changed;
        for (int i = 0; i < n; i++) {
            at = by[at].from;
        }
        List<Link> circle = new ArrayList<>();
        int start = at;
        do {
            circle.add(by[at]);
            at = by[at].from;
        } while (at != start);
        return circle;
    }
}
