package io.bateleur.sql.audit;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.eval.Prepared;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A statement of a log with what it answered. Times are bounds of the moment at which it was executed. */
final class LoggedStatement {
    final int place;
    final String text;
    /** One, unless several were sent together. */
    final List<Statement> trees;

    private final Statement tree;
    final List<Value> parameters;
    /** Empty where no answer came, or none that can be read. */
    final Optional<List<SqlResult>> answer;

    final long before;
    final long after;
    /** Its snapshot, and the moment at which it had all its locks, among the points of the log. */
    int snapshotPoint = -1;

    int lockPoint = -1;

    /** Whether one can go back to here. */
    boolean marks;
    /** The place of the statement that set the savepoint to which this one goes back; -1: it does not. */
    int backTo = -1;
    /** Why no database answers so here, whatever the rows are; empty: one may. */
    String outOfPlace = "";

    /** Compiled, once somebody needs it. */
    @Nullable
    Prepared prepared;

    private Object @Nullable [] values;

    LoggedStatement(
            int place,
            String text,
            List<Statement> trees,
            List<Value> parameters,
            Optional<List<SqlResult>> answer,
            long before,
            long after) {
        this.place = place;
        this.text = text;
        this.trees = trees;
        this.tree = trees.size() == 1
                ? trees.get(0)
                : new Statement.Unread(new Span(0, 0), text, "one statement expected", new Span(0, 0), null);
        this.parameters = parameters;
        this.answer = answer;
        this.before = before;
        this.after = after;
    }

    /** The parameters as the evaluator has them. */
    Object[] values() {
        Object[] known = values;
        if (known == null) {
            known = TraceValues.row(parameters);
            values = known;
        }
        return known;
    }

    /** Whether it changed or locked something unless it failed, which nobody knows. */
    boolean mayHaveFailed() {
        return answer.isEmpty() && !PlainReads.is(tree()) && !(tree() instanceof Utility);
    }

    LoggedStatement unanswered() {
        if (failure() != null) {
            return this; // whether it failed makes another statement of it
        }
        LoggedStatement copy = new LoggedStatement(place, text, trees, parameters, Optional.empty(), before, after);
        copy.snapshotPoint = snapshotPoint;
        copy.lockPoint = lockPoint;
        copy.marks = marks;
        copy.backTo = backTo;
        return copy;
    }

    /** The statement, or one that says that there is not exactly one. */
    Statement tree() {
        return tree;
    }

    /** The error that it answered, or null. */
    SqlResult.@Nullable Failure failure() {
        if (answer.isEmpty()) {
            return null;
        }
        for (SqlResult each : answer.get()) {
            if (each instanceof SqlResult.Failure failure) {
                return failure;
            }
        }
        return null;
    }
}
