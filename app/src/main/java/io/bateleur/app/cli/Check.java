package io.bateleur.app.cli;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Dump;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Trace;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Inquiry;
import io.bateleur.examine.Judge;
import io.bateleur.examine.RecordedLevel;
import io.bateleur.sql.lift.Lift;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = {
            "Tell whether histories satisfy isolation levels, and why not.",
            "Prints a line for each file and level: holds, violated or undecided; for a single file also what is wrong. "
                    + "The exit code is that of the worst: 65 or 70 if something could not be checked, else 1 if a level is "
                    + "violated, else 2 if one is undecided, else 0."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur check history.edn --level serializable,si",
            "  bateleur check --level help",
            "  bateleur check traces/ --level strict-serializable --timeout 60s --junit verdicts.xml",
            "  bateleur check history.jsonl --strongest --report report.html",
            "  bateleur check recorded.jsonl --level serializable --as-case skew.case",
            "  bateleur check --json *.edn | jq '.results[] | select(.verdict == \"violated\")'"
        })
final class Check implements Callable<Integer> {
    private final Terminal terminal;
    private final UnaryOperator<Judge> judges;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Traces: files, directories with traces in them, or - for standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-l", "--level"},
            split = ",",
            paramLabel = "LEVEL",
            completionCandidates = LevelChoice.Names.class,
            description =
                    "The levels to check, such as serializable or si; recorded: each transaction at its own level; "
                            + "help: show them all. Default: what the trace says it was recorded at, else serializable.")
    private List<String> levels = new ArrayList<>();

    @Option(names = "--strongest", description = "Find the strongest of all levels that hold.")
    private boolean strongest;

    @Option(names = "--minimize", description = "Shrink what is shown to a smallest history that is still violated.")
    private boolean minimize;

    @Option(names = "--json", description = "Print one JSON object per file (docs/json.md).")
    private boolean json;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Leave a file's level undecided after so long: 500ms, 60s, 2m.")
    private @Nullable Duration timeout;

    @Option(names = "--steps", paramLabel = "N", description = "The same after so many steps of the solver.")
    private long steps = Long.MAX_VALUE;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Mixin
    private CheckOutputs outputs = new CheckOutputs();

    @Mixin
    private CheckerOptions how = new CheckerOptions();

    @Option(
            names = "--dump",
            paramLabel = "asg|ir|problem",
            description = "Print a stage of the check in place of a verdict (docs/dumps.md).")
    private Dump.@Nullable Stage dump;

    Check(Terminal terminal) {
        this(terminal, UnaryOperator.identity());
    }

    /** @param judges puts another one in the place of the checker */
    Check(Terminal terminal, UnaryOperator<Judge> judges) {
        this.terminal = terminal;
        this.judges = judges;
    }

    @Override
    public Integer call() throws IOException {
        if (levels.stream().anyMatch(LevelChoice.HELP::equalsIgnoreCase)) {
            terminal.text().println(LevelTable.text());
            return ExitCodes.OK;
        }
        if (files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE'");
        }
        Extensions extensions = how.extensions();
        List<Level> named = LevelChoice.of(levels, extensions.levels());
        if (dump != null) {
            dump(how.checker(extensions), dump, named);
            return ExitCodes.OK;
        }
        outputs.requireWritable();
        FailureMessages failures = new FailureMessages(
                terminal, spec.root().commandLine().getParseResult().originalArgs());
        List<String> traces = TraceFiles.all(terminal, files, reading.format);
        CheckPrinter printer = json ? new CheckJson(terminal) : new CheckText(terminal, traces.size() == 1);
        Inquiry inquiry = new Inquiry(
                named,
                List.of(),
                strongest,
                minimize || outputs.makesCase(),
                printer.explains() || outputs.explains(),
                new Allowance(Optional.ofNullable(timeout), steps, "--timeout", Main.MEMORY),
                reading.schema());
        Judge judge = judges.apply(Judge.of(how.checker(extensions)));
        try (CheckRun run = new CheckRun(terminal, judge, inquiry, printer, outputs, failures)) {
            return run.check(traces, reading.format);
        }
    }

    private Budget budget() {
        Budget budget = new Budget(steps, () -> false);
        return timeout == null ? budget : budget.within(timeout);
    }

    private void dump(Checker checker, Dump.Stage stage, List<Level> named) throws IOException {
        for (String trace : TraceFiles.all(terminal, files, reading.format)) {
            Trace read = TraceFiles.read(terminal, trace, reading.format);
            History history = Lift.lift(read.history(), reading.schema()).history();
            List<Level> asked = named.isEmpty() ? List.of(RecordedLevel.of(read).level()) : named;
            Asg graph = checker.graph(history);
            for (Level level : asked) {
                Dump.write(checker, graph, level, stage, budget(), terminal.out());
            }
        }
    }
}
