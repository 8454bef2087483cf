package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.Finding;
import io.bateleur.core.report.HtmlReport;
import io.bateleur.core.report.JUnitReport;
import io.bateleur.core.report.SarifReport;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.analyze.AnalysisFinding;
import io.bateleur.sql.analyze.Application;
import io.bateleur.sql.analyze.ApplicationReader;
import io.bateleur.sql.analyze.ConsistencyModel;
import io.bateleur.sql.analyze.EngineLevel;
import io.bateleur.sql.analyze.EngineWords;
import io.bateleur.sql.analyze.LevelOutcome;
import io.bateleur.sql.analyze.LevelPlan;
import io.bateleur.sql.analyze.Plans;
import io.bateleur.sql.analyze.RecordedPrograms;
import io.bateleur.sql.analyze.Repairs;
import io.bateleur.sql.analyze.RobustnessAnalysis;
import io.bateleur.sql.analyze.Violation;
import io.bateleur.sql.analyze.WeakestLevels;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "analyze",
        description = {
            "Find out whether the transactions of an application can violate serializability at a level.",
            "The files hold the schema and the transactions (docs/analyze.md). Without --engine and --model all levels are "
                    + "analysed, and PostgreSQL's READ COMMITTED decides the exit code. The exit code is 0 if no violation was "
                    + "found, 1 if one was and could be executed, 2 if the answer is open."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur analyze app.sql",
            "  bateleur analyze app.sql --engine postgres --level repeatable-read --confirm",
            "  bateleur analyze app.sql --model psi --max 3 --json"
        })
