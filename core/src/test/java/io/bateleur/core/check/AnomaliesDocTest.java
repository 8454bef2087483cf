package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.TextRenderer;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prints docs/anomalies.md: each anomaly with its smallest example and what the checker says of it. */
class AnomaliesDocTest {
    /** What is not seen in a history: it depends on an extension, or on hints, which are believed only where they can be true. */
    private static final Set<Anomaly> WITHOUT_EXAMPLE = EnumSet.of(Anomaly.EXTENSION);

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

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleNeedsAllItsTransactions(AnomalyExample example) {
        assertThat(example.why().part().transactionCount())
                .isEqualTo(example.history().transactionCount());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void verdictsOnAnExampleFollowTheLattice(AnomalyExample example) {
        Map<Level, Verdict> verdicts = example.verdicts();
        for (Implication each : Lattice.implications()) {
            if (each.when().isTrueOf(example.history()) && verdicts.get(each.weaker()) instanceof Verdict.Violated) {
                assertThat(verdicts.get(each.stronger())).as("%s", each).isNotInstanceOf(Verdict.Holds.class);
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
        StringBuilder out = new StringBuilder("""

                | name | in words | ruled out from | source |
                | --- | --- | --- | --- |
                """);
        for (AnomalyExample example : examples()) {
            Anomaly anomaly = example.anomaly();
            out.append("| [%s](#%s) | %s | %s | %s |\n"
                    .formatted(
                            example.name(),
                            anomaly.title().toLowerCase(Locale.ROOT),
                            anomaly.words() + beyond(example.order()),
                            weakest(example),
                            anomaly.source()));
        }
        Golden.compare("docs/anomalies.md", "index", out.append('\n').toString());
    }

    private static void section(StringBuilder out, Anomaly anomaly, List<AnomalyExample> examples) {
        out.append("## %s\n\n%s. Source: %s.\n\n"
                .formatted(anomaly.title(), asSentence(anomaly.words()), anomaly.source()));
        for (AnomalyExample example : examples) {
            String name = example.order() == Order.NONE ? "" : "**" + example.name() + "**: ";
            out.append("%s%s Ruled out from %s on.\n\n".formatted(name, example.story(), weakest(example)));
            out.append("```\n%s```\n\n".formatted(example.text()));
            out.append("`bateleur check %s --level %s` says:\n\n".formatted(example.file(), example.level()));
            out.append("```\n%s```\n\n".formatted(saidOf(example)));
        }
    }

    /** Without the part of the history at the end. */
    private static String saidOf(AnomalyExample example) {
        String text = TextRenderer.render(example.why());
        return text.substring(0, text.indexOf("\n\nThe part of the history") + 1);
    }

    private static String weakest(AnomalyExample example) {
        return example.weakest().stream().map(level -> "`" + level + "`").collect(Collectors.joining(", "));
    }

    private static String beyond(Order order) {
        return switch (order) {
            case NONE -> "";
            case SESSION -> ", given session order";
            case REAL_TIME -> ", given real time";
        };
    }

    private static String asSentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
