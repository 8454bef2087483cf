package io.bateleur.core.trace.nativ;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracePartTest {
    private static final List<String> EVENTS = List.of(
            "{\"e\":\"begin\",\"t\":1,\"s\":\"a\"}",
            "{\"e\":\"put\",\"t\":1,\"k\":\"x\",\"v\":1}",
            "{\"e\":\"begin\",\"t\":2,\"s\":\"b\"}",
            "{\"e\":\"put\",\"t\":1,\"k\":\"y\",\"v\":1}",
            "{\"e\":\"commit\",\"t\":1}",
            "{\"e\":\"get\",\"t\":2,\"k\":\"x\",\"v\":1}",
            "{\"e\":\"commit\",\"t\":2}",
            "{\"e\":\"begin\",\"t\":3,\"s\":\"a\"}",
            "{\"e\":\"commit\",\"t\":3}");

    @TempDir
    Path directory;

    private static String part(String run, int number, int from, int to) {
        return "{\"bateleur\":1,\"run\":\"%s\",\"part\":%d,\"from\":%d}\n".formatted(run, number, from)
                + String.join("\n", EVENTS.subList(from, to))
                + "\n";
    }

    private static Trace read(String text) throws IOException {
        return Traces.read(Source.of("t", text), null);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static History whole() throws IOException {
        return read("{\"bateleur\":1}\n" + String.join("\n", EVENTS) + "\n").history();
    }

    @ParameterizedTest
    @CsvSource({
        "app.jsonl.zst, app.2.jsonl.zst",
        "app.jsonl, app.2.jsonl",
        "my.app.jsonl, my.app.2.jsonl",
        "app.zst, app.2.zst",
        "app, app.2",
        ".app, .app.2",
        "app-1.2, app-1.2.2"
    })
    void theNumberStandsBeforeTheEndings(String first, String second) {
        assertThat(TracePart.file(Path.of("d", first), 2)).isEqualTo(Path.of("d", second));
        assertThat(TracePart.file(Path.of("d", first), 0)).isEqualTo(Path.of("d", first));
    }

    @Test
    void partsBehindEachOtherAreOneTrace() throws Exception {
        for (int cut = 0; cut <= EVENTS.size(); cut++) {
            Trace trace = read(part("r", 0, 0, cut) + part("r", 1, cut, EVENTS.size()));
            assertThat(trace.history()).isEqualTo(whole());
            assertThat(trace.warnings()).isEmpty();
        }
    }

    @Test
    void whatComesTwiceIsReadOnce() throws Exception {
        assertThat(read(part("r", 0, 0, 6) + part("r", 1, 2, 5) + part("r", 2, 3, 9))
                        .history())
                .isEqualTo(whole());
    }

    @Test
    void namingTheFirstFileReadsAllOfItsRun() throws Exception {
        Path first = file("app.jsonl", part("r", 0, 0, 3));
        file("app.1.jsonl", part("r", 1, 3, 4));
        file("app.2.jsonl", part("r", 2, 4, 8));
        file("app.10.jsonl", part("r", 10, 8, 9));
        file("app.11.jsonl", part("older", 11, 8, 9));
        file("app.12.jsonl", "");
        file("app.13.jsonl", "{\"bate");

        assertThat(Traces.read(first).history()).isEqualTo(whole());
        assertThat(TracePart.first(directory.resolve("app.10.jsonl"))).contains(first);
        assertThat(TracePart.first(first)).contains(first);
        assertThat(TracePart.first(directory.resolve("app.11.jsonl"))).contains(directory.resolve("app.11.jsonl"));
        assertThat(TracePart.first(directory.resolve("none"))).isEmpty();
    }

    @Test
    void aPartThatWasTornIsReadOnInTheNext() throws Exception {
        Path first = file("app.jsonl", part("r", 0, 0, 5).stripTrailing().replaceAll("..$", ""));
        file("app.1.jsonl", part("r", 1, 4, 9));
        Trace trace = Traces.read(first);
        assertThat(trace.history()).isEqualTo(whole());
        assertThat(trace.warnings()).isEmpty();
    }

    @Test
    void wherePartsBreakOffIsTold() throws Exception {
        Path first = file("app.jsonl", part("r", 0, 0, 3));
        Path second = file("app.1.jsonl", part("r", 1, 3, 9).stripTrailing().replaceAll("..$", ""));
        assertThat(Traces.read(first).warnings())
                .containsExactly("the trace breaks off in line 7 of " + second
                        + ": 1 event was dropped; this transaction has no ending and became UNKNOWN: 3");
    }

    /** It shows what happened, and says that it is not all. */
    @Test
    void aPartAloneIsReadable() throws Exception {
        Trace trace = read(part("r", 3, 5, 9));
        assertThat(trace.history().transactionCount()).isEqualTo(1);
        assertThat(trace.history().about()).containsEntry(History.DROPPED, Value.of(5 + 2));
        assertThat(trace.warnings()).containsExactly("5 events before part 3 of the trace are not here");
    }

    @Test
    void aTransactionThatAGapHasTornIsUnknownFromThere() throws Exception {
        Path first = file("app.jsonl", part("r", 0, 0, 3));
        file("app.2.jsonl", part("r", 2, 4, 9));
        Trace trace = Traces.read(first);
        assertThat(trace.history().transactionCount()).isEqualTo(3);
        assertThat(trace.history().ending(0)).isEqualTo(Ending.UNKNOWN);
        assertThat(trace.history().ending(1)).isEqualTo(Ending.UNKNOWN);
        assertThat(trace.history().ending(2)).isEqualTo(Ending.COMMITTED);
        assertThat(trace.history().operationCount()).isEqualTo(1);
        assertThat(trace.history().about()).containsEntry(History.DROPPED, Value.of(1 + 3));
    }

    @Test
    void headersOfOtherTracesAreNoParts() {
        for (String second : List.of(part("s", 1, 3, 9), "{\"bateleur\":1}\n")) {
            assertThatThrownBy(() -> read(part("r", 0, 0, 3) + second))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("t:5:1")
                    .hasMessageContaining("the header of another trace");
        }
    }
}
