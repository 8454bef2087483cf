package io.bateleur.app.cli;

import io.bateleur.core.model.LevelWords;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.HtmlReport;
import io.bateleur.core.report.JUnitReport;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Trace;
import io.bateleur.sql.audit.AuditLevel;
import io.bateleur.sql.audit.AuditOptions;
import io.bateleur.sql.audit.AuditVerdict;
import io.bateleur.sql.audit.Auditor;
import io.bateleur.sql.audit.BadInitialRows;
import io.bateleur.sql.audit.StreamedAudit;
import io.bateleur.sql.lift.SchemaFile;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "audit",
        description = {
            "Tell whether every answer in a log of SQL is possible at all.",
            "Evaluates all statements and searches an execution that explains their answers at the isolation level: accepted, refused, "
                    + "with the answer that no correct execution explains, or undecided. The exit code is that of the worst: 65 or 70 if "
                    + "something could not be audited, else 1 if a log is refused, else 2 if one is undecided, else 0."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur audit trace.jsonl",
            "  bateleur audit bank.mini --level strong-snapshot-isolation --schema schema.sql --initial rows.sql",
            "  bateleur audit trace.jsonl --clock-error 1ms --junit audit.xml --report audit.html"
        })
final class Audit implements Callable<Integer> {
    private static final Map<String, SqlDialect> DIALECTS = Map.of(
            "postgres", SqlDialect.POSTGRES,
            "postgresql", SqlDialect.POSTGRES,
            "mariadb", SqlDialect.MYSQL,
            "mysql", SqlDialect.MYSQL,
            "h2", SqlDialect.H2,
            "sqlite", SqlDialect.SQLITE);

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE",
            description = "Traces of SQL: files, directories with traces in them, or - for standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-l", "--level"},
            paramLabel = "LEVEL",
            completionCandidates = LevelNames.class,
            description =
                    "The level: ${COMPLETION-CANDIDATES}. By definition, but for read-committed, repeatable-read and read-uncommitted, "
                            + "which mean what the database does. Default: the level that each transaction had.")
    private @Nullable String level;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = TraceFiles.Names.class,
            description = "The format, where it should not be recognised.")
    private @Nullable String format;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "The tables, as SQL definitions. Default: what the trace tells of them.")
    private @Nullable Path schema;

    @Option(
            names = "--initial",
            paramLabel = "FILE",
            description =
                    "The rows at first, as SQL: INSERT statements, as in a dump; tables that it does not fill are empty. Default: what the trace tells.")
    private @Nullable Path initial;

    @Option(
            names = "--dialect",
            paramLabel = "DIALECT",
            description = "Whose SQL it is: postgres, mariadb, mysql, h2, sqlite. Default: what the trace tells.")
    private @Nullable String dialect;

    @Option(
            names = "--clock-error",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "By how much the clocks of different clients can differ: 1ms.")
    private Duration clockError = Duration.ZERO;

    @Option(names = "--states", description = "Print an order of the transactions that explains an accepted log.")
    private boolean states;

    @Option(names = "--json", description = "Print one JSON object per file (docs/json.md).")
    private boolean json;

    @Option(names = "--junit", paramLabel = "OUT", description = "Write the verdicts as JUnit XML, for build servers.")
    private @Nullable Path junit;

    @Option(names = "--report", paramLabel = "OUT", description = "Write a page that shows them, to open in a browser.")
    private @Nullable Path report;

    Audit(Terminal terminal) {
        this.terminal = terminal;
    }

    /** What the shell completes after --level. */
    static final class LevelNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return AuditLevel.names().iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        OutputFiles.requireWritable(junit, report);
        AuditOptions options = options();
        FailureMessages failures = new FailureMessages(
                terminal, spec.root().commandLine().getParseResult().originalArgs());
        AuditPrinter printer = json ? new AuditJson(terminal.out(), states) : new AuditText(terminal, states);
        List<FileReport> reports = new ArrayList<>();
        int exitCode = ExitCodes.OK;
        for (String file : TraceFiles.all(terminal, files, format)) {
            try {
                exitCode = ExitCodes.worse(exitCode, audit(file, options, printer, reports));
            } catch (OutputLost | CommandFailed e) {
                throw e; // it is about all files
            } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
                FailureMessages.Told told = failures.tell(e);
                exitCode = ExitCodes.worse(exitCode, told.exitCode());
                reports.add(AuditReports.failed(file, told.message()));
            }
        }
        terminal.out().flush();
        write(junit, () -> JUnitReport.of(reports));
        write(report, () -> HtmlReport.of(reports));
        return exitCode;
    }

    private int audit(String file, AuditOptions options, AuditPrinter printer, List<FileReport> reports)
            throws IOException {
        long begun = System.nanoTime();
        Optional<AuditVerdict> streamed = streamed(file, options);
        if (streamed.isPresent()) {
            printer.print(file, streamed.get(), (System.nanoTime() - begun) / 1_000_000);
            return ExitCodes.OK;
        }
        Trace trace = TraceFiles.read(terminal, file, format);
        long start = System.nanoTime();
        Progress progress = terminal.progress("auditing " + file, -1);
        AuditVerdict verdict;
        checkSchema(trace, options);
        try {
            verdict = Auditor.audit(file, trace.history(), options);
        } catch (BadInitialRows bad) {
            throw CommandFailed.badInput(initial + ":" + bad.line() + ":" + bad.column() + ": " + bad.getMessage());
        } finally {
            progress.close();
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        printer.print(file, verdict, millis);
        reports.add(AuditReports.of(file, trace.history(), verdict, millis));
        return verdict.match(accepted -> ExitCodes.OK, refused -> ExitCodes.VIOLATED, undecided -> ExitCodes.UNDECIDED);
    }

    /** Most logs can be accepted without being held in memory; who wants to see more than that needs the whole. */
    private Optional<AuditVerdict> streamed(String file, AuditOptions options) throws IOException {
        if (file.equals(TraceFiles.PIPE) || states || junit != null || report != null) {
            return Optional.empty();
        }
        List<String> warnings = new ArrayList<>();
        Optional<AuditVerdict> accepted = StreamedAudit.accepted(
                listener -> {
                    warnings.clear();
                    warnings.addAll(
                            TraceFiles.read(terminal, file, format, listener).warnings());
                },
                options);
        accepted.ifPresent(all -> warnings.forEach(warning -> terminal.err().println(file + ": warning: " + warning)));
        return accepted;
    }

    private AuditOptions options() throws IOException {
        Optional<AuditLevel> wanted = Optional.empty();
        if (level != null) {
            wanted = AuditLevel.of(level);
            if (wanted.isEmpty()) {
                throw CommandFailed.usage(
                        "unknown level '" + level + "', expected one of " + String.join(", ", AuditLevel.names()));
            }
        }
        Optional<SqlDialect> spoken = Optional.empty();
        if (dialect != null) {
            spoken = Optional.ofNullable(DIALECTS.get(dialect.toLowerCase(Locale.ROOT)));
            if (spoken.isEmpty()) {
                throw CommandFailed.usage(
                        "unknown dialect '" + dialect + "', expected postgres, mariadb, mysql, h2 or sqlite");
            }
        }
        return new AuditOptions(wanted, spoken, statements(schema), statements(initial), clockError.toNanos());
    }

    /** Its definitions must be understood: a table that is left out would not be audited. */
    private void checkSchema(Trace trace, AuditOptions options) throws IOException {
        if (schema != null && options.schema().isPresent()) {
            SqlDialect spoken = options.dialect()
                    .or(() -> LevelWords.engine(trace.history()).map(SqlDialect::of))
                    .orElse(SqlDialect.OTHER);
            SchemaFile.parse(schema.toString(), options.schema().get(), spoken);
        }
    }

    private static Optional<String> statements(@Nullable Path file) throws IOException {
        return file == null ? Optional.empty() : Optional.of(Files.readString(file, StandardCharsets.UTF_8));
    }

    /** What a file holds. */
    private interface Text {
        String text();
    }

    private static void write(@Nullable Path path, Text content) throws IOException {
        if (path == null) {
            return;
        }
        try (Sink sink = Sink.of(path)) {
            try (OutputStream out = sink.stream()) {
                out.write(content.text().getBytes(StandardCharsets.UTF_8));
            }
            sink.finish();
        }
    }
}
