package io.bateleur.core.trace.foreign;

import static io.bateleur.core.trace.foreign.RoundTrips.assertComesBack;
import static io.bateleur.core.trace.foreign.RoundTrips.assertSame;
import static io.bateleur.core.trace.foreign.RoundTrips.error;
import static io.bateleur.core.trace.foreign.RoundTrips.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AwditFormatTest {
    private static final String HINT =
            "\n  hint: a line is 'r key value' or 'w key value'; '-----' ends a transaction, '=====' a session";
    private static final TraceFormat AWDIT = new AwditFormat();
    private static final String EXAMPLE = """
            w 0 1
            r 1 0
            -----
            w 0 2
            =====
            r 0 2
            """;

    @TempDir
    Path directory;

    @Test
    void linesOfDashesAndEqualsSignsSeparate() throws IOException {
        HistoryBuilder expected = History.builder().initial(Value.of(1), Value.of(0));
        expected.begin(Value.of(0), Value.of(0))
                .put(Value.of(0), Value.of(1))
                .get(Value.of(1), Value.of(0))
                .commit();
        expected.begin(Value.of(0), Value.of(1)).put(Value.of(0), Value.of(2)).commit();
        expected.begin(Value.of(1), Value.of(2)).get(Value.of(0), Value.of(2)).commit();

        assertSame(read(AWDIT, EXAMPLE), expected.build());
    }

    @Test
    void writtenAsItWasRead() throws IOException {
        Path file = directory.resolve("copy.txt");
        assertComesBack(AWDIT, read(AWDIT, EXAMPLE), file);
        assertThat(Files.readString(file)).isEqualTo(EXAMPLE);
    }

    @Test
    void nothingBetweenSeparatorsIsNothing() throws IOException {
        String spaced = "=\n\n-\n \tw  0\t1 \r\nr 1 0\n--\n---\n\nw 0 2\n-\n==\n====\n-\nr 0 2\n-\n=";

        assertSame(read(AWDIT, spaced), read(AWDIT, EXAMPLE));
    }

    @Test
    void sessionsAreWrittenOneAfterAnother() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin("a", "T1").put(Value.of(1), Value.of(2)).commit();
        builder.begin("b", "T2").put(Value.of(1), Value.of(3)).commit();
        builder.begin("a", "T3").commit();
        builder.begin("a", "T4").get(Value.of(1), Value.of(3)).commit();

        Path file = directory.resolve("copy.txt");
        Traces.write(builder.build(), file, AWDIT);

        assertThat(Files.readString(file)).isEqualTo("w 1 2\n-----\nr 1 3\n=====\nw 1 3\n");
    }

    @Test
    void abortedTransactionsAreRefused() {
        HistoryBuilder builder = History.builder();
        builder.begin("a", "T1").put(Value.of(1), Value.of(2)).abort();

        assertThat(AWDIT.fit().refusal(builder.build())).contains("transaction T1 has the ending aborted");
    }

    @Test
    void errorsSayWhere() {
        assertThat(error(AWDIT, "w 1 2\n  x 1 2"))
                .isEqualTo("t:2:3: found 'x', expected 'r', 'w', a line of '-' or a line of '='" + HINT);
        assertThat(error(AWDIT, "w1 2")).isEqualTo("t:1:2: found '1', expected a blank and a key" + HINT);
        assertThat(error(AWDIT, "w x 2")).isEqualTo("t:1:3: found 'x', expected a key" + HINT);
        assertThat(error(AWDIT, "w 1"))
                .isEqualTo("t:1:4: found the end of the file, expected a blank and a value" + HINT);
        assertThat(error(AWDIT, "w 1 -2")).isEqualTo("t:1:5: found '-', expected a value" + HINT);
        assertThat(error(AWDIT, "w 1 2 3")).isEqualTo("t:1:7: found '3', expected the end of the line" + HINT);
        assertThat(error(AWDIT, "w 1 2\n--=")).isEqualTo("t:2:3: found '=', expected the end of the line" + HINT);
        assertThat(error(AWDIT, "w 9223372036854775808 2"))
                .isEqualTo("t:1:3: found an integer that does not fit 64 bits, expected a key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r 1 2", "\n\n w\t1  2 \r\n", "=====\n---\n\nw 0 0\nrubbish"})
    void isRecognised(String text) {
        assertThat(AWDIT.recognises(head(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "---", "---\nkey: value", "r(1,2,3,4)", "w x 1", "write 1 2", "[x:=1]", "w 1 2 3"})
    void othersAreNot(String text) {
        assertThat(AWDIT.recognises(head(text))).isFalse();
    }

    private static Head head(String text) {
        return Head.file(text.getBytes(StandardCharsets.UTF_8));
    }
}
