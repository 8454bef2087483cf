package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.core.trace.nativ.NativeWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TraceListenerTest {

    /** Transactions may change places, because a history is passed in the order of its times. */
    @Test
    void everyEventOfAHistoryArrives() {
        for (long seed = 0; seed < 2_000; seed++) {
            History history = Histories.random(seed);
            HistoryListener copy = new HistoryListener();
            HistoryEvents.pass(history, copy);
            History copied = copy.history();
            assertThat(copied.about()).as("seed %d", seed).isEqualTo(history.about());
            assertThat(sorted(copied)).as("seed %d", seed).isEqualTo(sorted(history));
        }
    }

    private static List<String> sorted(History history) {
        return Mini.print(history).lines().sorted().toList();
    }

    @Test
    void aHistoryWithoutTimesArrivesAsItIs() {
        for (long seed = 0; seed < 200; seed++) {
            History history = Histories.registers(seed, true);
            HistoryListener copy = new HistoryListener();
            HistoryEvents.pass(history, copy);
            assertThat(history.differenceFrom(copy.history())).isEmpty();
        }
    }

    @Test
    void sessionsTakeTurnsInTheOrderOfTheirTimes() throws IOException {
        assertThat(transcript("""
                1@a: b@[1,2] w(x,1)@[3,9] c@[10,11]
                2@b: r(x,1)@[4,5] r(y,_) c@[6,7]
                3@a: r(x,1)@[12,13] c
                """).lines.subList(1, 11))
                .containsExactly(
                        "session a",
                        "session b",
                        "begin 1 in a null null @[1,2]",
                        "1 PUT x 1 0 @[3,9]",
                        "begin 2 in b null null @",
                        "2 GET x 1 0 @[4,5]",
                        "2 GET y -1 0 @",
                        "2 committed null @[6,7]",
                        "1 committed null @[10,11]",
                        "begin 3 in a null null @");
    }

    @Test
    void everyFormatPassesWhatItReads() throws IOException {
        try (Stream<Path> all = Files.walk(Cases.directory())) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(file -> file.toFile().length() < 20_000)
                    .sorted()
                    .toList();
            int read = 0;
            for (Path file : files) {
                try (Source first = Source.of(file);
                        Source second = Source.of(file)) {
                    Trace trace = Traces.read(first, null);
                    HistoryListener copy = new HistoryListener();
                    Notes notes = Traces.read(second, trace.format(), copy);
                    assertThat(notes.warnings()).isEqualTo(trace.warnings());
                    assertThat(lines(copy.history())).as("%s", file).isEqualTo(lines(trace.history()));
                    read++;
                } catch (BadInputException e) {
                    // no trace
                }
            }
            assertThat(read).isGreaterThan(20);
        }
    }

    private static List<String> lines(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NativeWriter.write(history, out);
        assertThat(history.transactions()).extracting(Transaction::id).doesNotHaveDuplicates();
        return out.toString(StandardCharsets.UTF_8).lines().sorted().toList();
    }

    private static Transcript transcript(String text) throws IOException {
        Transcript transcript = new Transcript();
        Traces.read(Source.of("t", text), null, transcript);
        return transcript;
    }
}
