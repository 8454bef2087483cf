package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.sql.SQLException;
import java.util.ArrayList;
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
        schema.use(sql, txn);
        txn.doubts |= sql.is(Sql.SETTINGS) || schema.mayMove(sql);
        boolean released = open.savepoint != null && sql.verb() == Verb.RELEASE;
        boolean commits = single ? sql.verb() != Verb.READ : sql.mixed() || schema.commits(sql) || released;
        if (commits) {
            txn.settle();
        }
        txn.add(call);
        if (commits && known) {
            txn.announce(call);
        } else if (commits) {
            txn.hand();
        }
        return call;
    }

    /** The parts of a batch are about to be sent: one call each, or one for all where some begin or end transactions in odd ways. */
    List<Call> issueBatch(List<Batch.Part> parts, long before) throws SQLException {
        List<Sql> texts = parts.stream().map(Batch.Part::sql).toList();
        if (!isPlain(texts)) {
            List<Value> parameters = new ArrayList<>();
            parts.forEach(part -> parameters.addAll(part.parameters()));
            return List.of(issue(Sql.together(texts), parameters, true, before));
        }
        List<Call> calls = new ArrayList<>(parts.size());
        for (Batch.Part part : parts) {
            Call call = issuePart(part.sql(), part.parameters(), before);
            calls.add(call);
            if (parts.size() > 1 && call.sql.isControl() && call.sql.verb() == Verb.BEGIN) {
                answered(call, true, before); // what follows is in the transaction that it begins
            }
        }
        return calls;
    }

    /**
     * Whether the parts of a batch are recorded one by one. So they are when none has to do with the ends of transactions, or only the
     * first, which begins one, and the last, which ends it. What drivers do where others do is not the same: PostgreSQL's takes what
     * follows a COMMIT for one more transaction, which ends with the batch.
     */
    private boolean isPlain(List<Sql> parts) {
        int last = parts.size() - 1;
        if (last <= 0) {
            return true;
        }
        boolean single = open.areSingle();
        if (link.is(Engine.SQLITE)
                && parts.stream().anyMatch(part -> part.verb() == Verb.SAVEPOINT || part.verb() == Verb.RELEASE)) {
            return false; // which may begin and end transactions there
        }
        boolean begins = single
                && !open.unsure
                && parts.get(0).isControl()
                && parts.get(0).verb() == Verb.BEGIN;
        Sql end = parts.get(last);
        boolean ends = end.isControl() && (end.verb() == Verb.COMMIT || end.verb() == Verb.ROLLBACK);
        for (int i = begins ? 1 : 0; i <= last; i++) {
            boolean divides = parts.get(i).dividesBatch() || !(single && !begins) && schema.commits(parts.get(i));
            if (divides && !(i == last && ends && (begins || !single))) {
                return false;
            }
        }
        return true;
    }

    /** A part of a batch: the next one is issued before this is answered. */
    private Call issuePart(Sql sql, List<Value> parameters, long before) throws SQLException {
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
        if (call.sql.isControl()) {
            control(call, after);
        } else if (call.txn != null && !call.txn.ended) {
            work(call, call.txn, after);
        }
    }

    private void work(Call call, Txn txn, long after) throws SQLException {
        Sql sql = call.sql;
        if (sql.verb() == Verb.SET && !sql.mixed()) {
            levels.said(sql, txn);
        } else {
            txn.onlySettings = false;
        }
        if (sql.verb() == Verb.ROLLBACK_TO) {
            txn.failed = false;
        }
        txn.ranCode |= sql.is(Sql.CODE) && !link.is(Engine.POSTGRESQL); // which lets none end a transaction from within
        if (sql.mixed()) {
            open.finish(txn, Ending.UNKNOWN, call.before, after);
            boolean told = !open.unsure && !(link.is(Engine.SQLITE) && sql.mentions("SAVEPOINT"));
            endings.lost(sql, told ? Sql.leavesOpen(sql.text(), open.explicit || !open.autoCommit) : null);
            levels.lost(sql);
        } else if (!txn.single && schema.commits(sql)) {
            // To unlock commits only when something was locked, and H2 has temporary tables that do not.
            boolean unsure = sql.is(Sql.UNLOCK) || sql.is(Sql.TEMPORARY) || sql.is(Sql.SEVERAL);
            open.finish(txn, unsure ? Ending.UNKNOWN : Ending.COMMITTED, call.before, after);
            if (open.explicit) { // and so it stays on H2
                endings.lost(sql, unsure || !link.is(Engine.MYSQL) ? null : false);
            }
        } else if (link.is(Engine.SQLITE) && sql.verb() == Verb.SAVEPOINT) {
            saved(sql, txn);
        } else if (open.savepoint != null && sql.verb() == Verb.RELEASE) {
            released(sql, txn, call.before, after);
        } else {
            open.progress(txn);
        }
        if (sql.is("AUTOCOMMIT") && !sql.mixed()) {
            endings.switched(link.real().getAutoCommit(), call.before, System.nanoTime());
        }
    }

    /** A savepoint of SQLite: outside of a transaction it begins one. */
    private void saved(Sql sql, Txn txn) throws SQLException {
        boolean begins = txn.single;
        open.progress(txn);
        if (begins) {
            open.autoCommit = link.real().getAutoCommit(); // the driver's own call switches it off
            open.explicit = open.autoCommit;
            open.savepoint = sql.savepoint();
        } else if (open.savepoint != null) {
            open.savepoint = "";
        }
    }

    /** The savepoint that began the transaction ends it. */
    private void released(Sql sql, Txn txn, long before, long after) {
        boolean sure =
                sql.savepoint().equals(open.savepoint) && !sql.savepoint().isEmpty();
        open.finish(txn, sure ? Ending.COMMITTED : Ending.UNKNOWN, before, after);
        open.explicit = false;
        open.unsure |= !sure || endings.isAlone(false);
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
        open.unsure = endings.isAlone(false);
        open.savepoint = null;
        endings.over();
    }

    private void begun(Call call, long after) {
        Txn txn = call.txn;
        String level = call.sql.level();
        if (txn != null && link.engine().has(Trait.BEGIN_COMMITS)) {
            open.finish(txn, Ending.COMMITTED, call.before, after);
            txn = null;
        }
        if (txn != null && open.unsure) {
            open.finish(txn, Ending.UNKNOWN, call.before, after);
            txn = null;
        }
        open.explicit = open.autoCommit;
        open.unsure = false;
        open.switchesOn = link.is(Engine.H2);
        if (txn == null) {
            levels.forNext(level == null ? levels.next() : level);
            open.open(false, call.before).begunBy(call);
        } else if (level != null && txn.onlySettings) {
            txn.changeLevel(level);
        }
    }

    /** All of a statement's results are known. */
    void settle(Call call) {
        Txn txn = call.txn;
        call.settled = true;
        if (txn != null && txn.single) {
            call.lastTouched = System.nanoTime();
        }
        if (txn != null && !txn.ended && call.answered) {
            open.progress(txn);
        }
    }
}
