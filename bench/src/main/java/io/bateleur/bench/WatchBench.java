package io.bateleur.bench;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.mirror.VerifierStatus;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.EventWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How fast the online verifier is, by the CPU time of its one thread, and that its memory does not grow. */
public final class WatchBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int SAMPLES = 20;

    private final PrintStream out;
    private final PrintStream err;
    private final long operations;
    private final int runs;

    /** @param operations of each trace */
    public WatchBench(PrintStream out, PrintStream err, long operations, int runs) {
        this.out = out;
        this.err = err;
        this.operations = operations;
        this.runs = runs;
    }

    private interface Work {
        Verifier run() throws IOException;
    }

    private static List<Traffic.Plan> plans() {
        List<Traffic.Plan> plans = new ArrayList<>();
        for (TrafficPrograms programs : TrafficPrograms.values()) {
            for (boolean serializable : new boolean[] {false, true}) {
                plans.add(new Traffic.Plan(programs, serializable, false, true));
            }
        }
        return plans;
    }

    /** Speed: reading a native trace and verifying it, and merging and verifying without reading. */
    public void speed() throws IOException {
        out.println(String.format(
                Locale.ROOT,
                "%s data operations of 64 simulated sessions as a native trace, one thread's CPU time, best of %d runs in one process; Java %s.",
                Table.number(operations),
                runs,
                Runtime.version()));
        out.println();
        Table table = new Table(
                out,
                "workload",
                "events",
                "merge and verify, M operations/s",
                "M events/s",
                "end to end from the file, M operations/s",
                "M events/s",
                "certain reads");
        try (Scratch scratch = new Scratch()) {
            for (Traffic.Plan plan : plans()) {
                err.println(plan.name());
                EventTape tape = new EventTape();
                Traffic traffic = new Traffic(plan, tape);
                traffic.run(operations);
                traffic.finish();
                Path file = scratch.folder().resolve(plan.programs().word() + plan.serializable() + ".jsonl");
                write(tape, plan, file);
                Timing alone = best(() -> verify(tape));
                Timing whole = best(() -> verify(file));
                VerifierStatus status = whole.verifier.status();
                table.row(
                        plan.name(),
                        Table.number(tape.size()),
                        rate(status.operations(), alone.seconds),
                        rate(tape.size(), alone.seconds),
                        rate(status.operations(), whole.seconds),
                        rate(tape.size(), whole.seconds),
                        String.format(
                                Locale.ROOT,
                                "%.2f %%",
                                100.0
                                        * status.certainReads()
                                        / Math.max(1, status.certainReads() + status.ambiguousReads())));
                Files.delete(file);
            }
        }
    }

    private static String rate(long count, double seconds) {
        return String.format(Locale.ROOT, "%.2f", count / seconds / 1e6);
    }

    private record Timing(double seconds, Verifier verifier) {}

    private Timing best(Work work) throws IOException {
        Timing best = null;
        for (int run = 0; run < runs; run++) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            Verifier verifier = work.run();
            double seconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
            if (!verifier.findings().isEmpty()) {
                throw new IllegalStateException("a correct run has findings: " + verifier.findings());
            }
            if (best == null || seconds < best.seconds) {
                best = new Timing(seconds, verifier);
            }
        }
        return Objects.requireNonNull(best);
    }

    private static Verifier verify(EventTape tape) {
        Verifier verifier = new Verifier(VerifierSettings.of("bench"));
        TraceListener stream = verifier.stream("");
        tape.play(stream);
        verifier.finish();
        return verifier;
    }

    private static Verifier verify(Path file) throws IOException {
        Verifier verifier = new Verifier(VerifierSettings.of("bench"));
        try (Source source = Source.of(file)) {
            Traces.read(source, null, verifier.stream(""));
        }
        verifier.finish();
        return verifier;
    }

    private static void write(EventTape tape, Traffic.Plan plan, Path file) throws IOException {
        try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            EventWriter writer = new EventWriter(stream, 2);
            writer.header(
                    InitialState.ABSENT,
                    true,
                    Map.of(
                            "engine",
                            Value.of("postgres"),
                            "isolation",
                            Value.of(plan.serializable() ? "serializable" : "repeatable-read")));
            tape.write(writer);
            writer.finish();
        }
    }

    // ---- memory

    /** The heap while so many operations are verified that are simulated on the way, without and with a transaction that rests. */
    public void memory(Optional<Path> plot) throws IOException {
        Map<String, List<LogPlot.Point>> series = new LinkedHashMap<>();
        Table table = new Table(
                out,
                "workload",
                "operations",
                "heap after collection, MB",
                "versions",
                "transactions",
                "graph",
                "waiting events");
        for (boolean rests : new boolean[] {false, true}) {
            Traffic.Plan plan = new Traffic.Plan(TrafficPrograms.SMALLBANK, true, rests, true);
            Verifier verifier = new Verifier(VerifierSettings.of("bench"));
            Traffic traffic = new Traffic(plan, verifier.stream(""));
            List<LogPlot.Point> points = new ArrayList<>();
            for (int sample = 1; sample <= SAMPLES; sample++) {
                traffic.run(operations * sample / SAMPLES);
                System.gc();
                double megabytes =
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
                points.add(new LogPlot.Point(traffic.operations(), megabytes));
                VerifierStatus status = verifier.status();
                table.row(
                        plan.name(),
                        Table.number(traffic.operations()),
                        String.format(Locale.ROOT, "%.0f", megabytes),
                        Table.number(status.versions()),
                        Table.number(status.transactions()),
                        Table.number(status.nodes()),
                        Table.number(status.waiting()));
            }
            traffic.finish();
            verifier.finish();
            if (!verifier.findings().isEmpty()) {
                throw new IllegalStateException("a correct run has findings: " + verifier.findings());
            }
            series.put(rests ? "one transaction rests" : "none rests", points);
        }
        if (plot.isPresent()) {
            Files.writeString(plot.get(), new LogPlot("data operations", "MB of heap", series).svg());
        }
    }
}
