package io.bateleur.app.cli;

import io.bateleur.lab.repro.BenchListener;
import io.bateleur.lab.repro.CaseBench;
import io.bateleur.lab.repro.CaseCorpus;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.CaseRunJson;
import io.bateleur.lab.repro.CaseRunner;
import io.bateleur.lab.repro.Ground;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.StepTable;
import io.bateleur.lab.repro.foreign.ForeignFormat;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.ServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "repro",
        subcommands = {ReproImport.class, ReproSpec.class, ReproCorrelate.class},
        description = {
            "Run cases of known bugs on the versions that have them, and say whether the bug shows.",
            "Without --engine each case runs on an affected version and on one without the bug. The exit code is 0 if every "
                    + "run came out as its case says, 1 if one did not, 69 if nothing could be run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur repro list MDEV",
            "  bateleur repro MDEV-26642@repeatable-read",
            "  bateleur repro my.case --engine postgres:17.5 --engine postgres:17.7",
            "  bateleur repro PG- --runs 3 --json",
            "  bateleur repro MDEV --report page.html --markdown reports/ --traces traces/",
            "  bateleur repro my.case --jdbc-url jdbc:postgresql://localhost/test --user me"
        })
final class Repro implements Callable<Integer> {
    /** Up to so many runs, each is shown step by step. */
    private static final int SHOWN_WHOLE = 4;

