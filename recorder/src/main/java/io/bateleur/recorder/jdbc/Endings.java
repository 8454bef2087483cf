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
    }

    void commitFailed(@Nullable Txn txn, Throwable thrown, long before, long after) {
        if (txn == null || txn.ended) {
            return;
        }
        Meaning meaning = txn.doomed
                ? Meaning.ROLLED_BACK
                : thrown instanceof SQLException e ? link.engine().afterCommit(e) : Meaning.UNKNOWN;
        if (meaning != Meaning.GOES_ON) {
            failed(txn, meaning, before, after);
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
    }

    /** Auto-commit was switched, by a call or by a statement. */
    void switched(boolean on, long before, long after) {
        Txn txn = open.current();
        boolean ends = !open.branch && (!open.autoCommit || !link.is(Engine.POSTGRESQL));
        if (on && txn != null && !txn.single && ends) {
            // Where it was on, and BEGIN was said, drivers differ.
            open.finish(txn, open.autoCommit ? Ending.UNKNOWN : committed(txn), before, after);
            open.explicit = false;
        }
        open.explicit &= on;
        open.autoCommit = on;
    }

    /** @param rollsBack whether that is what closing means, for sure */
    void closed(boolean rollsBack, long before, long after) {
        Txn txn = open.current();
        if (txn != null && !open.branch) {
            open.finish(txn, rollsBack ? Ending.ABORTED : Ending.UNKNOWN, before, after);
        }
        open.explicit = false;
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
