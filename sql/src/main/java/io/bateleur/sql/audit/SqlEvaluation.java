package io.bateleur.sql.audit;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.FileReport;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Environment;
import io.bateleur.sql.eval.Evaluator;
import io.bateleur.sql.eval.Gap;
import io.bateleur.sql.eval.Prepared;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.resolve.ReachFinder;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The statements of a log, evaluated; and how many of them are not. */
final class SqlEvaluation implements Evaluation {
    /** What no dialect has. */
    private static final String UNREADABLE = "REDEFINED TABLE";

    private static final String STATE = "SESSION STATE";

    private final Evaluator evaluator;
    private final Environment environment;
    /** By the text of a statement, why it is not evaluated. */
    private final Map<String, String> gaps = new HashMap<>();

    private final ChangingTables changing;
    /** By the text of a statement; those of the rows at first have none. */
    private final Map<String, Prepared> compiled = new HashMap<>();

    private final Map<String, Reach> reaches = new HashMap<>();
    private final ReachFinder finder;
    private final History history;
    private final StartingPoint setting;

    private SqlEvaluation(
            History history,
            Catalog catalog,
            ChangingTables changing,
            AuditOptions options,
            SqlDialect dialect,
            boolean references) {
        this.environment = new Environment() {
            @Override
            public boolean checksReferences() {
                return references;
            }
        };
        this.changing = changing;
        this.history = history;
        this.evaluator = new Evaluator(catalog);
        this.finder =
                new ReachFinder(catalog, Value.of(true).equals(history.about().get("sql complete")));
        FirstRows initial = new FirstRows(catalog, this::shape);
        if (options.initial().isPresent()) {
            initial.of(options.initial().get(), SqlReader.read(options.initial().get(), dialect), this);
        } else {
            initial.of(history);
        }
        this.setting = new StartingPoint(this, initial.rows, initial.unknown);
    }

    static SqlEvaluation of(History history, AuditOptions options, SqlDialect dialect) {
        return of(history, options, dialect, true);
    }

    /** @param references whether foreign keys are checked, which SQLite does only for sessions that ask for it */
    static SqlEvaluation of(History history, AuditOptions options, SqlDialect dialect, boolean references) {
        ChangingTables changing = new ChangingTables(history, LogCatalog.given(history, options, dialect), dialect);
        return new SqlEvaluation(
                history, LogCatalog.of(history, options, dialect), changing, options, dialect, references);
    }

    boolean hasReferences() {
        return evaluator.catalog().tables().stream()
                .anyMatch(table -> !table.references().isEmpty());
    }

    StartingPoint setting() {
        return setting;
    }

    private TableShape shape(BaseTable table) {
        return Objects.requireNonNull(evaluator.table(table.name().toString()));
    }

    @Override
    public Answer answer(LoggedStatement s, Tables tables, Changes changes) {
        Prepared prepared = s.prepared;
        if (prepared == null) {
            prepared = s.text.isEmpty() ? prepare(s) : compiled.computeIfAbsent(s.text, text -> prepare(s));
            s.prepared = prepared;
        }
        Answer answer = prepared.run(s.values(), tables, changes, environment);
        if (!answer.isKnown()) {
            gaps.putIfAbsent(
                    s.text, changing.concern(s.text) ? "a table that the log defines anew" : what(answer.gaps()));
            if (s.failure() == null) {
                obscure(s, changes);
            }
        }
        return answer;
    }

    @Override
    public boolean mayCommit(TableShape table, Object @Nullable [] old, @Nullable Row row, Tables tables) {
        return evaluator.atCommit(table, old, row, tables, environment) == null;
    }

    /** Nothing is known from now on of what a statement may have written that is not evaluated. */
    private void obscure(LoggedStatement s, Changes changes) {
        Reach reach = s.text.isEmpty() ? reach(s) : reaches.computeIfAbsent(s.text, text -> reach(s));
        List<BaseTable> tables = reach.anything() != null ? evaluator.catalog().tables() : reach.tables();
        tables.forEach(table -> changes.obscure(shape(table)));
    }

    private Reach reach(LoggedStatement s) {
        Reach reach = new Reach();
        for (Statement tree : s.trees) {
            reach.add(finder.of(tree, evaluator.catalog().path()));
        }
        return reach;
    }

    private static String what(List<Gap> all) {
        return all.get(0).what();
    }

    private Prepared prepare(LoggedStatement s) {
        Statement tree = s.tree();
        if (changing.concern(s.text) && !(tree instanceof Definition)) {
            return evaluator.prepare(UNREADABLE);
        }
        boolean quiet = s.text.equals(STATE)
                || tree instanceof Definition && !changing.concern(s.text)
                || tree instanceof Utility && !(tree instanceof Utility.CallProcedure) && reach(s).isNothing();
        if (quiet) {
            return evaluator.prepare("");
        }
        return s.text.isEmpty() || tree instanceof Change || tree instanceof Query
                ? evaluator.prepare(tree)
                : evaluator.prepare(s.text);
    }

    /** How many statements of the log were evaluated, as far as is known by now. */
    FileReport.Covered covered() {
        Map<String, Long> counts = new HashMap<>();
        for (Transaction t : history.transactions()) {
            for (Operation operation : t.operations()) {
                if (operation.kind() == OpKind.SQL) {
                    counts.merge(operation.statement(), 1L, Long::sum);
                }
            }
        }
        return covered(counts);
    }

    /** @param counts how often each text was executed */
    FileReport.Covered covered(Map<String, Long> counts) {
        long statements = 0;
        Map<String, Long> reasons = new TreeMap<>();
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            statements += each.getValue();
            String gap = gaps.get(each.getKey());
            if (gap != null) {
                reasons.merge(gap, each.getValue(), Long::sum);
            }
        }
        long left = reasons.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Long> sorted = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return new FileReport.Covered(statements, statements - left, 0, sorted);
    }
}
