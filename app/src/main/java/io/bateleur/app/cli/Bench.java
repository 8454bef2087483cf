package io.bateleur.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        description = "Measure Bateleur on this machine; docs/benchmarks.md is made of this.",
        subcommands = {},
        footerHeading = "%nExamples:%n",
        footer = {"  bateleur bench trace", "  BATELEUR_OPTS=-Xmx4g bateleur bench trace --txns 100000"})
final class Bench implements Callable<Integer> {
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
            @picocli.CommandLine.Option(names = "--txns", paramLabel = "N", defaultValue = "1000000") int transactions,
            @picocli.CommandLine.Option(names = "--runs", paramLabel = "N", defaultValue = "3") int runs)
            throws java.io.IOException {
        return new TraceBench(terminal, transactions, runs).run();
    }
}
