package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small traces of which it can be argued what is right: hostile-traces.txt has for each a title with what is found, why that is so, the
 * profile, and the trace.
 */
class HostileTracesTest {
    /**
     * @param expected names of what is found, in the order of the alphabet; empty for a trace that is right
     * @param error the clock error, in nanoseconds
     */
    record HostileTrace(String title, List<String> expected, String profile, long error, String trace) {
        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<HostileTrace> traces() throws IOException {
        List<HostileTrace> all = new ArrayList<>();
        String text = new String(
                HostileTracesTest.class
                        .getResourceAsStream("hostile-traces.txt")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        for (String block : text.split("\n== ")) {
            if (block.startsWith("#")) {
                continue;
            }
            String[] lines = block.split("\n");
            String[] title = lines[0].split(" -> ");
            String[] profile = lines[1].split(" error=");
            all.add(new HostileTrace(
                    title[0],
                    title[1].equals("nothing") ? List.of() : List.of(title[1].split(", ")),
                    profile[0],
                    profile.length == 1 ? 0 : Long.parseLong(profile[1]),
                    String.join("\n", List.of(lines).subList(2, lines.length)) + "\n"));
        }
        return all.stream();
    }

    private static Verifier verify(HostileTrace trace, History history) {
        Verifier verifier = new Verifier(VerifierSettings.of("t")
                .profile(trace.profile)
                .clockError(trace.error)
                .profiles(Profiles.bundled()));
        TraceListener stream = verifier.stream("");
        if (trace.trace.contains("([")) {
            stream.cells();
        }
        HistoryEvents.pass(history, stream);
        verifier.finish();
        return verifier;
    }

    @ParameterizedTest
    @MethodSource("traces")
    void isFoundOrAccepted(HostileTrace trace, @TempDir Path directory) throws IOException {
        Verifier verifier = verify(trace, Mini.parse(trace.trace));
        assertThat(verifier.findings())
                .as(() -> verifier.findings().stream()
                        .map(TextRenderer::render)
                        .toList()
                        .toString())
                .extracting(finding -> finding.title().name())
                .containsExactlyInAnyOrderElementsOf(trace.expected);
        assertThat(verifier.findings()).allMatch(BrokenMechanism::isFinal);
        assertThat(verifier.status().suspicions())
                .as("suspicions that did not stand up")
                .isZero();
        for (BrokenMechanism finding : verifier.findings()) {
            Path part = directory.resolve("part.jsonl");
            Traces.write(finding.part(), part, Formats.NATIVE);
            assertThat(verify(trace, Traces.read(part).history()).findings())
                    .as("of its part: " + Files.readString(part))
                    .extracting(again -> again.title().name())
                    .contains(finding.title().name());
        }
    }

    @Test
    void whatHasNoTimesAtAllIsShownAndNotMadeUp() {
        String trace = """
                about engine=postgres
                about isolation="read-committed"
                initial x:0
                T1@s1: b w(x,5) r(x,0) c@[10,20]
                """;
        List<BrokenMechanism> findings = SimulatedRuns.verify(Mini.parse(trace)).findings();
        assertThat(findings).extracting(finding -> finding.title().name()).containsExactly("internal");
        assertThat(findings.get(0).isFinal()).isTrue();
        assertThat(TextRenderer.render(findings.get(0))).contains("no time  T1: r(x,0)");
    }

    /** They can be looked up in the trace. */
    @Test
    void timesAreThoseOfTheTrace() {
        String trace = """
                about engine=postgres
                about isolation="read-committed"
                initial x:0
                T1@s1: b@[820471000100,820471000101] w(x,1)@[820471000102,820471000103] c@[820471000104,820471000105]
                T2@s2: b@[820471000106,820471000107] r(x,0)@[820471000108,820471000109] c@[820471000110,820471000111]
                """;
        BrokenMechanism finding =
                SimulatedRuns.verify(Mini.parse(trace)).findings().get(0);
        assertThat(TextRenderer.render(finding))
                .contains("T2's read of x was called at 820471.000108 ms.")
                .contains("820471.000108 to 820471.000109 ms  T2: r(x,0)");
    }
}
