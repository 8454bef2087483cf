package io.bateleur.core.explain;

import io.bateleur.core.asg.Times;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The transactions of a violation by session and time, as a drawing. Time runs to the right, but not evenly: between two moments
 * there is as much room as the boxes need, so that what overlapped overlaps and what came first is further left. Without times
 * only the order within each session is shown.
 */
final class HtmlTimeline {
    private static final int TRANSACTIONS_MAX = 30;
    private static final int LABEL_MAX = 22;
    private static final int LINES_MAX = 6;
    private static final int LINE_CHARACTERS = 24;
    private static final double CHARACTER = 6.7;
    private static final double LINE = 15;
    /** Between two moments at least, and at most where there is room. */
    private static final double GAP = 16;

    private static final double GAP_MAX = 44;
    private static final double COMFORTABLE_WIDTH = 640;
    private static final double INSET = 9;
    private static final double TICK_ROOM = 84;

    private final HtmlScene scene;
    private final List<Box> boxes = new ArrayList<>();
    private final Map<Value, Double> rows = new LinkedHashMap<>();
    private final StringBuilder out = new StringBuilder();
    private final boolean timed;
    private double width;

    /** A transaction, with its moments and, once they are known, the places of these. */
    private static final class Box {
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
                    x1 + Math.max(74, (HtmlText.width(transaction.toString(), LINE_CHARACTERS) + 10) * CHARACTER);
            for (int i = 0; i < at.length; i++) {
                int characters = HtmlText.width(Notation.operation(lines.get(i)), LINE_CHARACTERS);
                least = Math.max(least, at[i] + characters * CHARACTER + INSET);
            }
            return least;
        }

