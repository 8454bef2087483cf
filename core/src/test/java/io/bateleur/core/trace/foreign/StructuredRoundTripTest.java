package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a format reads it also writes, so that it reads the same again: samples with a bit of everything, with random words
 * exchanged, dropped and doubled. A failure prints the seed that makes it again.
 */
class StructuredRoundTripTest {
    private static final int INPUTS = 4_000;

    @TempDir
    Path directory;

    private record Sample(String format, String text) {}

    static List<Sample> samples() {
        return List.of(
                new Sample("jepsen-edn", """
                        {:type :invoke, :f :txn, :value [[:append 11 1] [:r 11 nil]], :process 10, :time 10, :index 0}
                        {:type :info, :f :start, :value :all, :process :nemesis, :time 12, :index 1}
                        {:type :invoke, :f :txn, :value [[:r 11 nil] [:append :x 2]], :process 3, :time 15, :index 2}
                        {:type :ok, :f :txn, :value [[:append 11 1] [:r 11 [1]]], :process 10, :time 20, :index 3}
                        {:type :fail, :f :txn, :value [[:r 11 [1]] [:append :x 2]], :process 3, :time 25, :index 4}
                        {:type :invoke, :f :txn, :value [[:r 11 nil] [:r :x nil]], :process 3, :time 30, :index 5}
                        {:type :info, :f :txn, :value [[:r 11 nil] [:r :x [7 "s" nil 1.5]]], :process 3, :time 35, :index 6}
                        {:type :invoke, :f :txn, :value [[:append 11 3]], :process 4, :time 36, :index 7}
                        """),
                new Sample("jepsen-edn", """
                        {:type :ok, :value [[:w :x 1] [:r :y nil] [:w "k" [1 2]]], :process 1}
                        {:type :fail, :value [[:w :x 2] [:r :y 5]], :process 1}
                        {:type :info, :value [[:w :x 3] [:r :y]], :process 2}
                        {:type :ok, :value [[:r :x 3] [:r "k" [1 2]]], :process 2}
                        """),
                new Sample("elle-json", """
                        [{"type":"invoke","f":"txn","value":[["w","x",2],["r","y",null]],"process":0,"index":1},
                        {"type":"ok","f":"txn","value":[["w","x",2],["r","y",null]],"process":0,"index":2},
                        {"type":"invoke","f":"txn","value":[["r","x",null]],"process":1,"index":3},
                        {"type":"info","f":"txn","value":[["r","x",2]],"process":1,"index":4}]
                        """),
                new Sample("timekiller", """
                        [{"tid":67,"sid":19,"sts":{"p":"16914","l":61},"cts":{"p":16915,"l":18},
                        "ops":[{"t":"w","k":7,"v":2},{"t":"r","k":8,"v":0},{"t":"r","k":9}]},
                        {"tid":68,"sid":20,"sts":{"p":16916,"l":0},"ops":[{"t":"r","k":7,"v":2},{"t":"w","k":8,"v":0}]},
                        {"tid":"a","sid":"b","ops":[{"t":"r","k":7,"v":[2]},{"t":"a","k":6,"v":1}]}]
                        """),
                new Sample("leopard", """
                        {"threadID":"a","transactionID":"a,0","operationTraceType":"START","startTimestamp":1,"finishTimestamp":2}
                        {"threadID":"a","transactionID":"a,0","operationTraceType":"UPDATE","startTimestamp":3,"finishTimestamp":4,\
                        "writeTupleList":[{"table":"0","primaryKey":"1","valueMap":{"v":1,"w":null}}]}
                        {"threadID":"b","transactionID":"b,0","operationTraceType":"SELECT","readMode":"LOCKING_READ",\
                        "readTupleList":[{"table":"0","primaryKey":"1","valueMap":{"v":1}},{"table":"0","primaryKey":"2"}]}
                        {"threadID":"a","transactionID":"a,0","operationTraceType":"COMMIT","startTimestamp":5,"finishTimestamp":9}
                        {"threadID":"b","transactionID":"b,0","operationTraceType":"DELETE",\
                        "writeTupleList":[{"table":"0","primaryKey":"1"}]}
                        """),
                new Sample("dbcop-json", """
                        {"params":{"id":0},"info":"x","data":[[{"events":[{"Write":{"variable":0,"version":1}},
                        {"Read":{"variable":1,"version":0}}],"committed":true}],[],
                        [{"events":[{"Read":{"variable":0,"version":null}}],"committed":false}]]}
                        """),
                new Sample("viper", """
                        {"value": [["w", 1, 5, true], ["i", 2, 6, 0, false, true], ["d", 3, 7, 9, false, true]]}
                        {"value": [["r", 1, 5, false], ["r", 3, 7, true], ["r", 4, 0, false], ["r", 5, "nil", false]]}
                        {"value": [["range", 1, "nil", [{"id": 1, "val": 5}], [{"id": 3, "val": 7}]], ["d", 1, 8]]}
                        {"value": [["range", 1, 3, [{"id": 1, "val": 55}], []], ["r", 1, 77, false], ["w", 9, 9, false]]}
                        """),
                new Sample("viper", """
                        {"value": [["w", "a", 5, true], ["range", "nil", "nil", [{"id": 1, "val": 2}], []]], "isInitial": true}
                        {"value": [["r", 1, 2, true], ["range", "a", "b", [{"id": "a", "val": 5}], []]]}
                        """));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void whatIsReadIsWrittenAndReadAgain(Sample sample) throws IOException {
        TraceFormat format = Formats.named(sample.format()).orElseThrow();
        int histories = 0;
        int inputs = format.name().equals("viper") ? INPUTS / 4 : INPUTS;
        for (long seed = 0; seed < inputs; seed++) {
            String text = seed == 0 ? sample.text() : changed(sample.text(), new SplittableRandom(seed));
            String replay = "seed " + seed + ":\n" + text;
            try {
                History history = read(format, text);
                if (hasOverlaps(history)) {
                    continue;
                }
                histories++;
                History again = rewritten(format, history);
                assertThat(history.differenceFrom(again)).as(replay).isEmpty();
            } catch (BadInputException e) {
                assertThat(seed).as(replay + e.getMessage()).isPositive();
            } catch (CannotExpressException e) {
                throw new AssertionError(replay, e);
            }
        }
        assertThat(histories).isGreaterThan(inputs / 50);
    }

    /** Whether a session began a transaction before the last one ended: then it is a guess which completion is whose. */
    private static boolean hasOverlaps(History history) {
        return history.sessions().stream().anyMatch(session -> {
            List<Transaction> transactions = session.transactions();
            return IntStream.range(1, transactions.size())
                    .anyMatch(i -> overlap(transactions.get(i - 1), transactions.get(i)));
        });
    }

    private static boolean overlap(Transaction first, Transaction second) {
        long begin = second.begin().map(Interval::before).orElse(Long.MAX_VALUE);
        return second.begin().isPresent() && first.end().map(Interval::after).orElse(Long.MAX_VALUE) >= begin;
    }

    private History read(TraceFormat format, String text) throws IOException {
        if (!format.name().equals("viper")) {
            return Traces.read(Source.of("trace", text), format).history();
        }
        // A log per line, so that there are several.
        Path logs = emptied("logs");
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Files.writeString(logs.resolve("J" + (i % 3 + 5) + ".log"), lines.get(i) + "\n", APPEND);
        }
        return Traces.read(Source.of(logs), format).history();
    }

