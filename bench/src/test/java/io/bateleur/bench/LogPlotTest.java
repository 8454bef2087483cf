package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LogPlotTest {
    @Test
    void itIsWellFormedWhateverTheNamesAndTheLocale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            Document plot = parsed(plot("a < b & c", points(1e4, 0.5, 1e6, 20)));
            assertThat(plot.getDocumentElement().getTagName()).isEqualTo("svg");
            assertThat(plot.getDocumentElement().getTextContent()).contains("a < b & c", "slope 1", "10 000", "0.1");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void tenTimesAsFarIsOneStepOnEachAxis() throws Exception {
        Document plot = parsed(plot("linear", points(10_000, 1, 100_000, 10, 1_000_000, 100)));
        NodeList circles = plot.getElementsByTagName("circle");
        assertThat(circles.getLength()).isEqualTo(3);
        double[] x = new double[3];
        double[] y = new double[3];
        for (int i = 0; i < 3; i++) {
            x[i] = number(circles, i, "cx");
            y[i] = number(circles, i, "cy");
        }
        assertThat(x[1] - x[0]).isPositive().isCloseTo(x[2] - x[1], within());
        assertThat(y[1] - y[0]).isNegative().isCloseTo(y[2] - y[1], within());
    }

    /** The dashed line goes through the first point, and a linear curve lies on it. */
    @Test
    void theDashedLineHasSlopeOne() throws Exception {
        Document plot = parsed(plot("linear", points(10_000, 1, 1_000_000, 100)));
        NodeList lines = plot.getElementsByTagName("line");
        for (int i = 0; i < lines.getLength(); i++) {
            if (((Element) lines.item(i)).hasAttribute("stroke-dasharray")) {
                NodeList circles = plot.getElementsByTagName("circle");
                assertThat(number(lines, i, "x1")).isCloseTo(number(circles, 0, "cx"), within());
                assertThat(number(lines, i, "y1")).isCloseTo(number(circles, 0, "cy"), within());
                assertThat(number(lines, i, "x2")).isCloseTo(number(circles, 1, "cx"), within());
                assertThat(number(lines, i, "y2")).isCloseTo(number(circles, 1, "cy"), within());
                return;
            }
        }
        throw new AssertionError("no dashed line");
    }

    @Test
    void whatTookNoTimeHasNoPlace() {
        LogPlot plot = new LogPlot("n", "s", Map.of("odd", points(10, 0)));
        assertThatThrownBy(plot::svg).isInstanceOf(IllegalArgumentException.class);
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(0.2);
    }

    private static double number(NodeList nodes, int index, String attribute) {
        return Double.parseDouble(((Element) nodes.item(index)).getAttribute(attribute));
    }

    private static List<LogPlot.Point> points(double... xy) {
        return java.util.stream.IntStream.range(0, xy.length / 2)
                .mapToObj(i -> new LogPlot.Point(xy[2 * i], xy[2 * i + 1]))
                .toList();
    }

    private static String plot(String name, List<LogPlot.Point> points) {
        return new LogPlot("transactions", "seconds", Map.of(name, points)).svg();
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
