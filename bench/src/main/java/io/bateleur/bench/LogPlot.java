package io.bateleur.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Curves on two logarithmic axes, as SVG. A dashed line of slope 1 through the first point shows what linear growth would be. It has
 * a background of its own, so that it can be read on a dark page.
 */
record LogPlot(String xLabel, String yLabel, Map<String, List<Point>> series) {
    record Point(double x, double y) {}

    private static final int WIDTH = 720;
    private static final int HEIGHT = 440;
    private static final int LEFT = 70;
    private static final int RIGHT = 45;
    private static final int TOP = 20;
    private static final int BOTTOM = 60;
    private static final int LEGEND_WIDTH = 190;
    private static final List<String> COLOURS = List.of("#1f5fa8", "#c2571a", "#2e7d4f", "#7b4a9e");

    String svg() {
        return new Drawing().make();
    }

    /** The powers of ten around what is shown. */
    private record Axis(int from, int to) {
        static Axis of(double min, double max) {
            int from = (int) Math.floor(Math.log10(min) + 1e-9);
            int to = (int) Math.ceil(Math.log10(max) - 1e-9);
            return new Axis(from, Math.max(to, from + 1));
        }

        /** Powers of ten, and 2 and 5 times them where there is room. */
        double[] marks() {
            int[] steps = to - from <= 3 ? new int[] {1, 2, 5} : new int[] {1};
            return IntStream.rangeClosed(from, to)
                    .boxed()
                    .flatMap(power -> Arrays.stream(steps).mapToObj(step -> step * Math.pow(10, power)))
                    .mapToDouble(Double::doubleValue)
                    .filter(value -> value <= Math.pow(10, to))
                    .toArray();
        }

        /** How far along the axis a value is, from 0 to 1. */
        double share(double value) {
            return (Math.log10(value) - from) / (to - from);
        }
    }

    private final class Drawing {
        private final StringBuilder text = new StringBuilder();
        private final Axis xAxis = axis(Point::x);
        private final Axis yAxis = axis(Point::y);

        private Axis axis(ToDoubleFunction<Point> side) {
            double[] values = series.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(side)
                    .sorted()
                    .toArray();
            if (values.length == 0 || values[0] <= 0) {
                throw new IllegalArgumentException("nothing to draw on a logarithmic axis");
            }
            return Axis.of(values[0], values[values.length - 1]);
        }

        String make() {
            line(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                            + " font-family=\"sans-serif\" font-size=\"14\" fill=\"#222222\">",
                    WIDTH, HEIGHT, WIDTH, HEIGHT);
            line("<title>%s by %s</title>", escaped(yLabel), escaped(xLabel));
            line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
            grid();
            slope();
            int number = 0;
            for (Map.Entry<String, List<Point>> each : series.entrySet()) {
                curve(each.getKey(), each.getValue(), number++);
            }
            legend("slope 1", "#777777", true, number);
            line("</svg>");
            return text.toString();
        }

        private void grid() {
            for (double value : xAxis.marks()) {
                stroke(x(value), TOP, x(value), HEIGHT - BOTTOM);
                label(x(value), HEIGHT - BOTTOM + 20, "middle", words(value));
            }
            for (double value : yAxis.marks()) {
                stroke(LEFT, y(value), WIDTH - RIGHT, y(value));
                label(LEFT - 8, y(value) + 5, "end", words(value));
            }
            label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 15, "middle", xLabel);
            double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
            line(
                    "<text transform=\"translate(18 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                    middle, escaped(yLabel));
        }

        private void stroke(double x1, double y1, double x2, double y2) {
            line("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>", x1, y1, x2, y2);
        }

        private void label(double x, double y, String anchor, String words) {
            line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(words));
        }

        /** As long as it stays inside. */
        private void slope() {
            Point first = series.values().iterator().next().get(0);
            double ratio = first.y / first.x;
            double from = Math.max(Math.pow(10, xAxis.from), Math.pow(10, yAxis.from) / ratio);
            double to = Math.min(Math.pow(10, xAxis.to), Math.pow(10, yAxis.to) / ratio);
            line(
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#777777\" stroke-dasharray=\"6 5\"/>",
                    x(from), y(from * ratio), x(to), y(to * ratio));
        }

        private void curve(String name, List<Point> points, int number) {
            String colour = COLOURS.get(number % COLOURS.size());
            StringBuilder path = new StringBuilder();
            for (Point point : points) {
                path.append(path.isEmpty() ? "" : " ").append(formatted("%.1f,%.1f", x(point.x), y(point.y)));
                line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x(point.x), y(point.y), colour);
            }
            line("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, colour);
            legend(name, colour, false, number);
        }

        /** At the lower right, where a growing curve is not. */
        private void legend(String name, String colour, boolean dashed, int number) {
            double y = HEIGHT - BOTTOM - 22.0 * (series.size() - number) - 20;
            int left = WIDTH - RIGHT - LEGEND_WIDTH;
            String dashes = dashed ? " stroke-dasharray=\"6 5\"" : "";
            line(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"%s/>",
                    left, y, left + 30, y, colour, dashes);
            label(left + 38, y + 5, "start", name);
        }

        private double x(double value) {
            return LEFT + xAxis.share(value) * (WIDTH - LEFT - RIGHT);
        }

        private double y(double value) {
            return HEIGHT - BOTTOM - yAxis.share(value) * (HEIGHT - TOP - BOTTOM);
        }

        private void line(String format, Object... values) {
            text.append(formatted(format, values)).append('\n');
        }
    }

    /** As people write it: 0.1, 20, 10 000. */
    private static String words(double value) {
        return value >= 1
                ? Table.number(Math.round(value))
                : BigDecimal.valueOf(value)
                        .round(new MathContext(1))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static String formatted(String format, Object... values) {
        return String.format(Locale.ROOT, format, values); // a comma would part two numbers
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