    /** Also that of the commands below. */
    final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "REGEX|FILE",
            description = "Cases of ours whose ID@LEVEL has a match, and files. Default: all of ours.")
    private List<String> cases = new ArrayList<>();

    @Option(
            names = "--engine",
            split = ",",
            paramLabel = "DATABASE",
            description = "What to run on, as in postgres:17.5, mariadb:11.4.5, h2:1.4.199. May be repeated.")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--levels",
            split = ",",
            paramLabel = "all|LEVEL",
            description = "Levels to run in place of those of the case: read-uncommitted, read-committed, "
                    + "repeatable-read, serializable.")
    private List<String> levels = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "How often to run each. Default: once; a case that was made of a violation until it shows.")
    private @Nullable Integer runs;

    @Option(names = "--json", description = "Print a JSON object for each run (docs/json.md).")
    private boolean json;

    @Option(names = "--steps", description = "Show every run step by step.")
    private boolean steps;

    @Mixin
    private ReproOutputs outputs = new ReproOutputs();

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "A database that runs already, to run on.")
    private @Nullable String url;

    @Option(
            names = "--driver",
            paramLabel = "G:A:V",
            description = "Its driver's Maven coordinates, where it is none that we know.")
    private @Nullable String driver;

    @Option(names = "--user", paramLabel = "NAME", description = "Whom to connect as.")
    private @Nullable String user;

    @Option(names = "--password", paramLabel = "TEXT", description = "And with what password.")
    private @Nullable String password;

    Repro(Terminal terminal) {
        this.terminal = terminal;
    }

    @Command(
            name = "list",
            description = "Show the cases of ours, each at each of its levels.",
            footerHeading = "%nExample:%n",
            footer = "  bateleur repro list MDEV-26642")
    int list(@Parameters(arity = "0..1", paramLabel = "REGEX", defaultValue = "") String regex) throws IOException {
        Predicate<String> wanted = pattern(regex);
        for (BugCase each : CaseCorpus.all()) {
            List<SqlLevel> all = each.levels().isEmpty() ? List.of(SqlLevel.values()) : each.levels();
            for (SqlLevel level : all) {
                String item = each.id() + "@" + level;
                if (wanted.test(item)) {
                    terminal.out().println(String.format(Locale.ROOT, "%-36s %s", item, each.title()));
                }
            }
        }
        return ExitCodes.OK;
    }

    private static Predicate<String> pattern(String regex) {
        try {
            return Pattern.compile(regex, Pattern.CASE_INSENSITIVE).asPredicate();
        } catch (PatternSyntaxException e) {
            throw CommandFailed.usage("'" + regex + "' is no file and no regular expression: " + e.getDescription());
        }
    }

    @Override
    public Integer call() throws IOException {
        if (spec.commandLine().getParseResult().matchedArgs().isEmpty() && terminal.isInteractive()) {
            return ReproPrompt.run(terminal);
        }
        if (runs != null && runs < 1) {
            throw CommandFailed.usage("--runs must be at least 1");
        }
        if (url != null && !engines.isEmpty()) {
            throw CommandFailed.usage("--engine does not go with --jdbc-url");
        }
        List<CaseBench.Job> jobs = jobs();
        outputs.requireWritable();
        NativeLibraries libraries;
        try {
            libraries = NativeLibraries.aside();
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
        try (Interrupts interrupts = new Interrupts()) {
            return run(jobs, interrupts);
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } finally {
            libraries.close();
        }
    }

    private List<SqlLevel> levels() {
        if (levels.contains("all")) {
            return List.of(SqlLevel.values());
        }
        return levels.stream()
                .map(word -> SqlLevel.of(word)
                        .orElseThrow(() -> CommandFailed.usage("unknown level '" + word + "'; there are all, "
                                + String.join(
                                        ", ",
                                        Arrays.stream(SqlLevel.values())
                                                .map(SqlLevel::word)
                                                .toList()))))
                .toList();
    }

    private List<CaseBench.Job> jobs() throws IOException {
        List<SqlLevel> chosen = levels();
        List<CaseBench.Job> jobs = new ArrayList<>();
        for (String each : cases.isEmpty() ? List.of("") : cases) {
            List<CaseBench.Job> found = new ArrayList<>();
            if (!each.isEmpty() && Files.exists(Path.of(each))) {
                for (BugCase bugCase : read(Path.of(each))) {
                    found.addAll(jobs(bugCase, chosen, item -> true));
                }
            } else if (each.endsWith(".case") || each.endsWith(".spec")) {
                throw CommandFailed.badInput("no such file: " + each);
            } else {
                found.addAll(matching(pattern(each), chosen));
            }
            if (found.isEmpty()) {
                throw CommandFailed.usage("no case matches '" + each + "'; bateleur repro list shows all");
            }
            jobs.addAll(found);
        }
        return jobs;
    }

    private static List<BugCase> read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return CaseCorpus.in(file);
        }
        return List.of(ForeignFormat.isOneOf(file) ? ForeignFormat.read(file) : CaseParser.read(file));
    }

    private List<CaseBench.Job> matching(Predicate<String> wanted, List<SqlLevel> chosen) throws IOException {
        List<CaseBench.Job> found = new ArrayList<>();
        for (BugCase bugCase : CaseCorpus.all()) {
            List<SqlLevel> all = !chosen.isEmpty()
                    ? chosen
                    : bugCase.levels().isEmpty() ? List.of(SqlLevel.values()) : bugCase.levels();
            if (all.stream().anyMatch(level -> wanted.test(bugCase.id() + "@" + level))) {
                found.addAll(jobs(bugCase, chosen, wanted));
            }
        }
        return found;
    }

    private List<CaseBench.Job> jobs(BugCase bugCase, List<SqlLevel> chosen, Predicate<String> wanted) {
        if (url != null) {
            return List.of(new CaseBench.Job(bugCase, url, chosen, wanted));
        }
        List<String> specs = CaseBench.specs(bugCase, engines);
        if (specs.isEmpty()) {
            say(bugCase.id() + " names no version that can be had here: name one with --engine");
        }
        return specs.stream()
                .map(spec -> new CaseBench.Job(bugCase, spec, chosen, wanted))
                .toList();
    }

    private int run(List<CaseBench.Job> jobs, Interrupts interrupts) throws IOException, ServerException {
        ReproProgress progress = new ReproProgress(
                terminal, jobs.stream().mapToInt(CaseBench.Job::expectedRuns).sum());
        Grounds grounds = new Grounds(progress::now);
        CaseBench bench = new CaseBench(grounds, runs == null ? 0 : runs, listener(jobs.size(), progress, interrupts));
        List<CaseRun> done;
        try {
            done = url == null ? bench.run(jobs) : at(grounds, bench, jobs);
        } finally {
            progress.close();
        }
        outputs.finish(done, this::say);
        return summary(done, interrupts.requested(), progress.nanos());
    }

    private BenchListener listener(int jobs, ReproProgress progress, Interrupts interrupts) {
        return new BenchListener() {
            @Override
            public void starting(String spec) {
                progress.now("starting " + spec);
            }

            @Override
            public void running(BugCase bugCase, Ground ground, SqlLevel level) {
                progress.now(bugCase.id() + "@" + level + " on " + ground);
            }

            @Override
            public void recorded(CaseRunner.Recorded run) {
                quietly(() -> outputs.recorded(run, Repro.this::say));
            }

            @Override
            public void done(CaseRun run) {
                progress.done();
                quietly(() -> {
                    print(run, jobs);
                    outputs.done(run, Repro.this::say);
                });
            }

            /** Nothing that is printed mixes with the line of progress. */
            private void quietly(Printing printing) {
                progress.pause();
                try {
                    printing.print();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                progress.resume();
            }

            @Override
            public boolean interrupted() {
                return interrupts.requested();
            }
        };
    }

    private interface Printing {
        void print() throws IOException;
    }

    private List<CaseRun> at(Grounds grounds, CaseBench bench, List<CaseBench.Job> jobs) throws ServerException {
        Properties login = new Properties();
        if (user != null) {
            login.setProperty("user", user);
        }
        if (password != null) {
            login.setProperty("password", password);
        }
        Optional<Coordinates> coordinates = driver == null ? Optional.empty() : Optional.of(Coordinates.parse(driver));
        try (Ground ground = grounds.at(String.valueOf(url), coordinates, login)) {
            return bench.on(ground, jobs);
        }
    }

    private void print(CaseRun run, int jobs) throws IOException {
        if (json) {
            terminal.out().println(CaseRunJson.of(run));
            terminal.out().flush();
            return;
        }
        String often = run.runs() > 1 ? " (" + run.times() + " of " + run.runs() + ")" : "";
        String unexpected =
                run.isAsExpected() || run.outcome() == CaseOutcome.SKIPPED ? "" : ", expected " + run.expected();
        terminal.text()
                .println(String.format(
                        Locale.ROOT, "%-36s %-18s %s%s%s", run.item(), run.where(), run.outcome(), often, unexpected));
        if (!run.why().isEmpty()) {
            terminal.text().println("    " + run.why());
        }
        if (!run.steps().isEmpty() && (steps || jobs <= SHOWN_WHOLE || !run.isAsExpected())) {
            terminal.text().println();
            terminal.text().println(StepTable.text(run, Math.min(terminal.columns(), 160)));
        }
    }

    private int summary(List<CaseRun> done, boolean interrupted, long nanos) {
        long ran = done.stream()
                .filter(run -> run.outcome() != CaseOutcome.SKIPPED)
                .count();
        if (!json) {
            StringBuilder line = new StringBuilder(Main.NAME + ": " + ran + (ran == 1 ? " run" : " runs"));
            for (CaseOutcome outcome : CaseOutcome.values()) {
                long count =
                        done.stream().filter(run -> run.outcome() == outcome).count();
                line.append(count == 0 ? "" : ", " + count + " " + outcome);
            }
            long unexpected = done.stream()
                    .filter(run -> run.outcome() != CaseOutcome.SKIPPED && !run.isAsExpected())
                    .count();
            terminal.err()
                    .println(line + "; " + (unexpected == 0 ? "all as expected" : unexpected + " not as expected")
                            + pace(done, nanos));
        }
        if (interrupted) {
            return ExitCodes.INTERRUPTED;
        }
        if (ran == 0) {
            return ExitCodes.UNAVAILABLE;
        }
        return done.stream().allMatch(run -> run.isAsExpected() || run.outcome() == CaseOutcome.SKIPPED)
                ? ExitCodes.OK
                : ExitCodes.VIOLATED;
    }

    /** How long it took, and how many a second where a server was up. */
    private static String pace(List<CaseRun> done, long nanos) {
        long singles = done.stream().mapToLong(CaseRun::runs).sum();
        long millis = done.stream().mapToLong(CaseRun::millis).sum();
        return millis == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%n  %.1f s; %.1f cases per second on a running server",
                        nanos / 1e9,
                        singles * 1e3 / millis);
    }

    private void say(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
