package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.explain.TextRenderer;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prints docs/anomalies.md: each anomaly with its smallest example and what the checker says of it. */
class AnomaliesDocTest {
    /** What is not seen in a history: it depends on a module, or on hints, which are believed only where they can be true. */
    private static final Set<Anomaly> WITHOUT_EXAMPLE = EnumSet.of(Anomaly.MODULE, Anomaly.WRONG_HINT);

    static List<AnomalyExample> examples() throws IOException {
        return AnomalyExample.all();
    }

    @Test
    void everyAnomalyHasAnExample() throws IOException {
        Set<Anomaly> missing = EnumSet.complementOf(
                EnumSet.copyOf(examples().stream().map(AnomalyExample::anomaly).collect(Collectors.toSet())));
        assertThat(missing).isEqualTo(WITHOUT_EXAMPLE);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleIsNamedLikeItsFile(AnomalyExample example) {
        assertThat(example.why().name()).isEqualTo(example.name());
    }

    /** Nothing can be left out of a smallest example, so that its explanation shows all of it. */
    @ParameterizedTest
    @MethodSource("examples")
    void anExampleIsSmallest(AnomalyExample example) {
        History history = example.history();
        History part = example.why().part();
        assertThat(part.transactionCount()).isEqualTo(history.transactionCount());
        assertThat(part.operationCount()).isEqualTo(history.operationCount());
    }

    /** Of what may be expected at a level the weakest that rules it out: stronger ones do so too. */
    @ParameterizedTest
    @MethodSource("examples")
    void verdictsOfAnExampleFollowTheLattice(AnomalyExample example) {
        Map<Level, Verdict> verdicts = example.verdicts();
        for (Implication each : Lattice.implications()) {
            if (each.when().isTrueOf(example.history()) && verdicts.get(each.stronger()) instanceof Verdict.Holds) {
                assertThat(verdicts.get(each.weaker())).as("%s", each).isInstanceOf(Verdict.Holds.class);
            }
        }
    }

    @Test
    void theDocumentShowsThem() throws IOException {
        StringBuilder out = new StringBuilder("\n");
        for (Anomaly anomaly : Anomaly.values()) {
            List<AnomalyExample> examples = examples().stream()
                    .filter(example -> example.anomaly() == anomaly)
                    .toList();
            if (!examples.isEmpty()) {
                section(out, anomaly, examples);
            }
        }
        Golden.compare("docs/anomalies.md", "anomalies", out.toString());
    }

    @Test
    void theDocumentHasAnIndex() throws IOException {
        StringBuilder out =
                new StringBuilder("\n| name | in words | ruled out from | source |\n| --- | --- | --- | --- |\n");
        for (AnomalyExample example : examples()) {
            String link = example.anomaly().title().toLowerCase(java.util.Locale.ROOT);
            out.append("| [%s](#%s) | %s | %s | %s |\n"
                    .formatted(
                            example.name(),
                            link,
                            example.anomaly().words() + beyond(example.order()),
                            weakest(example),
                            example.anomaly().source()));
        }
        Golden.compare("docs/anomalies.md", "index", out.append('\n').toString());
    }

    private static void section(StringBuilder out, Anomaly anomaly, List<AnomalyExample> examples) {
        out.append("## ").append(anomaly.title()).append("\n\n");
        String words = anomaly.words();
        out.append(words.substring(0, 1).toUpperCase(java.util.Locale.ROOT))
                .append(words.substring(1))
                .append(" (")
                .append(anomaly.source())
                .append(").\n\n");
        for (AnomalyExample example : examples) {
            if (example.order() != Order.NONE) {
                out.append("**").append(example.name()).append("**: ").append(example.story());
            } else {
                out.append(example.story());
            }
            out.append(" Ruled out from ").append(weakest(example)).append(" on.\n\n");
            out.append("```\n").append(example.text()).append("```\n\n");
            out.append("`bateleur check ")
                    .append(example.file())
                    .append(" --level ")
                    .append(example.level())
                    .append("`\n\n```\n")
                    .append(saidOf(example))
                    .append("```\n\n");
        }
    }

    /** Without the part of the history at the end, which is all of it. */
    private static String saidOf(AnomalyExample example) {
        String text = TextRenderer.render(example.why());
        return text.substring(0, text.indexOf("\n\nThe part of the history") + 1);
    }

    private static String weakest(AnomalyExample example) {
        List<String> names = AnomalyExample.weakest(example.history(), example.verdicts()).stream()
                .map(level -> "`" + level + "`")
                .toList();
        return String.join(", ", names);
    }

    private static String beyond(Order order) {
        return switch (order) {
            case NONE -> "";
            case SESSION -> ", given session order";
            case REAL_TIME -> ", given real time";
        };
    }

    @Test
    void namesAreThoseOfTheLiterature() {
        assertThat(Arrays.stream(Anomaly.values()).map(Anomaly::title)).doesNotHaveDuplicates();
    }
}
