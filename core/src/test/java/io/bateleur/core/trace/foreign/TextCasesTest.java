package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Recorded histories of other projects, where the folder that holds them is there: their counts, and that they come back. */
class TextCasesTest {
    private static final Set<String> OTHER_GROUPS = Set.of("sql-schedules", "linearizable");
    private static final List<TraceFormat> FORMATS = List.of(
            new DbcopBincodeFormat(), new CobraFormat(), new PlumeFormat(), new AwditFormat(), new DbcopHistFormat());
    /** What the index calls our formats. */
    private static final Map<String, String> NAMES = Map.of(
            "plume-text", "plume",
            "polysi-text", "plume",
            "awdit-test", "awdit",
            "dbcop-bincode", "dbcop-bincode",
            "dbcop-hist", "dbcop-hist",
            "cobra-dir", "cobra",
            "cobra-polyg", "polygraph");

    private static final Path CASES = Path.of(System.getProperty("bateleur.cases", "no-cases"));

    @TempDir
    Path directory;

    /** A line of an index. */
    private record Case(Path path, String format, List<String> counts) {
        String name() {
            return CASES.relativize(path).toString();
        }
    }

    /** The other tests have nothing to do without them; this one is reported as skipped, and says why. */
    @Test
    void recordedHistoriesAreThere() {
        assumeTrue(Files.isDirectory(CASES), "no recorded histories: the property bateleur.cases names no directory");
        assertThat(CASES).isNotEmptyDirectory();
    }

    @TestFactory
    Stream<DynamicTest> countsAreThoseOfTheIndex() throws IOException {
        return histories()
                .map(each -> dynamicTest(each.name(), () -> {
                    History history = RoundTrips.read(format(each.format), each.path);
                    assertThat(counts(history)).isEqualTo(each.counts);
                }));
    }

    @TestFactory
    Stream<DynamicTest> writtenHistoriesComeBack() throws IOException {
        int[] number = {0};
        return histories()
                .map(each -> dynamicTest(each.name(), () -> {
                    TraceFormat format = format(each.format);
                    RoundTrips.assertComesBack(
                            format, RoundTrips.read(format, each.path), directory.resolve("copy" + number[0]++));
                }));
    }

    @TestFactory
    Stream<DynamicTest> polygraphsComeBack() throws IOException {
        return index().stream()
                .filter(each -> each.format.equals("polygraph"))
                .map(each -> dynamicTest(each.name(), () -> {
                    Polygraph read = Polygraph.read(Source.of(each.path));
                    try (Sink sink = Sink.of(directory.resolve("copy.polyg"))) {
                        read.write(sink);
                        sink.finish();
                    }
                    assertThat(Files.readString(directory.resolve("copy.polyg")))
                            .isEqualToNormalizingWhitespace(Files.readString(each.path));
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyFileIsRecognisedByItsFormatOnly() throws IOException {
        Map<Path, List<String>> expected = new HashMap<>();
        for (Case each : index()) {
            if (!each.format.isEmpty()) {
                expected.put(each.path, List.of(each.format));
            }
        }
        if (expected.isEmpty()) {
            return Stream.empty();
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(CASES)) {
            all = walk.filter(path -> !path.equals(CASES) && isFileOrHasFiles(path))
                    .sorted()
                    .toList();
        }
        return all.stream()
                .map(path -> dynamicTest(CASES.relativize(path).toString(), () -> assertThat(claims(path))
                        .isEqualTo(expected.getOrDefault(path, unindexed(path)))));
    }

    /** A trace may be indexed as the directory that holds it or the other way round. */
    private static List<String> unindexed(Path path) {
        boolean bincode = path.endsWith("history.bincode") || Files.exists(path.resolve("history.bincode"));
        return bincode ? List.of("dbcop-bincode") : List.of();
    }

    private static boolean isFileOrHasFiles(Path path) {
        if (!Files.isDirectory(path)) {
            return true;
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.anyMatch(Files::isRegularFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> claims(Path path) throws IOException {
        Map<String, Predicate<Head>> recognisers = new LinkedHashMap<>();
        FORMATS.forEach(format -> recognisers.put(format.name(), format::recognises));
        recognisers.put("polygraph", Polygraph::recognises);
        try (Source source = Source.of(path)) {
            Head head = source.head();
            return recognisers.entrySet().stream()
                    .filter(entry -> entry.getValue().test(head))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    private static Stream<Case> histories() throws IOException {
        return index().stream().filter(each -> !each.format.isEmpty() && !each.format.equals("polygraph"));
    }

    /** All lines of all indexes; formats that are not ours are empty. */
    private static List<Case> index() throws IOException {
        List<Case> all = new ArrayList<>();
        if (!Files.isDirectory(CASES)) {
            return all;
        }
        try (Stream<Path> groups = Files.list(CASES)) {
            for (Path group : groups.filter(Files::isDirectory).sorted().toList()) {
                if (!OTHER_GROUPS.contains(group.getFileName().toString())) {
                    List<String> lines = Files.readAllLines(group.resolve("INDEX.tsv"));
                    lines.subList(1, lines.size()).forEach(line -> addCases(group, line.split("\t", -1), all));
                }
            }
        }
        assertThat(all).isNotEmpty();
        return all;
    }

    private static void addCases(Path group, String[] columns, List<Case> all) {
        List<String> counts = List.of(columns[2], columns[3], columns[4], columns[5], columns[6]);
        String format = NAMES.getOrDefault(columns[1].split(" ", 2)[0], "");
        all.add(new Case(group.resolve(columns[0]), format, counts));
        if (format.equals("dbcop-hist")) {
            all.add(new Case(group.resolve(columns[0].replace(".hist", ".txt")), "plume", counts));
        }
    }

    private static List<String> counts(History history) {
        return Stream.of(
                        endings(history, Ending.COMMITTED),
                        endings(history, Ending.ABORTED),
                        (long) history.sessionCount(),
                        (long) history.operationCount(),
                        (long) history.keyCount())
                .map(String::valueOf)
                .toList();
    }

    private static long endings(History history, Ending ending) {
        return history.transactions().stream().filter(t -> t.ending() == ending).count();
    }

    private static TraceFormat format(String name) {
        Optional<TraceFormat> found =
                FORMATS.stream().filter(f -> f.name().equals(name)).findFirst();
        return found.orElseThrow();
    }
}
