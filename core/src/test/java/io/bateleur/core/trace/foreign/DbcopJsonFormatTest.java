package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DbcopJsonFormatTest {
    private static final String SESSIONS = """
            [[{"events":[{"Write":{"variable":0,"version":1}},{"Read":{"variable":1,"version":0}}],"committed":true}],
             [],
             [{"committed":false,"events":[{"Read":{"variable":0,"version":null}}]},
              {"events":[{"Write":{"version":18446744073709551615,"variable":2}}],"committed":true}]]
            """;

    private static final String HISTORY = """
            initial 1:0
            session 1
            0@0: w(0,1) r(1,0) c
            1@2: r(0,_) a
            2@2: w(2,18446744073709551615) c
            """;

    private final FormatTester tester = new FormatTester(new DbcopJsonFormat());

    @TempDir
    private Path directory;

    @Test
    void readsSessions() throws IOException {
        tester.assertReads(SESSIONS, Mini.parse(HISTORY));
    }

    @Test
    void readsSessionsInTheirWrapper() throws IOException {
        String wrapped = "{\"params\":{\"id\":0,\"n_node\":2},\"info\":\"x\",\"start\":\"s\",\"data\":" + SESSIONS
                + ",\"end\":\"e\"}";
        tester.assertReads(wrapped, Mini.parse(HISTORY));
    }

    @Test
    void writesWhatItReads() throws IOException {
        assertThat(tester.assertSurvives(tester.read(SESSIONS), directory)).isEqualTo("""
                [
                [{"events":[{"Write":{"variable":0,"version":1}},{"Read":{"variable":1,"version":0}}],"committed":true}],
                [],
                [{"events":[{"Read":{"variable":0,"version":null}}],"committed":false},\
                {"events":[{"Write":{"variable":2,"version":18446744073709551615}}],"committed":true}]
                ]
                """);
    }

    @Test
    void otherNamesBecomePlaces() throws IOException {
        Path path = directory.resolve("named");
        Traces.write(Mini.parse("T1@5000: w(1,1) c\nT2@b: r(1,1) c\n"), path, tester.format());
        assertThat(Traces.read(path).history()).isEqualTo(Mini.parse("0@0: w(1,1) c\n1@1: r(1,1) c\n"));
        Traces.write(Histories.registers(5, true), path, tester.format());
        assertThat(Traces.read(path).history().operationCount())
                .isEqualTo(Histories.registers(5, true).operationCount());
    }

    @Test
    void refusesWhatItHasNoWordsFor() {
        assertThat(refusal("T: w(x,1) c\n")).endsWith("has the key x, and keys can only be integers from 0 on");
        assertThat(refusal("T: w(1,-1) c\n")).endsWith("has the value -1, and values can only be integers from 0 on");
        assertThat(refusal("T: w(1,1) u\n")).endsWith("transaction T has the ending unknown");
        assertThat(refusal("T: r(1,_7) c\n")).endsWith("transaction T has a get of 1 with a tombstone");
    }

    private String refusal(String mini) {
        return tester.refusal(Mini.parse(mini), directory);
    }

    @Test
    void errorsSayWhere() {
        assertThat(tester.error("7")).isEqualTo("trace:1:1: found 7, expected sessions (an array)");
        assertThat(tester.error("{}"))
                .isEqualTo("trace:1:2: found the end of the object, expected the field \"data\" with the sessions");
        assertThat(tester.error("[{}]")).isEqualTo("trace:1:2: found an object, expected a session (an array)");
        assertThat(tester.error("[[{}]]")).isEqualTo("trace:1:3: found a transaction without \"committed\"");
        assertThat(tester.error("[[{\"committed\":1}]]"))
                .isEqualTo("trace:1:16: found 1, expected true or false for \"committed\"");
        assertThat(tester.error("[[{\"events\":[{\"Foo\":{}}]}]]"))
                .isEqualTo("trace:1:21: found the event \"Foo\", expected \"Read\" or \"Write\"");
        assertThat(event("\"Write\":{\"variable\":-1}"))
                .isEqualTo("trace:1:35: found -1, expected an integer from 0 on for \"variable\"");
        assertThat(event("\"Write\":{\"variable\":1}")).isEqualTo("trace:1:23: found an event without \"version\"");
        assertThat(event("\"Read\":{\"version\":1}")).isEqualTo("trace:1:22: found an event without \"variable\"");
        assertThat(event("\"Read\":{\"version\":\"x\"}"))
                .isEqualTo("trace:1:33: found \"x\", expected an integer from 0 on for \"version\"");
        assertThat(tester.error("[[{\"events\":[{\"Read\"")).contains("found the end of the file");
        assertThat(tester.error("[] []")).isEqualTo("trace:1:4: found an array, expected the end of the file");
    }

    private String event(String event) {
        return tester.error("[[{\"events\":[{" + event + "}]}]]");
    }

    @Test
    void recognisesItsFiles() {
        assertThat(tester.recognises(SESSIONS)).isTrue();
        assertThat(tester.recognises("{\"params\":{},\"data\":" + SESSIONS)).isTrue();
        assertThat(tester.recognises("[{\"tid\":1,\"sts\":{},\"ops\":[]}]")).isFalse();
    }
}
