package io.bateleur.bench;

import io.bateleur.core.model.History;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Generates, writes and reads a trace, and prints a table of how long it took and what it needs in memory. */
public final class TraceBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final PrintStream out;
    private final int transactions;
    private final int runs;

    public TraceBench(PrintStream out, int transactions, int runs) {
        this.out = out;
        this.transactions = transactions;
        this.runs = runs;
    }

    private interface Work {
        void run() throws IOException;
    }

    public void run() throws IOException {
        out.println(transactions
                + " transactions of 8 operations, 24 sessions, 100000 keys, snapshot isolation, with times;" + " Java "
                + Runtime.version() + ", heap at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        out.println();
        out.println("| what | seconds | CPU seconds of the thread | MB of text | MB/s (wall) |");
        out.println("| --- | --- | --- | --- | --- |");
        SimConfig config = new SimConfig()
                .control(ConcurrencyControl.SNAPSHOT_ISOLATION)
                .transactions(transactions)
                .sessions(24)
                .keys(100_000)
                .operations(8)
                .seed(7);
        Path folder = Files.createTempDirectory("bateleur-bench");
        try {
            History[] history = new History[1];
            measure("generate", 0, () -> history[0] = Simulation.run(config).history());
            for (String name : List.of("t.jsonl", "t.jsonl.zst", "t.jsonl.gz")) {
                traces(folder.resolve(name), history[0], folder.resolve("t.jsonl"));
            }
            History read = Traces.read(folder.resolve("t.jsonl")).history();
            boolean equal = read.equals(history[0]);
            history[0] = read;
            out.println();
            out.println("Read back equal: " + equal + ". The loaded history takes " + heapMegabytes() + " MB of heap: "
                    + history[0] + ".");
        } finally {
            delete(folder);
        }
    }

    private void traces(Path file, History history, Path plain) throws IOException {
        String name = file.getFileName().toString();
        long[] size = new long[1];
        measure("write " + name, -1, () -> {
            Traces.write(history, file, Formats.NATIVE);
            size[0] = Files.size(plain);
        });
        for (int run = 1; run <= runs; run++) {
            measure("read " + name + ", run " + run, size[0], () -> Traces.read(file));
        }
    }

    /** @param bytes of uncompressed text, or none of interest */
    private void measure(String what, long bytes, Work work) throws IOException {
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        work.run();
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
        double seconds = (System.nanoTime() - wall) / 1e9;
        out.println(
                bytes > 0
                        ? "| %s | %.2f | %.2f | %.0f | %.0f |"
                                .formatted(what, seconds, cpuSeconds, bytes / 1e6, bytes / 1e6 / seconds)
                        : "| %s | %.2f | %.2f | | |".formatted(what, seconds, cpuSeconds));
        out.flush();
    }

    private static long heapMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
