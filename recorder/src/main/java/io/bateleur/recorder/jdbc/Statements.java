package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.sql.SQLException;
import java.util.List;

/**
 * How the statements of a session are issued and answered: which transaction each belongs to, and what an answer means for that. Those
 * that failed are the {@link Failures}. Guarded by its session.
 */
final class Statements {
    private final Link link;
    private final OpenTransactions open;
    private final Endings endings;
    private final Levels levels;
    private final Schema schema;

    Statements(Link link, OpenTransactions open, Endings endings, Levels levels, Schema schema) {
        this.link = link;
        this.open = open;
        this.endings = endings;
        this.levels = levels;
        this.schema = schema;
    }

    /** @param known whether all parameters are: streams are not, before the driver has read them */
    Call issue(Sql sql, List<Value> parameters, boolean known, long before) throws SQLException {
        schema.use();
        Txn last = open.current();
        if (sql.verb() != Verb.READ && !link.engine().has(Trait.RESULTS_STAND) && last != null) {
            last.freeze(); // rows that are read from now on may show what the session itself writes
        }
        open.leaveSingle();
        return sql.isControl() ? issueControl(sql, parameters, before) : issueWork(sql, parameters, known, before);
    }

    private Call issueControl(Sql sql, List<Value> parameters, long before) throws SQLException {
        Txn txn = open.current();
        if (txn != null && (sql.verb().isCommit() || sql.verb() == Verb.PREPARE || schema.commits(sql))) {
            endings.committing(txn);
        }
        return new Call(txn, sql, parameters, before);
    }

    private Call issueWork(Sql sql, List<Value> parameters, boolean known, long before) {
        boolean single = open.areSingle();
        Txn running = open.current();
        Txn txn = single || running == null ? open.open(single, before) : running;
        Call call = new Call(txn, sql, parameters, before);
        txn.add(call);
        if (single && known && sql.verb() != Verb.READ) {
            txn.announce(call);
        } else if (single && sql.verb() != Verb.READ || sql.mixed() || schema.commits(sql)) {
            txn.hand();
        }
        return call;
    }

    /** A part of a batch: the next one is issued before this is answered. */
    Call issuePart(Sql sql, List<Value> parameters, long before) throws SQLException {
        Call call = issue(sql, parameters, true, before);
        if (call.txn != null && call.txn.single) {
            open.linger(call.txn);
        }
        return call;
    }

    void answered(Call call, boolean settled, long after) throws SQLException {
        call.answered = true;
        call.after = after;
        call.lastTouched = after;
        call.settled = settled;
        if (call.sql.is(Sql.TABLES)) {
            schema.changed();
        }
        if (call.sql.isControl()) {
            control(call, after);
        } else if (call.txn != null && !call.txn.ended) {
            work(call, call.txn, after);
        }
    }

    private void work(Call call, Txn txn, long after) throws SQLException {
        Sql sql = call.sql;
        if (sql.verb() == Verb.SET) {
            levels.said(sql, txn);
        } else {
            txn.onlySettings = false;
        }
        if (sql.verb() == Verb.ROLLBACK_TO) {
            txn.failed = false;
        }
        if (sql.mixed()) {
            open.finish(txn, Ending.UNKNOWN, call.before, after);
            open.explicit = open.autoCommit && Sql.leavesOpen(sql.text());
        } else if (!txn.single && schema.commits(sql)) {
            // To unlock commits only when something was locked, and H2 has temporary tables that do not.
            boolean unsure = sql.is(Sql.UNLOCK) || sql.is(Sql.TEMPORARY) || sql.is(Sql.SEVERAL);
            open.finish(txn, unsure ? Ending.UNKNOWN : Ending.COMMITTED, call.before, after);
            open.explicit = false;
        } else {
            open.progress(txn);
        }
        if (sql.is("AUTOCOMMIT")) {
            endings.switched(link.real().getAutoCommit(), call.before, System.nanoTime());
        }
    }

    /** BEGIN, COMMIT and their like, said as statements. */
    private void control(Call call, long after) {
        Txn txn = call.txn;
        Verb verb = call.sql.verb();
        if (verb == Verb.BEGIN) {
            begun(call, after);
            return;
        }
        open.explicit &= verb == Verb.COMMIT_AND_CHAIN || verb == Verb.ROLLBACK_AND_CHAIN;
        if (txn != null && !txn.ended) {
            Ending ending =
                    verb.isRollback() ? Ending.ABORTED : verb.isCommit() ? endings.committed(txn) : Ending.UNKNOWN;
            open.finish(txn, ending, call.before, after);
        }
    }

    private void begun(Call call, long after) {
        Txn txn = call.txn;
        String level = call.sql.level();
        if (txn != null && link.engine().has(Trait.BEGIN_COMMITS)) {
            open.finish(txn, Ending.COMMITTED, call.before, after);
            txn = null;
        }
        open.explicit = open.autoCommit;
        if (txn == null) {
            levels.forNext(level == null ? levels.next() : level);
            open.open(false, call.before);
        } else if (level != null && txn.onlySettings) {
            txn.level = level;
        }
    }

    /** All of a statement's results are known. */
    void settle(Call call, long at) {
        call.settled = true;
        call.lastTouched = at;
        if (call.txn != null && !call.txn.ended && call.answered) {
            open.progress(call.txn);
        }
    }
}