final class Analyze implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Schema and transactions.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--from-trace",
            paramLabel = "TRACE",
            description = "Analyse the transactions that a trace recorded; they are shown first.")
    private @Nullable Path fromTrace;

    @Option(names = "--schema", paramLabel = "FILE", description = "More definitions of tables.")
    private @Nullable Path schema;

    @Option(
            names = "--engine",
            paramLabel = "postgres|mariadb",
            description = "Whose levels. A version may follow a colon.")
    private @Nullable String engine;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "One of them: read-committed, repeatable-read, serializable. Default: all.")
    private @Nullable String level;

    @Option(
            names = "--set",
            paramLabel = "innodb_snapshot_isolation=on|off",
            description = "The setting of MariaDB. Default: that of its version (on from 11.6.2).")
    private @Nullable String setting;

    @Option(
            names = "--model",
            paramLabel = "MODEL|FILE",
            description = "A consistency model: ec, cc, pc, psi, si, ser, or the first of a file of models.")
    private @Nullable String model;

    @Option(names = "--max", paramLabel = "K", description = "The most instances on a cycle. Default: 4.")
    private int max = 4;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "For one query. Default: 10.")
    private int timeout = 10;

    @Option(
            names = "--prove",
            arity = "0..1",
            fallbackValue = "any",
            paramLabel = "induction|paths",
            description = "Where nothing is found, try to prove it for any number of instances.")
    private @Nullable String prove;

    @Option(
            names = "--hide-harmless",
            description = "Hide violations that need an instance which wrote nothing and returned nothing.")
    private boolean hideHarmless;

    @Option(
            names = "--repair",
            description =
                    "Try changes that remove each finding, and the fewest that remove all; each is analysed again.")
    private boolean repair;

    @Option(names = "--confirm", description = "Execute every finding on a real PostgreSQL or MariaDB.")
    private boolean confirm;

    @Option(
            names = "--weakest",
            description = "Find the weakest consistency models and the lowest level of each program.")
    private boolean weakest;

    @Option(names = "--sarif", paramLabel = "FILE", description = "Write the findings as SARIF 2.1.0.")
    private @Nullable Path sarif;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the findings as JUnit XML.")
    private @Nullable Path junit;

    @Option(names = "--report", paramLabel = "FILE", description = "Write a page that shows the findings.")
    private @Nullable Path report;

    @Option(names = "--json", description = "Print a JSON object for each level (docs/json.md).")
    private boolean json;

    Analyze(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (engine != null && model != null) {
            throw CommandFailed.usage("--engine does not go with --model");
        }
        if (files.isEmpty() && fromTrace == null) {
            throw CommandFailed.usage("name a file of transactions, or a trace with --from-trace");
        }
        if (max < 2 || max > 8) {
            throw CommandFailed.usage("--max must be from 2 to 8");
        }
        OutputFiles.requireWritable(sarif, junit, report);
        try {
            return analyse();
        } catch (BadInputException e) {
            throw CommandFailed.badInput(String.valueOf(e.getMessage()));
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw CommandFailed.badInput("no such file: " + file);
        }
    }

    private int analyse() throws IOException {
        EngineLevel.Engine chosen = engine();
        SqlDialect dialect = chosen == EngineLevel.Engine.MARIADB ? SqlDialect.MYSQL : SqlDialect.POSTGRES;
        ApplicationReader reader = new ApplicationReader(dialect);
        if (schema != null) {
            reader.add(schema.toString(), text(schema));
        }
        for (Path file : files) {
            reader.add(file.toString(), text(file));
        }
        if (fromTrace != null) {
            recorded(reader, fromTrace);
        }
        Application application = reader.read();
        RobustnessAnalysis.Limits limits = new RobustnessAnalysis.Limits(
                max, timeout * 1000L, RobustnessAnalysis.Limits.standard().runs(), hideHarmless);
        AnalyzeText printer = new AnalyzeText(terminal, application, json);
        List<Finding> findings = new ArrayList<>();
        int exit = ExitCodes.OK;
        boolean all = engine == null && model == null;
        try (AnalyzeConfirmation confirmation = new AnalyzeConfirmation(application, confirm, engineSpec())) {
            for (LevelPlan each : plans(application, chosen)) {
                LevelPlan plan = fromTrace == null ? each : each.titled(each.title() + ", for the recorded paths");
                RobustnessAnalysis analysis = new RobustnessAnalysis(application, plan, limits);
                LevelOutcome outcome = prove == null ? analysis.run() : analysis.prove(method(prove));
                outcome = confirmation.confirm(outcome);
                boolean mend = repair && !outcome.findings().isEmpty();
                AnalyzeRepairs repairs =
                        mend ? AnalyzeRepairs.of(outcome, new Repairs(application, plan, limits)) : AnalyzeRepairs.NONE;
                printer.print(outcome, confirmation, repairs);
                findings.addAll(findings(outcome, confirmation, repairs));
                boolean decides = !all || plan.title().startsWith("READ COMMITTED (PostgreSQL)");
                exit = decides ? ExitCodes.worse(exit, exit(outcome)) : exit;
            }
        }
        if (weakest) {
            printer.weakest(new WeakestLevels(application, limits), limits.k(), engines(chosen), snapshotIsolation());
        }
        write(application, findings);
        return exit;
    }

    /** Adds the programs of a trace, and shows them. */
    private void recorded(ApplicationReader reader, Path trace) throws IOException {
        History history = TraceFiles.read(terminal, trace.toString(), null).history();
        RecordedPrograms programs = new RecordedPrograms(history);
        String text = programs.text();
        if (schema == null) {
            reader.with(Catalog.of(history.about()));
        }
        reader.add(trace.toString(), text);
        if (!json) {
            terminal.text().print(text);
            if (programs.setUp() > 0) {
                terminal.text()
                        .println(
                                "-- left out: " + programs.setUp() + " transactions before the second session began\n");
            }
            if (programs.left() > 0) {
                terminal.text().println("-- left out: " + programs.left() + " transactions with other statements\n");
            }
        }
    }

    private static List<Finding> findings(
            LevelOutcome outcome, AnalyzeConfirmation confirmation, AnalyzeRepairs repairs) {
        List<Finding> findings = new ArrayList<>();
        List<Violation> all = new ArrayList<>(outcome.findings());
        all.addAll(outcome.candidates());
        for (Violation each : all) {
            List<String> more = new ArrayList<>();
            confirmation.of(each).ifPresent(answer -> more.add(answer.words()));
            more.addAll(repairs.words(each));
            findings.add(AnalysisFinding.of(outcome.plan(), each, more));
        }
        return findings;
    }

    private void write(Application application, List<Finding> findings) throws IOException {
        FileReport file = new FileReport(
                        application.file(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty())
                .with(findings);
        if (sarif != null) {
            Files.writeString(sarif, SarifReport.of(List.of(file), VersionText.version()));
        }
        if (junit != null) {
            Files.writeString(junit, JUnitReport.of(List.of(file)));
        }
        if (report != null) {
            Files.writeString(report, HtmlReport.of(List.of(file)));
        }
    }

    private static RobustnessAnalysis.Method method(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "any" -> RobustnessAnalysis.Method.ANY;
            case "induction" -> RobustnessAnalysis.Method.INDUCTION;
            case "paths" -> RobustnessAnalysis.Method.PATHS;
            default -> throw CommandFailed.usage("--prove takes induction or paths");
        };
    }

    private static int exit(LevelOutcome outcome) {
        return switch (outcome.verdict()) {
            case VIOLATION -> ExitCodes.VIOLATED;
            case UNDECIDED -> ExitCodes.UNDECIDED;
            case PROVED, NONE_UP_TO -> ExitCodes.OK;
        };
    }

    private String engineSpec() {
        return engine == null ? "postgres" : engine;
    }

    private EngineLevel.@Nullable Engine engine() {
        if (engine == null) {
            return null;
        }
        String word = engine.split(":", 2)[0].toLowerCase(Locale.ROOT);
        return switch (word) {
            case "postgres", "postgresql" -> EngineLevel.Engine.POSTGRES;
            case "mariadb", "mysql" -> EngineLevel.Engine.MARIADB;
            default -> throw CommandFailed.usage("there are the levels of postgres and mariadb, not of " + word);
        };
    }

    /** Whether InnoDB checks writes against the view. */
    private boolean snapshotIsolation() {
        if (setting != null) {
            return switch (setting.toLowerCase(Locale.ROOT).replace(" ", "")) {
                case "innodb_snapshot_isolation=on" -> true;
                case "innodb_snapshot_isolation=off" -> false;
                default -> throw CommandFailed.usage("--set takes innodb_snapshot_isolation=on or =off");
            };
        }
        if (engine == null || engine.toLowerCase(Locale.ROOT).startsWith("mysql")) {
            return engine == null;
        }
        String[] parts = engine.contains(":") ? engine.split(":", 2)[1].split("\\.") : new String[] {"12"};
        int[] version = new int[3];
        for (int i = 0; i < Math.min(3, parts.length); i++) {
            version[i] = parts[i].matches("\\d{1,6}") ? Integer.parseInt(parts[i]) : 0;
        }
        return version[0] > 11 || version[0] == 11 && (version[1] > 6 || version[1] == 6 && version[2] >= 2);
    }

    private static List<EngineLevel.Engine> engines(EngineLevel.@Nullable Engine chosen) {
        return chosen == null ? List.of(EngineLevel.Engine.values()) : List.of(chosen);
    }

    private List<LevelPlan> plans(Application application, EngineLevel.@Nullable Engine chosen) throws IOException {
        List<LevelPlan> plans = new ArrayList<>();
        if (model != null) {
            Map<String, ConsistencyModel> known = new LinkedHashMap<>(ConsistencyModel.builtIn());
            ConsistencyModel wanted = known.get(model.toLowerCase(Locale.ROOT));
            if (wanted == null) {
                Map<String, ConsistencyModel> own = ConsistencyModel.read(model, text(Path.of(model)));
                known.putAll(own);
                wanted = own.values().stream()
                        .findFirst()
                        .orElseThrow(() -> CommandFailed.badInput(model + ": no model in it; begin with: model NAME"));
            }
            return List.of(Plans.model(application, wanted, known));
        }
        for (EngineLevel.Engine each : engines(chosen)) {
            Optional<BadInputException> missing = EngineWords.missing(application, each);
            if (chosen == null && missing.isPresent()) {
                terminal.err()
                        .println("not analysed at the levels of " + each.title() + ": "
                                + missing.get().getMessage());
                continue;
            }
            List<EngineLevel> levels = EngineLevel.of(each, snapshotIsolation());
            if (level != null) {
                levels = List.of(EngineLevel.of(each, snapshotIsolation(), level)
                        .orElseThrow(() -> CommandFailed.usage("there is no level '" + level
                                + "'; there are read-committed, repeatable-read, serializable")));
            }
            for (EngineLevel one : levels) {
                plans.add(Plans.engine(application, one, snapshotIsolation()));
            }
        }
        return plans;
    }
}
