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
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DbcopBincodeFormatTest {
    private static final TraceFormat BINCODE = new DbcopBincodeFormat();
    private static final String CUT_OFF = "\n  hint: the file was not written or copied to its end";
    /** Five numbers, three texts. */
    private static final int HEADER_BYTES = 5 * 8 + 3 * 8 + "MyDB".length() + 2 * "2019-03-21T05:33:32+01:00".length();

    @TempDir
    Path directory;

    /** Bytes as dbcop writes them. */
    private static final class Bytes {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        static Bytes header() {
            return new Bytes()
                    .number(50, 6, 360, 30, 10)
                    .text("MyDB")
                    .text("2019-03-21T05:33:32+01:00")
                    .text("2019-03-21T05:33:41+01:00");
        }

        Bytes number(long... numbers) {
            for (long number : numbers) {
                for (int i = 0; i < 8; i++) {
                    out.write((int) (number >>> (8 * i)));
                }
            }
            return this;
        }

        Bytes octet(int octet) {
            out.write(octet);
            return this;
        }

        Bytes text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            number(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        Bytes event(int write, long variable, long value, int success) {
            return octet(write).number(variable, value).octet(success);
        }

        byte[] done() {
            return out.toByteArray();
        }
    }

    private static HistoryBuilder about() {
        return History.builder()
                .about("id", Value.of(50))
                .about("n_node", Value.of(6))
                .about("n_variable", Value.of(360))
                .about("n_transaction", Value.of(30))
                .about("n_event", Value.of(10))
                .about("info", Value.of("MyDB"))
                .about("start", Value.of("2019-03-21T05:33:32+01:00"))
                .about("end", Value.of("2019-03-21T05:33:41+01:00"));
    }

    private static byte[] example() {
        return Bytes.header()
                .number(3)
                .number(2)
                .number(2)
                .event(1, 7, 1, 1)
                .event(0, 8, 0, 1)
                .octet(1)
                .number(0)
                .octet(1)
                .number(0)
                .number(1)
                .number(2)
                .event(1, 7, 2, 1)
                .event(0, 7, 1, 1)
                .octet(0)
                .done();
    }

    @Test
    void sessionsOfTransactionsOfEvents() throws IOException {
        History history = read(BINCODE, example());

        HistoryBuilder expected = about().initial(Value.of(8), Value.of(0));
        expected.session(0);
        expected.session(1);
        expected.session(2);
        expected.begin(Value.of(0), Value.of(0))
                .put(Value.of(7), Value.of(1))
                .get(Value.of(8), Value.of(0))
                .commit();
        expected.begin(Value.of(0), Value.of(1)).commit();
        expected.begin(Value.of(2), Value.of(2))
                .put(Value.of(7), Value.of(2))
                .get(Value.of(7), Value.of(1))
                .abort();
        assertSame(history, expected.build());
    }

    @Test
    void writtenByteForByte() throws IOException {
        Path file = directory.resolve("history.bincode");
        assertComesBack(BINCODE, read(BINCODE, example()), file);
        assertThat(Files.readAllBytes(file)).isEqualTo(example());
    }

    @Test
    void directoryThatHoldsItIsReadToo() throws IOException {
        Files.write(directory.resolve("history.bincode"), example());

        assertSame(read(BINCODE, directory), read(BINCODE, example()));
        try (Source source = Source.of(directory)) {
            assertThat(BINCODE.recognises(source.head())).isTrue();
        }
    }

    @Test
    void failedEventsOfCommittedTransactionsHadNoEffect() throws IOException {
        byte[] bytes = Bytes.header()
                .number(1)
                .number(2)
                .number(3)
                .event(1, 7, 1, 0)
                .event(0, 9, 0, 0)
                .event(1, 8, 2, 1)
                .octet(1)
                .number(1)
                .event(1, 8, 3, 0)
                .octet(1)
                .done();

        Trace trace = Traces.read(Source.of("t", bytes), BINCODE);

        HistoryBuilder expected = about();
        expected.begin(Value.of(0), Value.of(0)).put(Value.of(8), Value.of(2)).commit();
        expected.begin(Value.of(0), Value.of(1)).commit();
        expected.begin(Value.of(1), Value.of(2))
                .put(Value.of(7), Value.of(1))
                .put(Value.of(8), Value.of(3))
                .abort();
        assertSame(trace.history(), expected.build());
        assertThat(trace.history().keyCount()).isEqualTo(2);
        assertThat(trace.warnings())
                .containsExactly("events that failed inside committed transactions "
                        + "(reads left out: 1; writes kept as aborted transaction 2: 2)");
        assertComesBack(BINCODE, trace.history(), directory.resolve("copy"));
    }

    @Test
    void failedReadsAloneAreLeftOut() throws IOException {
        byte[] bytes = Bytes.header().number(1, 1, 1).event(0, 9, 0, 0).octet(1).done();

        Trace trace = Traces.read(Source.of("t", bytes), BINCODE);

        assertThat(trace.history()).hasToString("History[1 sessions, 1 transactions, 0 operations, 0 keys]");
        assertThat(trace.warnings())
                .containsExactly("events that failed inside committed transactions (reads left out: 1)");
    }

    @Test
    void abortedTransactionsKeepTheirFailedEvents() throws IOException {
        byte[] bytes = Bytes.header()
                .number(1, 1, 2)
                .event(1, 7, 1, 0)
                .event(0, 9, 0, 0)
                .octet(0)
                .done();

        Trace trace = Traces.read(Source.of("t", bytes), BINCODE);

        HistoryBuilder expected = about();
        expected.begin(Value.of(0), Value.of(0))
                .put(Value.of(7), Value.of(1))
                .operation(OpKind.GET, Value.of(9), Content.unknown())
                .abort();
        assertSame(trace.history(), expected.build());
        assertThat(trace.warnings()).isEmpty();
        assertComesBack(BINCODE, trace.history(), directory.resolve("copy"));
    }

    @Test
    void numbersHaveNoSign() throws IOException {
        byte[] bytes =
                Bytes.header().number(1, 1, 1).event(1, -1, -2, 1).octet(1).done();

        History history = read(BINCODE, bytes);

        assertThat(history.keys().get(0)).isEqualTo(Value.number("18446744073709551615"));
        assertThat(history.values().get(0)).isEqualTo(Value.number("18446744073709551614"));
        assertThat(BINCODE.fit().refusal(history)).isEmpty();
        assertComesBack(BINCODE, history, directory.resolve("copy"));
    }

    @Test
    void headerOfOtherHistoriesIsMadeUp() throws IOException {
        HistoryBuilder builder = History.builder()
                .about("engine", Value.of("H2"))
                .about("seed", Value.of(7))
                .about("n_node", Value.of("many"));
        builder.begin("a", "T1")
                .put(Value.of(1), Value.of(2))
                .put(Value.of(3), Value.of(4))
                .commit();
        builder.begin("b", "T2").put(Value.of(1), Value.of(3)).commit();

        History copy = RoundTrips.rewritten(BINCODE, builder.build(), directory.resolve("copy"));

        assertThat(copy.about().values())
                .containsExactly(
                        Value.of(0),
                        Value.of(2),
                        Value.of(2),
                        Value.of(1),
                        Value.of(2),
                        Value.of("engine=H2, seed=7"),
                        Value.of("1970-01-01T00:00:00+00:00"),
                        Value.of("1970-01-01T00:00:00+00:00"));
    }

    @Test
    void writesOfUnknownValuesAreRefused() {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1")
                .operation(OpKind.PUT, Value.of(1), Content.unknown())
                .abort();

        assertThatThrownBy(() -> Traces.write(builder.build(), directory.resolve("copy"), BINCODE))
                .isInstanceOf(CannotExpressException.class)
                .hasMessage("the format dbcop-bincode cannot hold this history: "
                        + "transaction T1 has a put of 1 whose value is unknown");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void cutOffFilesAreErrorsEverywhere() {
        byte[] whole = example();
        for (int length = 1; length < whole.length; length++) {
            assertThat(error(BINCODE, Arrays.copyOf(whole, length)))
                    .startsWith("t:byte " + length + ": found the end of the file, expected ")
                    .endsWith(CUT_OFF);
        }
        assertThat(error(BINCODE, Arrays.copyOf(whole, 17)))
                .isEqualTo("t:byte 17: found the end of the file, expected n_variable" + CUT_OFF);
        assertThat(error(BINCODE, Arrays.copyOf(whole, 50)))
                .isEqualTo("t:byte 50: found the end of the file, expected the text of info" + CUT_OFF);
        assertThat(error(BINCODE, Arrays.copyOf(whole, whole.length - 1)))
                .isEqualTo("t:byte " + (whole.length - 1)
                        + ": found the end of the file, expected whether the transaction committed" + CUT_OFF);
    }

    @Test
    void absurdCountsAreErrors() {
        long absurd = 1L << 60;
        assertThat(error(BINCODE, Bytes.header().number(absurd).done()))
                .isEqualTo(
                        "t:byte " + HEADER_BYTES + ": found 1152921504606846976 sessions, expected at most 2147483647");
        assertThat(error(BINCODE, Bytes.header().number(1, -1).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 8)
                        + ": found 18446744073709551615 transactions, expected at most 2147483647");
        assertThat(error(BINCODE, Bytes.header().number(1, 1, absurd).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 16)
                        + ": found 1152921504606846976 events, expected at most 2147483647");
        assertThat(error(BINCODE, new Bytes().number(0, 0, 0, 0, 0, absurd).done()))
                .isEqualTo("t:byte 40: found 1152921504606846976 bytes of info, expected at most 2147483647");
        assertThat(error(BINCODE, Bytes.header().number(1, 1, Integer.MAX_VALUE).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 24)
                        + ": found the end of the file, expected whether the event is a write" + CUT_OFF);
    }

    @Test
    void nonsenseIsAnError() {
        assertThat(error(BINCODE, Bytes.header().number(0).octet(65).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 8) + ": found 'A', expected the end of the file");
        assertThat(error(BINCODE, Bytes.header().number(1, 1, 1).octet(2).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 24)
                        + ": found byte 0x02, expected 0 or 1, for whether the event is a write");
        assertThat(error(
                        BINCODE,
                        Bytes.header().number(1, 1, 1).event(0, 1, 1, 3).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 24 + 17)
                        + ": found byte 0x03, expected 0 or 1, for whether the event succeeded");
        assertThat(error(BINCODE, Bytes.header().number(1, 1, 0).octet(255).done()))
                .isEqualTo("t:byte " + (HEADER_BYTES + 24)
                        + ": found byte 0xff, expected 0 or 1, for whether the transaction committed");
        assertThat(error(
                        BINCODE,
                        new Bytes()
                                .number(0, 0, 0, 0, 0, 2)
                                .octet(0xC3)
                                .octet(0x28)
                                .done()))
                .isEqualTo("t:byte 48: found bytes that are no UTF-8, expected the text of info");
    }

    @Test
    void onlyItsHeaderIsRecognised() {
        assertThat(BINCODE.recognises(Head.file(example()))).isTrue();
        assertThat(BINCODE.recognises(Head.file(Arrays.copyOf(example(), 100)))).isTrue();
        assertThat(BINCODE.recognises(new Head(List.of("history.bincode"), new byte[0])))
                .isTrue();
        assertThat(BINCODE.recognises(new Head(List.of("T0.log"), example()))).isFalse();
        for (byte[] other : List.of(
                new byte[0],
                new byte[200],
                Arrays.copyOf(example(), 60),
                "w(1,2,3,4)\n".repeat(20).getBytes(StandardCharsets.UTF_8),
                new Bytes().number(0, 0, 0, 0, 0, Long.MAX_VALUE, 0, 0).done(),
                new Bytes().number(0, 0, 0, 0, 0, 0, Long.MAX_VALUE, 0).done())) {
            assertThat(BINCODE.recognises(Head.file(other))).isFalse();
        }
    }
}