        double height() {
            return 24 + LINE * (lines.size() + (unshown() > 0 ? 1 : 0)) + 6;
        }
    }

    /** A moment at which a box begins (line -1), one of its operations is called, or it ends (line of no operation). */
    private record Moment(long time, Box box, int line) {
        boolean begins() {
            return line < 0;
        }

        boolean ends() {
            return line == box.lines.size();
        }

        /** Where there is room for it. */
        double least(double here, double rowEnd) {
            return Math.max(here, begins() ? rowEnd + GAP : ends() && box.begin != time ? box.leastEnd() : here);
        }

        void put(double x) {
            if (begins()) {
                box.beginAt(x);
            } else if (ends()) {
                box.x2 = Math.max(x, box.leastEnd());
            } else {
                Arrays.fill(box.at, line, box.at.length, Math.max(x, box.x1 + INSET));
            }
        }
    }

    private HtmlTimeline(HtmlScene scene, List<Transaction> transactions) {
        this.scene = scene;
        this.timed = transactions.stream().allMatch(t -> begin(t) != History.NO_TIME);
        Map<Value, Integer> positions = new HashMap<>();
        for (Transaction t : transactions) {
            int position = positions.merge(t.session().name(), 1, Integer::sum);
            long begin = timed ? begin(t) : 2L * position;
            long end = timed ? Math.max(begin, end(t)) : 2L * position + 1;
            boxes.add(new Box(t, lines(t), begin, end));
        }
    }

    static String svg(HtmlScene scene, List<Transaction> transactions) {
        List<Transaction> shown = transactions.subList(0, Math.min(transactions.size(), TRANSACTIONS_MAX));
        HtmlTimeline timeline = new HtmlTimeline(scene, shown);
        long sessions = shown.stream().map(t -> t.session().name()).distinct().count();
        if (!timeline.timed && sessions == shown.size()) {
            return "<figcaption>The trace has no times, and each of these is of another session.</figcaption>\n";
        }
        return timeline.draw(transactions.size() - shown.size());
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

    /** What the argument is about comes before what is merely there. */
    private List<Operation> lines(Transaction t) {
        List<Operation> all = t.operations();
        if (all.size() <= LINES_MAX) {
            return all;
        }
        List<Operation> chosen = new ArrayList<>(
                all.stream().filter(scene::isEvidence).limit(LINES_MAX).toList());
        all.stream()
                .filter(operation -> !scene.isEvidence(operation))
                .limit(LINES_MAX - chosen.size())
                .forEach(chosen::add);
        chosen.sort(Comparator.comparingInt(Operation::number));
        return chosen;
    }

    private String draw(int unshown) {
        double labels = 30;
        for (Box box : boxes) {
            labels = Math.max(
                    labels, HtmlText.width("session " + box.transaction.session(), LABEL_MAX) * CHARACTER + 24);
        }
        List<Moment> moments = place(labels);
        double bottom = rows();
        if (timed) {
            bottom = ticks(moments, bottom);
        }
        boxes.forEach(this::box);
        String caption = timed
                ? "Time runs to the right, not to scale: what overlaps here overlapped in time."
                : "The trace has no times: each row shows the order within its session, and nothing about the others.";
        String more = unshown > 0 ? " " + unshown + " more transactions are not drawn." : "";
        return format(
                        "<svg class=\"timeline-svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"group\" aria-label=\"Transactions by session and time\">\n",
                        width, bottom, width, bottom)
                + out + "</svg>\n<figcaption>" + caption + more + "</figcaption>\n";
    }

    /** Gives every moment its place, from left to right; equal moments share one. */
    private List<Moment> place(double labels) {
        List<Moment> moments = moments();
        Map<Value, Double> rowEnds = new HashMap<>();
        double gap = Math.max(GAP, Math.min(GAP_MAX, COMFORTABLE_WIDTH / moments.size()));
        double x = labels - gap;
        for (int i = 0; i < moments.size(); ) {
            double here = x + gap;
            int next = i;
            for (; next < moments.size() && moments.get(next).time == moments.get(i).time; next++) {
                Moment moment = moments.get(next);
                here = moment.least(here, rowEnds.getOrDefault(row(moment.box), labels - GAP));
            }
            for (; i < next; i++) {
                Moment moment = moments.get(i);
                moment.put(here);
                if (moment.ends()) {
                    rowEnds.merge(row(moment.box), moment.box.x2, Math::max);
                }
            }
            x = here;
        }
        for (Box box : boxes) {
            width = Math.max(width, box.x2 + (timed ? TICK_ROOM : INSET));
        }
        return moments;
    }

    private List<Moment> moments() {
        List<Moment> moments = new ArrayList<>();
        for (Box box : boxes) {
            moments.add(new Moment(box.begin, box, -1));
            moments.add(new Moment(box.end, box, box.lines.size()));
            for (int line = 0; timed && line < box.lines.size(); line++) {
                long called =
                        box.lines.get(line).history().before(box.lines.get(line).number());
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

    private double rows() {
        Map<Value, Double> heights = new LinkedHashMap<>();
        for (Box box : boxes) {
            heights.merge(box.transaction.session().name(), box.height(), Math::max);
        }
        double y = 6;
        for (Map.Entry<Value, Double> row : heights.entrySet()) {
            rows.put(row.getKey(), y);
            double height = row.getValue() + 16;
            out.append(format(
                    "<g class=\"row\"><line x1=\"0\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"4\" y=\"%.1f\">%s</text></g>\n",
                    width, y + height - 4, y + height - 4, y + 20, HtmlText.cut("session " + row.getKey(), LABEL_MAX)));
            y += height;
        }
        return y + 4;
    }

    private double ticks(List<Moment> moments, double y) {
        long first = moments.get(0).time;
        long span = moments.get(moments.size() - 1).time - first;
        double last = -TICK_ROOM;
        for (Moment moment : moments) {
            double x = moment.begins() ? moment.box.x1 : moment.ends() ? moment.box.x2 : moment.box.at[moment.line];
            if (x - last >= TICK_ROOM) {
                out.append(format(
                        "<g class=\"tick\"><line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\">%s</text></g>\n",
                        x, x, y, x + 3, y + 13, elapsed(moment.time - first, span)));
                last = x;
            }
        }
        return y + 20;
    }

    /** In the unit that suits the whole span. */
    private static String elapsed(long nanos, long span) {
        if (span < 10_000) {
            return "+" + nanos + " ns";
        }
        if (span < 10_000_000) {
            return format("+%.1f µs", nanos / 1e3);
        }
        return span < 10_000_000_000L ? format("+%.2f ms", nanos / 1e6) : format("+%.2f s", nanos / 1e9);
    }

    private void box(Box box) {
        Transaction t = box.transaction;
        double y = rows.getOrDefault(t.session().name(), 0.0);
        String ending = t.ending() == Ending.COMMITTED ? "" : " " + t.ending();
        out.append(format(
                "<g class=\"box %s\" %s tabindex=\"0\" role=\"button\" aria-label=\"%s\"><title>%s</title>"
                        + "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"7\"/>"
                        + "<text class=\"id\" x=\"%.1f\" y=\"%.1f\">%s<tspan class=\"ending\">%s</tspan></text>\n",
                t.ending(),
                scene.actor(t),
                "Transaction " + HtmlText.cut(t.toString(), 80) + ending,
                HtmlText.cut(t + " of session " + t.session() + ", " + t.ending(), 200),
                box.x1,
                y,
                box.x2 - box.x1,
                box.height(),
                box.x1 + INSET,
                y + 17,
                HtmlText.cut(t.toString(), LINE_CHARACTERS),
                ending));
        for (int i = 0; i < box.lines.size(); i++) {
            Operation line = box.lines.get(i);
            out.append(format(
                    "<text class=\"op%s\" data-on=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    scene.isEvidence(line) ? " evidence" : "",
                    scene.stepsOf(line),
                    box.at[i],
                    y + 36 + LINE * i,
                    HtmlText.cut(Notation.operation(line), LINE_CHARACTERS)));
        }
        if (box.unshown() > 0) {
            out.append(format(
                    "<text class=\"op more\" x=\"%.1f\" y=\"%.1f\">… %d more</text>\n",
                    box.x1 + INSET, y + 36 + LINE * box.lines.size(), box.unshown()));
        }
        out.append("</g>\n");
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
