package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.trace.Cases;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Goes over recorded histories of other projects, which lie outside this one: skipped where they are not there. */
final class StructuredCasesTest {
    private static final Set<String> FORMATS =
            Set.of("jepsen-edn", "elle-json", "viper", "timekiller", "leopard", "dbcop-json");

    private record Case(Path path, String format) {}

    private Path cases = Path.of("");

    @TempDir
    private Path directory;

    @BeforeEach
    void requireCases() {
        cases = Cases.directory();
    }

    @TestFactory
    Stream<DynamicTest> everyCaseIsRecognisedAndSurvivesWriting() throws IOException {
        return indexed().stream()
                .map(each -> dynamicTest(cases.relativize(each.path()).toString(), () -> {
                    Trace trace = Traces.read(each.path());
                    assertThat(trace.format().name()).isEqualTo(each.format());
                    Path copy = directory.resolve("copy-" + System.nanoTime());
                    Traces.write(trace.history(), copy, trace.format());
                    Trace again = Traces.read(Source.of(copy), trace.format());
                    assertThat(trace.history().differenceFrom(again.history())).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyEdnFileHasAsManyTransactionsAsLinesSay() throws IOException {
        return indexed().stream()
                .filter(each -> each.format().equals("jepsen-edn"))
                .map(each -> dynamicTest(cases.relativize(each.path()).toString(), () -> {
                    String text = Files.readString(each.path());
                    History history = Traces.read(each.path()).history();
                    assertThat(count(history, Ending.COMMITTED)).isEqualTo(occurrences(text, ":type :ok"));
                    assertThat(count(history, Ending.ABORTED)).isEqualTo(occurrences(text, ":type :fail"));
                }));
    }

    @Test
    void timeKillerSample() throws IOException {
        History history =
                Traces.read(cases.resolve("timekiller/format-kv.json")).history();
        assertThat(history.transactionCount()).isEqualTo(1000);
        assertThat(history.sessionCount()).isEqualTo(50);
        assertThat(history.operationCount()).isEqualTo(15000);
        assertThat(history.hasTimestamps()).isTrue();
    }

    @Test
    void dgraph() throws IOException {
        History history = Traces.read(cases.resolve("timekiller/dbcdc/dgraph-history.edn"))
                .history();
        assertThat(count(history, Ending.COMMITTED)).isEqualTo(504);
        assertThat(count(history, Ending.ABORTED)).isEqualTo(687);
        assertThat(history.sessionCount()).isEqualTo(20);
    }

    @Test
    void viperHasTheCountsOfItsCobraTwin() throws IOException {
        History history =
                Traces.read(cases.resolve("viper/BlindW-RW-2000/json")).history();
        assertThat(history.transactionCount()).isEqualTo(1928);
        assertThat(history.sessionCount()).isEqualTo(24);
        assertThat(history.operationCount()).isEqualTo(15424);
        assertThat(history.keyCount()).isEqualTo(7927);
        // What the cobra twin reads from its initial transaction.
        assertThat(history.initialState()).isEqualTo(InitialState.GIVEN);
        assertThat(history.initialContents()).hasSize(3984);
    }

    @Test
    void emptyLogsAreAnEmptyHistory() throws IOException {
        History history =
                Traces.read(cases.resolve("plume/testcase/viper/tap-d")).history();
        assertThat(history.sessionCount()).isEqualTo(2);
        assertThat(history.transactionCount()).isZero();
    }

    @Test
    void processesThatAreNoClientsAreLeftOut() throws IOException {
        Trace trace = Traces.read(cases.resolve("plume/reproduce/viper/history5-4-7-read-ur-future-writes.edn"));
        assertThat(trace.warnings()).containsExactly("left out 690 operations of processes that are no clients");
        assertThat(trace.history().transactionCount()).isEqualTo(5024);
    }

    /** No format claims what belongs to another one, or to none. */
    @Test
    void nothingElseIsRecognised() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> all = Files.walk(cases)) {
            for (Path path : all.filter(StructuredCasesTest::holdsBytes).toList()) {
                try (Source source = Source.of(path)) {
                    Head head = source.head();
                    List<String> claims = Formats.all().stream()
                            .filter(format -> FORMATS.contains(format.name()) && format.recognises(head))
                            .map(TraceFormat::name)
                            .toList();
                    if (!claims.equals(expectedClaims(path))) {
                        wrong.add(path + " is claimed by " + claims);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> expectedClaims(Path path) {
        String name = path.getFileName().toString();
        if (name.endsWith(".edn")) {
            return List.of("jepsen-edn");
        }
        if (name.endsWith(".json")) {
            return List.of("timekiller");
        }
        boolean viper = Files.isDirectory(path)
                && Stream.of(path.toFile().list()).anyMatch(child -> child.matches("J\\d+\\.log"));
        return viper ? List.of("viper") : List.of();
    }

    private static boolean holdsBytes(Path path) {
        return Files.isRegularFile(path) || Stream.of(path.toFile().listFiles()).anyMatch(child -> child.isFile());
    }

    private List<Case> indexed() throws IOException {
        List<Case> result = new ArrayList<>();
        for (String group : List.of("elle", "plume", "viper", "timekiller")) {
            List<String> lines = Files.readAllLines(cases.resolve(group).resolve("INDEX.tsv"));
            for (String line : lines.subList(1, lines.size())) {
                String[] columns = line.split("\t", -1);
                String format = formatOf(columns[1]);
                Case each = new Case(cases.resolve(group).resolve(columns[0]), format);
                if (!format.isEmpty() && !result.contains(each)) {
                    result.add(each);
                }
            }
        }
        return result;
    }

    private static String formatOf(String column) {
        if (column.startsWith("elle-") || column.startsWith("elle/")) {
            return "jepsen-edn";
        }
        return column.startsWith("viper-") ? "viper" : column.startsWith("timekiller-") ? "timekiller" : "";
    }

    private static long count(History history, Ending ending) {
        return history.transactions().stream()
                .map(Transaction::ending)
                .filter(ending::equals)
                .count();
    }

    private static long occurrences(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).count();
    }
}
