package io.bateleur.core.report;

import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A cycle as a drawing: transactions around an ellipse, steps as arrows that bend outwards. */
final class HtmlCycle {
    private static final int NODES_MAX = 16;
    private static final int ID_MAX = 14;
    private static final int KEY_MAX = 24;
    private static final double NODE_HEIGHT = 42;
    /** Of one node and the gap to the next, along the ellipse, at least. */
    private static final double ROOM = 158;

    /** What is seen of an arrow beside its label. */
    private static final double ARROW = 40;

    private final HtmlScene scene;
    private final List<HtmlScene.Edge> edges;
    private final Map<Value, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Integer> parallel = new HashMap<>();
    private final StringBuilder out = new StringBuilder();
    private double left = Double.MAX_VALUE;
    private double top = Double.MAX_VALUE;
    private double right = -Double.MAX_VALUE;
    private double bottom = -Double.MAX_VALUE;

    private record Node(Transaction transaction, double x, double y, double width) {
        boolean holds(double px, double py, double margin) {
            return Math.abs(px - x) <= width / 2 + margin && Math.abs(py - y) <= NODE_HEIGHT / 2 + margin;
        }
    }

    private HtmlCycle(List<HtmlScene.Edge> edges, HtmlScene scene) {
        this.edges = edges;
        this.scene = scene;
    }

    static String svg(List<HtmlScene.Edge> edges, HtmlScene scene) {
        return new HtmlCycle(edges, scene).draw();
    }

    private String draw() {
        place();
        List<HtmlScene.Edge> drawn = edges.stream()
                .filter(edge -> nodes.containsKey(edge.step().from().id())
                        && nodes.containsKey(edge.step().to().id()))
                .toList();
        drawn.forEach(this::edge);
        nodes.values().forEach(this::node);
        double width = right - left + 24;
        double height = bottom - top + 24;
        String names = HtmlText.cut(names(), 200);
        String svg = format(
                "<svg class=\"cycle-svg\" viewBox=\"%.0f %.0f %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"group\" aria-label=\"%s\">\n",
                left - 12, top - 12, width, height, width, height, "Cycle: " + names);
        String note = drawn.size() == edges.size()
                ? ""
                : "<figcaption>… " + (edges.size() - drawn.size()) + " more steps are not drawn</figcaption>\n";
        return svg + out + "</svg>\n" + note;
    }

    private String names() {
        StringBuilder names = new StringBuilder(edges.get(0).step().from().name());
        edges.forEach(edge -> names.append(" → ").append(edge.step().to().name()));
        return names.toString();
    }

    private void place() {
        List<Transaction> around = new ArrayList<>();
        Map<Value, Transaction> seen = new LinkedHashMap<>();
        for (HtmlScene.Edge edge : edges) {
            for (Transaction transaction :
                    List.of(edge.step().from(), edge.step().to())) {
                if (seen.size() < NODES_MAX && seen.putIfAbsent(transaction.id(), transaction) == null) {
                    around.add(transaction);
                }
            }
        }
        int n = around.size();
        double widest = around.stream().mapToDouble(HtmlCycle::width).max().orElse(0);
        double label = edges.stream().mapToDouble(HtmlCycle::labelWidth).max().orElse(0);
        double room = Math.max(ROOM, widest + label + ARROW);
        double radius = Math.max(74, room * n / (2 * Math.PI));
        for (int i = 0; i < n; i++) {
            Transaction transaction = around.get(i);
            // Two are side by side, three and more begin at the top.
            double angle = (n == 2 ? Math.PI : -Math.PI / 2) + 2 * Math.PI * i / n;
            double wide = n == 2 ? room / 2 : radius * 1.3;
            double high = n == 2 ? 0 : Math.min(radius, ROOM * n / 5) * 0.86;
            nodes.put(
                    transaction.id(),
                    new Node(transaction, wide * Math.cos(angle), high * Math.sin(angle), width(transaction)));
        }
    }

    private static double width(Transaction transaction) {
        int session = HtmlText.width("session " + transaction.session(), ID_MAX + 6);
        return Math.max(8.2 * HtmlText.width(transaction.name(), ID_MAX), 6.2 * session) + 26;
    }

    private static double labelWidth(HtmlScene.Edge edge) {
        Step step = edge.step();
        int key = step.keyName().map(name -> HtmlText.width(name, KEY_MAX) + 2).orElse(1);
        return 7.3 * (step.kind().word().length() + key);
    }

