package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.recorder.jdbc.Engine.Meaning;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * How the transactions of a session end: by commit and rollback, by auto-commit that is switched on, by a close, or with their branch. What
 * nobody can tell is UNKNOWN. Guarded by its session.
 */
final class Endings {
    private final Link link;
    private final OpenTransactions open;

    Endings(Link link, OpenTransactions open) {
        this.link = link;
        this.open = open;
    }

    /** A commit is about to be sent: what is not in the trace by now was not seen. */
    void committing(Txn txn) throws SQLException {
        txn.settle();
        txn.hand();
        String state = link.serverState();
        txn.knowsState = state != null;
        txn.doomed = "FAILED".equals(state) || txn.failed && link.real().isClosed();
    }

    /** The driver's commit, or something that commits, is about to be called. */
    void committing() throws SQLException {
        open.leaveSingle();
        Txn txn = open.current();
        if (txn != null && !open.branch) {
            committing(txn);
        }
    }

    /** What a commit means that the driver took for done. PostgreSQL rolls back what had failed, and says so only in passing. */
    Ending committed(Txn txn) {
        boolean unsure = link.is(Engine.POSTGRESQL) && txn.failed && !txn.knowsState;
        return txn.doomed ? Ending.ABORTED : unsure ? Ending.UNKNOWN : Ending.COMMITTED;
    }

    void committed(@Nullable Txn txn, long before, long after) {
        open.explicit = false;
        if (txn != null && !txn.ended) {
            open.finish(txn, committed(txn), before, after);
        }
        open.unsure = false;
        over();
    }

    /** A transaction is over: on H2 that may have switched auto-commit. */
    void over() {
        if (open.switchesOn) {
            open.switchesOn = false;
            lost(Sql.of("COMMIT"), null);
        }
    }

    /** The driver's commit failed. */
    void commitCallFailed(@Nullable Txn txn, Throwable thrown, long before, long after) {
        boolean refused = open.autoCommit && (link.is(Engine.POSTGRESQL) || link.is(Engine.SQLITE));
        if (!refused) {
            commitFailed(txn, thrown, before, after);
        }
    }

    /** A commit failed, which was a call or a statement. */
    void commitFailed(@Nullable Txn txn, Throwable thrown, long before, long after) {
        if (txn == null || txn.ended) {
            return;
        }
        Meaning meaning = txn.doomed
                ? Meaning.ROLLED_BACK
                : thrown instanceof SQLException e ? link.engine().afterCommit(e) : Meaning.UNKNOWN;
        if (meaning != Meaning.GOES_ON) {
            boolean unsure = open.explicit && meaning == Meaning.UNKNOWN;
            failed(txn, meaning, before, after);
            if (unsure) {
                lostByFailure(Sql.of("COMMIT"));
            }
        }
    }

    /** A failure ended it, one way or the other. */
    void failed(Txn txn, Meaning meaning, long before, long after) {
        open.explicit = false;
        open.finish(txn, meaning == Meaning.ROLLED_BACK ? Ending.ABORTED : Ending.UNKNOWN, before, after);
    }

    /** The driver's rollback returned or failed: a commit was never asked for. */
    void rolledBack(boolean failed, long before, long after) {
        if (open.branch || failed && open.autoCommit) {
            return; // the driver refused to do it
        }
        open.explicit = false;
        Txn txn = open.current();
        if (txn != null && !txn.single) {
            open.finish(txn, Ending.ABORTED, before, after);
        }
        open.unsure &= failed;
        over();
    }

    /** Auto-commit was switched, by a call or by a statement. */
    void switched(boolean on, long before, long after) {
        if (on && open.autoCommit) {
            switchedAgain(before, after);
            return;
        }
        Txn txn = open.current();
        if (on && txn != null && !txn.single && !open.branch) {
            open.finish(txn, committed(txn), before, after);
        }
        open.explicit &= on;
        open.unsure &= on == open.autoCommit;
        open.autoCommit = on;
    }

