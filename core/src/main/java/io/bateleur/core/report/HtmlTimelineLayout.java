package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Times;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Where the boxes of a timeline begin and end. Every moment that matters has a place, further right than all earlier ones; between
 * two there is as much room as the boxes need. Without times the moments are the positions within the session.
 */
final class HtmlTimelineLayout {
    static final int LINE_CHARACTERS = 24;
    static final double CHARACTER = 6.7;
    static final double LINE = 15;
    static final double INSET = 9;

    /** Between two moments at least, and at most where there is room. */
    private static final double GAP = 16;

    private static final double GAP_MAX = 44;
    private static final double COMFORTABLE_WIDTH = 640;
    private static final double BOX_MIN = 74;

    private final List<Box> boxes = new ArrayList<>();
    private final boolean timed;

    /** A transaction, with its moments and, once they are known, the places of these. */
    static final class Box {
        final Transaction transaction;
        final List<Operation> lines;
        final long begin;
        final long end;
        /** Where each line begins. */
        final double[] at;

        double x1;
        double x2;

        Box(Transaction transaction, List<Operation> lines, long begin, long end) {
            this.transaction = transaction;
            this.lines = lines;
            this.begin = begin;
            this.end = end;
            this.at = new double[lines.size()];
        }

        int unshown() {
            return transaction.operations().size() - lines.size();
        }

        void beginAt(double x) {
            x1 = x;
            Arrays.fill(at, x + INSET);
        }

        /** Where it must not end before: all its lines are inside. */
        double leastEnd() {
            double least =
                    x1 + Math.max(BOX_MIN, (HtmlText.width(transaction.name(), LINE_CHARACTERS) + 10) * CHARACTER);
            for (int i = 0; i < at.length; i++) {
                int characters = HtmlText.width(transaction.history().names().operation(lines.get(i)), LINE_CHARACTERS);
                least = Math.max(least, at[i] + characters * CHARACTER + INSET);
            }
            return least;
        }

        double height() {
            return 24 + LINE * (lines.size() + (unshown() > 0 ? 1 : 0)) + 6;
        }
    }

    /** A moment at which a box begins (line -1), one of its operations is called, or it ends (line of no operation). */
    record Moment(long time, Box box, int line) {
        boolean begins() {
            return line < 0;
        }

        boolean ends() {
            return line == box.lines.size();
        }

        /** Where there is room for it. */
        private double least(double here, double rowEnd) {
            return Math.max(here, begins() ? rowEnd + GAP : ends() && box.begin != time ? box.leastEnd() : here);
        }

        double x() {
            return begins() ? box.x1 : ends() ? box.x2 : box.at[line];
        }

        private void put(double x) {
            if (begins()) {
                box.beginAt(x);
            } else if (ends()) {
                box.x2 = Math.max(x, box.leastEnd());
            } else {
                Arrays.fill(box.at, line, box.at.length, Math.max(x, box.x1 + INSET));
            }
        }
    }

    /** @param lines which operations of a transaction are written into its box */
    HtmlTimelineLayout(List<Transaction> transactions, Function<Transaction, List<Operation>> lines) {
        this.timed = transactions.stream().allMatch(t -> begin(t) != History.NO_TIME);
        Map<Value, Integer> positions = new HashMap<>();
        for (Transaction t : transactions) {
            int position = positions.merge(t.session().name(), 1, Integer::sum);
            long begin = timed ? begin(t) : 2L * position;
            long end = timed ? Math.max(begin, end(t)) : 2L * position + 1;
            boxes.add(new Box(t, lines.apply(t), begin, end));
        }
    }

    boolean isTimed() {
        return timed;
    }

    List<Box> boxes() {
        return boxes;
    }

    private static long begin(Transaction t) {
        return Times.begin(t.history(), t.number());
    }

    /** Of an unknown ending: when the client last heard of it. */
    private static long end(Transaction t) {
        long end = t.history().endAfter(t.number());
        for (Operation operation : t.operations()) {
            end = Math.max(end, t.history().after(operation.number()));
        }
        return end;
    }

    /** Gives every moment its place, from left to right; equal moments share one. */
    List<Moment> place(double left) {
        List<Moment> moments = moments();
        Map<Value, Double> rowEnds = new HashMap<>();
        double gap = Math.max(GAP, Math.min(GAP_MAX, COMFORTABLE_WIDTH / moments.size()));
        double x = left - gap;
        for (int i = 0; i < moments.size(); ) {
            double here = x + gap;
            int next = i;
            for (; next < moments.size() && moments.get(next).time == moments.get(i).time; next++) {
                Moment moment = moments.get(next);
                here = moment.least(here, rowEnds.getOrDefault(row(moment.box), left - GAP));
            }
            x = here;
            for (; i < next; i++) {
                Moment moment = moments.get(i);
                moment.put(here);
                if (moment.ends()) {
                    rowEnds.merge(row(moment.box), moment.box.x2, Math::max);
                    x = Math.max(x, moment.box.x2); // one that took no time needs room all the same
                }
            }
        }
        return moments;
    }

    private List<Moment> moments() {
        List<Moment> moments = new ArrayList<>();
        for (Box box : boxes) {
            moments.add(new Moment(box.begin, box, -1));
            moments.add(new Moment(box.end, box, box.lines.size()));
            for (int line = 0; timed && line < box.lines.size(); line++) {
                Operation operation = box.lines.get(line);
                long called = operation.history().before(operation.number());
                if (called >= box.begin && called <= box.end) {
                    moments.add(new Moment(called, box, line));
                }
            }
        }
        moments.sort(Comparator.comparingLong(Moment::time).thenComparingInt(Moment::line));
        return moments;
    }

    private static Value row(Box box) {
        return box.transaction.session().name();
    }
}