    private void node(Node node) {
        double x = node.x - node.width / 2;
        double y = node.y - NODE_HEIGHT / 2;
        reach(x, y);
        reach(x + node.width, y + NODE_HEIGHT);
        Transaction transaction = node.transaction;
        String session = "session " + transaction.session();
        out.append(format(
                "<g class=\"node\" %s tabindex=\"0\" role=\"button\" aria-label=\"%s\"><title>%s</title>"
                        + "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"9\"/>"
                        + "<text class=\"id\" x=\"%.1f\" y=\"%.1f\">%s</text>"
                        + "<text class=\"session\" x=\"%.1f\" y=\"%.1f\">%s</text></g>\n",
                scene.actor(transaction),
                "Transaction " + HtmlText.cut(transaction.name(), 80),
                HtmlText.cut(transaction.name() + " of " + session, 200),
                x,
                y,
                node.width,
                NODE_HEIGHT,
                node.x,
                node.y - 1,
                HtmlText.cut(transaction.name(), ID_MAX),
                node.x,
                node.y + 13,
                HtmlText.cut(session, ID_MAX + 6)));
    }

    private void edge(HtmlScene.Edge edge) {
        Step step = edge.step();
        Node from = nodes.get(step.from().id());
        Node to = nodes.get(step.to().id());
        if (from == null || to == null || from.equals(to)) {
            return;
        }
        int twin = parallel.merge(edge.from() + ">" + edge.to(), 1, Integer::sum) - 1;
        double mx = (from.x + to.x) / 2;
        double my = (from.y + to.y) / 2;
        double dx = to.x - from.x;
        double dy = to.y - from.y;
        double length = Math.max(1, Math.hypot(dx, dy));
        // To the left of the way, which is outwards: the nodes follow each other clockwise.
        double bend = (nodes.size() == 2 ? 76 : 34) + 44 * twin;
        Curve curve = new Curve(from.x, from.y, mx + dy / length * bend, my - dx / length * bend, to.x, to.y)
                .between(from, to);
        double angle = Math.atan2(curve.y2 - curve.y1, curve.x2 - curve.x1);
        double lx = curve.x(0.5);
        double ly = curve.y(0.5);
        String key = step.keyName().orElse("");
        double labelWidth = labelWidth(edge);
        reach(lx - labelWidth / 2, ly - 14);
        reach(lx + labelWidth / 2, ly + 14);
        reach(curve.x1, curve.y1);
        out.append(format(
                "<g class=\"edge %s\" %s tabindex=\"0\" role=\"button\" aria-label=\"%s\"><title>%s</title>"
                        + "<path class=\"hit\" d=\"%s\"/><path class=\"line\" d=\"%s\"/>"
                        + "<path class=\"head\" d=\"M0 0L-10 -4.5L-10 4.5Z\" transform=\"translate(%.1f %.1f) rotate(%.1f)\"/>"
                        + "<rect class=\"label\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"18\" rx=\"4\"/>"
                        + "<text x=\"%.1f\" y=\"%.1f\"><tspan class=\"k\">%s</tspan> %s</text></g>\n",
                step.kind().word(),
                edge.attributes(),
                HtmlText.cut(
                        step.from().name() + " before " + step.to().name() + ", "
                                + step.kind().word() + " " + key,
                        160),
                HtmlText.cut(step.because(), 400),
                curve.path(),
                curve.path(),
                curve.x2,
                curve.y2,
                Math.toDegrees(angle),
                lx - labelWidth / 2,
                ly - 9,
                labelWidth,
                lx,
                ly + 4,
                step.kind().word(),
                HtmlText.cut(key, KEY_MAX)));
    }

    private void reach(double x, double y) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
    }

    /** A quadratic curve: two ends and the point that it bends to. */
    private record Curve(double x0, double y0, double x1, double y1, double x2, double y2) {
        private static final int SAMPLES = 100;

        double x(double t) {
            return (1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * x1 + t * t * x2;
        }

        double y(double t) {
            return (1 - t) * (1 - t) * y0 + 2 * t * (1 - t) * y1 + t * t * y2;
        }

        /** The part of it that no node covers. */
        Curve between(Node from, Node to) {
            int first = 0;
            while (first < SAMPLES / 2 && from.holds(x(at(first)), y(at(first)), 2)) {
                first++;
            }
            int last = SAMPLES;
            while (last > SAMPLES / 2 && to.holds(x(at(last)), y(at(last)), 4)) {
                last--;
            }
            double s = at(first);
            double t = at(last);
            double bendX = (1 - s) * (1 - t) * x0 + (s + t - 2 * s * t) * x1 + s * t * x2;
            double bendY = (1 - s) * (1 - t) * y0 + (s + t - 2 * s * t) * y1 + s * t * y2;
            return new Curve(x(s), y(s), bendX, bendY, x(t), y(t));
        }

        private static double at(int sample) {
            return (double) sample / SAMPLES;
        }

        String path() {
            return format("M%.1f %.1fQ%.1f %.1f %.1f %.1f", x0, y0, x1, y1, x2, y2);
        }
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
