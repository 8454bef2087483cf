package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.List;
import java.util.Set;

/** Makes plans of statements of every kind. */
final class StatementCompiler {
    private StatementCompiler() {}

    static Prepared compile(Statement statement, Rulebook rulebook) {
        Compilation compilation = new Compilation(rulebook.dialect(), rulebook.shapes());
        compilation.rulebook = rulebook;
        Set<TableShape> changed = Effects.of(statement, rulebook);
        Set<TableShape> written = Effects.written(statement, rulebook);
        try {
            StatementPlan main = plan(statement, compilation, rulebook, new Scope(null));
            StatementPlan plan =
                    compilation.changesInWith.isEmpty() ? main : ChangesInWith.whole(main, compilation.changesInWith);
            return new Prepared(plan, compilation, changed, written);
        } catch (Outside outside) {
            return new Prepared(written, List.of(outside.gap), null);
        } catch (SqlError error) {
            return new Prepared(written, List.of(), error);
        }
    }

    static StatementPlan plan(Statement statement, Compilation compilation, Rulebook rulebook, Scope scope) {
        if (statement instanceof Query query) {
            compilation.top = query;
            QueryPlan plan = new QueryCompiler(compilation, scope).compile(query);
            return frame -> Answer.of(plan.run(frame));
        }
        if (statement instanceof Change.Insert insert) {
            return new InsertCompiler(compilation, rulebook).insert(insert, scope);
        }
        if (statement instanceof Change.Update update) {
            return with(update.with(), compilation, scope, () -> new UpdateCompiler(compilation, rulebook)
                    .update(update, scope));
        }
        if (statement instanceof Change.Delete delete) {
            return with(delete.with(), compilation, scope, () -> new UpdateCompiler(compilation, rulebook)
                    .delete(delete, scope));
        }
        if (statement instanceof Change.Merge merge) {
            return with(merge.with(), compilation, scope, () -> new MergeCompiler(compilation, rulebook)
                    .merge(merge, scope));
        }
        if (statement instanceof Change.MergeKey merge) {
            return new MergeCompiler(compilation, rulebook).byKey(merge, scope);
        }
        if (statement instanceof Utility.LockTables
                || statement instanceof Utility.Savepoint
                || statement instanceof Utility.Release) {
            return frame -> Answer.DONE;
        }
        if (statement instanceof Change.Truncate truncate) {
            return Truncation.plan(truncate, compilation, rulebook);
        }
        if (statement instanceof Utility.CallProcedure call) {
            return Calls.plan(call, compilation, rulebook, scope);
        }
        if (statement instanceof Statement.Unread unread) {
            throw new Outside(unread, "a statement that is not read: " + unread.why());
        }
        throw new Outside(statement, ExpressionCompiler.words(statement));
    }

    /** What makes a plan. */
    private interface Maker {
        StatementPlan make();
    }

    private static StatementPlan with(
            Query.@org.jspecify.annotations.Nullable With with, Compilation compilation, Scope scope, Maker maker) {
        if (with != null) {
            new QueryCompiler(compilation, scope).common(with);
        }
        return maker.make();
    }
}
