package io.bateleur.core.report;

/** A finding in plain text: what is wrong, why, what it means, and what to look at. */
public final class TextRenderer {
    /** Longer lines are hard to read, however wide the page is. */
    private static final int WIDTH = 110;
    /** Where no line is broken. */
    private static final String GLUED = "\u00a0=\u00a0";

    private final int width;
    private final StringBuilder out = new StringBuilder();

    private TextRenderer(int width) {
        this.width = width;
    }

    /** An explanation by itself, of a level that was promised. */
    public static String render(Explanation why) {
        return render(BrokenLevel.of("", why));
    }

    /** Lines of text, each with a line feed. */
    public static String render(Finding finding) {
        return render(finding, WIDTH);
    }

    /** The same for a page of fewer columns. */
    public static String render(Finding finding, int columns) {
        TextRenderer text = new TextRenderer(Math.min(columns, WIDTH));
        text.finding(finding);
        return text.out.toString();
    }

    private void finding(Finding finding) {
        line(0, finding.title() + (finding.isFinal() ? "" : " (provisional)"));
        line(0, finding.claim());
        line(0, "");
        finding.steps().forEach(step -> line(step.depth() + 1, step.text()));
        line(0, "");
        line(0, finding.meaning());
        for (Evidence evidence : finding.evidence()) {
            line(0, "");
            line(0, evidence.heading() + ":");
            evidence.lines().forEach(each -> out.append("  ").append(each).append('\n'));
        }
        for (String remark : finding.remarks()) {
            line(0, "");
            line(0, remark);
        }
    }

    /** A line, or several where it is too long: those after the first are indented further. */
    private void line(int depth, String text) {
        String indent = "  ".repeat(depth);
        StringBuilder line = new StringBuilder();
        for (String word : text.replace(" = ", GLUED).split(" ", -1)) {
            if (line.length() > 0 && indent.length() + line.length() + word.length() >= width) {
                out.append(indent).append(line).append('\n');
                line.setLength(0);
                indent = "  ".repeat(depth == 0 ? 0 : depth + 2);
            }
            line.append(line.length() == 0 ? "" : " ").append(word.replace(GLUED, " = "));
        }
        out.append(text.isEmpty() ? "" : indent).append(line).append('\n');
    }
}
