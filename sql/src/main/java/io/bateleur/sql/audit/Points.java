package io.bateleur.sql.audit;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moments of an execution: snapshots, statements that have all their locks, commits. Each lies between two times, and those of a session
 * follow each other. What is learnt about them narrows their times, and can be taken back.
 *
 * <p>Those of streams are forgotten page by page: a forgotten point comes before all others.
 */
final class Points {
    static final long NEVER = Long.MAX_VALUE;
    static final int FORGOTTEN = Integer.MIN_VALUE;

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    /** Points that were added one after the other. */
    private static final class Page {
        final long[] low = new long[PAGE];
        final long[] high = new long[PAGE];
        final int[] sessions = new int[PAGE];
        /** The latest time of any, before anything was learnt. */
        long latest = Long.MIN_VALUE;
    }

    private @Nullable Page[] pages = new Page[64];
    /** Pages before this one are forgotten. */
    private int firstPage;

    private int count;
    /** Each narrowing: the point and its old bounds. */
    private LongList narrowings = new LongList();
    /** So many narrowings are not taken back any more. */
    private int settled;

    /** A new point, after all those of its session that there are. */
    int add(int session, long from, long to) {
        int point = count++;
        int place = point & PAGE - 1;
        int number = point >> PAGE_BITS;
        if (number == pages.length) {
            pages = Arrays.copyOf(pages, 2 * number);
        }
        Page page = pages[number];
        if (page == null) {
            page = new Page();
            pages[number] = page;
        }
        page.low[place] = from;
        page.high[place] = to;
        page.sessions[place] = session;
        page.latest = Math.max(page.latest, to);
        return point;
    }

    int count() {
        return count;
    }

    private @Nullable Page page(int point) {
        return pages[point >> PAGE_BITS];
    }

    long low(int point) {
        Page page = page(point);
        return page == null ? Long.MIN_VALUE : page.low[point & PAGE - 1];
    }

    long high(int point) {
        Page page = page(point);
        return page == null ? Long.MIN_VALUE : page.high[point & PAGE - 1];
    }

    /** The session of a point, {@link #FORGOTTEN} of one that is forgotten. */
    int session(int point) {
        Page page = page(point);
        return page == null ? FORGOTTEN : page.sessions[point & PAGE - 1];
    }

    /** Whether one comes before the other in every execution. */
    boolean surely(int first, int then) {
        if (high(first) < low(then)) {
            return true;
        }
        int session = session(first);
        return first < then && session == session(then) && session != FORGOTTEN;
    }

    boolean isNever(int point) {
        return low(point) == NEVER;
    }

    /** Learns that one comes before the other. */
    void learn(int first, int then) {
        long highThen = high(then);
        if (highThen < high(first)) {
            narrow(first, low(first), highThen);
        }
        long lowFirst = low(first);
        if (lowFirst > low(then) && lowFirst != NEVER) {
            narrow(then, lowFirst, high(then));
        }
    }

    /** Learns that something never happens. */
    void never(int point) {
        narrow(point, NEVER, NEVER);
    }

    private void narrow(int point, long from, long to) {
        narrowings.add(point);
        narrowings.add(low(point));
        narrowings.add(high(point));
        set(point, from, to);
    }

    private void set(int point, long from, long to) {
        Page page = page(point);
        if (page != null) {
            page.low[point & PAGE - 1] = from;
            page.high[point & PAGE - 1] = to;
        }
    }

    int mark() {
        return settled + narrowings.size();
    }

    void undo(int mark) {
        while (mark() > mark) {
            long to = narrowings.removeLast();
            long from = narrowings.removeLast();
            int point = (int) narrowings.removeLast();
            set(point, from, to);
        }
    }

    /** Whether a point surely lies before a time, whatever is taken back. */
    boolean isPast(int point, long horizon) {
        Page page = page(point);
        return page == null || page.latest < horizon;
    }

    /**
     * Forgets points that lie before a time; nothing from before a mark is taken back afterwards.
     *
     * @param needed points that stay
     */
    void forget(long horizon, int mark, IntList needed) {
        Set<Integer> pagesNeeded = new HashSet<>();
        for (int i = 0; i < needed.size; i++) {
            pagesNeeded.add(needed.get(i) >> PAGE_BITS);
        }
        LongList kept = new LongList();
        for (int i = mark - settled; i < narrowings.size(); i++) {
            kept.add(narrowings.get(i));
        }
        narrowings = kept;
        settled = mark;
        int full = count >> PAGE_BITS;
        for (int i = firstPage; i < full; i++) {
            if (isPast(i << PAGE_BITS, horizon) && !pagesNeeded.contains(i)) {
                pages[i] = null;
            }
        }
        while (firstPage < full && pages[firstPage] == null) {
            firstPage++;
        }
    }
}
