package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What comes of the last execution of a statement: rows, counts and generated keys, as the application asks for them. It is over when the
 * next one begins. What it tells the call is guarded by the session; the rest is used as the statement is, by one thread at a time.
 */
final class Results {
    /** Where to ask for a count twice does no harm. */
    private static final Set<Engine> COUNTS_STAY =
            EnumSet.of(Engine.POSTGRESQL, Engine.MYSQL, Engine.H2, Engine.HSQLDB, Engine.DERBY, Engine.SQLITE);

    private final RecordedStatement owner;
    private final Statement statement;
    private final Session session;

    /** The execution; null before the first, after the last, and for what is not recorded. */
    private @Nullable Call call;
    /** Those that the application got last. */
    private @Nullable RecordedRows rows;

    private boolean keysWanted;
    /** A batch whose generated keys may still be asked for. */
    private @Nullable Batch batch;

    private @Nullable OutParameters out;

    Results(RecordedStatement owner, Statement statement) {
        this.owner = owner;
        this.statement = statement;
        this.session = owner.session();
    }

    void begin(@Nullable Call issued, boolean wantsKeys) {
        call = issued;
        keysWanted = wantsKeys;
    }

    /** A batch was executed, and will tell its keys. */
    void begin(Batch executed) {
        batch = executed;
    }

    /** The application read a parameter that a procedure gave back. */
    void out(@Nullable Object which, @Nullable Object value, CallableStatement from) {
        Call of = call;
        if (of == null || of.settled || which == null) {
            return;
        }
        session.quietly(() -> {
            if (of.settled) {
                return; // another thread has ended the transaction meanwhile
            }
            if (out == null) {
                out = new OutParameters();
                of.add(out);
            }
            out.read(which, value, from, session.ledger(), of.sql.text());
        });
    }

    /** The last execution will tell nothing any more. */
    void over() {
        Call last = call;
        Batch executed = batch;
        call = null;
        rows = null;
        out = null;
        batch = null;
        if (executed != null) {
            executed.over(session);
        }
        if (last != null && !last.settled) {
            session.settle(last);
        }
    }

    /** The driver has executed it; gives back what the application shall see of that. */
    @Nullable
    Object answered(@Nullable Object answer) {
        Call of = call;
        if (of == null) {
            return answer;
        }
        synchronized (session) {
            if (session.isBroken()) {
                return answer;
            }
            try {
                return answered(answer, of);
            } catch (SQLException | RuntimeException | Error e) {
                session.fail(e);
                return answer;
            }
        }
    }

    private @Nullable Object answered(@Nullable Object answer, Call of) throws SQLException {
        boolean settled = false;
        Object shown = answer;
        // Classes before interfaces: to find that a number implements none of ours is dear.
        if (answer instanceof Number count) {
            of.add(count.longValue());
            settled = isAll(of);
        } else if (answer instanceof Boolean rowsFirst) {
            settled = !rowsFirst && count(of) && isAll(of);
        } else if (answer instanceof ResultSet result) {
            shown = wrap(result, of);
        }
        session.answered(of, settled);
        return shown;
    }

    /** Whether nothing comes after its first result. */
    private boolean isAll(Call of) {
        return !keysWanted && !of.sql.many();
    }

    private Object wrap(ResultSet result, Call of) {
        RecordedRows wrapped = new RecordedRows(result, owner, of, false);
        of.add(wrapped.told());
        rows = wrapped;
        return wrapped.skin();
    }

    /** Adds the count of the current result; whether it is known for good. */
    private boolean count(Call of) throws SQLException {
        if (!COUNTS_STAY.contains(session.engine())) {
            of.add(new SqlResult.Count(null));
            return false;
        }
        long count = statement.getUpdateCount();
        if (count >= 0) {
            of.add(count);
        }
        return true;
    }

    /** The application asked for the count. */
    void counted(@Nullable Object count) {
        Call of = call;
        if (of == null || of.settled || !(count instanceof Number number)) {
            return;
        }
        session.quietly(() -> {
            if (number.longValue() >= 0) {
                of.tell(new SqlResult.Count(number.longValue()));
            }
            if (isAll(of)) {
                session.settle(of);
            }
        });
    }

    /** The application asked for the rows. */
    @Nullable
    Object current(@Nullable Object result) {
        Call of = call;
        if (rows != null && rows.real() == result) {
            return rows.skin();
        }
        if (of == null || !(result instanceof ResultSet set)) {
            return result;
        }
        Object[] shown = {result};
        session.quietly(() -> shown[0] = wrap(set, of));
        return shown[0];
    }

    /** The application went on to the next result, and was told whether that is one of rows. */
    void moved(@Nullable Object more) {
        Call of = call;
        if (rows != null) {
            rows.over();
        }
        rows = null;
        if (of == null || of.settled || !Boolean.FALSE.equals(more)) {
            return;
        }
        session.quietly(() -> {
            if (COUNTS_STAY.contains(session.engine()) && statement.getUpdateCount() >= 0) {
                count(of);
            } else if (!keysWanted) {
                session.settle(of);
            }
        });
    }

    /** There should have been a next result. */
    void moveFailed(Throwable thrown) {
        session.failedLater(call, thrown);
    }

    /** The application asked for the generated keys. */
    @Nullable
    Object keys(@Nullable Object result) {
        Batch executed = batch;
        Call last = executed == null ? call : executed.last();
        if (!(result instanceof ResultSet set)) {
            return result;
        }
        Object[] shown = {result};
        session.quietly(() -> {
            Call of = last != null && !last.settled ? last : null;
            RecordedRows keys = new RecordedRows(set, owner, of, true);
            if (executed != null) {
                executed.keys(keys.told());
            } else if (of != null) {
                of.add(keys.told());
            }
            shown[0] = keys.skin();
        });
        return shown[0];
    }
}
