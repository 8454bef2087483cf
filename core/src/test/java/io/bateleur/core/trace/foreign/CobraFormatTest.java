package io.bateleur.core.trace.foreign;

import static io.bateleur.core.trace.foreign.RoundTrips.assertComesBack;
import static io.bateleur.core.trace.foreign.RoundTrips.assertSame;
import static io.bateleur.core.trace.foreign.RoundTrips.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CobraFormatTest {
    private static final TraceFormat COBRA = new CobraFormat();
    private static final long INITIAL = 0xbebeebeeL;
    private static final long NULL = 0xdeadbeefL;
    private static final long DELETED = 0xabcdefabL;
    private static final long UNIVERSAL = 0xabddefeeL;

    @TempDir
    Path directory;

    private Path logs = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        logs = Files.createDirectory(directory.resolve("logs"));
    }

    /** A log: records of a letter and numbers. */
    private static final class Log {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Log record(char letter, long... numbers) {
            out.write(letter);
            for (long number : numbers) {
                out.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
            }
            return this;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }

    private void log(int session, Log log) throws IOException {
        Files.write(logs.resolve("T" + session + ".log"), log.bytes());
    }

    private String error(Log log) throws IOException {
        return error(log.bytes());
    }

    private String error(byte[] log) throws IOException {
        Files.write(logs.resolve("T0.log"), log);
        return catchThrowableOfType(BadInputException.class, () -> read(COBRA, logs))
                .getMessage()
                .replace(logs + File.separator, "");
    }

    @Test
    void oneSessionPerLog() throws IOException {
        log(10, new Log().record('S', 3).record('R', 1, 77, 5, 99).record('C', 3));
        log(
                2,
                new Log()
                        .record('S', 1)
                        .record('W', 77, 5, 99)
                        .record('W', -78, 6, 98)
                        .record('C', 1)
                        .record('S', 2)
                        .record('R', INITIAL, INITIAL, 7, 1234)
                        .record('R', NULL, NULL, 8, 0)
                        .record('C', 2));
        log(3, new Log());
        Files.writeString(logs.resolve("T2.debug"), "something else");

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(2), Value.of(1))
                .put(Value.of(5), Value.of(77))
                .put(Value.of(6), Value.of(-78))
                .commit();
        expected.begin(Value.of(2), Value.of(2))
                .operation(OpKind.GET, Value.of(7), Content.absent())
                .operation(OpKind.GET, Value.of(8), Content.absent())
                .commit();
        expected.session(3);
        expected.begin(Value.of(10), Value.of(3)).get(Value.of(5), Value.of(77)).commit();
        History history = read(COBRA, logs);
        assertSame(history, expected.build());
        assertComesBack(COBRA, history, directory.resolve("copy"));
    }

    @Test
    void writtenAsCobraWrites() throws IOException {
        Log writer = new Log().record('S', 1).record('W', 77, 5, 77).record('C', 1);
        Log reader = new Log()
                .record('S', 2)
                .record('R', 1, 77, 5, 77)
                .record('R', INITIAL, INITIAL, 6, 0)
                .record('C', 2);
        log(0, writer);
        log(1, reader);

        Path copy = directory.resolve("copy");
        Traces.write(read(COBRA, logs), copy, COBRA);

        assertThat(Files.readAllBytes(copy.resolve("T0.log"))).isEqualTo(writer.bytes());
        assertThat(Files.readAllBytes(copy.resolve("T1.log"))).isEqualTo(reader.bytes());
    }

    @Test
    void underTheUniversalIdTheHashIsTheValue() throws IOException {
        Log writer = new Log()
                .record('S', 1)
                .record('W', UNIVERSAL, 5, -99)
                .record('W', UNIVERSAL, 6, -99)
                .record('C', 1);
        Log reader = new Log()
                .record('S', 2)
                .record('R', UNIVERSAL, UNIVERSAL, 5, -99)
                .record('R', INITIAL, UNIVERSAL, 6, 12)
                .record('C', 2);
        log(0, writer);
        log(1, reader);

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(1))
                .put(Value.of(5), Value.of(-99))
                .put(Value.of(6), Value.of(-99))
                .commit();
        expected.begin(Value.of(1), Value.of(2))
                .get(Value.of(5), Value.of(-99))
                .operation(OpKind.GET, Value.of(6), Content.absent())
                .commit();
        History history = read(COBRA, logs);
        assertSame(history, expected.build());
        assertComesBack(COBRA, history, directory.resolve("copy"));
        assertThat(Files.readAllBytes(directory.resolve("copy").resolve("T0.log")))
                .isEqualTo(writer.bytes());
    }

    @Test
    void deletesAreKnownByTheirId() throws IOException {
        log(
                0,
                new Log()
                        .record('S', 1)
                        .record('W', DELETED, 5, 0)
                        .record('C', 1)
                        .record('S', 2)
                        .record('R', DELETED, DELETED, 5, 0)
                        .record('C', 2));

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(1)).delete(Value.of(5)).commit();
        expected.begin(Value.of(0), Value.of(2))
                .operation(OpKind.GET, Value.of(5), Content.absent())
                .commit();
        History history = read(COBRA, logs);
        assertSame(history, expected.build());
        assertComesBack(COBRA, history, directory.resolve("copy"));
    }

    @Test
    void idsOfFenceTransactionsAreValues() throws IOException {
        log(0, new Log().record('S', 1).record('R', INITIAL, 0x23332333L, 5, 0).record('C', 1));

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(1))
                .get(Value.of(5), Value.of(0x23332333L))
                .commit();
        assertSame(read(COBRA, logs), expected.build());
    }

    @Test
    void timestampsAreTimes() throws IOException {
        Log log = new Log()
                .record('S', 1, 1000)
                .record('W', 77, 5, 77)
                .record('C', 1, 1005)
                .record('S', 2, 1006)
                .record('C', 2, 1010);
        log(0, log);
        log(1, new Log().record('S', 3, 999));

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(1))
                .at(1000, 1000)
                .put(Value.of(5), Value.of(77))
                .commit()
                .at(1005, 1005);
        expected.begin(Value.of(0), Value.of(2)).at(1006, 1006).commit().at(1010, 1010);
        expected.begin(Value.of(1), Value.of(3)).at(999, 999).unknown();
        History history = read(COBRA, logs);
        assertSame(history, expected.build());
        assertComesBack(COBRA, history, directory.resolve("copy"));
        assertThat(Files.readAllBytes(directory.resolve("copy").resolve("T0.log")))
                .isEqualTo(log.bytes());
    }

    @Test
    void logMayEndWithinATransaction() throws IOException {
        log(0, new Log().record('S', 1));
        log(1, new Log().record('S', 2).record('W', 77, 5, 77));

        Trace trace = Traces.read(Source.of(logs), COBRA);

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(1)).unknown();
        expected.begin(Value.of(1), Value.of(2)).put(Value.of(5), Value.of(77)).unknown();
        assertSame(trace.history(), expected.build());
        assertThat(trace.warnings())
                .containsExactly(
                        "T0.log ends within transaction 1: whether it committed is unknown",
                        "T1.log ends within transaction 2: whether it committed is unknown");
        assertComesBack(COBRA, trace.history(), directory.resolve("copy"));
    }

    @Test
    void intervalsBecomeTheWidestPoints() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin("a", "T1")
                .put(Value.of(1), Value.of(2))
                .at(10, 15)
                .put(Value.of(3), Value.of(4))
                .at(16, 20)
                .commit();
        builder.begin("b", "T2").at(5, 6).get(Value.of(1), Value.of(2)).commit().at(30, 31);

        History copy = RoundTrips.rewritten(COBRA, builder.build(), directory.resolve("copy"));

        HistoryBuilder expected = History.builder();
        expected.begin(Value.of(0), Value.of(0))
                .at(10, 10)
                .put(Value.of(1), Value.of(2))
                .put(Value.of(3), Value.of(4))
                .commit()
                .at(20, 20);
        expected.begin(Value.of(1), Value.of(1))
                .at(5, 5)
                .get(Value.of(1), Value.of(2))
                .commit()
                .at(31, 31);
        assertSame(copy, expected.build());
    }

    @Test
    void timesThatAreNotKnownOfAllAreLeftOut() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin(Value.of(0), Value.of(1)).at(5, 6).commit();
        builder.begin(Value.of(0), Value.of(2)).commit();

        assertThat(RoundTrips.rewritten(COBRA, builder.build(), directory.resolve("copy"))
                        .hasTimes())
                .isFalse();
    }

    @Test
    void valuesThatMeanSomethingElseStillComeBack() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin(Value.of(0), Value.of(1))
                .put(Value.of(5), Value.of(DELETED))
                .put(Value.of(6), Value.of(1))
                .commit();
        builder.begin(Value.of(1), Value.of(2))
                .get(Value.of(5), Value.of(DELETED))
                .get(Value.of(6), Value.of(NULL))
                .commit();

        assertComesBack(COBRA, builder.build(), directory.resolve("copy"));
    }

    @Test
    void readsOfWhatNobodyWroteComeBack() throws IOException {
        HistoryBuilder builder = History.builder();
        builder.begin(Value.of(0), Value.of(1)).get(Value.of(5), Value.of(7)).commit();

        assertComesBack(COBRA, builder.build(), directory.resolve("copy"));
    }

    @Test
    void unknownEndingWithinASessionIsRefused() {
        HistoryBuilder builder = History.builder();
        builder.begin("s", "T1").unknown();
        builder.begin("s", "T2").commit();

        assertThatThrownBy(() -> Traces.write(builder.build(), directory.resolve("copy"), COBRA))
                .isInstanceOf(CannotExpressException.class)
                .hasMessage("the format cobra cannot hold this history: "
                        + "transaction T1 has the ending unknown and is not the last of its session");
    }

    @Test
    void otherHistoriesAreRefused() {
        HistoryBuilder aborted = History.builder();
        aborted.begin("s", "T1").abort();
        HistoryBuilder words = History.builder();
        words.begin("s", "T1").put(Value.of("x"), Value.of(1)).commit();

        assertThat(COBRA.fit().refusal(aborted.build())).contains("transaction T1 has the ending aborted");
        assertThat(COBRA.fit().refusal(words.build()))
                .contains("transaction T1 has the key x, and keys can only be integers of 64 bits");
        assertThat(COBRA.fit()
                        .refusal(History.builder()
                                .initial(Value.of(1), Value.of(0))
                                .build()))
                .contains("its initial state is given");
    }

    @Test
    void errorsSayWhichByte() throws IOException {
        String records = "\n  hint: records are S (9 bytes, or 17 with a timestamp), R (33), W (25) and C (as S)";
        assertThat(error(new Log().record('S', 1).record('C', 1).record('X', 5)))
                .isEqualTo("T0.log:byte 18: found 'X', expected 'S', 'R', 'W' or 'C'" + records);
        assertThat(error(new Log().record('W', 77, 5, 99)))
                .isEqualTo("T0.log:byte 0: found a write outside a transaction, expected the start of one");
        assertThat(error(new Log().record('S', 1).record('C', 1).record('R', 1, 77, 5, 99)))
                .isEqualTo("T0.log:byte 18: found a read outside a transaction, expected the start of one");
        assertThat(error(new Log().record('C', 1)))
                .isEqualTo("T0.log:byte 0: found a commit outside a transaction, expected the start of one");
        assertThat(error(new Log().record('S', 1).record('S', 2)))
                .isEqualTo("T0.log:byte 9: found the start of a transaction, expected the commit of transaction 1");
        assertThat(error(new Log().record('S', 1).record('C', 2)))
                .isEqualTo("T0.log:byte 9: found the commit of transaction 2, expected that of transaction 1");
        assertThat(error(new Log().record('S', 1).record('C', 1).record('S', 1)))
                .isEqualTo("T0.log:byte 18: found transaction 1 a second time, expected an id of its own");
        assertThat(error(new Log().record('S', 1).record('W', NULL, 5, 0)))
                .isEqualTo("T0.log:byte 9: found a write with the id 0xdeadbeef, which stands for no write, "
                        + "expected an id of its own");
        assertThat(error(new Log().record('S', 1, Long.MIN_VALUE)))
                .isEqualTo("T0.log:byte 9: found -9223372036854775808, expected a timestamp");
    }

    @Test
    void cutOffRecordsAreErrors() throws IOException {
        String hint = "\n  hint: the file was not written or copied to its end";
        byte[] whole = new Log()
                .record('S', 1)
                .record('W', 77, 5, 99)
                .record('R', 1, 77, 5, 99)
                .record('C', 1)
                .bytes();
        for (int length = 1; length < whole.length; length++) {
            if (length != 9 && length != 34 && length != 67) {
                assertThat(error(Arrays.copyOf(whole, length)))
                        .startsWith("T0.log:byte " + length + ": found the end of the file, expected ")
                        .endsWith(hint);
            }
        }
        assertThat(error(Arrays.copyOf(whole, 12)))
                .isEqualTo("T0.log:byte 12: found the end of the file, expected a write id" + hint);
    }

    @Test
    void transactionIdsAreUniqueOverAllLogs() throws IOException {
        log(0, new Log().record('S', 1).record('C', 1));
        log(1, new Log().record('S', 2).record('C', 2).record('S', 1));

        assertThatThrownBy(() -> read(COBRA, logs))
                .hasMessage(logs.resolve("T1.log")
                        + ":byte 18: found transaction 1 a second time, expected an id of its own");
    }

    @Test
    void sessionHasOneLog() throws IOException {
        log(1, new Log());
        Files.write(logs.resolve("T01.log"), new byte[0]);

        assertThatThrownBy(() -> read(COBRA, logs))
                .hasMessage(
                        logs.resolve("T1.log") + ":byte 0: found the log of session 1, expected one log per session");
    }

    @Test
    void filesWithoutLogsAreAnError() throws IOException {
        Files.writeString(logs.resolve("x"), "x");

        assertThatThrownBy(() -> read(COBRA, logs))
                .hasMessage(logs
                        + ": found no T0.log, T1.log and so on, expected a directory with one such log per session");
        assertThatThrownBy(() -> read(COBRA, "x"))
                .hasMessage("t: found no T0.log, T1.log and so on, expected a directory with one such log per session");
    }

    @Test
    void onlyDirectoriesOfLogsAreRecognised() {
        byte[] start = new Log().record('S', 1).bytes();
        byte[] other = {'{'};
        assertThat(COBRA.recognises(new Head(List.of("T0.log", "T1.log"), start)))
                .isTrue();
        assertThat(COBRA.recognises(new Head(List.of("T0.log"), new byte[0]))).isTrue();
        assertThat(COBRA.recognises(new Head(List.of("T0.debug", "T0.log"), other)))
                .isTrue();
        assertThat(COBRA.recognises(new Head(List.of("T0.log"), other))).isFalse();
        assertThat(COBRA.recognises(new Head(List.of("J24.log"), start))).isFalse();
        assertThat(COBRA.recognises(Head.file(start))).isFalse();
    }
}
