package io.bateleur.core.trace.nativ;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.BrokenBytes;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceClock;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.Transcript;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTwoTest {
    private static final String HEADER = "{\"bateleur\":2}\n";

    @Test
    void whatIsNotKnownGoesOnToListenersAndIsLeftOutOfHistories() throws IOException {
        String known = """
                {"e":"begin","t":1,"s":0}
                {"e":"put","t":1,"k":"x","v":5,"at":[4,5]}
                {"e":"commit","t":1}
                """;
        String text = HEADER + """
                {"e":"begin","t":1,"s":0}
                {"e":"plan","for":{"nested":[1,{"deep":null}],"t":1.50}, "v":"é\\n"}
                {"e":"put","t":1,"k":"x","v":5, "hints" : {"rows":["a", {}]} ,"at":[4,5],"cost":1e99999}
                {"x":{"y":{}},"e":"commit","t":1}
                """;
        assertThat(history(text)).isEqualTo(history(HEADER + known));
        assertThat(transcript(text).lines.subList(1, 8))
                .containsExactly(
                        "session 0",
                        "begin 1 in 0 null null @",
                        "unknown plan {\"e\":\"plan\",\"for\":{\"nested\":[1,{\"deep\":null}],\"t\":1.50}, \"v\":\"é\\n\"}",
                        "with {hints={\"rows\":[\"a\", {}]}, cost=1e99999}",
                        "1 PUT x 5 0 @[4,5]",
                        "with {x={\"y\":{}}}",
                        "1 committed null @");
    }

    @Test
    void versionOneRefusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> history("{\"bateleur\":1}\n{\"e\":\"plan\"}\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("t:2:6: found plan in field \"e\", expected begin, commit");
        assertThatThrownBy(() -> history("{\"bateleur\":1}\n{\"e\":\"rows\",\"table\":\"a\"}\n"))
                .hasMessageContaining("t:2:6: found rows in field \"e\"");
        assertThatThrownBy(() -> history("{\"bateleur\":1,\"new\":{\"a\":1}}\n"))
                .hasMessageContaining("found an object, expected a value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"e\":\"plan\",\"must\":true}  | 2:6: an event plan, without which this trace must not be read",
                "{\"must\":true,\"e\":\"plan\"}  | 2:18: an event plan, without which this trace must not be read",
                "{\"e\":\"plan\",\"must\":1}     | 2:20: found 1 in field \"must\", expected true or false",
                "{\"e\":\"\",\"must\":true}      | 2:6: an event , without which this trace must not be read",
                "{\"f\":{}}                      | 2:1: an event without the field \"e\"",
                "{\"e\":\"plan\",\"a\":{\"b\":1,\"b\":2}} | 2:27: no valid JSON: Duplicate field 'b'",
                "{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":{\"a\":1}} | 2:28: found an object, expected a value",
                "{\"e\":\"punctuation\"}         | 2:1: an event without the field \"before\"",
                "{\"e\":\"rows\",\"table\":\"a\",\"columns\":[\"x\"],\"rows\":[[1,2]]} "
                        + "| 2:1: a row of table a has 2 values, and the table has 1 column",
                "{\"e\":\"rows\",\"table\":\"a\",\"columns\":[1],\"rows\":[]} "
                        + "| 2:35: found [1] in field \"columns\", expected a list of strings",
            })
    void saysWhereAnEventIsWrong(String line, String problem) {
        assertThatThrownBy(() -> history(HEADER + line.strip() + "\n"))
                .isInstanceOf(BadInputException.class)
                .message()
                .startsWith("t:" + problem.strip());
    }

    @Test
    void anEventThatMustBeUnderstoodAndIsKnownIsRead() throws IOException {
        assertThat(transcript(HEADER + "{\"e\":\"punctuation\",\"before\":-7,\"must\":true}\n").lines)
                .contains("nothing before -7");
    }

    @Test
    void theHeaderMayHaveAClockAndFieldsThatAreNotKnown() throws IOException {
        Transcript transcript = transcript("{\"bateleur\":2,\"new\":{\"a\":[1]},\"run\":\"r-1\",\"part\":0,\"from\":0,"
                + "\"clock\":{\"id\":\"a7\",\"wall\":[5,1700000000000000000],\"error\":2000000,\"kind\":{}}}\n");
        TraceClock clock = new TraceClock(
                "a7", Optional.of(new TraceClock.Anchor(5, 1_700_000_000_000_000_000L, OptionalLong.of(2_000_000))));
        assertThat(transcript.lines.get(0))
                .contains("version=2")
                .contains("run=Optional[r-1]")
                .contains(clock.toString())
                .endsWith("unknown={new={\"a\":[1]}}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "{}",
                "{\"id\":1}",
                "{\"id\":\"a\",\"wall\":5}",
                "{\"id\":\"a\",\"wall\":[1,2,3]}",
                "{\"id\":\"a\",\"wall\":[1,2],\"error\":-1}"
            })
    void aClockThatIsNoneIsRefused(String clock) {
        assertThatThrownBy(() -> history("{\"bateleur\":2,\"clock\":" + clock + "}\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("t:1:23: no clock");
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EventWriter out = new EventWriter(bytes, 2);
        TraceClock clock = new TraceClock("a\"7", Optional.of(new TraceClock.Anchor(-5, 17, OptionalLong.empty())));
        TableRows piece =
                new TableRows("public.t", List.of("id", "b"), List.of(List.of(Value.of(1), Value.NULL)), false);
        TableRows last = new TableRows("public.t", List.of("id", "b"), List.of(), true);
        out.header(InitialState.UNKNOWN, false, Map.of(), new TracePart("r", 0, 0), clock);
        out.rows(piece);
        out.rows(last);
        out.punctuation(17);
        out.finish();
        Transcript read = transcript(bytes.toString(StandardCharsets.UTF_8));
        assertThat(read.lines.get(0)).contains(clock.toString());
        assertThat(read.lines.subList(1, 4)).containsExactly("rows " + piece, "rows " + last, "nothing before 17");
        assertThatThrownBy(() -> new EventWriter(bytes).rows(piece)).hasMessageContaining("needs version 2");
    }

    @Test
    void rowsComeInPiecesAndStayInHistories() throws IOException {
        String text = HEADER + """
                {"e":"rows","table":"a","columns":["id","v"],"rows":[[1,"x"],[2,null]],"more":true}
                {"e":"rows","table":"b","columns":["id"],"rows":[],"more":true}
                {"e":"rows","table":"a","columns":["id","v"],"rows":[[3,{"b64":"yv4="}]]}
                """;
        History history = history(text);
        assertThat(history.initialRows())
                .containsExactly(
                        new TableRows(
                                "a",
                                List.of("id", "v"),
                                List.of(
                                        List.of(Value.of(1), Value.of("x")),
                                        List.of(Value.of(2), Value.NULL),
                                        List.of(Value.of(3), Value.of(new byte[] {(byte) 0xCA, (byte) 0xFE}))),
                                true),
                        new TableRows("b", List.of("id"), List.of(), false));
        assertThat(history(written(history))).isEqualTo(history);
        assertThat(Mini.parse(Mini.print(history))).isEqualTo(history);
        assertThatThrownBy(() ->
                        history(text + "{\"e\":\"rows\",\"table\":\"a\",\"columns\":[\"id\",\"v\"],\"rows\":[]}\n"))
                .hasMessage("t:5:1: rows of table a come after its last ones");
        assertThatThrownBy(() -> history(text + "{\"e\":\"rows\",\"table\":\"b\",\"columns\":[\"x\"],\"rows\":[]}\n"))
                .hasMessage("t:5:1: the rows of table b first have the columns [id], then [x]");
    }

    @Test
    void manyRowsAreWrittenInLinesOfModerateLength() throws IOException {
        List<List<Value>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(List.of(Value.of(i), Value.of("x".repeat(10_000))));
        }
        HistoryListener listener = new HistoryListener();
        listener.rows(new TableRows("t", List.of("id", "text"), rows, true));
        History history = listener.history();
        String text = written(history);
        assertThat(text.lines().mapToInt(String::length).max().orElseThrow()).isLessThan(1_200_000);
        assertThat(history(text)).isEqualTo(history);
    }

    @Test
    void onlyWhatNeedsVersionTwoIsWrittenInIt() throws IOException {
        assertThat(written(Mini.parse("1: w(x,1) c\n"))).startsWith("{\"bateleur\":1}");
        assertThat(written(Mini.parse("rows t:[[id]]\n"))).startsWith("{\"bateleur\":2}");
    }

    /** Unknown events and fields are put into random traces: both readers pass on the same, and the history stays what it was. */
    @Test
    void theFastPathPassesOnWhatTheGeneralReaderDoes() throws IOException {
        for (long seed = 0; seed < 1_500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            History history = Histories.random(seed);
            String text = sprinkled(written(history), random);
            assertThat(transcript(text, true)).as("seed %d", seed).isEqualTo(transcript(text, false));
            assertThat(history.differenceFrom(history(text)))
                    .as("seed %d: %s", seed, text)
                    .isEmpty();
        }
    }

    /** Both readers make the same of broken traces: the same events, and then the same error. */
    @Test
    void theFastPathRefusesWhatTheGeneralReaderDoes() throws IOException {
        int read = 0;
        for (long seed = 0; seed < 4_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = sprinkled(written(Histories.random(seed % 50)), random);
            byte[] broken = BrokenBytes.of(text.getBytes(StandardCharsets.UTF_8), random);
            List<String> fast = outcome(broken, true);
            assertThat(fast).as("seed %d", seed).isEqualTo(outcome(broken, false));
            read += fast.get(fast.size() - 1).startsWith("refused: ") ? 0 : 1;
        }
        assertThat(read).isBetween(200, 3_800);
    }

    private static List<String> outcome(byte[] bytes, boolean fast) throws IOException {
        Transcript transcript = new Transcript();
        List<String> outcome = new ArrayList<>(List.of("start"));
        try {
            new NativeReader(new Notes(), transcript, fast).readWithLaterParts(Source.of("t", bytes));
            HistoryListener history = new HistoryListener();
            new NativeReader(new Notes(), history, fast).readWithLaterParts(Source.of("t", bytes));
            outcome.addAll(Mini.print(history.history()).lines().toList());
        } catch (BadInputException | HistoryException e) {
            outcome.add("refused: " + e.getMessage());
        }
        outcome.addAll(0, transcript.lines);
        return outcome;
    }

    private static String sprinkled(String text, SplittableRandom random) throws IOException {
        StringBuilder out = new StringBuilder();
        for (String line : text.lines().toList()) {
            String changed = line.replaceFirst("^\\{\"bateleur\":1", "{\"bateleur\":2");
            if (random.nextInt(3) == 0) {
                changed = random.nextBoolean() || changed.startsWith("{\"bateleur")
                        ? changed.substring(0, changed.length() - 1) + ",\"new\":" + json(random, 3) + "}"
                        : "{\"new\" : " + json(random, 3) + " ," + changed.substring(1);
            }
            out.append(changed).append('\n');
            if (random.nextInt(4) == 0) {
                out.append("{\"e\":\"plan\",\"v\":").append(json(random, 3)).append("}\n");
            }
            if (random.nextInt(6) == 0) {
                out.append("{\"e\":\"punctuation\",\"before\":")
                        .append(random.nextLong())
                        .append("}\n");
            }
        }
        return out.toString();
    }

    /** Any JSON; what it says is checked to be what a parser of JSON reads. */
    private static String json(SplittableRandom random, int depth) throws IOException {
        String json =
                switch (random.nextInt(depth == 0 ? 5 : 7)) {
                    case 0 -> "\"é\\u0041\\\"" + random.nextInt() + "\"";
                    case 1 -> random.nextInt(2) == 0 ? "-1.50e-7" : "12345678901234567890123";
                    case 2 -> "null";
                    case 3 -> random.nextBoolean() ? "true" : "[ ]";
                    case 4 -> "{ }";
                    case 5 -> "[" + json(random, depth - 1) + " , " + json(random, depth - 1) + "]";
                    default -> "{\"t\":" + json(random, depth - 1) + ",\"e\" :" + json(random, depth - 1) + "\t}";
                };
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            parser.skipChildren();
            assertThat(parser.nextToken()).isNull();
        }
        return json;
    }

    private static List<String> transcript(String text, boolean fast) throws IOException {
        Transcript transcript = new Transcript();
        new NativeReader(new Notes(), transcript, fast).readWithLaterParts(Source.of("t", text));
        return transcript.lines;
    }

    private static Transcript transcript(String text) throws IOException {
        Transcript transcript = new Transcript();
        Traces.read(Source.of("t", text), null, transcript);
        return transcript;
    }

    private static History history(String text) throws IOException {
        return Traces.read(Source.of("t", text), null).history();
    }

    private static String written(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NativeWriter.write(history, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
