package io.bateleur.app.cli;

import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "convert",
        description = {
            "Read a trace and write it in another format.",
            "What the other format cannot hold is refused with a reason; what merely adds to a history, such as times, "
                    + "is left out with a warning."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur convert jepsen/history.edn history.jsonl.zst",
            "  bateleur convert history.bincode - --to mini | head",
            "  bateleur convert --from plume history.txt logs --to cobra"
        })
final class Convert implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "IN", description = "The trace to read: a file, a directory, or -.")
    private String in;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "Where to write it, compressed when it ends in .gz or .zst; - for standard output.")
    private String out;

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            completionCandidates = TraceFiles.Names.class,
            description = "The format of IN, where it should not be recognised: ${COMPLETION-CANDIDATES}.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            completionCandidates = TraceFiles.Names.class,
            description = "The format of OUT, where its name does not tell (.jsonl, .mini, .edn, .bincode, .hist do).")
    private @Nullable String to;

    Convert(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        TraceFormat target = TraceFiles.target(out, to, null);
        TraceFiles.requireWritable(out);
        Trace trace = TraceFiles.read(terminal, in, from);
        List<String> losses = target.fit().losses(trace.history());
        try (Sink sink = TraceFiles.sink(terminal, out);
                Progress progress = terminal.progress("writing " + out, -1)) {
            progress.at(0);
            Traces.write(trace.history(), sink, target);
        }
        if (!losses.isEmpty()) {
            terminal.err()
                    .println(out + ": warning: the format " + target.name() + " has no place for: "
                            + String.join(", ", losses));
        }
        return ExitCodes.OK;
    }
}
