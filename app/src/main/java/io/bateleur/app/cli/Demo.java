package io.bateleur.app.cli;

import io.bateleur.core.asg.Finding;
import io.bateleur.core.asg.ReadValidity;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimResult;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.Mini;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description =
                "Run a small workload on a simulated store that has a bug, show what its clients saw, and say what is wrong.",
        footerHeading = "%nExamples:%n",
        footer = {"  bateleur demo", "  bateleur demo --bug ignored-own-write --seed 3"})
final class Demo implements Callable<Integer> {
    private static final int SESSIONS = 3;
    private static final int TRANSACTIONS = 9;
    private static final int KEYS = 3;
    private static final int OPERATIONS = 3;
    /** Small histories do not always give a bug its chance: then the next seed is tried. */
    private static final int SEEDS_TRIED = 1000;

    private final Terminal terminal;

    @Option(
            names = "--bug",
            paramLabel = "BUG",
            completionCandidates = StoreOptions.Bugs.class,
            description = "What the store does wrong: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String bug = Bug.ABORTED_READ.word();

    @Option(names = "--seed", paramLabel = "N", description = "Another history. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    Demo(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Bug chosen = StoreOptions.bug(bug);
        SimResult result = run(chosen);
        PrintStream out = terminal.out();
        out.println("A simulated store (" + chosen.controls().get(0).word() + ") ran " + TRANSACTIONS
                + " transactions of " + SESSIONS + " clients, with a bug:");
        out.println(bold(chosen.word()) + ": " + chosen.description() + ".");
        out.println("What the clients saw, one line a transaction (docs/mini-language.md):");
        out.println();
        Mini.transactions(result.history()).forEach(line -> out.println("  " + line));
        out.println();
        List<Finding> findings = ReadValidity.findings(result.history(), Integer.MAX_VALUE);
        if (findings.isEmpty()) {
            out.println(
                    "Reads taken one by one show nothing wrong: this bug takes a look at several transactions together,");
            out.println("which this version does not do yet.");
        }
        // The same read twice is the same news.
        findings.stream().map(this::told).distinct().forEach(out::println);
        return ExitCodes.OK;
    }

    private String told(Finding finding) {
        return bold("Violated: " + finding.anomaly().title()) + ", "
                + finding.anomaly().words() + " (" + finding.anomaly().source() + ")\n  " + finding.sentence() + ".";
    }

    private SimResult run(Bug chosen) {
        @Nullable SimResult last = null;
        for (long next = seed; next < seed + SEEDS_TRIED; next++) {
            last = Simulation.run(new SimConfig()
                    .bug(chosen)
                    .sessions(SESSIONS)
                    .transactions(TRANSACTIONS)
                    .keys(KEYS)
                    .operations(OPERATIONS)
                    .named(true)
                    .seed(next));
            if (last.bugsFired() > 0) {
                return last;
            }
        }
        throw new IllegalStateException(
                "the bug " + chosen.word() + " did not happen with any of " + SEEDS_TRIED + " seeds");
    }

    private String bold(String text) {
        return terminal.colours() ? Ansi.ON.string("@|bold " + text + "|@") : text;
    }
}