    /** It was on, which means nothing to most drivers, even if BEGIN was said; some end the transaction. */
    private void switchedAgain(long before, long after) {
        Boolean goesOn = link.is(Engine.SQLITE) ? Boolean.TRUE : inTransaction();
        if (!open.explicit || open.branch || Boolean.TRUE.equals(goesOn)) {
            return;
        }
        Txn txn = open.current();
        if (txn != null) {
            open.finish(txn, Ending.UNKNOWN, before, after);
        }
        open.explicit = false;
        open.unsure |= goesOn == null;
    }

    private @Nullable Boolean inTransaction() {
        try {
            return link.isInTransaction();
        } catch (SQLException e) {
            return null; // it is closed, or does not know either
        }
    }

    /**
     * Several things were said at once, or one of which nobody knows whether it was done: asks the driver where the session stands.
     *
     * @param expected whether a transaction is open by the words, for when the driver does not know; null when they do not say
     */
    void lost(Sql sql, @Nullable Boolean expected) {
        lost(sql, expected, false);
    }

    /** The same after a failure, with which MariaDB's server tells nothing. */
    void lostByFailure(Sql sql) {
        lost(sql, null, true);
    }

    private void lost(Sql sql, @Nullable Boolean expected, boolean failed) {
        Boolean told = null;
        try {
            boolean automatic = link.real().getAutoCommit();
            boolean switched = automatic != open.autoCommit;
            if (switched && link.is(Engine.H2) && !automatic && sql.mentions("BEGIN") && sql.mentions("AUTOCOMMIT")) {
                throw new IllegalStateException("auto-commit is off, for one transaction or for all: " + sql.text());
            }
            // BEGIN switches it off on H2, until the transaction ends.
            if (switched && (automatic || !link.is(Engine.H2) || sql.mentions("AUTOCOMMIT"))) {
                switched(automatic, System.nanoTime(), System.nanoTime());
            }
            open.switchesOn |= link.is(Engine.H2) && !automatic && (sql.mentions("BEGIN") || sql.mentions("START"));
            Boolean known = failed && link.is(Engine.MYSQL) ? null : link.isInTransaction();
            told = known == null && !sql.mentions("AUTOCOMMIT") ? expected : known;
        } catch (SQLException e) {
            // It is closed, or does not know either.
        }
        open.explicit = open.autoCommit && Boolean.TRUE.equals(told);
        open.unsure = open.autoCommit && told == null || isAlone(Boolean.TRUE.equals(told));
    }

    /** Whether SQLite is in auto-commit and its driver does not know: that begins a transaction only when it ends one itself. */
    boolean isAlone(boolean inTransaction) {
        return link.is(Engine.SQLITE) && !open.autoCommit && !inTransaction;
    }

    /** To switch auto-commit failed: whatever was open may have ended, and drivers differ in whether it is switched. */
    void switchFailed(@Nullable Txn txn, Throwable thrown, long before, long after) {
        commitFailed(txn, thrown, before, after);
        lostByFailure(Sql.of("SET AUTOCOMMIT"));
    }

    /** @param rollsBack whether that is what closing means, for sure */
    void closed(boolean rollsBack, long before, long after) {
        Txn txn = open.current();
        if (txn != null && !open.branch) {
            open.finish(txn, rollsBack ? Ending.ABORTED : Ending.UNKNOWN, before, after);
        }
        open.explicit = false;
    }

    /** Nobody will end it, unless the server does so some time. */
    void abandoned(long after) {
        Txn txn = open.current();
        if (txn != null) {
            open.finish(txn, Ending.UNKNOWN, after, after);
        }
    }

    void branchStarted() {
        open.leaveSingle();
        open.branch = true;
    }

    /** The branch is no longer this session's: who ends it gets it; null when nothing was done in it. */
    @Nullable
    Txn branchLeft() {
        open.branch = false;
        return open.release();
    }
}
