package io.bateleur.app.cli;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.lab.repro.BenchListener;
import io.bateleur.lab.repro.CaseBench;
import io.bateleur.lab.repro.CaseCorpus;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.report.Correlation;
import io.bateleur.lab.repro.report.Seen;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "correlate",
        description = {
            "Say which bugs show at which levels, by engine, by kind and by who reported them, as a table and a plot.",
            "Without a file all cases are run, on an affected version and on one without the bug."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur repro correlate --markdown bugs-by-level.md --plot bugs-by-level.svg",
            "  bateleur repro --json > runs.jsonl; bateleur repro correlate runs.jsonl"
        })
final class ReproCorrelate implements Callable<Integer> {
    @ParentCommand
    private Repro repro;

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUNS", description = "What bateleur repro --json printed.")
    private @Nullable Path runs;

    @Option(names = "--markdown", paramLabel = "OUT", description = "Write the tables there in place of printing them.")
    private @Nullable Path markdown;

    @Option(names = "--plot", paramLabel = "OUT", description = "Write a plot as SVG.")
    private @Nullable Path plot;

    @Override
    public Integer call() throws IOException {
        OutputFiles.requireWritable(markdown, plot);
        List<Seen> seen = runs == null ? run() : read(runs);
        if (seen.stream().noneMatch(Seen::reproduced)) {
            throw CommandFailed.unavailable("no bug showed, so there is nothing to correlate");
        }
        if (plot != null) {
            ReproOutputs.write(plot, Correlation.svg(seen));
        }
        String page = Correlation.markdown(seen, plot == null ? "" : link(plot));
        if (markdown != null) {
            ReproOutputs.write(markdown, page);
        } else {
            repro.terminal.out().print(page);
            repro.terminal.out().flush();
        }
        return ExitCodes.OK;
    }

    /** As the page names it. */
    private String link(Path image) {
        Path page = markdown == null ? null : markdown.toAbsolutePath().getParent();
        return page == null
                ? image.toString()
                : page.relativize(image.toAbsolutePath()).toString();
    }

    private static List<Seen> read(Path file) throws IOException {
        List<Seen> seen = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            throw CommandFailed.badInput("no such file: " + file);
        }
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                try {
                    seen.add(Seen.parse(lines.get(i)));
                } catch (IOException e) {
                    throw new BadInputException(
                            new Place(file.toString(), i + 1, 1, -1), String.valueOf(e.getMessage()), "");
                }
            }
        }
        return seen;
    }

    @SuppressWarnings("try") // the libraries are used by whatever loads one
    private List<Seen> run() throws IOException {
        List<CaseBench.Job> jobs = new ArrayList<>();
        for (BugCase bugCase : CaseCorpus.all()) {
            CaseBench.specs(bugCase, List.of())
                    .forEach(spec -> jobs.add(new CaseBench.Job(bugCase, spec, List.of(), item -> true)));
        }
        int expected = jobs.stream().mapToInt(CaseBench.Job::expectedRuns).sum();
        try (NativeLibraries libraries = NativeLibraries.aside();
                Interrupts interrupts = new Interrupts();
                ReproProgress progress = new ReproProgress(repro.terminal, expected)) {
            BenchListener listener = new BenchListener() {
                @Override
                public void starting(String spec) {
                    progress.now("starting " + spec);
                }

                @Override
                public void done(CaseRun run) {
                    progress.done();
                }

                @Override
                public boolean interrupted() {
                    return interrupts.requested();
                }
            };
            return new CaseBench(new Grounds(progress::now), 0, listener)
                    .run(jobs).stream()
                            .filter(run -> run.outcome() != CaseOutcome.SKIPPED)
                            .map(Seen::of)
                            .toList();
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }
}
