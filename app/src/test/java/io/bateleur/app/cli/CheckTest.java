package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Level;
import io.bateleur.examine.Judge;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command makes of verdicts; that the verdicts are right is for others to test. */
class CheckTest {
    private static final String HISTORY = "T1@s1: r(x,_) w(y,1) c\nT2@s2: r(y,_) w(x,1) c\nT3@s1: w(z,1) c\n";
    private static final String STEPS = "[{\"from\":\"T1\",\"to\":\"T2\",\"kind\":\"rw\",\"key\":\"x\","
            + "\"because\":\"T1 did not see what T2 wrote to x\"},"
            + "{\"from\":\"T2\",\"to\":\"T1\",\"kind\":\"rw\",\"key\":\"x\","
            + "\"because\":\"T2 did not see what T1 wrote to x\"}]";

    @TempDir
    Path folder;

    private String file = "";

    @BeforeEach
    void history() throws IOException {
        file = write("h.mini", HISTORY);
    }

    @Test
    void oneFileGetsItsVerdictsAndThenTheExplanation() {
        Outcome outcome = check(file, "--level", "si,SER,pl-2");
        assertThat(outcome.out())
                .startsWith(file + ": snapshot-isolation holds\n" + file
                        + ": serializable violated: G2-item, write skew\n" + file
                        + ": read-committed undecided: the trace is too poor\n\n")
                .contains("T1 did not see what T2 wrote to x");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
    }

