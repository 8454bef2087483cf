package io.bateleur.bench;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.History;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import io.bateleur.sql.lift.LiftedStream;
import io.bateleur.sql.lift.LiveLift;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Lifts a trace of SmallBank, as a whole and while it comes, and reads texts that were never met. */
public final class LiftBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int TEXTS = 2000;
    private static final int WARM = 500;

    private final PrintStream out;
    private final int statements;
    private final int customers;
    private final int runs;

    public LiftBench(PrintStream out, int statements, int customers, int runs) {
        this.out = out;
        this.statements = statements;
        this.customers = customers;
        this.runs = runs;
    }

    private interface Work {
        void run() throws IOException;
    }

    public void run() throws IOException {
        out.println(statements + " statements of SmallBank with " + customers + " customers, 16 sessions; Java "
                + Runtime.version() + ", heap at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        out.println();
        History recorded = new SmallBankTrace(statements, customers).history();
        long before = used();
        out.println("| what | CPU seconds of the thread | MB of heap at its peak, over the trace |");
        out.println("| --- | --- | --- |");
        Lifted[] lifted = new Lifted[1];
        for (int run = 1; run <= runs; run++) {
            lifted[0] = null;
            measure(
                    "lift the whole trace, run " + run,
                    before,
                    () -> lifted[0] = Lift.lift(recorded, Optional.empty()));
        }
        String coverage = String.valueOf(lifted[0].coverage());
        long history = used() - before;
        lifted[0] = null;
        for (int run = 1; run <= runs; run++) {
            measure("lift it while it comes, and verify it, run " + run, before, () -> verify(recorded));
        }
        out.println();
        out.println(coverage + ". The lifted history takes " + history + " MB.");
        out.println();
        texts();
    }

    private static void verify(History recorded) {
        Verifier verifier = new Verifier(VerifierSettings.of("bench").profile("postgres/repeatable-read"));
        LiftedStream stream = new LiveLift(Optional.empty()).stream(verifier.stream(""));
        HistoryEvents.pass(recorded, stream);
        stream.end();
        verifier.finish();
        if (!verifier.findings().isEmpty()) {
            throw new IllegalStateException("something was found in a serial history: " + verifier.findings());
        }
    }

    private void measure(String what, long before, Work work) throws IOException {
        used(); // what was before is gone
        peaks().forEach(MemoryPoolMXBean::resetPeakUsage);
        long cpu = THREADS.getCurrentThreadCpuTime();
        work.run();
        double seconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
        long peak = peaks().stream()
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                >> 20;
        out.println("| %s | %.2f | %d |".formatted(what, seconds, peak - before));
        out.flush();
    }

    private static List<MemoryPoolMXBean> peaks() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    /** In MB. */
    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    /** Reads statements whose texts differ, and says how long one takes when others have been read. */
    private void texts() {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < TEXTS; i++) {
            String text = text(i);
            long cpu = THREADS.getCurrentThreadCpuTime();
            int read = SqlReader.read(text, SqlDialect.POSTGRES).size();
            if (i >= WARM) {
                millis.add((THREADS.getCurrentThreadCpuTime() - cpu) / 1e6);
            }
            if (read != 1) {
                throw new IllegalStateException("not one statement: " + text);
            }
        }
        double[] sorted =
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        out.println("| a new text, after " + WARM + " others | CPU ms of the thread |");
        out.println("| --- | --- |");
        out.println("| mean | %.3f |".formatted(Arrays.stream(sorted).average().orElse(0)));
        out.println("| median | %.3f |".formatted(sorted[sorted.length / 2]));
        out.println("| 99 of 100 take less than | %.3f |".formatted(sorted[sorted.length * 99 / 100]));
    }

    private static String text(int i) {
        return switch (i % 4) {
            case 0 ->
                "SELECT a.id, a.name, b.total" + i + " FROM customer a JOIN orders" + i
                        + " b ON a.id = b.customer_id WHERE a.region = ? AND b.total" + i
                        + " > ? AND b.state IN ('new', 'paid') ORDER BY b.total" + i + " DESC LIMIT 10";
            case 1 ->
                "UPDATE stock" + i + " SET quantity = quantity - ?, touched = now() WHERE item = ? AND quantity >= ?"
                        + " RETURNING quantity";
            case 2 ->
                "INSERT INTO line" + i + " (bill, pos, item, amount) VALUES (?, ?, ?, ?), (?, ?, ?, ?)"
                        + " ON CONFLICT (bill, pos) DO UPDATE SET amount = excluded.amount";
            default ->
                "SELECT count(*), CASE WHEN max(v" + i + ") > 10 THEN 'many' ELSE 'few' END FROM t" + i
                        + " WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t" + i
                        + ".id AND u.at BETWEEN ? AND ?) GROUP BY region";
        };
    }
}
