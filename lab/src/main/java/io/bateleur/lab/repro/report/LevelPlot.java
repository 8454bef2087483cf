package io.bateleur.lab.repro.report;

import io.bateleur.core.report.HtmlPage;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Groups of bars, one for each level, as SVG. */
final class LevelPlot {
    private static final List<String> COLOURS = List.of("#9ecae1", "#4292c6", "#fdae6b", "#d94801");
    private static final int BAR = 16;
    private static final int GAP = 22;
    private static final int HEIGHT = 160;
    private static final int LEFT = 44;
    private static final int TOP = 34;

    private LevelPlot() {}

    static String of(List<String> levels, Map<String, List<Correlation.Share>> groups) {
        int width = LEFT + Math.max(420, groups.size() * (levels.size() * BAR + GAP) + GAP);
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                width,
                TOP + HEIGHT + 46));
        for (int i = 0; i < levels.size(); i++) {
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"8\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%d\" y=\"17\">%s</text>%n",
                    LEFT + i * 105,
                    COLOURS.get(i % COLOURS.size()),
                    LEFT + i * 105 + 14,
                    HtmlPage.escaped(levels.get(i).replace('-', ' '))));
        }
        for (int percent = 0; percent <= 100; percent += 50) {
            int y = TOP + HEIGHT - HEIGHT * percent / 100;
            out.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#cccccc\"/><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d %%</text>%n",
                    LEFT,
                    width,
                    y,
                    y,
                    LEFT - 4,
                    y + 4,
                    percent));
        }
        int x = LEFT + GAP / 2;
        for (Map.Entry<String, List<Correlation.Share>> group : groups.entrySet()) {
            group(out, x, group.getKey(), group.getValue());
            x += levels.size() * BAR + GAP;
        }
        return out.append("</svg>\n").toString();
    }

    private static void group(StringBuilder out, int x, String name, List<Correlation.Share> shares) {
        for (int i = 0; i < shares.size(); i++) {
            Correlation.Share share = shares.get(i);
            int height = share.run() == 0 ? 0 : HEIGHT * share.shown() / share.run();
            if (share.run() > 0) {
                out.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-size=\"9\">%d</text>%n",
                        x + i * BAR,
                        TOP + HEIGHT - height,
                        BAR - 2,
                        height,
                        COLOURS.get(i % COLOURS.size()),
                        x + i * BAR + BAR / 2 - 1,
                        TOP + HEIGHT - height - 3,
                        share.shown()));
            }
        }
        out.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                x + shares.size() * BAR / 2,
                TOP + HEIGHT + 18,
                HtmlPage.escaped(name)));
    }
}
