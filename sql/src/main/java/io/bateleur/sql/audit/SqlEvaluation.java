package io.bateleur.sql.audit;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.FileReport;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Environment;
import io.bateleur.sql.eval.Evaluator;
import io.bateleur.sql.eval.Gap;
import io.bateleur.sql.eval.Prepared;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import io.bateleur.sql.parse.SqlReader;
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

/** The statements of a log, evaluated; and how many of them are not. */
final class SqlEvaluation implements Evaluation {
    private static final String STATE = "SESSION STATE";

    private final Evaluator evaluator;
    private final Environment environment = new Environment() {};
    /** By the text of a statement, why it is not evaluated. */
    private final Map<String, String> gaps = new HashMap<>();

    private final History history;
    private final StartingPoint setting;

    private SqlEvaluation(History history, Catalog catalog, AuditOptions options, SqlDialect dialect) {
        this.history = history;
        this.evaluator = new Evaluator(catalog);
        FirstRows initial = new FirstRows(catalog, this::shape);
        if (options.initial().isPresent()) {
            initial.of(SqlReader.read(options.initial().get(), dialect), this);
        } else {
            initial.of(history);
        }
        this.setting = new StartingPoint(this, initial.rows, initial.unknown);
    }

    static SqlEvaluation of(History history, AuditOptions options, SqlDialect dialect) {
        return new SqlEvaluation(history, LogCatalog.of(history, options, dialect), options, dialect);
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
            prepared = prepare(s);
            s.prepared = prepared;
        }
        Answer answer = prepared.run(s.values(), tables, changes, environment);
        if (!answer.isKnown()) {
            gaps.putIfAbsent(s.text, what(answer.gaps()));
        }
        return answer;
    }

    private static String what(List<Gap> all) {
        return all.get(0).what();
    }

    private Prepared prepare(LoggedStatement s) {
        Statement tree = s.tree();
        boolean quiet = s.text.equals(STATE)
                || tree instanceof Definition
                || tree instanceof Utility && !(tree instanceof Utility.CallProcedure);
        if (quiet) {
            return evaluator.prepare("");
        }
        return s.text.isEmpty() || tree instanceof Change || tree instanceof Query
                ? evaluator.prepare(tree)
                : evaluator.prepare(s.text);
    }

    /** How many statements of the log were evaluated, as far as is known by now. */
    FileReport.Covered covered() {
        long statements = 0;
        Map<String, Long> reasons = new TreeMap<>();
        for (Transaction t : history.transactions()) {
            for (Operation operation : t.operations()) {
                if (operation.kind() != OpKind.SQL) {
                    continue;
                }
                statements++;
                String gap = gaps.get(operation.statement());
                if (gap != null) {
                    reasons.merge(gap, 1L, Long::sum);
                }
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
