package io.bateleur.core.trace.foreign;

import static io.bateleur.core.trace.foreign.RoundTrips.assertComesBack;
import static io.bateleur.core.trace.foreign.RoundTrips.assertSame;
import static io.bateleur.core.trace.foreign.RoundTrips.error;
import static io.bateleur.core.trace.foreign.RoundTrips.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlumeFormatTest {
    private static final String HINT =
            "\n  hint: a line is r(key,value,session,transaction) or w(key,value,session,transaction)";
    private static final TraceFormat PLUME = new PlumeFormat();

    @TempDir
    Path directory;

    @Test
    void linesOfTransactionsMayAlternate() throws IOException {
        History history = read(PLUME, """
                w(1,5,0,7)
                r(1,5,3,9)
                r(2,0,0,7)
                w(2,-6,3,9)
                r(2,-6,0,8)
                """);

        HistoryBuilder expected = History.builder().initial(Value.of(2), Value.of(0));
        expected.begin(Value.of(0), Value.of(7))
                .put(Value.of(1), Value.of(5))
                .get(Value.of(2), Value.of(0))
                .commit();
        expected.begin(Value.of(3), Value.of(9))
                .get(Value.of(1), Value.of(5))
                .put(Value.of(2), Value.of(-6))
                .commit();
        expected.begin(Value.of(0), Value.of(8)).get(Value.of(2), Value.of(-6)).commit();
        assertSame(history, expected.build());
    }

    @Test
    void transactionMinusOneHoldsWhatAbortedInItsSession() throws IOException {
        History history = read(PLUME, """
                w(1,5,0,-1)
                r(9,9,0,-1)
                w(1,6,2,-1)
                r(1,5,0,4)
                w(2,7,0,-1)
                """);

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of("aborted-0"))
                .put(Value.of(1), Value.of(5))
                .put(Value.of(2), Value.of(7))
                .abort();
        expected.begin(Value.of(2), Value.of("aborted-2"))
                .put(Value.of(1), Value.of(6))
                .abort();
        expected.begin(Value.of(0), Value.of(4)).get(Value.of(1), Value.of(5)).commit();
        assertSame(history, expected.build());
        assertThat(history.keyCount()).isEqualTo(2);
        assertComesBack(PLUME, history, directory.resolve("copy"));
    }

    @Test
    void keyThatSomebodyWroteZeroToStartedAbsent() throws IOException {
        assertThat(read(PLUME, "w(1,0,0,0)\nr(1,0,1,1)\nr(2,0,1,1)").initialContents())
                .containsExactly(Map.entry(Value.of(2), Value.of(0)));
    }

    @Test
    void whiteSpaceAndLineEndsAreFree() throws IOException {
        History plain = read(PLUME, "r(1,2,3,4)\nw(5,6,7,8)\n");

        assertSame(read(PLUME, "\uFEFF\r\n r ( 1 ,\t2, 3 ,4 ) \r\n\r\n  \nw(5,6,7,8)"), plain);
    }

    @Test
    void linesWithoutBlanksAreReadAsThoseWithThem() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long[] numbers = {random.nextInt(50), random.nextLong(), i % 5, i % 7 == 0 ? -1 : i / 5 * 5 + i % 5};
            numbers[1] = numbers[1] >> random.nextInt(64);
            text.append(random.nextBoolean() ? "r(" : "w(");
            text.append(Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(",")));
            text.append(")\n");
        }

        assertSame(
                read(PLUME, text.toString()),
                read(PLUME, text.toString().replace(",", " ,").replace("\n", "\r\n")));
    }

    @Test
    void longsGoToTheirEnds() throws IOException {
        History history = read(PLUME, "w(9223372036854775807,-9223372036854775808,0,0)");

        assertThat(history.keys().integer(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(history.values().integer(0)).isEqualTo(Long.MIN_VALUE);
        assertComesBack(PLUME, history, directory.resolve("copy"));
    }

    @Test
    void numbersMayLieAcrossBuffers() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(1);
        HistoryBuilder expected = History.builder();
        for (int t = 0; t < 20_000; t++) {
            long value = random.nextLong() | 1;
            text.append("w(")
                    .append(t)
                    .append(',')
                    .append(value)
                    .append(",0,")
                    .append(t)
                    .append(")\n");
            expected.begin(Value.of(0), Value.of(t))
                    .put(Value.of(t), Value.of(value))
                    .commit();
        }
        assertSame(read(PLUME, text.toString()), expected.build());
    }

    @Test
    void namesThatAreNoIntegersBecomeNumbers() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin("alice", "T1").put(Value.of(1), Value.of(2)).commit();
        builder.begin("bob", "T2").put(Value.of(1), Value.of(3)).abort();
        builder.begin("bob", "T3").get(Value.of(1), Value.of(2)).commit();

        Path file = directory.resolve("copy.txt");
        Traces.write(builder.build(), file, PLUME);

        assertThat(Files.readString(file)).isEqualTo("w(1,2,0,0)\nw(1,3,1,-1)\nr(1,2,1,2)\n");
    }

    @Test
    void whatItHasNoWordsForIsRefused() {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1")
                .operation(OpKind.GET, Value.of(1), Content.absent())
                .commit();

        assertThat(PLUME.fit().refusal(builder.build()))
                .contains("transaction T1 has a get of 1 whose value is absent");
    }

    @Test
    void errorsSayWhere() {
        assertThat(error(PLUME, "r(1,2,3,4)\n x(1,2,3,4)")).isEqualTo("t:2:2: found 'x', expected 'r' or 'w'" + HINT);
        assertThat(error(PLUME, "r[1,2,3,4]")).isEqualTo("t:1:2: found '[', expected '('" + HINT);
        assertThat(error(PLUME, "r(,2,3,4)")).isEqualTo("t:1:3: found ',', expected a key" + HINT);
        assertThat(error(PLUME, "r(1,x,3,4)")).isEqualTo("t:1:5: found 'x', expected a value" + HINT);
        assertThat(error(PLUME, "r(1,2,,4)")).isEqualTo("t:1:7: found ',', expected a session" + HINT);
        assertThat(error(PLUME, "r(1,2,3,-)")).isEqualTo("t:1:10: found ')', expected a transaction" + HINT);
        assertThat(error(PLUME, "r(1,2,3)")).isEqualTo("t:1:8: found ')', expected ','" + HINT);
        assertThat(error(PLUME, "r(1,2,\n")).isEqualTo("t:1:7: found the end of the line, expected a session" + HINT);
        assertThat(error(PLUME, "r(1,2,3,4")).isEqualTo("t:1:10: found the end of the file, expected ')'" + HINT);
        assertThat(error(PLUME, "r(1,2,3,4) w(1,2,3,4)"))
                .isEqualTo("t:1:12: found 'w', expected the end of the line" + HINT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x(1,2,3,4)",
                "r[1,2,3,4]",
                "r(,2,3,4)",
                "r(1,-,3,4)",
                "r(1,2,3)",
                "r(1,2,3,4,5)",
                "r(1,2,3,4))",
                "r(1,2,3,4",
                "r(1,2,9223372036854775808,4)",
                "w(1,2,6,5)"
            })
    void errorsSayTheSameInTheMiddleOfATrace(String line) {
        String before = "w(1,1,5,5)\n".repeat(30);

        assertThat(error(PLUME, before + line + "\n" + before))
                .isEqualTo(error(PLUME, before + line + "\n"))
                .startsWith("t:31:");
    }

    @Test
    void integersBeyond64BitsAreErrors() {
        assertThat(error(PLUME, "r(1,9223372036854775808,3,4)"))
                .isEqualTo("t:1:5: found an integer that does not fit 64 bits, expected a value");
        assertThat(error(PLUME, "r(1,-9223372036854775809,3,4)"))
                .isEqualTo("t:1:5: found an integer that does not fit 64 bits, expected a value");
        assertThat(error(PLUME, "r(1,2,3,100000000000000000000000)"))
                .isEqualTo("t:1:9: found an integer that does not fit 64 bits, expected a transaction");
    }

    @Test
    void transactionInTwoSessionsIsAnError() {
        assertThat(error(PLUME, "r(1,2,0,4)\nw(1,2,1,4)\n"))
                .isEqualTo("t:2:9: found transaction 4 in session 1, expected it in session 0, where it began"
                        + "\n  hint: a transaction id may be used in one session only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r(1,2,3,4)", "\n\n w ( 1 , -2 , 3 , -1 ) \r\n", "\uFEFFw(0,0,0,0)\nrubbish"})
    void isRecognised(String text) {
        assertThat(PLUME.recognises(head(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "r(x,1)", "T1: r(1,2,3,4)", "r(1,2,3)", "w 1 2", "[x:=1]", "{:type :ok}", "r(1,2,3,4"})
    void othersAreNot(String text) {
        assertThat(PLUME.recognises(head(text))).isFalse();
    }

    private static Head head(String text) {
        return Head.file(text.getBytes(StandardCharsets.UTF_8));
    }
}
