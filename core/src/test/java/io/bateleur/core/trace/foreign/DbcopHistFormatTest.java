package io.bateleur.core.trace.foreign;

import static io.bateleur.core.trace.foreign.RoundTrips.assertComesBack;
import static io.bateleur.core.trace.foreign.RoundTrips.assertSame;
import static io.bateleur.core.trace.foreign.RoundTrips.error;
import static io.bateleur.core.trace.foreign.RoundTrips.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.CannotExpressException;
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

class DbcopHistFormatTest {
    private static final String HINT =
            "\n  hint: a transaction is [x:=1 y==2 z==?], or [x:=1]! if it did not commit; '---' stands between sessions";
    private static final TraceFormat HIST = new DbcopHistFormat();

    @TempDir
    Path directory;

    @Test
    void bracketsAreTransactions() throws IOException {
        History history = read(HIST, """
                // the first session
                [x:=1 12:=7] [x==1 y==?]
                [007:=2]!
                ---
                [ z==0\t007==2 ] // a remark
                """);

        HistoryBuilder expected = History.builder().initial(Value.of("z"), Value.of(0));
        expected.begin(Value.of(0), Value.of(0))
                .put(Value.of("x"), Value.of(1))
                .put(Value.of(12), Value.of(7))
                .commit();
        expected.begin(Value.of(0), Value.of(1))
                .get(Value.of("x"), Value.of(1))
                .operation(OpKind.GET, Value.of("y"), Content.absent())
                .commit();
        expected.begin(Value.of(0), Value.of(2))
                .put(Value.of("007"), Value.of(2))
                .abort();
        expected.begin(Value.of(1), Value.of(3))
                .get(Value.of("z"), Value.of(0))
                .get(Value.of("007"), Value.of(2))
                .commit();
        assertSame(history, expected.build());
        assertComesBack(HIST, history, directory.resolve("copy"));
    }

    @Test
    void writtenAsItWasRead() throws IOException {
        String text = "[x:=1 y:=1]\n[x==1 y==?]!\n---\n---\n[x==1]\n";
        Path file = directory.resolve("copy.hist");

        assertComesBack(HIST, read(HIST, text), file);

        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    void sessionsMayBeEmpty() throws IOException {
        assertThat(read(HIST, "// nothing\n").sessionCount()).isEqualTo(1);
        assertThat(read(HIST, "[x:=1]\n---\n---\r\n[x:=2]\n-\n").sessionCount()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x y", "", "é", "12", "0"})
    void keysThatWouldNotComeBackAreRefused(String key) {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1").put(Value.of(key), Value.of(1)).commit();

        assertThat(HIST.fit().refusal(builder.build()))
                .contains("transaction T1 has the key " + Value.of(key)
                        + ", and keys can only be words of letters, digits and _, or integers from 0 to 10^18-1");
    }

    @Test
    void integerKeysGoAsFarAsTheyComeBack() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin(Value.of(0), Value.of(0))
                .put(Value.of(999_999_999_999_999_999L), Value.of(Long.MAX_VALUE))
                .put(Value.of("1000000000000000000"), Value.of(1))
                .commit();
        History history = builder.build();

        assertThat(HIST.fit().refusal(history)).isEmpty();
        assertComesBack(HIST, history, directory.resolve("copy"));
        assertThat(HIST.fit().keys().holds().test(Value.of(1_000_000_000_000_000_000L)))
                .isFalse();
    }

    @Test
    void writesOfNothingAreRefused() {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1")
                .operation(OpKind.PUT, Value.of("x"), Content.absent())
                .commit();
        Path file = directory.resolve("copy");

        assertThatThrownBy(() -> Traces.write(builder.build(), file, HIST))
                .isInstanceOf(CannotExpressException.class)
                .hasMessage("the format dbcop-hist cannot hold this history: "
                        + "transaction T1 writes that a key is absent");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void errorsSayWhere() {
        assertThat(error(HIST, "[x:=1]\n x")).isEqualTo("t:2:2: found 'x', expected '[', '---' or '//'" + HINT);
        assertThat(error(HIST, "[]")).isEqualTo("t:1:2: found ']', expected a key" + HINT);
        assertThat(error(HIST, "[x:=1\n]"))
                .isEqualTo("t:1:6: found the end of the line, expected a blank or ']'" + HINT);
        assertThat(error(HIST, "[x:=1")).isEqualTo("t:1:6: found the end of the file, expected a blank or ']'" + HINT);
        assertThat(error(HIST, "[x=1]")).isEqualTo("t:1:4: found '1', expected '='" + HINT);
        assertThat(error(HIST, "[x 1]")).isEqualTo("t:1:3: found byte 0x20, expected ':=' or '=='" + HINT);
        assertThat(error(HIST, "[x:=]")).isEqualTo("t:1:5: found ']', expected a value" + HINT);
        assertThat(error(HIST, "[x:=?]")).isEqualTo("t:1:5: found '?', expected a value" + HINT);
        assertThat(error(HIST, "[x== 1]")).isEqualTo("t:1:5: found byte 0x20, expected a value or '?'" + HINT);
        assertThat(error(HIST, "[x==-1]")).isEqualTo("t:1:5: found '-', expected a value or '?'" + HINT);
        assertThat(error(HIST, "[x==1y==2]")).isEqualTo("t:1:6: found 'y', expected a blank or ']'" + HINT);
        assertThat(error(HIST, "--- x")).isEqualTo("t:1:5: found 'x', expected the end of the line" + HINT);
        assertThat(error(HIST, "/ x")).isEqualTo("t:1:2: found byte 0x20, expected '/'" + HINT);
        assertThat(error(HIST, "[x:=9223372036854775808]"))
                .isEqualTo("t:1:5: found an integer that does not fit 64 bits, expected a value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[x:=1]", "// remark\n\n---\n [ x_1==? y:=1]", "[1==0] [x:=1]"})
    void isRecognised(String text) {
        assertThat(HIST.recognises(head(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "// only a remark", "[]", "[1,2]", "[{\"x\":1}]", "[:r x 1]", "w 1 2", "[x = 1]"})
    void othersAreNot(String text) {
        assertThat(HIST.recognises(head(text))).isFalse();
    }

    private static Head head(String text) {
        return Head.file(text.getBytes(StandardCharsets.UTF_8));
    }
}