    @Test
    void aTerminalGetsVerdictsAndExplanationsThatFit() throws IOException {
        String lost = write("lost.mini", "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exitCode = new Main(Terminal.wide(40, stream, stream)).run("check", lost, "--level", "serializable");
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(exitCode).isEqualTo(ExitCodes.VIOLATED);
        assertThat(lines).hasSizeGreaterThan(4).allMatch(line -> line.length() <= 40 || line.contains(lost));
        String piped = Outcome.of("check", lost, "--level", "serializable").out();
        assertThat(String.join(" ", lines).replaceAll("\\s+", " ").strip())
                .as("the same words")
                .isEqualTo(piped.replaceAll("\\s+", " ").strip());
        assertThat(piped.lines().findFirst().orElseThrow()).startsWith(lost + ": serializable violated: lost-update");
    }

    /** A sentence that is broken for a wide page first and for the terminal then has ragged lines. */
    @Test
    void aSentenceIsBrokenOnlyForTheWidthThatThereIs() throws IOException {
        String skew = write(
                "skew.mini",
                "T1@s1: r(reservations,_) w(rooms,occupied) c\nT2@s2: r(rooms,_) w(reservations,confirmed) c\n");
        for (int columns : new int[] {44, 60, 100}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
            new Main(Terminal.wide(columns, stream, stream)).run("check", skew, "--level", "serializable");
            List<String> sentence = out.toString(StandardCharsets.UTF_8)
                    .lines()
                    .dropWhile(line -> !line.startsWith("  T1 found no reservations"))
                    .takeWhile(line -> !line.startsWith("  T2 "))
                    .toList();
            assertThat(sentence).hasSizeGreaterThan(columns < 100 ? 1 : 0);
            assertThat(sentence.subList(1, sentence.size())).allMatch(line -> line.startsWith("      "));
            assertThat(sentence).allMatch(line -> line.length() <= columns);
        }
    }

    @Test
    void whatBreaksALevelBreaksWhatImpliesItAndIsToldOnce() throws IOException {
        String lost = write("lost.mini", "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n");
        Outcome outcome = Outcome.of("check", lost, "--level", "ser,cursor-stability,si");
        assertThat(outcome.out())
                .startsWith(lost + ": serializable violated: lost-update")
                .contains("This breaks cursor-stability.")
                .doesNotContain("This breaks serializable", "This breaks snapshot-isolation")
                .endsWith("\nEvery stronger level is violated too: serializable, snapshot-isolation.\n");
    }

    /** Neither implies the other, and each finds an explanation of its own. */
    @Test
    void whatBreaksTwoLevelsIsExplainedOnce() throws IOException {
        String lost = write("lost.mini", "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n");
        Outcome outcome =
                Outcome.of("check", lost, "--level", "rr,si,ser", "--dot", out("v.dot"), "--report", out("v.html"));
        assertThat(outcome.out().split("The part of the history that shows it", -1))
                .hasSize(2);
        assertThat(outcome.out())
                .contains("This breaks repeatable-read.")
                .endsWith("\nThe same transactions violate snapshot-isolation too.\n"
                        + "\nEvery stronger level is violated too: serializable.\n");
        assertThat(Files.readString(Path.of(out("v.dot"))))
                .startsWith("digraph explanation {")
                .containsOnlyOnce("digraph");
        assertThat(Files.readString(Path.of(out("v.html"))))
                .containsOnlyOnce("<details class=\"violation card\"")
                .contains("The same transactions violate snapshot-isolation too.");

        Outcome json = Outcome.of("check", lost, "--level", "rr,si,ser", "--json");
        assertThat(json.out().split("\"steps\":", -1))
                .as("of each level its own")
                .hasSizeGreaterThan(3);
    }

    @Test
    void manyFilesGetALineEach() throws IOException {
        String other = write("i.mini", HISTORY);
        Outcome outcome = check(file, other, "--level", "si,ser");
        assertThat(outcome.out()).isEqualTo("""
                %1$s: snapshot-isolation holds
                %1$s: serializable violated: G2-item, write skew
                %2$s: snapshot-isolation holds
                %2$s: serializable violated: G2-item, write skew
                """.formatted(file, other));
    }

    @ParameterizedTest
    @CsvSource({
        "si, 0",
        "ser, 1",
        "rc, 2",
        "'si,rc', 2",
        "'si,rc,ser', 1",
        "'causal', 70",
        "'ser,causal', 70",
    })
    void theExitCodeIsTheWorst(String levels, int expected) {
        Outcome outcome = check(file, "--level", levels);
        assertThat(outcome.exitCode()).isEqualTo(expected);
    }

    @Test
    void aBadFileDoesNotStopTheOthers() throws IOException {
        String bad = write("bad.mini", "T1: r(x,0) c\nT2: fly(x) c\n");
        String missing = folder.resolve("missing.mini").toString();
        Outcome outcome = check(bad, missing, file, "--level", "ser");
        assertThat(outcome.out()).isEqualTo(file + ": serializable violated: G2-item, write skew\n");
        assertThat(outcome.err())
                .contains("bateleur: " + bad + ":2:5: found 'fly', expected ")
                .contains("bateleur: " + missing + ": there is no such file\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);

        List<String> lines =
                check("--json", bad, file, "--level", "si").out().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith(
                        "{\"version\":1,\"file\":\"" + bad + "\",\"error\":\"" + bad + ":2:5: found 'fly', expected ")
                .doesNotContain("results");
        assertThat(lines.get(1))
                .startsWith("{\"version\":1,\"file\":\"" + file + "\",\"transactions\":3,\"results\":[");
    }

    @Test
    void aBugIsToldAndDoesNotStopTheOthers() throws IOException {
        String other = write("i.mini", HISTORY);
        Outcome outcome = check(file, other, "--json", "--level", "si,causal");
        assertThat(outcome.out().lines())
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line)
                                .contains("\"level\":\"snapshot-isolation\",\"verdict\":\"holds\"")
                                .endsWith(
                                        "\"error\":\"this is a bug in Bateleur: java.lang.IllegalStateException: pass lost an edge\"}"));
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BUG);
    }

    @Test
    void jsonHoldsVerdictsAndAnomalies() {
        String line =
                check(file, "--json", "--level", "ser,si,rc").out().replaceAll("\"millis\":[0-9]+", "\"millis\":0");
        assertThat(line)
                .startsWith("{\"version\":1,\"file\":\"" + file + "\",\"transactions\":3,\"results\":["
                        + "{\"level\":\"serializable\",\"verdict\":\"violated\",\"millis\":0,\"anomalies\":["
                        + "{\"name\":\"G2-item\",\"words\":\"write skew\",\"source\":\"Adya 1999; Berenson et al. 1995\","
                        + "\"transactions\":[\"T1\",\"T2\",\"T3\"],\"steps\":" + STEPS + "}]},"
                        + "{\"level\":\"snapshot-isolation\",\"verdict\":\"holds\",\"millis\":0,\"anomalies\":[]},"
                        + "{\"level\":\"read-committed\",\"verdict\":\"undecided\",\"millis\":0,"
                        + "\"reason\":\"the trace is too poor\",\"anomalies\":[]}],\"findings\":["
                        + "{\"kind\":\"broken-level\",\"severity\":\"violation\",\"final\":true,\"name\":\"G2-item\",")
                .endsWith(",\"remarks\":[],\"level\":\"serializable\",\"besides\":[],\"stronger\":[]}]}\n");
    }

    @Test
    void jsonHoldsCasesInsideEachOther() {
        assertThat(check(file, "--json", "--level", "axiomatic-serializable,strong-session-serializable")
                        .out())
                .contains("{\"level\":\"axiomatic-serializable\",")
                .contains("\"name\":\"G0-session\",")
                .contains("\"steps\":[],\"question\":\"Which of T1 and T2 wrote x first?\",\"cases\":["
                        + "{\"answer\":\"T1 did\",\"steps\":" + STEPS + "},{\"answer\":\"T2 did\",\"steps\":" + STEPS
                        + "}]}]}");
    }

    @Test
    void withoutALevelItChecksWhatWasRecorded() throws IOException {
        assertThat(check(file).err()).isEqualTo("bateleur: no --level was named, so this checks serializable\n");
        assertThat(check(file).out()).startsWith(file + ": serializable violated");

        String told = write("told.mini", "about level=\"Snapshot Isolation\"\n" + HISTORY);
        assertThat(check(told).out()).isEqualTo(told + ": snapshot-isolation holds\n");
        assertThat(check(told).err()).endsWith("checks snapshot-isolation, as the trace says\n");

        String each = write("each.mini", "T1@s1 level=serializable: w(x,1) c\nT2@s2: r(x,1) c\n");
        assertThat(check(each).out()).startsWith(each + ": recorded violated");
        assertThat(check(each, "--level", "recorded").err()).isEmpty();

        String simulated = write("sim.mini", "about simulated=true\nabout store=psi\n" + HISTORY);
        assertThat(check(simulated).out()).startsWith(simulated + ": parallel-snapshot-isolation ");
    }

    @Test
    void aRecordedLevelThatNobodyKnowsIsBadInputWithItsPlace() throws IOException {
        String mini = write("odd.mini", "T1@s1: w(x,1) c\nT2@s2 level=seralizable: r(x,1) c\n");
        for (String[] levels : new String[][] {{}, {"--level", "recorded"}}) {
            Outcome outcome = Outcome.of(withFile(mini, levels));
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .contains(mini + ":2:7: unknown level 'seralizable'\n  hint: did you mean serializable? ");
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        }
        assertThat(Outcome.of("check", mini, "--level", "ser").exitCode()).isEqualTo(ExitCodes.OK);

        String lines = write("odd.jsonl", """
                {"bateleur":1}
                {"e":"begin","t":1,"s":1}
                {"e":"commit","t":1}
                {"e":"begin","t":2,"s":1,"level":"bogus"}
                {"e":"commit","t":2}
                """);
        assertThat(Outcome.of("check", lines).err()).contains(lines + ":4:").contains(": unknown level 'bogus'\n");
        String about = write("about.mini", "T1: c\nabout level=bogus\n");
        assertThat(Outcome.of("check", about).err()).contains(about + ":2:1: unknown level 'bogus'\n");
        String header = write("about.jsonl", "{\"bateleur\":1,\"about\":{\"isolation\":\"bogus\"}}\n");
        assertThat(Outcome.of("check", header).err()).contains(header + ":1:").contains(": unknown level 'bogus'\n");
    }

    @Test
    void transactionsWithoutALevelOfTheirOwnHaveThatOfTheTrace() throws IOException {
        String lost = "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n";
        String whole = write("whole.mini", "about level=read-committed\n" + lost);
        assertThat(Outcome.of("check", whole, "--level", "recorded").out()).isEqualTo(whole + ": recorded holds\n");
        String own = write("own.mini", "about level=read-committed\n" + lost.replace(": r", " level=serializable: r"));
        assertThat(Outcome.of("check", own, "--level", "recorded").out()).startsWith(own + ": recorded violated");
        String none = write("none.mini", lost);
        assertThat(Outcome.of("check", none, "--level", "recorded").out()).startsWith(none + ": recorded violated");
    }

    @Test
    void wordsOfADatabaseThatNobodyKnowsAreUndecidedAndNamed() throws IOException {
        String each = write("each.mini", "about engine=OrientDB\nT1 level=odd: w(x,1) a\nT2 level=odd: r(x,1) c\n");
        String about = write("about.mini", "about engine=OrientDB\nabout isolation=odd\nT1: c\n");
        for (String file : List.of(each, about)) {
            Outcome outcome = Outcome.of("check", file);
            assertThat(outcome.out())
                    .isEqualTo(file + ": recorded undecided: the trace records the level 'odd' of OrientDB, which "
                            + "Bateleur does not know\n");
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
        }
        String known = write("known.mini", "about engine=PostgreSQL\nabout isolation=\"REPEATABLE READ\"\nT1: c\n");
        assertThat(Outcome.of("check", known).out()).isEqualTo(known + ": snapshot-isolation holds\n");
    }

    @Test
    void aTraceInWhichNothingEndedIsUndecided() throws IOException {
        String open = write("open.mini", "T1@s1: w(x,1) u\nT2@s2: r(x,1) u\n");
        Outcome outcome = Outcome.of("check", open, "--level", "si,ser");
        assertThat(outcome.out()).isEqualTo("""
                %1$s: snapshot-isolation undecided: none of the trace's 2 transactions is known to have committed or aborted
                %1$s: serializable undecided: none of the trace's 2 transactions is known to have committed or aborted
                """.formatted(open));
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);

        String empty = write("empty.jsonl", "{\"bateleur\":1}\n");
        Outcome strongest = Outcome.of("check", empty, "--strongest");
        assertThat(strongest.out().lines()).hasSize(2);
        assertThat(strongest.out())
                .contains("undecided: the trace has no transactions\n")
                .contains(": no level is known to hold; undecided: ");
        assertThat(strongest.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
        assertThat(Outcome.of("check", empty, "--level", "ser", "--witness", out("w.txt"))
                        .exitCode())
                .isEqualTo(ExitCodes.UNDECIDED);
        assertThat(Path.of(out("w.txt"))).isEmptyFile();
    }

    @Test
    void anUnknownLevelIsAnsweredWithNearOnes() {
        Outcome outcome = check(file, "--level", "serialisable");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo("""
                bateleur: unknown level 'serialisable'
                did you mean: serializable?
                to see all levels: bateleur check --level help
                """);
    }

    @Test
    void allLevelsCanBeSeen() {
        Outcome outcome = check("--level", "help");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        assertThat(outcome.out())
                .containsPattern("(?m)^repeatable-read +forbids G1, G2-item; Adya")
                .containsPattern("(?m)^strict-serializable +forbids G1, G2, counting real time$")
                .containsPattern("(?m)^axiomatic-causal +the same as causal$")
                .contains("ser = serializable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check --level ser              | Missing required parameter: 'FILE'",
                "check FILE --timeout soon      | 'soon' is no time: write 500ms, 60s, 2m or 1h",
                "check FILE --own-writes never  | expected one of [must, external, either]",
                "check FILE --format nonsense   | unknown format 'nonsense', expected one of bateleur, ",
            })
    void aWrongCommandLineIsExplained(String line, String message) {
        String[] args = line.trim().replace("FILE", file).split(" +");
        Outcome outcome = Outcome.run(CheckTest::commands, args);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void aTimeoutLeavesTheLevelUndecidedWithWhatWasFound() {
        Outcome outcome = check(file, "--level", "sser,si", "--timeout", "20ms");
        assertThat(outcome.out())
                .isEqualTo(file + ": strict-serializable undecided: not within 20ms (--timeout); 17 choices are left\n"
                        + file + ": snapshot-isolation holds\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
        assertThat(check(file, "--level", "pc", "--steps", "17").out()).contains("undecided: steps: 17");
    }

    @Test
    void whatCouldNotBeDecidedBreaksWithWhatItImplies() {
        Outcome outcome = check(file, "--level", "ser,sser", "--timeout", "20ms");
        assertThat(outcome.out())
                .startsWith(file + ": serializable violated: G2-item, write skew\n" + file
                        + ": strict-serializable violated: G2-item, write skew\n")
                .endsWith("\nEvery stronger level is violated too: strict-serializable.\n");
    }

    @Test
    void tooLittleMemoryIsToldWithTheFigure() {
        Outcome outcome = check(file, "--level", "rr,si");
        assertThat(outcome.out())
                .containsPattern("repeatable-read undecided: needs more memory than the [0-9]+ MB that Java may use; "
                        + "give it more with BATELEUR_OPTS=-Xmx[0-9]+m\n")
                .contains("snapshot-isolation holds");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
    }

    @Test
    void aDirectoryIsAllItsTraces() throws IOException {
        Files.createDirectories(folder.resolve("more/logs"));
        String deep = write("more/deep.mini", HISTORY);
        write("README.txt", "Nothing to see here.\n");
        Outcome outcome = check(folder.toString(), "--level", "si");
        assertThat(outcome.out())
                .isEqualTo(file + ": snapshot-isolation holds\n" + deep + ": snapshot-isolation holds\n");
        assertThat(outcome.err()).isEqualTo(folder + ": left out what is no trace: README.txt\n");

        Outcome empty = check(folder.resolve("more/logs").toString(), file, "--level", "si");
        assertThat(empty.err()).contains("logs: an empty directory, where a trace was expected");
        assertThat(empty.out()).isEqualTo(file + ": snapshot-isolation holds\n");
        assertThat(empty.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    @Test
    void aPolygraphIsNoHistory() throws IOException {
        Outcome outcome = check(write("p.polyg", "n:3\ne:0,1\nc:2,1|1,0\n"), "--level", "si");
        assertThat(outcome.err()).contains("a Cobra polygraph is a problem, not a history; bateleur solve decides it");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    @Test
    void strongestNamesTheLevelsThatHold() {
        Outcome outcome = strongest(Level.SNAPSHOT_ISOLATION, file, "--strongest");
        assertThat(outcome.out())
                .contains(file + ": strong-session-serializable violated: G2-item-session, ")
                .contains(file + ": strongest that hold: snapshot-isolation\n\n");
        assertThat(outcome.exitCode()).as("nothing was promised").isEqualTo(ExitCodes.OK);

        assertThat(strongest(Level.CAUSAL, file, "--strongest", "--level", "ser", "--json")
                        .out())
                .contains("\"results\":[{\"level\":\"serializable\",")
                .endsWith(",\"strongest\":[\"causal\"],\"open\":[]}\n");
        assertThat(strongest(Level.CAUSAL, file, "--strongest", "--level", "ser")
                        .exitCode())
                .isEqualTo(ExitCodes.VIOLATED);
    }

    @Test
    void whatASearchLeavesOpenIsTold() {
        Outcome outcome = Outcome.run(
                terminal -> List.of(
                        new Check(terminal, checker -> (history, level, budget) -> new Verdict.Undecided("not today"))),
                "check",
                file,
                "--strongest");
        assertThat(outcome.out()).contains(file + ": no level is known to hold; undecided: read-your-writes, ");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
    }

    /** A store that gives this level and no more. */
    private static Outcome strongest(Level given, String... args) {
        Judge judge = (graph, level, budget) -> Lattice.of(graph.history()).implies(given, level)
                ? FakeJudge.holds(graph)
                : new Verdict.Violated(FakeJudge.cycle(graph.history(), level));
        return Outcome.run(terminal -> List.of(new Check(terminal, checker -> judge)), arguments(args));
    }

    @Test
    void outputsAreWrittenBesideWhatIsPrinted() throws IOException {
        String bad = write("bad.mini", "T1: fly(x) c\n");
        Outcome outcome = check(
                file,
                bad,
                "--level",
                "ser,si,rc",
                "--minimize",
                "--junit",
                out("v.xml"),
                "--sarif",
                out("v.sarif"),
                "--dot",
                out("v.dot"),
                "--report",
                out("v.html"),
                "--witness",
                out("v.txt"));
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(outcome.out()).contains("serializable violated: lost-update, ");
        assertThat(Files.readString(Path.of(out("v.xml"))))
                .contains("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\"")
                .contains(
                        "<failure type=\"lost-update\" message=\"lost-update: two transactions replace the same version\">")
                .contains("<skipped message=\"the trace is too poor\"/>")
                .contains("<error type=\"not-checked\" message=\"" + bad + ": this is none of the formats");
        assertThat(Files.readString(Path.of(out("v.sarif"))))
                .contains("\"ruleId\" : \"lost-update\"", "\"executionSuccessful\" : false");
        assertThat(Files.readString(Path.of(out("v.dot"))))
                .startsWith("digraph ")
                .containsOnlyOnce("digraph")
                .contains("->");
        assertThat(Files.readString(Path.of(out("v.html")))).startsWith("<!doctype html>");
        assertThat(Files.readString(Path.of(out("v.txt"))))
                .startsWith("{\"file\":\"" + file + "\",\"level\":\"snapshot-isolation\"}\n{\"start\":\"T1\"}\n");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()).filter(name -> name.contains("part")))
                    .isEmpty();
        }
    }

    @Test
    void aFolderThatIsNotThereIsToldBeforeAnythingIsChecked() {
        Outcome outcome = check(file, "--level", "ser", "--report", out("no/such/r.html"));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("there is no folder ");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private String out(String name) {
        return folder.resolve(name).toString();
    }

    private static Outcome check(String... args) {
        return Outcome.run(CheckTest::commands, arguments(args)).withoutReports();
    }

    private static String[] withFile(String file, String... args) {
        return Stream.concat(Stream.of("check", file), Stream.of(args)).toArray(String[]::new);
    }

    private static String[] arguments(String... args) {
        return Stream.concat(Stream.of("check"), Stream.of(args)).toArray(String[]::new);
    }

    private static List<Object> commands(Terminal terminal) {
        return List.of(new Check(terminal, checker -> new FakeJudge()));
    }
}
