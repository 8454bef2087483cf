package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/** INSERT, UPDATE and DELETE in WITH, as PostgreSQL has them: each is done once and to its end, and none sees what another did. */
final class ChangesInWith {
    private ChangesInWith() {}

    static CommonTable table(Compilation compilation, Scope scope, Query.Cte cte, Change change) {
        Rulebook rulebook = compilation.rulebook;
        if (rulebook == null || compilation.parameters != null || !compilation.is(SqlDialect.POSTGRES)) {
            throw new Outside(cte, "a change in WITH");
        }
        StatementPlan plan = StatementCompiler.plan(change, compilation, rulebook, scope);
        Returning returning = plan.returning();
        List<String> columns = !cte.columns().isEmpty()
                ? cte.columns().stream().map(Name::text).toList()
                : returning == null ? List.of() : returning.columns();
        List<SqlType> types = returning == null ? List.of() : returning.types();
        QueryPlan rows = QueryCompiler.plan(columns, types, frame -> {
            Answer answer = plan.run(frame);
            frame.presence = Presence.SURE;
            frame.met(answer.perhaps());
            RowSet returned = answer.rows();
            return returned == null ? RowSet.nothing(columns) : returned;
        });
        CommonTable table = new CommonTable(columns, types, rows, compilation.newMemo());
        compilation.changesInWith.add(table);
        return table;
    }

    /** A statement with changes in its WITH: foreign keys are checked when all of it is through. */
    static StatementPlan whole(StatementPlan plan, List<CommonTable> changes) {
        return frame -> {
            List<Writer> writers = new ArrayList<>();
            frame.unfinished = writers;
            changes.forEach(change -> change.tuples(frame));
            Answer answer = plan.run(frame);
            writers.forEach(Writer::checkReferences);
            frame.met(answer.perhaps());
            writers.forEach(writer -> frame.met(writer.perhaps()));
            return frame.perhaps.isEmpty() ? answer : answer.perhaps(SqlError.oneOf(frame.perhaps));
        };
    }
}
