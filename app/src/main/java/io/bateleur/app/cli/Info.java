package io.bateleur.app.cli;

import io.bateleur.core.model.Summary;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Lift;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "info",
        description =
                "Show what a trace holds: sessions, transactions, operations, keys, times, hints; SQL statements and what can be told of them. Of a Cobra polygraph: its size.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur info history.jsonl.zst",
            "  bateleur info --json a.edn b.edn | jq .transactions.committed",
            "  bateleur info --format plume - < history.txt"
        })
final class Info implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Traces: files, directories with traces in them, or - for standard input.")
    private List<String> files;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Option(names = "--json", description = "Print one JSON object per file (docs/json.md).")
    private boolean json;

    Info(Terminal terminal) {
        this.terminal = terminal;
    }

    /** What fails with one file fails for it alone. */
    @Override
    public Integer call() throws IOException {
        FailureMessages failures = new FailureMessages(
                terminal, spec.root().commandLine().getParseResult().originalArgs());
        int exitCode = ExitCodes.OK;
        for (String file : TraceFiles.all(terminal, files, reading.format)) {
            try {
                (json ? terminal.out() : terminal.text()).println(describe(file));
            } catch (OutputLost e) {
                throw e; // nobody is there to hear of the other files
            } catch (CommandFailed e) {
                throw e; // it is about the options, and so about all files
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                exitCode = ExitCodes.worse(exitCode, failures.tell(e).exitCode());
            }
        }
        return exitCode;
    }

    private String describe(String file) throws IOException {
        Optional<Polygraph> polygraph = reading.format == null ? TraceFiles.polygraph(file) : Optional.empty();
        if (polygraph.isPresent()) {
            return json ? InfoJson.of(file, polygraph.get()) : InfoText.of(file, polygraph.get());
        }
        Trace trace = TraceFiles.read(terminal, file, reading.format);
        Summary summary = Summary.of(trace.history());
        Coverage coverage = Lift.lift(trace.history(), reading.schema()).coverage();
        return json ? InfoJson.of(file, trace, summary, coverage) : InfoText.of(file, trace, summary, coverage);
    }
}
