package io.bateleur.core.trace.nativ;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeFormatTest {
    private static final String TRACE = """
            {"bateleur":1}
            {"e":"begin","t":1,"s":0,"at":[1,2]}
            {"e":"begin","t":2,"s":1,"at":[1,3]}
            {"e":"put","t":1,"k":"x","v":5,"at":[4,5]}
            {"e":"get","t":2,"k":"x","v":5}
            {"e":"commit","t":1,"at":[6,7]}
            {"e":"abort","t":2,"at":[6,9]}
            """;

    @TempDir
    Path directory;

    @Test
    void readsEventsInAnyInterleaving() throws IOException {
        assertThat(read(TRACE).history()).isEqualTo(Mini.parse("""
                1@0: b@[1,2] w(x,5)@[4,5] c@[6,7]
                2@1: b@[1,3] r(x,5) a@[6,9]
                """));
    }

    @Test
    void aboutGrowsAndTheLastOfANameCounts() throws IOException {
        String trace = """
                {"bateleur":1,"about":{"engine":"x"}}
                {"e":"about","name":"version","v":"1"}
                {"e":"about","name":"version","v":"2"}
                """;
        assertThat(read(trace).history().about())
                .containsExactly(Map.entry("engine", Value.of("x")), Map.entry("version", Value.of("2")));
    }

    @Test
    void aStatementMayBeToldBeforeItIsAnswered() throws IOException {
        String told = """
                {"bateleur":1}
                {"e":"begin","t":1,"s":0}
                {"e":"begin","t":2,"s":1}
                {"e":"sql","t":1,"q":"x","params":[],"at":[1,1]}
                {"e":"sql","t":2,"q":"y","params":[],"v":[],"at":[3,4]}
                """;
        String answered = told + "{\"e\":\"answer\",\"t\":1,\"v\":[[\"count\",1]],\"at\":[1,5]}\n";
        String whole = told.replace("\"params\":[],\"at\":[1,1]", "\"params\":[],\"v\":[[\"count\",1]],\"at\":[1,5]");
        assertThat(read(answered).history()).isEqualTo(read(whole).history());
        assertThatThrownBy(() -> read(answered + "{\"e\":\"answer\",\"t\":1,\"v\":1}\n"))
                .hasMessageContaining("transaction 1 is answered and has asked nothing");
    }

    @Test
    void aTraceThatLacksEventsDecidesNothing() throws IOException {
        String garbage = """
                {"bateleur":1}
                {"e":"begin","t":1,"s":0}
                {"e":"get","t":1,"k":"x","v":5}
                {"e":"commit","t":1}
                """;
        assertThat(AsgBuilder.build(read(garbage).history(), OwnWrites.EITHER).badReads())
                .hasSize(1);
        Asg lacking = AsgBuilder.build(
                read(garbage + "{\"e\":\"about\",\"name\":\"dropped\",\"v\":3}\n")
                        .history(),
                OwnWrites.EITHER);
        assertThat(lacking.badReads()).isEmpty();
        assertThat(lacking.gaps())
                .containsExactly(
                        "the trace lacks 3 events, which its recorder had to leave out or which are in a part that is not here");
    }

    @Test
    void anythingThatAHistoryCanHoldComesBack() throws IOException {
        for (long seed = 0; seed < 3_000; seed++) {
            History history = Histories.random(seed);
            byte[] bytes = written(history);
            Trace again = Traces.read(Source.of("t", bytes), null);
            assertThat(history.differenceFrom(again.history()))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(again.format()).isSameAs(Formats.NATIVE);
            assertThat(again.warnings()).isEmpty();
        }
    }

    @Test
    void theFastPathReadsWhatTheGeneralReaderReads() throws IOException {
        for (long seed = 0; seed < 2_000; seed++) {
            byte[] bytes = written(Histories.random(seed));
            History fast = read(bytes, true);
            History general = read(bytes, false);
            assertThat(fast.differenceFrom(general)).as("seed %d", seed).isEmpty();
        }
    }

    /** Whatever a line says, both readers take it for the same, or both refuse it. */
    @Test
    void theFastPathReadsStatementsAsTheGeneralReaderDoes() throws IOException {
        String[] values = {
            "1",
            "-1",
            "0",
            "-0",
            "01",
            "1.5",
            "1e2",
            "999999999999999999",
            "9999999999999999999",
            "true",
            "false",
            "null",
            "nul",
            "\"a b\"",
            "\"\\\"\"",
            "\"\u00e9\"",
            "\"\"",
            "[]",
            "[1,[\"x\",null]]",
            "[1 ,2]",
            "[1,]",
            "{\"b64\":\"yv4=\"}",
            ""
        };
        String[] sessions = {"1", "\"s1\"", "\"\\ts\"", "null", "\"s\",\"at\":[1,2],\"level\":\"serializable\""};
        for (String value : values) {
            for (String session : sessions) {
                String text = "{\"bateleur\":1}\n{\"e\":\"begin\",\"t\":1,\"s\":" + session + "}\n"
                        + "{\"e\":\"sql\",\"t\":1,\"q\":\"SELECT ?\",\"params\":[" + value
                        + "],\"v\":[[\"count\",1]]}\n"
                        + "{\"e\":\"sql\",\"t\":1,\"q\":\"SELECT 1\",\"params\":[],\"v\":" + value + ",\"at\":[3,4]}\n"
                        + "{\"e\":\"sql\",\"t\":1,\"q\":\"SELECT ?\",\"params\":[2," + value + "],\"at\":[4,5]}\n"
                        + "{\"e\":\"commit\",\"t\":1,\"at\":[6,7]}\n";
                assertThat(said(text, true)).as(text).isEqualTo(said(text, false));
            }
        }
    }

    /** The history, or what is wrong. */
    private static Object said(String text, boolean fast) throws IOException {
        try {
            return read(text.getBytes(StandardCharsets.UTF_8), fast);
        } catch (BadInputException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void takesFieldsInAnyOrderAndIgnoresThoseItDoesNotKnow() throws IOException {
        History history = read("""
                        { "bateleur" : 1 }
                        { "s" : 0, "colour": "red", "t" : 1, "e" : "begin" }

                        { "v":5, "k":"x", "e":"put", "t":1 }
                        {"e":"commit","t":1}
                        """).history();
        assertThat(history).isEqualTo(Mini.parse("1@0: w(x,5) c\n"));
    }

    @Test
    void aTraceCutOffAnywhereIsReadUpToThere() throws IOException {
        byte[] whole = TRACE.getBytes(StandardCharsets.UTF_8);
        int headerEnd = TRACE.indexOf('\n') + 1;
        for (int length = headerEnd; length < whole.length; length++) {
            Trace trace = Traces.read(Source.of("t", Arrays.copyOf(whole, length)), null);
            int complete = (int)
                    TRACE.substring(0, length).chars().filter(c -> c == '\n').count();
            boolean cutInside = whole[length - 1] != '\n' && whole[length] != '\n';
            if (cutInside) {
                assertThat(trace.warnings())
                        .singleElement()
                        .asString()
                        .startsWith("the trace breaks off in line " + (complete + 1) + ": 1 event was dropped; ");
            }
            int expectedTransactions = Math.min(2, complete - (cutInside || whole[length - 1] == '\n' ? 1 : 0));
            assertThat(trace.history().transactionCount()).isEqualTo(Math.max(0, expectedTransactions));
        }
    }

    @Test
    void namesTheTransactionsThatBecameUnknown() throws IOException {
        Trace trace = read(TRACE.substring(0, TRACE.indexOf("{\"e\":\"commit\"") + 10));
        assertThat(trace.warnings())
                .containsExactly("the trace breaks off in line 6: 1 event was dropped; "
                        + "these 2 transactions have no ending and became UNKNOWN: 1, 2");
        assertThat(trace.history().transaction(Value.of(1)).orElseThrow().ending())
                .isEqualTo(Ending.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl", "t.jsonl.gz", "t.jsonl.zst"})
    void isWrittenAndReadCompressedByItsName(String name) throws IOException {
        History history = Histories.random(17);
        Path file = directory.resolve(name);
        Traces.write(history, file, Formats.NATIVE);
        assertThat(Traces.read(file).history()).isEqualTo(history);
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void compressedTracesThatAreCutOffAreReadUpToThere() throws IOException {
        StringBuilder text = new StringBuilder("{\"bateleur\":1}\n{\"e\":\"begin\",\"t\":1,\"s\":0}\n");
        for (int i = 0; i < 100_000; i++) {
            text.append("{\"e\":\"put\",\"t\":1,\"k\":")
                    .append(i * 7919 % 10007)
                    .append(",\"v\":")
                    .append(i)
                    .append("}\n");
        }
        for (boolean zstd : List.of(true, false)) {
            byte[] bytes = compressed(text.toString(), zstd);
            Trace trace = Traces.read(Source.of("t", Arrays.copyOf(bytes, bytes.length / 2)), null);
            assertThat(trace.history().operationCount()).isBetween(20_000, 80_000);
            assertThat(trace.warnings())
                    .singleElement()
                    .asString()
                    .contains("breaks off")
                    .endsWith("this transaction has no ending and became UNKNOWN: 1");
        }
    }

    @Test
    void compressedTracesCanBeAppendedTo() throws IOException {
        int middle = TRACE.indexOf("{\"e\":\"put\"");
        for (boolean zstd : List.of(true, false)) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(compressed(TRACE.substring(0, middle), zstd));
            both.writeBytes(compressed(TRACE.substring(middle), zstd));
            assertThat(Traces.read(Source.of("t", both.toByteArray()), null).history())
                    .isEqualTo(read(TRACE).history());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"e\":\"get\",\"t\":9,\"k\":1,\"v\":1}       | 3:1: an event of transaction 9, which has not begun",
                "{\"e\":\"get\",\"t\":1,\"v\":1}               | 3:1: an event without the field \"k\"",
                "{\"e\":\"fly\",\"t\":1}                       | 3:6: found fly in field \"e\", expected begin, commit",
                "{\"e\":\"\"}                                  | 3:6: found \"\" in field \"e\", expected begin, commit",
                "{\"t\":1}                                     | 3:1: an event without the field \"e\"",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":{\"a\":1}} | 3:28: found an object, expected a value",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":1        | 3:29: the line ends in the middle of an event",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":1} {}    | 3:31: found '{', expected the end of the line",
                "{\"e\":\"put\",\"t\":1,\"t\":1}               | 3:21: no valid JSON: Duplicate field 't'",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":1,\"at\":5} | 3:35: found 5 in field \"at\", expected a list of two integers",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":1,\"at\":[5,4]} | 3:1: the answer came at 4, before the call at 5",
                "{\"e\":\"begin\",\"t\":1,\"s\":7}             | 3:1: transaction 1 begins a second time, in session 7",
                "[1]                                           | 3:1: found '[', expected a JSON object",
                "hello                                         | 3:1: no valid JSON: Unrecognized token 'hello'",
            })
    void saysWhereAnEventIsWrong(String line, String problem) {
        String text = "{\"bateleur\":1}\n{\"e\":\"begin\",\"t\":1,\"s\":0}\n" + line.strip() + "\n";
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadInputException.class)
                .message()
                .startsWith("t:" + problem.strip());
    }

    @Test
    void refusesOperationsAfterTheEnd() {
        String text = TRACE + "{\"e\":\"put\",\"t\":1,\"k\":\"x\",\"v\":6}\n";
        assertThatThrownBy(() -> read(text))
                .hasMessage("t:8:1: transaction 1 has another operation after it ended (committed)");
    }

    @Test
    void refusesAVersionThatItDoesNotKnow() {
        assertThatThrownBy(() -> read("{\"bateleur\":3}\n"))
                .hasMessage("t:1:13: found 3 in field \"bateleur\", expected a version from 1 to 2\n"
                        + "  hint: a newer Bateleur may have written this trace");
    }

    @Test
    void refusesALineWithoutEndBeforeItEatsTheMemory() {
        byte[] endless = new byte[Lines.LINE_BYTES_MAX + 100];
        Arrays.fill(endless, (byte) 'x');
        byte[] header = "{\"bateleur\":1}\n".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(header, 0, endless, 0, header.length);
        assertThatThrownBy(() -> Traces.read(Source.of("t", endless), null))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("t:2:67108865: a line of more than 64 MiB, expected one event a line");
    }

    private static Trace read(String text) throws IOException {
        return Traces.read(Source.of("t", text), null);
    }

    private static History read(byte[] bytes, boolean fast) throws IOException {
        HistoryListener history = new HistoryListener();
        new NativeReader(new Notes(), history, fast).readWithLaterParts(Source.of("t", bytes));
        return history.history();
    }

    private static byte[] written(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NativeWriter.write(history, out);
        return out.toByteArray();
    }

    private static byte[] compressed(String text, boolean zstd) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = zstd ? new ZstdOutputStream(bytes) : new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