    private static final java.nio.file.OpenOption[] APPEND = {
        java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND
    };

    private History rewritten(TraceFormat format, History history) throws IOException {
        if (!format.name().equals("viper")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Traces.write(history, Sink.of(out), format);
            return Traces.read(Source.of("again", out.toByteArray()), format).history();
        }
        Path copy = emptied("copy");
        Files.delete(copy);
        Traces.write(history, copy, format);
        return Traces.read(Source.of(copy), format).history();
    }

    private Path emptied(String name) throws IOException {
        Path path = directory.resolve(name);
        if (Files.isRegularFile(path)) {
            Files.delete(path);
        } else if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(path);
    }

    /** Exchanges, drops and doubles words and lines. */
    private static String changed(String text, SplittableRandom random) {
        String result = text;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            result = changedOnce(result, random);
        }
        return result;
    }

    private static String changedOnce(String text, SplittableRandom random) {
        List<String> words = List.of(text.split("(?<=[^\\w:.-])|(?=[^\\w:.-])"));
        int one = random.nextInt(words.size());
        int other = random.nextInt(words.size());
        List<String> lines = List.of(text.split("(?<=\n)"));
        return switch (random.nextInt(5)) {
            case 0 -> with(words, one, words.get(other));
            case 1 ->
                with(
                        words,
                        one,
                        List.of("0", "1", "nil", "null", "true", "[1]", "-1", "9223372036854775807")
                                .get(random.nextInt(8)));
            case 2 -> with(words, one, "");
            case 3 -> with(lines, random.nextInt(lines.size()), "");
            default -> {
                String line = lines.get(random.nextInt(lines.size()));
                int at = random.nextInt(lines.size());
                yield with(lines, at, lines.get(at) + line);
            }
        };
    }

    private static String with(List<String> parts, int index, String part) {
        return String.join("", parts.subList(0, index))
                + part
                + String.join("", parts.subList(index + 1, parts.size()));
    }
}
