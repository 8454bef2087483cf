package io.bateleur.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The schema is that of OASIS, out of a library for SARIF that is only on the test class path. */
class SarifReportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = schema();

    private static JsonSchema schema() {
        try (InputStream in =
                Objects.requireNonNull(SarifReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"))) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<ValidationMessage> problems(JsonNode sarif) {
        return SCHEMA.validate(sarif, context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
    }

    private static JsonNode sarif(FileReport... files) throws IOException {
        JsonNode sarif = JSON.readTree(SarifReport.of(List.of(files), "1.2.3"));
        assertThat(problems(sarif)).isEmpty();
        return sarif.at("/runs/0");
    }

    @Test
    void theSchemaNoticesWhatIsWrong() throws IOException {
        String right = SarifReport.of(List.of(Samples.report("h.mini", Samples.writeSkew())), "1");
        assertThat(problems(JSON.readTree(right))).isEmpty();
        for (Map.Entry<String, String> wrong : Map.of(
                        "\"error\"",
                        "\"fatal\"",
                        "\"ruleId\"",
                        "\"rule\"",
                        "\"h.mini\"",
                        "\"h mini\"",
                        "\"2.1.0\"",
                        "2")
                .entrySet()) {
            String text = right.replace(wrong.getKey(), wrong.getValue());
            assertThat(problems(JSON.readTree(text))).as(wrong.getValue()).isNotEmpty();
        }
    }

    @Test
    void everyKindOfArgumentIsAResult() throws IOException {
        JsonNode run = sarif(
                Samples.report("a.mini", Samples.writeSkew(), Samples.longFork(), Samples.cases()),
                Samples.report("b.mini", Samples.abortedRead()),
                Samples.report("c.mini", Samples.hostile()));
        assertThat(run.at("/tool/driver/version").asText()).isEqualTo("1.2.3");
        assertThat(run.get("results")).hasSize(5);
        JsonNode first = run.at("/results/0");
        assertThat(first.get("ruleId").asText()).isEqualTo("G2-item");
        assertThat(first.get("level").asText()).isEqualTo("error");
        assertThat(first.at("/message/text").asText()).isEqualTo("""
                        G2-item: write skew. This breaks serializable.
                        - T1 read bob = on, the version that T2 replaced by off.
                        - T2 read alice = on, the version that T1 replaced by off.
                        - So T1 comes before itself.""");
        assertThat(first.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asText())
                .isEqualTo("a.mini");
        assertThat(first.at("/locations/0/logicalLocations/0/name").asText()).isEqualTo("T1");
        assertThat(first.at("/relatedLocations/0/logicalLocations/0/name").asText())
                .isEqualTo("T2");
        assertThat(first.at("/codeFlows/0/threadFlows/0/locations")).hasSize(3);
    }

    @Test
    void aRuleForEachNameWithItsMeaning() throws IOException {
        JsonNode run = sarif(
                Samples.report("a.mini", Samples.writeSkew(), Samples.longFork()),
                Samples.report("b.mini", Samples.writeSkew()));
        JsonNode rules = run.at("/tool/driver/rules");
        assertThat(rules).extracting(rule -> rule.get("id").asText()).containsExactly("G2-item", "G-nonadjacent-item");
        assertThat(rules.at("/0/help/text").asText())
                .contains("write skew", "Each of them relied on something that another then changed", "Adya 1999");
        for (JsonNode result : run.get("results")) {
            assertThat(rules.get(result.get("ruleIndex").asInt()).get("id")).isEqualTo(result.get("ruleId"));
        }
    }

    @Test
    void severitiesAreLevels() throws IOException {
        FileReport promised = Samples.oneLevel("h.mini", Samples.writeSkew());
        FileReport beyond = new FileReport(
                "h.mini",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(promised.levels().get(0).beyondThePromise()),
                Optional.empty(),
                Optional.empty());
        assertThat(sarif(promised, beyond).get("results"))
                .extracting(result -> result.get("level").asText())
                .containsExactly("error", "note");
    }

    @Test
    void findingsOfOtherKindsNeedNothingSpecial() throws IOException {
        LostWrites lost = new LostWrites(
                "h.jsonl",
                History.builder().build().names(),
                List.of(new LostWrites.Write(Value.of("T7"), Value.of("x"), Value.of(3), false)));
        JsonNode run = sarif(Samples.report("h.jsonl").with(List.of(lost)));
        assertThat(run.at("/results/0/message/text").asText())
                .isEqualTo("lost-write: a committed write is missing at the end. 1 write that was committed is lost.\n"
                        + "- T7 wrote x = 3, which is not there at the end.");
        assertThat(run.at("/results/0/properties/kind").asText()).isEqualTo("lost-writes");
    }

    @Test
    void whatIsUndecidedOrUnreadableIsANotification() throws IOException {
        FileReport broken = new FileReport(
                "dir with spaces/b:c.mini",
                Optional.empty(),
                List.of("a hint is wrong"),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of("found 'fly'"));
        JsonNode run = sarif(Samples.report("h.mini"), broken);
        assertThat(run.get("results")).isEmpty();
        assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isFalse();
        List<String> told = new ArrayList<>();
        run.at("/invocations/0/toolExecutionNotifications")
                .forEach(each -> told.add(each.get("level").asText() + " "
                        + each.at("/message/text").asText() + " "
                        + each.at("/locations/0/physicalLocation/artifactLocation/uri")
                                .asText()));
        assertThat(told)
                .containsExactly(
                        "warning strict-serializable is undecided: not within 60s (--timeout); 17 choices are left h.mini",
                        "error not checked: found 'fly' ./dir%20with%20spaces/b:c.mini",
                        "warning a hint is wrong ./dir%20with%20spaces/b:c.mini");
        assertThat(sarif(Samples.report("h.mini"))
                        .at("/invocations/0/executionSuccessful")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void filesAreUris() {
        assertThat(SarifReport.uri("/tmp/é \"x\".edn")).isEqualTo("file:///tmp/%C3%A9%20%22x%22.edn");
        assertThat(SarifReport.uri("C:\\traces\\h.edn")).isEqualTo("file:///C:/traces/h.edn");
        assertThat(SarifReport.uri("a\\b%20.edn")).isEqualTo("a/b%2520.edn");
        assertThat(SarifReport.uri("-")).isEqualTo("-");
    }

    @Test
    void aLineIsARegion() throws IOException {
        assertThat(SarifReport.location(Location.of("Shop.java", 17)))
                .isEqualTo("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"Shop.java\"},"
                        + "\"region\":{\"startLine\":17}}}");
        assertThat(SarifReport.location(Location.of(
                        "h.edn", Value.of(8), History.builder().build().names())))
                .contains("\"name\":\"T8\"")
                .doesNotContain("region");
    }

    /** What is the same is the same wherever it is found; what is not is not. */
    @Test
    void fingerprintsAreStable() {
        Finding here =
                Samples.oneLevel("a.mini", Samples.writeSkew()).findings().get(0);
        Finding there =
                Samples.oneLevel("b.mini", Samples.writeSkew()).findings().get(0);
        Finding other =
                Samples.oneLevel("a.mini", Samples.longFork()).findings().get(0);
        assertThat(SarifReport.fingerprint(here))
                .isEqualTo("ffb901d1492c1ec6d8a160b9eb15c3421a8e4f6b68bdaeece26149a91026c973")
                .isEqualTo(SarifReport.fingerprint(there))
                .isNotEqualTo(SarifReport.fingerprint(other));
    }
}
