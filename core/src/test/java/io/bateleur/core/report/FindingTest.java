package io.bateleur.core.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Renderings show any finding by its face alone. */
class FindingTest {
    private static final LostWrites LOST = new LostWrites(
            "h.jsonl",
            History.builder().build().names(),
            List.of(
                    new LostWrites.Write(Value.of("T7"), Value.of("x"), Value.of(3), false),
                    new LostWrites.Write(Value.of("T8"), Value.of("<list>"), Value.of(9), true)));

    private static final FileReport REPORT =
            Samples.oneLevel("h.jsonl", Samples.writeSkew()).with(List.of(LOST));

    @Test
    void noRenderingKnowsLostWrites() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(LostWrites.class, Finding.class)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(LostWrites.class)
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.bateleur.core"));
    }

    @Test
    void asText() {
        assertThat(TextRenderer.render(LOST)).isEqualTo("""
                lost-write: a committed write is missing at the end
                2 writes that were committed are lost.

                  T7 wrote x = 3, which is not there at the end.
                  T8 appended 9 to "<list>", which is not there at the end.

                The database confirmed a change, and then forgot it.
                """);
    }

    @Test
    void asJson() {
        assertThat(JsonReport.of(REPORT)).endsWith("""
                ,{"kind":"lost-writes","severity":"violation","final":true,"name":"lost-write",\
                "words":"a committed write is missing at the end","source":"durability: Haerder and Reuter 1983",\
                "claim":"2 writes that were committed are lost.",\
                "meaning":"The database confirmed a change, and then forgot it.",\
                "steps":[{"depth":0,"text":"T7 wrote x = 3, which is not there at the end."},\
                {"depth":0,"text":"T8 appended 9 to \\"<list>\\", which is not there at the end."}],\
                "locations":[{"file":"h.jsonl","transaction":"T7","name":"T7"},{"file":"h.jsonl","transaction":"T8","name":"T8"}],\
                "evidence":[],"remarks":[]}]}""");
    }

    @Test
    void asJUnitXml() {
        assertThat(JUnitReport.of(List.of(REPORT)))
                .contains("<testsuites tests=\"2\" failures=\"2\"")
                .contains("<testcase classname=\"h\" name=\"lost-write\"")
                .contains("message=\"lost-write: a committed write is missing at the end\">")
                .contains("T8 appended 9 to &quot;&lt;list&gt;&quot;, which is not there at the end.");
    }

    @Test
    void asAGraph() {
        assertThat(DotRenderer.of(List.of(REPORT)))
                .contains("label=\"h.jsonl: G2-item: This breaks serializable.\"")
                .contains("label=\"h.jsonl: lost-write: 2 writes that were committed are lost.\"")
                .contains("[label=\"T7 wrote x = 3, which is not there at the end.\\lT8 appended");
    }

    @Test
    void asAPage() {
        assertThat(HtmlReport.of(List.of(REPORT)))
                .contains("<a href=\"#v1\"><b>lost-write</b> a committed write is missing at the end</a>")
                .contains("<details class=\"violation card\" id=\"v1\" open>")
                .contains("<p class=\"meaning\">2 writes that were committed are lost.</p>")
                .contains(">T8 appended 9 to &quot;&lt;list&gt;&quot;, which is not there at the end.</li>");
    }

    @Test
    void aServerThatLostEverythingIsNotListedWhole() {
        List<LostWrites.Write> writes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            writes.add(new LostWrites.Write(Value.of("T" + i), Value.of("x"), Value.of(i), false));
        }
        LostWrites lost = new LostWrites("h", History.builder().build().names(), writes);
        assertThat(lost.claim()).isEqualTo("1000 writes that were committed are lost.");
        assertThat(lost.steps()).hasSize(11);
        assertThat(lost.steps().get(10).text()).isEqualTo("990 more writes are not there either.");
    }

    /** The weakest level of a cause may be beyond the promise and a stronger one promised. */
    @Test
    void whatBreaksAPromiseIsAViolation() {
        assertThat(severity(true, true)).isEqualTo(Severity.VIOLATION);
        assertThat(severity(false, true)).isEqualTo(Severity.VIOLATION);
        assertThat(severity(false, false)).isEqualTo(Severity.NOTE);
    }

    private static Severity severity(boolean weak, boolean strong) {
        Explanation why = Samples.longFork();
        LevelReport weaker = LevelReport.violated(why.level(), why, 1);
        LevelReport stronger = LevelReport.violated(Level.SERIALIZABLE, why, 1);
        return new FileReport(
                        "h",
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        List.of(
                                weak ? weaker : weaker.beyondThePromise(),
                                strong ? stronger : stronger.beyondThePromise()),
                        List.of(new Cause(why, List.of(), List.of(), List.of(Level.SERIALIZABLE))),
                        Optional.empty(),
                        Optional.empty())
                .findings()
                .get(0)
                .severity();
    }

    @Test
    void whatNobodyPromisedIsNotAlarming() {
        FileReport report = Samples.oneLevel("h.jsonl", Samples.writeSkew());
        FileReport beyond = new FileReport(
                "h.jsonl",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(report.levels().get(0).beyondThePromise()),
                Optional.empty(),
                Optional.empty());
        assertThat(TextRenderer.render(beyond.findings().get(0)))
                .contains("This breaks serializable, which was not promised.\n");
        assertThat(JUnitReport.of(List.of(beyond)))
                .contains("failures=\"0\"", "<skipped message=\"not promised: G2-item: write skew\">");
        assertThat(HtmlReport.of(List.of(beyond)))
                .contains("<span class=\"badge note\">✗ not promised</span>")
                .doesNotContain("class=\"badge violated\"");
    }
}
