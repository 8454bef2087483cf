package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Engine.Trait;
import java.sql.Connection;
import java.sql.SQLException;

/** Asks the server for the level of a session, for where it looks for names and for its tables, when no transaction of the application's can be disturbed. Guarded by its session. */
final class Asking {
    private final Link link;
    private final OpenTransactions open;
    private final Levels levels;
    private final ServerSettings settings;
    private final Schema schema;
    private final Ledger ledger;
    /** Whether it is known where the connection looks for names. */
    private boolean placed;

    /** @param placed whether an earlier session of the same connection has asked where it looks for names */
    Asking(
            Link link,
            OpenTransactions open,
            Levels levels,
            ServerSettings settings,
            Schema schema,
            Ledger ledger,
            boolean placed) {
        this.link = link;
        this.open = open;
        this.levels = levels;
        this.settings = settings;
        this.schema = schema;
        this.ledger = ledger;
        this.placed = placed;
    }

    boolean isPlaced() {
        return placed;
    }

    boolean isNeeded() {
        return !levels.isKnown() || !settings.isKnown() || !placed || schema.isStale();
    }

    /** Whether it is certain that the session has no transaction open. */
    boolean isFree() throws SQLException {
        Boolean begun = link.isInTransaction();
        boolean idle = link.is(Engine.H2) ? open.autoCommit : open.autoCommit || Boolean.FALSE.equals(begun);
        return !open.areSome() && !Boolean.TRUE.equals(begun) && idle;
    }

    /** Asks what is not known, if now is the time. */
    void ask() throws SQLException {
        Connection real = link.real();
        if (real.isClosed()) {
            return; // it answers nothing any more
        }
        Txn last = open.current();
        if (last != null && last.single && !last.hasOpen()) {
            open.finish(last);
        }
        if (open.areSome() || open.autoCommit && Boolean.TRUE.equals(link.isInTransaction())) {
            return; // what was begun before it was recorded counts, too
        }
        boolean idle = !open.autoCommit && "IDLE".equals(link.serverState());
        try {
            if (!levels.isKnown() && (open.autoCommit || idle || link.engine().has(Trait.LEVEL_IS_FREE))) {
                levels.ask(real);
            }
            if (!settings.isKnown() && (open.autoCommit || idle || link.engine() != Engine.POSTGRESQL)) {
                settings.ask(real); // on the others that opens no transaction
                schema.state(settings.state(), ledger);
            }
            if (open.autoCommit || idle) {
                askTables(real);
            }
        } finally {
            if (idle) {
                real.rollback();
            }
        }
    }

    /** The connection is about to be closed: whatever is opened by asking now is rolled back by that. */
    void askLast() {
        boolean rolledBack = !open.autoCommit && link.engine().has(Trait.CLOSE_ROLLS_BACK);
        if (open.current() == null && !open.branch && rolledBack) {
            askTables(link.real());
        }
    }

    private void askTables(Connection real) {
        if (!placed) {
            placed = true;
            if (!settings.canBeAsked()) {
                schema.place(real, ledger);
            }
        }
        if (schema.isStale()) {
            schema.ask(real, ledger);
        }
    }
}
