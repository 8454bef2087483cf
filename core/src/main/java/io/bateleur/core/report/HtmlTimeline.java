package io.bateleur.core.report;

import static io.bateleur.core.report.HtmlTimelineLayout.INSET;
import static io.bateleur.core.report.HtmlTimelineLayout.LINE;
import static io.bateleur.core.report.HtmlTimelineLayout.LINE_CHARACTERS;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.HtmlTimelineLayout.Box;
import io.bateleur.core.report.HtmlTimelineLayout.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The transactions of a violation by session and time, as a drawing. Time runs to the right, but not evenly, so that what overlapped
 * overlaps and what came first is further left. Without times only the order within each session is shown.
 */
final class HtmlTimeline {
    private static final int TRANSACTIONS_MAX = 30;
    private static final int LABEL_MAX = 22;
    private static final int LINES_MAX = 6;
    private static final double TICK_ROOM = 84;

    private final HtmlScene scene;
    private final HtmlTimelineLayout layout;
    private final Map<Value, Double> rows = new LinkedHashMap<>();
    private final StringBuilder out = new StringBuilder();
    private double width;

    private HtmlTimeline(HtmlScene scene, List<Transaction> transactions) {
        this.scene = scene;
        List<Transaction> inOrder = new ArrayList<>(transactions);
        inOrder.sort(Comparator.comparingInt(Transaction::number));
        this.layout = new HtmlTimelineLayout(inOrder, this::lines);
        transactions.forEach(transaction -> rows.put(transaction.session().name(), 0.0));
    }

    /** @param transactions whose sessions are drawn in the order in which they come up here */
    static String svg(HtmlScene scene, List<Transaction> transactions) {
        List<Transaction> shown = transactions.subList(0, Math.min(transactions.size(), TRANSACTIONS_MAX));
        HtmlTimeline timeline = new HtmlTimeline(scene, shown);
        return timeline.draw(transactions.size() - shown.size());
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
        double labels = 0;
        for (Box box : layout.boxes()) {
            int characters = HtmlText.width("session " + box.transaction.session(), LABEL_MAX);
            labels = Math.max(labels, characters * HtmlTimelineLayout.CHARACTER + 24);
        }
        List<Moment> moments = layout.place(labels);
        for (Box box : layout.boxes()) {
            width = Math.max(width, box.x2 + (layout.isTimed() ? TICK_ROOM : INSET));
        }
        double bottom = rows();
        if (layout.isTimed()) {
            bottom = ticks(moments, bottom);
        }
        layout.boxes().forEach(this::box);
        String caption = layout.isTimed()
                ? "Time runs to the right, not to scale: what overlaps here overlapped in time."
                : "The trace has no times: each row shows the order within its session, and nothing about the others.";
        String more = unshown > 0 ? " " + unshown + " more transactions are not drawn." : "";
        return format(
                        "<svg class=\"timeline-svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"group\" aria-label=\"Transactions by session and time\">\n",
                        width, bottom, width, bottom)
                + out + "</svg>\n<figcaption>" + caption + more + "</figcaption>\n";
    }

    private double rows() {
        Map<Value, Double> heights = new LinkedHashMap<>(rows);
        for (Box box : layout.boxes()) {
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
        long first = moments.get(0).time();
        long span = moments.get(moments.size() - 1).time() - first;
        double last = -TICK_ROOM;
        for (Moment moment : moments) {
            double x = moment.x();
            if (x - last >= TICK_ROOM) {
                out.append(format(
                        "<g class=\"tick\"><line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\">%s</text></g>\n",
                        x, x, y, x + 3, y + 13, elapsed(moment.time() - first, span)));
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
                "Transaction " + HtmlText.cut(t.name(), 80) + ending,
                HtmlText.cut(t.name() + " of session " + t.session() + ", " + t.ending(), 200),
                box.x1,
                y,
                box.x2 - box.x1,
                box.height(),
                box.x1 + INSET,
                y + 17,
                HtmlText.cut(t.name(), LINE_CHARACTERS),
                ending));
        for (int i = 0; i < box.lines.size(); i++) {
            Operation line = box.lines.get(i);
            out.append(format(
                    "<text class=\"op%s\" data-on=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    scene.isEvidence(line) ? " evidence" : "",
                    scene.stepsOf(line),
                    box.at[i],
                    y + 36 + LINE * i,
                    HtmlText.cut(t.history().names().operation(line), LINE_CHARACTERS)));
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
