package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.SqlResult;
import io.bateleur.recorder.jdbc.Engine.Meaning;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What it means for a transaction that one of its statements failed: that it goes on, that it was rolled back, or that nobody can tell.
 * Guarded by its session.
 */
final class Failures {
    private final Link link;
    private final OpenTransactions open;
    private final Endings endings;
    private final Levels levels;
    private final Schema schema;
    private final Veil veil;

    Failures(Link link, OpenTransactions open, Endings endings, Levels levels, Schema schema, Veil veil) {
        this.link = link;
        this.open = open;
        this.endings = endings;
        this.levels = levels;
        this.schema = schema;
        this.veil = veil;
    }

    void failed(Call call, Throwable thrown, long after) throws SQLException {
        if (call.sql.isControl()) {
            controlFailed(call, thrown, after);
            return;
        }
        SQLException reason = thrown instanceof SQLException sql ? sql : null;
        boolean nothing = reason != null && link.engine().changedNothing(reason);
        call.fail(reason != null && nothing ? failure(reason) : null, after);
        call.settled = true;
        if (call.txn != null && !call.txn.ended) {
            workFailed(call.txn, call, reason, nothing, after);
        }
    }

    /** BEGIN, COMMIT and their like, said as statements. */
    private void controlFailed(Call call, Throwable thrown, long after) {
        Txn txn = call.txn;
        Verb verb = call.sql.verb();
        if (txn != null && verb.isCommit()) {
            endings.commitFailed(txn, thrown, call.before, after);
        } else if (txn != null && verb != Verb.BEGIN) {
            endings.failed(txn, verb.isRollback() ? Meaning.ROLLED_BACK : Meaning.UNKNOWN, call.before, after);
        }
    }

    /** The rest of a result cannot be had: what was seen of it was seen. */
    void failedLater(Call call, Throwable thrown, long after) throws SQLException {
        Txn txn = call.txn;
        call.settled = true;
        call.lastTouched = after;
        if (txn != null && !txn.ended && thrown instanceof SQLException reason) {
            call.add(failure(reason));
            workFailed(txn, call, reason, link.engine().changedNothing(reason), after);
        }
    }

    /** A batch failed: some parts were done, and one is known to have failed when there are counts of those before it alone. */
    void batchFailed(List<Call> calls, long[] counts, SQLException reason, long after) throws SQLException {
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            call.fail(null, after);
            call.settled = true;
            if (i < counts.length && counts[i] != Statement.EXECUTE_FAILED) {
                call.answered = true;
                call.add(new SqlResult.Count(counts[i] >= 0 ? counts[i] : null));
            }
            Txn txn = call.txn;
            if (txn != null && !txn.ended && (txn.single || i == calls.size() - 1)) {
                workFailed(txn, call, reason, false, after);
            }
        }
    }

    /** @param nothing whether the failed statement changed nothing, for sure */
    private void workFailed(Txn txn, Call call, @Nullable SQLException reason, boolean nothing, long after)
            throws SQLException {
        if (txn.single) {
            boolean partly = call.sql.is(Sql.SEVERAL) && !link.is(Engine.POSTGRESQL);
            boolean undone = nothing && !partly && !call.sql.mixed();
            open.finish(txn, undone ? Ending.ABORTED : Ending.UNKNOWN, call.before, after);
            return;
        }
        Meaning meaning = meaning(call, reason);
        if (meaning == Meaning.GOES_ON) {
            txn.failed = true;
            txn.write();
        } else {
            endings.failed(txn, meaning, call.before, after);
        }
    }

    private Meaning meaning(Call call, @Nullable SQLException reason) throws SQLException {
        if (call.sql.mixed() || schema.commits(call.sql)) {
            return Meaning.UNKNOWN;
        }
        if (reason == null) {
            return Meaning.GOES_ON;
        }
        if (Engine.isConnectionLost(reason) && link.real().isClosed()) {
            return Meaning.ROLLED_BACK; // it was never asked to commit
        }
        return link.engine().afterStatement(reason, levels.rollbackOnTimeout());
    }

    private SqlResult.Failure failure(SQLException e) {
        String message = veil.isThick() || e.getMessage() == null ? "" : e.getMessage();
        return new SqlResult.Failure(e.getSQLState() == null ? "" : e.getSQLState(), message);
    }
}
