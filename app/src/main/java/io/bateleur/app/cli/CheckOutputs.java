package io.bateleur.app.cli;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.DotRenderer;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.Finding;
import io.bateleur.core.report.HtmlReport;
import io.bateleur.core.report.JUnitReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.SarifReport;
import io.bateleur.core.trace.Sink;
import io.bateleur.lab.repro.derived.NoCaseException;
import io.bateleur.lab.repro.derived.ViolationCase;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The files that a check writes beside what it prints. Each appears whole, at the end, or not at all. */
@Command(optionListHeading = "%nFiles to write:%n")
final class CheckOutputs implements AutoCloseable {
    @Option(names = "--junit", paramLabel = "OUT", description = "Write the verdicts as JUnit XML, for build servers.")
    private @Nullable Path junit;

    @Option(
            names = "--sarif",
            paramLabel = "OUT",
            description = "Write what was found as SARIF 2.1.0, for code hosts and editors.")
    private @Nullable Path sarif;

    @Option(names = "--dot", paramLabel = "OUT", description = "Write the violations as graphs for Graphviz.")
    private @Nullable Path dot;

    @Option(
            names = "--report",
            paramLabel = "OUT",
            description = "Write a page that shows verdicts and violations, to open in a browser.")
    private @Nullable Path report;

    @Option(
            names = "--witness",
            paramLabel = "OUT",
            description = "Write, for each level that holds, an order in which everything can have happened.")
    private @Nullable Path witness;

    @Option(
            names = "--as-case",
            paramLabel = "OUT",
            description =
                    "Write the first violation of recorded SQL as a case for bateleur repro: its transactions in the "
                            + "order that showed it.")
    private @Nullable Path asCase;

    private boolean caseMade;
    private Optional<String> noCase = Optional.empty();

    private final List<FileReport> reports = new ArrayList<>();
    private final List<Finding> further = new ArrayList<>();
    /** Open from the first level that holds: a witness may be larger than memory should hold. */
    private @Nullable Sink witnessSink;

    private @Nullable Writer witnesses;

    /** The page that was asked for. */
    Optional<Path> page() {
        return Optional.ofNullable(report);
    }

    /** What was found beside violated levels. */
    void add(List<? extends Finding> findings) {
        further.addAll(findings);
    }

    List<Finding> further() {
        return further;
    }

    void requireWritable() {
        OutputFiles.requireWritable(junit, sarif, dot, report, witness, asCase);
    }

    /** Whether a file was asked for. */
    boolean any() {
        return Stream.of(junit, sarif, dot, report, witness, asCase).anyMatch(Objects::nonNull);
    }

    void holds(String file, Level level, Verdict.Holds holds) throws IOException {
        if (witness != null) {
            Writer out = witnesses(witness);
            out.append(Renderings.witnessHead(file, level)).append('\n');
            Renderings.witness(holds, out);
        }
    }

    private Writer witnesses(Path path) throws IOException {
        Writer out = witnesses;
        if (out == null) {
            Sink sink = Sink.of(path);
            out = new BufferedWriter(new OutputStreamWriter(sink.stream(), StandardCharsets.UTF_8));
            witnessSink = sink;
            witnesses = out;
        }
        return out;
    }

    boolean explains() {
        return sarif != null || dot != null || report != null;
    }

    /** Only kept where somebody wants them: a history may be large. */
    void file(FileReport file) {
        if (Stream.of(junit, sarif, dot, report).anyMatch(Objects::nonNull)) {
            reports.add(file);
        }
    }

    boolean makesCase() {
        return asCase != null;
    }

    /** The first violation that a case can be made of becomes one; what breaks a promise comes first. */
    void violations(History recorded, History lifted, FileReport file) throws IOException {
        if (asCase == null || caseMade) {
            return;
        }
        if (!ViolationCase.hasSql(recorded)) {
            noCase = Optional.of(file.file() + " has no SQL, and a case is made of SQL");
            return;
        }
        List<Explanation> found = Stream.concat(
                        file.levels().stream().filter(LevelReport::promised),
                        file.levels().stream().filter(level -> !level.promised()))
                .flatMap(level -> level.why().stream())
                .toList();
        for (Explanation why : found) {
            try {
                String id = String.valueOf(asCase.getFileName()).replaceFirst("\\.case$", "");
                write(asCase, CasePrinter.print(ViolationCase.of(id, recorded, lifted, why)));
                caseMade = true;
                return;
            } catch (NoCaseException e) {
                noCase = Optional.of(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Why there is no case although one was asked for. */
    Optional<String> noCase() {
        return asCase == null || caseMade
                ? Optional.empty()
                : Optional.of("--as-case: no case was written: "
                        + noCase.orElse("there is no violation in what was checked"));
    }

    void write() throws IOException {
        if (junit != null) {
            write(junit, JUnitReport.of(reports));
        }
        if (sarif != null) {
            write(sarif, SarifReport.of(reports, VersionText.version()));
        }
        if (dot != null) {
            write(dot, DotRenderer.of(reports));
        }
        if (report != null) {
            write(report, HtmlReport.of(reports));
        }
        if (witness != null) {
            witnesses(witness).close();
            if (witnessSink != null) {
                witnessSink.finish();
            }
        }
    }

    /** What was not finished disappears. */
    @Override
    public void close() {
        if (witnessSink != null) {
            witnessSink.close();
        }
    }

    private static void write(Path path, String content) throws IOException {
        try (Sink sink = Sink.of(path)) {
            try (OutputStream out = sink.stream()) {
                out.write(content.getBytes(StandardCharsets.UTF_8));
            }
            sink.finish();
        }
    }
}
