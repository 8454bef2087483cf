package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Cases;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Elle's own unit cases: what it finds, we find, at the same levels and by the same names. Where an option tells Elle more than
 * the trace does, the same is told here by hints.
 */
class ElleCasesTest {
    private static final String APPEND = "unit-list-append/";
    private static final String REGISTER = "unit-rw-register/";

    private static final Pattern MODELS = Pattern.compile(":consistency-models \\[([^]]*)]");
    private static final Pattern ANOMALIES = Pattern.compile(":anomalies \\[([^]]*)]");
    private static final Pattern KEYWORD = Pattern.compile(":([^\\s\\]\\[#{}]+)");

    /** What an option or a habit of Elle says beyond the trace, as lines of the mini-language. */
    private static final Map<String, String> TOLD = Map.of(
            // :sequential-keys? true: each session's operations on a key are in order, so who reads 2 after 1 orders
            // them.
            REGISTER + "checker-test-g0-2.edn", "order :x: 0 2\norder :y: 2 0\n",
            // :transaction-order {0 1, 1 4, 2 2, 3 3}: versions are in this order of their writers.
            REGISTER + "checker-test-g2-item-transaction-order.edn :transaction-order",
                    "order :x: 0 2\norder :y: 0 3 1\norder :z: 0 3\n",
            // To Elle a value that nobody wrote was there at the start.
            REGISTER + "lost-update-test.edn", "initial unknown\n");

    /** No level rules out G2 and allows G0 or G1c; Elle is asked here for cycles of one kind, not for a level. */
    private static final Set<String> ONE_KIND_ONLY = Set.of(
            APPEND + "checker-test-g0.edn {:consistency-models nil, :anomalies [:G2]}",
            APPEND + "checker-test-g1c.edn {:consistency-models nil, :anomalies [:G2]}");

    /** Names that Elle gives in addition to one that we give too. */
    private static final Map<String, Set<String>> NOT_BY_THIS_NAME = Map.of(
            // Two anti-dependencies on the same key of two transactions that both write it are always a lost update to
            // us.
            APPEND + "lost-update-test.edn", Set.of("G2-item"),
            // We show what breaks the weakest level.
            APPEND + "unobserved-write-test.edn", Set.of("G-single-item"),
            APPEND + "checker-test-duplicated-elements.edn", Set.of("G1c"),
            // Two different values of a key that nobody wrote: one of them at least was never there, whatever there was
            // at the start.
            REGISTER + "checker-test-internal.edn", Set.of("internal"));

    /** To Elle these break read uncommitted; to us it does not judge reads (Adya: it rules out G0 only). */
    private static final Set<String> NOT_AT_READ_UNCOMMITTED = Set.of(
            APPEND + "checker-test-duplicated-elements.edn",
            APPEND + "checker-test-internal-consistency-violation.edn");

    /** A model of Elle that is no level of ours: update-atomic is read-atomic without lost updates. */
    private static final Set<String> UNKNOWN_MODELS = Set.of("update-atomic");

    /** Not names of anomalies: Elle found no edges, and so says :unknown. We decide. */
    private static final Set<String> NO_ANOMALIES = Set.of("empty-transaction-graph");

