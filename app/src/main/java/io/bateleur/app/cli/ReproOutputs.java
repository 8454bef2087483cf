package io.bateleur.app.cli;

import io.bateleur.core.trace.Sink;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.CaseRunner;
import io.bateleur.lab.repro.report.BugTable;
import io.bateleur.lab.repro.report.CaseHtml;
import io.bateleur.lab.repro.report.CaseJUnit;
import io.bateleur.lab.repro.report.CaseMarkdown;
import io.bateleur.lab.repro.report.CaseTraces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that a bench was asked for. Reports of single cases are written as they come, the others at the end. */
final class ReproOutputs {
    @Option(names = "--junit", paramLabel = "OUT", description = "Write the outcomes as JUnit XML, for build servers.")
    private @Nullable Path junit;

    @Option(
            names = "--report",
            paramLabel = "OUT",
            description = "Write a page with all runs, step by step, for the browser.")
    private @Nullable Path report;

    @Option(
            names = "--markdown",
            paramLabel = "DIR",
            description = "Write a Markdown report for each case and level into this folder.")
    private @Nullable Path markdown;

    @Option(
            names = "--table",
            paramLabel = "OUT",
            description = "Write one Markdown page with all cases: where they show, and what reads and writes say.")
    private @Nullable Path table;

    @Option(
            names = "--traces",
            paramLabel = "DIR",
            description =
                    "Keep the trace of each run in this folder: tables, their rows at first, statements, answers.")
    private @Nullable Path traces;

    private final Map<String, List<CaseRun>> items = new LinkedHashMap<>();
    private final Set<Path> said = new HashSet<>();

    void requireWritable() {
        OutputFiles.requireWritable(junit, report, table);
        for (Path folder : new Path[] {markdown, traces}) {
            if (folder != null) {
                requireFolder(folder);
            }
        }
    }

    private static void requireFolder(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".bateleur", null));
        } catch (IOException e) {
            throw CommandFailed.badInput("cannot write into " + folder + ": " + Sink.reason(e));
        }
    }

    /** @param say is told of each file that is there for the first time */
    void recorded(CaseRunner.Recorded run, Consumer<String> say) throws IOException {
        if (traces != null) {
            say(new CaseTraces(traces).keep(run), say);
        }
    }

    void done(CaseRun run, Consumer<String> say) throws IOException {
        List<CaseRun> of = items.computeIfAbsent(run.item(), item -> new ArrayList<>());
        of.add(run);
        if (markdown != null) {
            Path file = markdown.resolve(CaseMarkdown.fileName(run));
            write(file, CaseMarkdown.of(of));
            say(file, say);
        }
    }

    void finish(List<CaseRun> runs, Consumer<String> say) throws IOException {
        if (junit != null) {
            write(junit, CaseJUnit.of(runs));
            say(junit, say);
        }
        if (report != null) {
            write(report, CaseHtml.of(runs));
            say(report, say);
        }
        if (table != null) {
            write(table, BugTable.of(runs));
            say(table, say);
        }
    }

    private void say(Path file, Consumer<String> say) {
        if (said.add(file)) {
            say.accept("wrote " + file);
        }
    }

    static void write(Path path, String content) throws IOException {
        try (Sink sink = Sink.of(path)) {
            try (OutputStream out = sink.stream()) {
                out.write(content.getBytes(StandardCharsets.UTF_8));
            }
            sink.finish();
        }
    }
}
