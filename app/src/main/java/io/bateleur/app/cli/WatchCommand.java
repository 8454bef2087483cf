package io.bateleur.app.cli;

import io.bateleur.core.mirror.Profile;
import io.bateleur.core.mirror.Profiles;
import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.mirror.VerifierStatus;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.Severity;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.lab.run.Databases;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "watch",
        description = {
            "Verify what a database did against the mechanisms that it says it uses, by the times of its clients.",
            "Reports only what no choice of instants inside the recorded intervals explains. The exit code is 1 if "
                    + "there is such a finding, 2 if events are missing that could have shown one, else 0."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur watch trace.jsonl.zst",
            "  bateleur watch trace.jsonl --profile postgres/serializable",
            "  bateleur watch postgres:18.6 --isolation serializable --workload tpcc --sessions 8 --time 60s",
            "  bateleur watch --listen 127.0.0.1:7070",
            "  bateleur list profiles"
        })
final class WatchCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            arity = "0..1",
            paramLabel = "TRACE|DATABASE",
            description =
                    "A trace with times, or - for standard input; or a database to drive and verify at once, such as "
                            + "postgres:18.6. None with --listen.")
    private String file = "";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "What to hold the database to: a system, such as postgres (each transaction at the level that it "
                            + "was recorded at), or a system and level, such as postgres/serializable, for all. Default: "
                            + "what the trace says. See: bateleur list profiles.")
    private @Nullable String profile;

    @Option(names = "--profiles", paramLabel = "FILE", description = "More profiles (docs/watch.md).")
    private @Nullable Path profiles;

    @Option(
            names = "--clock-error",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "How much the clocks of two sessions may differ: 2ms. Default: 0.")
    private Duration clockError = Duration.ZERO;

    @Option(
            names = "--findings",
            paramLabel = "DIR",
            description = "Write each finding as a small trace into this directory.")
    private @Nullable Path findings;

    @Option(names = "--follow", description = "Read on while the trace is written, until Ctrl-C or --idle.")
    private boolean follow;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "With --follow: stop when nothing has come for so long. Default: wait for ever.")
    private Duration idle = Duration.ZERO;

    @Option(
            names = "--trace",
            paramLabel = "OUT",
            description = "Also record what a driven database does to this file.")
    private @Nullable Path trace;

    @Option(names = "--json", description = "Print one JSON object a line for each thing that happens (docs/json.md).")
    private boolean json;

    @Mixin
    private LiveOptions live = new LiveOptions();

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private WorkloadOptions workload = new WorkloadOptions();

    @Mixin
    private PaceOptions pace = new PaceOptions();

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    WatchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (live.listens() || !isTrace()) {
            return live();
        }
        WatchTrace reader = new WatchTrace(terminal, reading, file);
        Verifier verifier = follow ? reader.follow(settings(), idle) : reader.verify(settings());
        if (findings != null) {
            FindingFiles.write(findings, verifier.findings());
        }
        if (json) {
            WatchJson.print(terminal.out(), verifier);
            return exitCode(verifier);
        }
        summary(terminal.text(), verifier);
        for (BrokenMechanism finding : verifier.findings()) {
            terminal.text().println();
            terminal.text().print(TextRenderer.render(finding, terminal.textColumns()));
        }
        return exitCode(verifier);
    }

    /** A name of a database is no file, unless there is one. */
    private boolean isTrace() {
        if (file.isEmpty()) {
            if (!database.hasUrl()) {
                throw CommandFailed.usage("name a trace, a database such as postgres, or --listen");
            }
            return false;
        }
        return !Databases.knows(file) || Files.exists(Path.of(file));
    }

    private int live() throws IOException {
        if (live.listens() && !file.isEmpty()) {
            throw CommandFailed.usage("--listen verifies what recorders send, and no trace or database besides");
        }
        try (LiveView view = json ? new LiveJson(terminal.out()) : new LiveText(terminal)) {
            WatchLive watch = new WatchLive(live, view, clockError);
            VerifierSettings settings = settings();
            Verifier verifier = live.listens()
                    ? watch.listen(settings)
                    : watch.drive(
                            database.named(file.isEmpty() ? List.of() : List.of(file)),
                            workload,
                            pace,
                            trace,
                            settings);
            if (findings != null) {
                FindingFiles.write(findings, verifier.findings());
            }
            return exitCode(verifier);
        }
    }

    private VerifierSettings settings() throws IOException {
        Profiles known = Profiles.bundled();
        if (profiles != null) {
            try {
                known = known.with(profiles.toString(), Files.readString(profiles, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw CommandFailed.badInput(String.valueOf(e.getMessage()));
            }
        }
        VerifierSettings settings = VerifierSettings.of(file).profiles(known).clockError(clockError.toNanos());
        if (profile == null) {
            return settings;
        }
        boolean there = profile.contains("/") ? known.named(profile).isPresent() : known.knows(profile);
        if (!there) {
            throw CommandFailed.usage("there is no profile '" + profile + "'; see: bateleur list profiles");
        }
        return settings.profile(profile);
    }

    private static void summary(PrintStream out, Verifier verifier) {
        VerifierStatus status = verifier.status();
        long found = status.findings();
        out.println(String.format(
                Locale.ROOT,
                "%,d transactions, %,d operations: %s",
                status.byProfile().values().stream().mapToLong(Long::longValue).sum(),
                status.operations(),
                found == 0
                        ? "nothing found"
                        : found == 1 ? "1 finding" : String.format(Locale.ROOT, "%,d findings", found)));
        out.println();
        for (Profile profile : verifier.profiles()) {
            out.println(String.format(
                    Locale.ROOT,
                    "  %-25s %,9d transactions: %s",
                    profile.name(),
                    status.byProfile().get(profile.name()),
                    profile.mechanisms()));
        }
        long reads = status.certainReads() + status.ambiguousReads() + status.unjudgedReads();
        if (reads > 0) {
            out.println(String.format(
                    Locale.ROOT,
                    "  %-25s %,9d: %.1f %% certain, %.1f %% of several versions, %.1f %% not judged",
                    "reads",
                    reads,
                    100.0 * status.certainReads() / reads,
                    100.0 * status.ambiguousReads() / reads,
                    100.0 * status.unjudgedReads() / reads));
        }
        if (verifier.profiles().stream().noneMatch(Profile::claims)) {
            out.println("  Nothing is claimed of any of them: name a profile with --profile (bateleur list profiles).");
        }
        if (status.untimed() > 0) {
            out.println(String.format(Locale.ROOT, "  %,d events have no times.", status.untimed()));
        }
        if (status.suspicions() > 0) {
            out.println(String.format(
                    Locale.ROOT,
                    "  %,d suspicions could not be argued on a small part, and are not shown.",
                    status.suspicions()));
        }
        status.missing().forEach(why -> out.println("  provisional: " + why));
    }

    private static int exitCode(Verifier verifier) {
        List<BrokenMechanism> all = verifier.findings();
        if (all.stream().anyMatch(finding -> finding.isFinal() && finding.severity() == Severity.VIOLATION)) {
            return ExitCodes.VIOLATED;
        }
        VerifierStatus status = verifier.status();
        boolean complete = status.missing().isEmpty()
                && status.untimed() == 0
                && verifier.profiles().stream().anyMatch(Profile::claims);
        return complete ? ExitCodes.OK : ExitCodes.UNDECIDED;
    }
}