    @TestFactory
    Stream<DynamicTest> everyUnitCase() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String group : List.of(APPEND, REGISTER)) {
            Path folder = Cases.directory().resolve("elle").resolve(group);
            for (Map<String, String> row : Cases.table(folder.resolve("EXPECTED.tsv"))) {
                Path file = folder.resolve(String.valueOf(row.get("file")));
                String name = group + row.get("file") + " " + row.get("check_opts");
                tests.add(DynamicTest.dynamicTest(name, () -> compare(name, group + row.get("file"), file, row)));
            }
        }
        return tests.stream();
    }

    private static void compare(String name, String file, Path path, Map<String, String> row) throws IOException {
        History history = read(path, told(name));
        Map<Level, Verdict> verdicts = verdicts(history);
        Verdict asked = verdicts.get(asked(String.valueOf(row.get("check_opts"))));
        String expected = ONE_KIND_ONLY.contains(name) ? "false" : row.get("expected_valid");
        assertThat(asked).isInstanceOf("false".equals(expected) ? Verdict.Violated.class : Verdict.Holds.class);

        Set<String> theirs = new LinkedHashSet<>(keywords(row.get("expected_anomaly_types")));
        theirs.removeAll(NO_ANOMALIES);
        Set<String> ours = names(verdicts);
        Set<String> missing = theirs.stream()
                .map(each -> each.replace("-process", "-session"))
                .filter(each -> !ours.contains(each))
                .collect(Collectors.toSet());
        assertThat(missing).as("found: %s", ours).isEqualTo(NOT_BY_THIS_NAME.getOrDefault(file, Set.of()));

        for (String model : keywords(row.get("expected_not"))) {
            if (!UNKNOWN_MODELS.contains(model)) {
                Level level = Level.of(model).orElseThrow();
                boolean holds = NOT_AT_READ_UNCOMMITTED.contains(file) && level.equals(Level.READ_UNCOMMITTED);
                assertThat(verdicts.get(level))
                        .as("%s", level)
                        .isInstanceOf(holds ? Verdict.Holds.class : Verdict.Violated.class);
            }
        }
    }

    private static String told(String name) {
        return TOLD.entrySet().stream()
                .filter(each -> {
                    String[] fileAndOption = each.getKey().split(" ", 2);
                    return name.startsWith(fileAndOption[0])
                            && (fileAndOption.length == 1 || name.contains(fileAndOption[1]));
                })
                .map(Map.Entry::getValue)
                .collect(Collectors.joining());
    }

    /** The level that rules out what Elle was asked for. Without options that is strict serializability. */
    private static Level asked(String options) {
        Matcher models = MODELS.matcher(options);
        if (models.find()) {
            return Level.of(keywords(models.group(1)).get(0)).orElseThrow();
        }
        Matcher anomalies = ANOMALIES.matcher(options);
        if (!anomalies.find()) {
            return Level.STRICT_SERIALIZABLE;
        }
        String anomaly = keywords(anomalies.group(1)).get(0);
        return switch (anomaly) {
            case "G0" -> Level.READ_UNCOMMITTED;
            case "G1", "internal", "dirty-update" -> Level.READ_COMMITTED;
            case "G-single" -> Level.of("consistent-view").orElseThrow();
            case "G2" -> Level.SERIALIZABLE;
            default -> throw new IllegalStateException("no level rules out just " + anomaly);
        };
    }

    private static List<String> keywords(@Nullable String text) {
        return KEYWORD.matcher(String.valueOf(text))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    // ---- cases of elle-cli

    @Test
    void aListAppendHistoryOfElleCli() throws IOException {
        Map<Level, Verdict> verdicts = verdicts(read(cli("list-append-gh-30.edn"), ""));
        assertThat(verdicts.get(Level.SERIALIZABLE)).isInstanceOf(Verdict.Violated.class);
        assertThat(verdicts.get(Level.SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Holds.class);
        assertThat(names(verdicts)).contains("G2-item");
    }

    @Test
    void theExampleOfEllesPaper() throws IOException {
        Map<Level, Verdict> verdicts = verdicts(read(cli("paper-example.edn"), ""));
        assertThat(verdicts.get(Level.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Violated.class);
        assertThat(verdicts.get(Level.READ_COMMITTED)).isInstanceOf(Verdict.Holds.class);
        assertThat(names(verdicts)).contains("G-single-item", "G2-item");
    }

    /** elle-cli calls it valid: it does not ask where the 3 comes from. */
    @Test
    void aReadOfAValueThatNobodyWrote() throws IOException {
        assertThat(names(verdicts(read(cli("rw-register.edn"), "")))).containsExactly("unwritten-read");
        // And if it had been there at the start, it would have been overwritten by then, and come back.
        Map<Level, Verdict> verdicts = verdicts(read(cli("rw-register.edn"), "initial unknown\n"));
        assertThat(verdicts.get(Level.SERIALIZABLE)).isInstanceOf(Verdict.Holds.class);
        assertThat(verdicts.get(Level.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Violated.class);
    }

    private static Path cli(String file) {
        return Cases.directory().resolve("elle/elle-cli/elle").resolve(file);
    }

    // ---- checking

    private static History read(Path file, String told) throws IOException {
        History history = Traces.read(file).history();
        return told.isEmpty() ? history : Mini.parse(Mini.print(history) + told);
    }

    private static Map<Level, Verdict> verdicts(History history) {
        Checker checker = new Checker();
        Map<Level, Verdict> verdicts = new LinkedHashMap<>();
        for (Level level : Level.all()) {
            verdicts.put(level, checker.check(history, level, Budget.unlimited().within(Duration.ofSeconds(20))));
        }
        return verdicts;
    }

    /** Every name that some level's refusal has. */
    private static Set<String> names(Map<Level, Verdict> verdicts) {
        return verdicts.values().stream()
                .filter(Verdict.Violated.class::isInstance)
                .map(each -> ((Verdict.Violated) each).why().name())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
