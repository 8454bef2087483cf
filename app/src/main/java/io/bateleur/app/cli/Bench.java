package io.bateleur.app.cli;

import io.bateleur.bench.AuditBench;
import io.bateleur.bench.CallBench;
import io.bateleur.bench.CheckBench;
import io.bateleur.bench.LiftBench;
import io.bateleur.bench.RecordBench;
import io.bateleur.bench.RunBench;
import io.bateleur.bench.SchemaBench;
import io.bateleur.bench.TraceBench;
import io.bateleur.bench.WatchBench;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.ServerException;
import io.bateleur.recorder.CallFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        description = "Measure Bateleur on this machine; docs/benchmarks.md is made of this.",
        subcommands = {},
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur bench trace",
            "  BATELEUR_OPTS=-Xmx4g bateleur bench trace --txns 100000",
            "  bateleur bench check --only main,general --scale 0.1 --runs 1"
        })
final class Bench implements Callable<Integer> {
    private static final int SCHEMA_ROUNDS = 41;

    @Spec
    private CommandSpec spec;

    private final Terminal terminal;

    Bench(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Reached when no benchmark was named. */
    @Override
    public Integer call() {
        spec.commandLine().usage(terminal.err());
        return ExitCodes.USAGE;
    }

    @Command(
            name = "trace",
            description = "Generate, write and read a trace; the history in memory.",
            footerHeading = "%nExample:%n",
            footer = "  bateleur bench trace --txns 1000000")
    int trace(
            @Option(names = "--txns", paramLabel = "N", defaultValue = "1000000") int transactions,
            @Option(names = "--runs", paramLabel = "N", defaultValue = "3") int runs)
            throws IOException {
        new TraceBench(terminal.out(), transactions, runs).run();
        return ExitCodes.OK;
    }

    @Command(
            name = "lift",
            description =
                    "Lift recorded statements of SmallBank, as a whole and while they come; read texts never met.",
            footerHeading = "%nExample:%n",
            footer = "  bateleur bench lift --statements 1000000")
    int lift(
            @Option(names = "--statements", paramLabel = "N", defaultValue = "1000000") int statements,
            @Option(names = "--customers", paramLabel = "N", defaultValue = "1000") int customers,
            @Option(names = "--runs", paramLabel = "N", defaultValue = "3") int runs)
            throws IOException {
        if (statements < 1 || customers < 1 || runs < 1) {
            throw new ParameterException(spec.commandLine(), "--statements, --customers and --runs must be at least 1");
        }
        new LiftBench(terminal.out(), statements, customers, runs).run();
        return ExitCodes.OK;
    }

    @Command(
            name = "run",
            description =
                    "The same statements in a bare loop and driven and recorded by the lab, by turns on one database.",
            footerHeading = "%nExample:%n",
            footer = "  bateleur bench run postgres --set synchronous_commit=off")
    int run(
            @Parameters(paramLabel = "DATABASE", arity = "0..1", defaultValue = "postgres") String database,
            @Option(names = "--set", paramLabel = "NAME=VALUE") @Nullable Map<String, String> settings,
            @Option(names = "--sessions", paramLabel = "N", defaultValue = "16") int sessions,
            @Option(names = "--time", paramLabel = "TIME", defaultValue = "10s", converter = Durations.class)
                    Duration time,
            @Option(names = "--rounds", paramLabel = "N", defaultValue = "3") int rounds)
            throws IOException {
        try {
            new RunBench(terminal.out(), sessions, time, rounds)
                    .run(database, settings == null ? Map.of() : settings, terminal.err());
            return ExitCodes.OK;
        } catch (ServerException | CallFailedException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "record",
            description =
                    "The same small transactions over JDBC, bare and recorded, in short turns on one PostgreSQL, so many "
                            + "pairs of them for 1 and for 16 threads; what the recorder adds to single calls; with "
                            + "--soak the heap over that time; with --tables what it costs that the recorder reads the tables "
                            + "of a PostgreSQL and of a MariaDB that have so many.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  bateleur bench record",
                "  bateleur bench record --soak 10m",
                "  bateleur bench record --tables 1000"
            })
    int record(
            @Option(names = "--set", paramLabel = "NAME=VALUE") @Nullable Map<String, String> settings,
            @Option(names = "--pairs", paramLabel = "N", defaultValue = "240") int pairs,
            @Option(names = "--tables", paramLabel = "N") @Nullable Integer tables,
            @Option(names = "--soak", paramLabel = "TIME", converter = Durations.class) @Nullable Duration soak)
            throws IOException {
        if (tables != null && tables < 1) {
            throw new ParameterException(spec.commandLine(), "--tables must be at least 1");
        }
        RecordBench bench = new RecordBench(terminal.out(), settings == null ? Map.of() : settings, terminal.err());
        try {
            if (tables != null) {
                new SchemaBench(terminal.out(), terminal.err(), tables, SCHEMA_ROUNDS)
                        .run(List.of("postgres", "mariadb"));
                return ExitCodes.OK;
            }
            if (soak != null) {
                bench.soak(soak);
                return ExitCodes.OK;
            }
            bench.run(Math.max(1, pairs));
            terminal.out().println();
            new CallBench(terminal.out()).run(new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("h2")));
            return ExitCodes.OK;
        } catch (ServerException | SQLException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "watch",
            description = {
                "Verify simulated traces of SmallBank and TPC-C: data operations a second of one thread's CPU time, from a "
                        + "native trace and without reading.",
                "With --memory the heap while so many operations are verified that are simulated on the way, without and "
                        + "with a transaction that rests throughout."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  bateleur bench watch",
                "  bateleur bench watch --memory --ops 100000000 --plot docs/watch-heap.svg"
            })
    int watch(
            @Option(names = "--ops", paramLabel = "N", defaultValue = "5000000") long operations,
            @Option(names = "--runs", paramLabel = "N", defaultValue = "3") int runs,
            @Option(names = "--memory") boolean memory,
            @Option(names = "--plot", paramLabel = "FILE") @Nullable Path plot)
            throws IOException {
        if (operations < 1 || runs < 1) {
            throw new ParameterException(spec.commandLine(), "--ops and --runs must be at least 1");
        }
        if (plot != null && !memory) {
            throw new ParameterException(spec.commandLine(), "--plot draws what --memory measures");
        }
        OutputFiles.requireWritable(plot);
        WatchBench bench = new WatchBench(terminal.out(), terminal.err(), operations, runs);
        if (memory) {
            bench.memory(Optional.ofNullable(plot));
        } else {
            bench.speed();
        }
        return ExitCodes.OK;
    }

    @Command(
            name = "check",
            description = {
                "Check generated histories, each run in a process of its own: seconds and memory of the whole command.",
                "Prints Markdown, and what is going on to standard error. Full size takes long: try --scale first. The exit code is 70 if a "
                        + "verdict is not the right one."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  bateleur bench check > tables.md",
                "  bateleur bench check --only main,general --scale 0.01 --runs 1",
                "  bateleur bench check --only growth --dir traces --plot docs/growth.svg"
            })
    int check(@Mixin BenchCheckOptions options) throws IOException {
        List<String> surprises = new CheckBench(options.plan(), terminal.out(), terminal.err()).run(Main.class);
        surprises.forEach(surprise -> terminal.err().println(Main.NAME + ": not as it should be: " + surprise));
        return surprises.isEmpty() ? ExitCodes.OK : ExitCodes.BUG;
    }

    @Command(
            name = "audit",
            description = {
                "Audit generated banks and logs recorded on PostgreSQL, each in a process of its own: CPU seconds and memory.",
                "Prints Markdown, and what is going on to standard error. Full size takes long: try --scale first."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  bateleur bench audit > tables.md",
                "  bateleur bench audit --only bank,sweeps --scale 0.01",
                "  bateleur bench audit --only workloads --dir traces"
            })
    int audit(
            @Option(
                            names = "--only",
                            split = ",",
                            paramLabel = "NAME",
                            description =
                                    "Only these tables: bank, sweeps, workloads, stream. Default: all but stream.")
                    @Nullable
                    List<String> only,
            @Option(
                            names = "--scale",
                            paramLabel = "F",
                            defaultValue = "1",
                            description = "Multiply numbers of transactions, for a quick try: 0.01.")
                    double scale,
            @Option(
                            names = "--dir",
                            paramLabel = "DIR",
                            description =
                                    "Keep the logs here, and use those that are there. Default: a temporary directory.")
                    @Nullable
                    Path dir)
            throws IOException {
        List<AuditBench.Group> groups = new ArrayList<>();
        for (String name : only == null ? List.of("bank", "sweeps", "workloads") : only) {
            groups.add(AuditBench.Group.of(name)
                    .orElseThrow(() -> CommandFailed.usage(
                            "there is no table '" + name + "': expected bank, sweeps, workloads or stream")));
        }
        if (!(scale > 0)) {
            throw CommandFailed.usage("--scale must be more than 0");
        }
        new AuditBench(new AuditBench.Plan(groups, scale, Optional.ofNullable(dir)), terminal.out(), terminal.err())
                .run(Main.class);
        return ExitCodes.OK;
    }
}
