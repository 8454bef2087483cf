package io.bateleur.core.report;

import java.util.Locale;

/** Draws a cycle of programs, and the steps of its instances side by side. */
final class HtmlProgramViolation {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 320;
    private static final int BOX = 150;

    private HtmlProgramViolation() {}

    static String of(String id, ProgramViolation violation) {
        StringBuilder out = new StringBuilder("<section><h3>The cycle</h3>\n<figure class=\"timeline\">\n");
        drawing(out, id, violation);
        out.append("</figure></section>\n");
        if (!violation.order().isEmpty()) {
            out.append(
                    "<section><h3>One order that has it</h3>\n<div class=\"scroll\"><table class=\"order\">\n<thead><tr>");
            violation.instances().forEach(each -> out.append("<th scope=\"col\">")
                    .append(HtmlText.escaped(each.name()))
                    .append("</th>"));
            out.append("</tr></thead>\n<tbody>\n");
            violation.order().forEach(move -> row(out, violation, move));
            out.append("</tbody></table></div></section>\n");
        }
        return out.toString();
    }

    private static void row(StringBuilder out, ProgramViolation violation, ProgramViolation.Move move) {
        out.append("<tr>");
        for (int i = 0; i < violation.instances().size(); i++) {
            out.append("<td>");
            if (i == move.instance()) {
                out.append("<b class=\"who\">")
                        .append(HtmlText.escaped(violation.instances().get(i).name()))
                        .append("</b> ");
                out.append(move.line() == 0 ? "" : "<b>:" + move.line() + "</b> ")
                        .append(HtmlText.counted(move.text(), 300));
            }
            out.append("</td>");
        }
        out.append("</tr>\n");
    }

    private static void drawing(StringBuilder out, String id, ProgramViolation violation) {
        int size = violation.edges().size();
        out.append("<svg class=\"programs\" viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT)
                .append("\" role=\"img\" aria-label=\"");
        out.append("A cycle of ")
                .append(size)
                .append(" instances\"><defs><marker id=\"")
                .append(id);
        out.append("arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" ");
        out.append("orient=\"auto-start-reverse\"><path d=\"M0 0 8 4 0 8z\" fill=\"currentColor\"/></marker></defs>\n");
        for (int i = 0; i < size; i++) {
            edge(out, id, violation.edges().get(i), i, (i + 1) % size, size);
        }
        for (int i = 0; i < size; i++) {
            double x = x(i, size);
            double y = y(i, size);
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"34\" rx=\"6\" fill=\"none\" stroke=\"currentColor\"/>"
                            + "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"currentColor\" font-size=\"14\">%s</text>\n",
                    x - BOX / 2.0,
                    y - 17,
                    BOX,
                    x,
                    y + 5,
                    HtmlText.counted(violation.instances().get(i).name(), 18)));
        }
        out.append("</svg>\n");
    }

    /** From the border of one box to that of the other; two instances have two bent edges. */
    private static void edge(StringBuilder out, String id, ProgramViolation.Edge edge, int from, int to, int size) {
        double dx = x(to, size) - x(from, size);
        double dy = y(to, size) - y(from, size);
        double length = Math.hypot(dx, dy);
        double bend = size == 2 ? 70 : 14;
        double middleX = (x(from, size) + x(to, size)) / 2 - dy / length * bend;
        double middleY = (y(from, size) + y(to, size)) / 2 + dx / length * bend;
        double[] start = border(x(from, size), y(from, size), middleX, middleY);
        double[] end = border(x(to, size), y(to, size), middleX, middleY);
        double labelY = middleY + (size == 2 ? -dx / length * 26 : 0);
        out.append(String.format(
                Locale.ROOT,
                "<path d=\"M%.0f %.0f Q%.0f %.0f %.0f %.0f\" fill=\"none\" stroke=\"currentColor\"%s "
                        + "marker-end=\"url(#%sarrow)\"/><text class=\"edge\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" "
                        + "fill=\"currentColor\" font-size=\"12\">%s %s</text>\n",
                start[0],
                start[1],
                middleX,
                middleY,
                end[0],
                end[1],
                edge.kind().equals("RW") ? " stroke-dasharray=\"6 4\"" : "",
                id,
                middleX,
                labelY,
                HtmlText.escaped(edge.kind()),
                HtmlText.counted(edge.cell(), 30)));
    }

    private static double x(int i, int size) {
        return WIDTH / 2.0 - Math.cos(2 * Math.PI * i / size) * (WIDTH / 2.0 - BOX / 2.0 - 10);
    }

    private static double y(int i, int size) {
        return HEIGHT / 2.0 - Math.sin(2 * Math.PI * i / size) * (HEIGHT / 2.0 - 40);
    }

    private static double[] border(double x, double y, double towardsX, double towardsY) {
        double dx = towardsX - x;
        double dy = towardsY - y;
        double scale = Math.min(
                Math.abs(dx) < 1 ? Double.MAX_VALUE : (BOX / 2.0 + 3) / Math.abs(dx),
                Math.abs(dy) < 1 ? Double.MAX_VALUE : 20 / Math.abs(dy));
        return new double[] {x + dx * Math.min(1, scale), y + dy * Math.min(1, scale)};
    }
}
