package io.bateleur.app.cli;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.BrokenLevel;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimResult;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.nativ.Mini;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
    private String bug = Bug.LOST_UPDATE.word();

    @Option(names = "--seed", paramLabel = "N", description = "Another history. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    Demo(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Bug chosen = StoreOptions.bug(bug);
        Level level = Level.of(chosen.breaks()).orElseThrow();
        PrintStream out = terminal.text();
        out.println("A simulated store (" + chosen.controls().get(0).word() + ") ran " + TRANSACTIONS
                + " transactions of " + SESSIONS + " clients, with a bug:");
        out.println(bold(chosen.word()) + ": " + chosen.description() + ".");
        out.println("What the clients saw, one line a transaction (docs/mini-language.md):");
        out.println();
        Explanation why =
                run(chosen, level, history -> Mini.transactions(history).forEach(line -> out.println("  " + line)));
        out.println();
        out.println("Checked at " + level + ", as `bateleur check` would:");
        out.println();
        out.println(TextRenderer.render(BrokenLevel.of("", why), terminal.textColumns())
                .stripTrailing());
        return ExitCodes.OK;
    }

    /** A history in which clients can see the bug, and what is wrong with it. */
    private Explanation run(Bug chosen, Level level, Consumer<History> show) {
        for (long next = seed; next < seed + SEEDS_TRIED; next++) {
            SimResult result = Simulation.run(new SimConfig()
                    .bug(chosen)
                    .mix(chosen.mix())
                    .sessions(SESSIONS)
                    .transactions(TRANSACTIONS)
                    .keys(KEYS)
                    .operations(OPERATIONS)
                    .named(true)
                    .seed(next));
            if (result.bugsFired() > 0
                    && new Checker().check(result.history(), level, Budget.unlimited())
                            instanceof Verdict.Violated violated) {
                show.accept(result.history());
                return violated.why();
            }
        }
        throw new IllegalStateException(
                "the bug " + chosen.word() + " did not show with any of " + SEEDS_TRIED + " seeds");
    }

    private String bold(String text) {
        return terminal.colours() ? Ansi.ON.string("@|bold " + text + "|@") : text;
    }
}
