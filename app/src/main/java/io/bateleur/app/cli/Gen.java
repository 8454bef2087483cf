package io.bateleur.app.cli;

import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimResult;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "gen",
        description = "Run a workload on the simulated store, with a bug if you like, and write the trace.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur gen --store si --bug lost-update --txns 10000 --sessions 24 --keys 1000 --ops 8 --mix blindw "
                    + "--seed 7 -o h.jsonl.zst",
            "  bateleur gen --mix all --txns 20 --sessions 3 --keys 4 --ops 3 --to mini",
            "  bateleur gen --store causal --unknowns 0.05 --duplicates 3 -o h.jsonl"
        })
final class Gen implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write it, compressed when it ends in .gz or .zst. Default: standard output.")
    private String out = TraceFiles.PIPE;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            completionCandidates = TraceFiles.Names.class,
            description = "The format: ${COMPLETION-CANDIDATES}. Default: what the name of OUT tells, or bateleur.")
    private @Nullable String to;

    Gen(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        SimConfig config = store.config();
        TraceFormat target = TraceFiles.target(out, to, Formats.NATIVE);
        TraceFiles.requireWritable(out);
        SimResult result;
        try (Progress progress = terminal.progress("running transactions", store.transactions())) {
            result = Simulation.run(config.progress(progress::at));
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
        try (Sink sink = TraceFiles.sink(terminal, out);
                Progress progress = terminal.progress("writing " + out, -1)) {
            progress.at(0);
            Traces.write(result.history(), sink, target);
        }
        if (store.hasBug()) {
            terminal.err()
                    .println(
                            result.bugsFired() == 0
                                    ? "warning: the bug never happened; try more transactions, fewer keys or another seed"
                                    : "the bug happened " + result.bugsFired()
                                            + (result.bugsFired() == 1 ? " time" : " times"));
        }
        return ExitCodes.OK;
    }
}
