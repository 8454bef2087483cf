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
        boolean nothing = reason != null && !isPartly(call) && link.engine().changedNothing(reason);
        call.fail(reason != null && nothing ? failure(reason) : null, after);
        call.settled = true;
        if (call.txn != null && !call.txn.ended) {
            workFailed(call.txn, call, reason, nothing, after);
        }
    }

    /** Whether a part of it may have been done, and even committed, before it failed. PostgreSQL does all or nothing, unless told otherwise. */
    private boolean isPartly(Call call) {
        boolean several = call.sql.is(Sql.SEVERAL) || call.sql.is(Sql.CODE);
        boolean single = call.txn != null && call.txn.single;
        boolean saves = call.sql.is(Sql.SEVERAL) && call.sql.mentions("SAVEPOINT");
        boolean partly = call.sql.mixed() || saves || call.sql.is(Sql.CODE) && single;
        return several && (partly || !link.is(Engine.POSTGRESQL));
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
            workFailed(txn, call, reason, !isPartly(call) && link.engine().changedNothing(reason), after);
        }
    }

    /** A batch failed: some parts were done, and one is known to have failed when there are counts of those before it alone. */
    void batchFailed(List<Call> calls, long[] counts, SQLException reason, long after) throws SQLException {
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            call.fail(null, after);
            call.settled = true;
            if (i < counts.length && counts[i] != Statement.EXECUTE_FAILED && !call.sql.mixed()) {
                call.answered = true;
                call.add(new SqlResult.Count(counts[i] >= 0 ? counts[i] : null));
            }
            Txn txn = call.txn;
            if (txn != null && !txn.ended && (txn.single || i == calls.size() - 1) && !call.sql.isControl()) {
                workFailed(txn, call, reason, false, after);
            }
        }
        if (calls.stream().anyMatch(call -> call.sql.isControl())) {
            dividedFailed(calls, after);
        }
    }

    /** Parts of a batch begin or end the transaction of the others. Whether those were done is known where PostgreSQL has failed it. */
    private void dividedFailed(List<Call> calls, long after) {
        Txn txn = open.current();
        if (txn != null && !txn.ended && "FAILED".equals(link.serverState())) {
            txn.failed = true;
            txn.write();
            return;
        }
        long before = calls.get(0).before;
        if (txn != null) {
            open.finish(txn, Ending.UNKNOWN, before, after);
        }
        // Told once more as what it is, because what follows may be in the same transaction.
        Sql all = Sql.together(calls.stream().map(call -> call.sql).toList());
        Txn again = open.open(false, before);
        again.add(new Call(again, all, List.of(), before));
        open.finish(again, Ending.UNKNOWN, before, after);
        endings.lostByFailure(all);
    }

    /** @param nothing whether the failed statement changed nothing, for sure */
    private void workFailed(Txn txn, Call call, @Nullable SQLException reason, boolean nothing, long after)
            throws SQLException {
        if (txn.single) {
            open.finish(txn, nothing ? Ending.ABORTED : Ending.UNKNOWN, call.before, after);
            lost(call.sql, false);
            return;
        }
        boolean wasExplicit = open.explicit;
        txn.ranCode |= call.sql.is(Sql.CODE) && !link.is(Engine.POSTGRESQL);
        Meaning meaning = meaning(call, reason);
        if (meaning == Meaning.GOES_ON) {
            txn.failed = true;
            txn.write();
        } else {
            endings.failed(txn, meaning, call.before, after);
            lost(call.sql, wasExplicit && meaning == Meaning.UNKNOWN);
        }
    }

    /** What was said may have been done up to any of its parts. */
    private void lost(Sql sql, boolean open) {
        if (sql.mixed() || open) {
            endings.lostByFailure(sql);
            levels.lost(sql);
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
