package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.EventWriter;
import io.bateleur.recorder.Chained;
import io.bateleur.recorder.SessionLog;
import io.bateleur.recorder.Weight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement, from its issue until all is known that will be of its answer; then it is the event that the trace gets.
 * Guarded by its session until it is written.
 */
final class Call extends Chained {
    /** A result whose rows may still be coming. */
    interface Growing {
        SqlResult result();

        /** About how many bytes it has. */
        default long weight() {
            return 0;
        }
    }

    private static final int FEW = 20;
    /** What most statements that write answer. */
    private static final Growing ONE = known(new SqlResult.Count(1L));

    /** Null for what only begins or ends one. */
    final @Nullable Txn txn;

    final Sql sql;
    private List<Value> parameters;
    /** About how many bytes the statement and its parameters have: added up while they are at hand. */
    private long weight;

    final long before;
    long after;
    /** Whether the driver answered at all. */
    boolean answered;
    /** Nothing more will be learnt of it, or nothing more is to be. */
    boolean settled;
    /** Whether it was written before it was sent. */
    private boolean announced;
    /** Whether what is known of it is on its way to the trace, and must not change. */
    boolean written;

    private long transaction;
    /** Whether its answer was known when it was written. */
    private boolean told;
    /** The next one of its transaction that waits. */
    @Nullable
    Call later;
    /** When a result was last touched: an ending of its own is not earlier. */
    long lastTouched;

    private @Nullable Growing first;
    /** Mostly there are none. */
    private @Nullable List<Growing> others;

    Call(@Nullable Txn txn, Sql sql, List<Value> parameters, long before) {
        this.txn = txn;
        this.sql = sql;
        this.before = before;
        this.after = before;
        this.lastTouched = before;
        give(parameters);
    }

    /** Something that the recorder says of the session, in the order of its statements. */
    static Call note(Txn txn, Sql text, List<Value> parameters, long at) {
        Call note = new Call(txn, text, parameters, at);
        note.answered = true;
        note.settled = true;
        return note;
    }

    /** The parameters, as far as they are known now. */
    void give(List<Value> values) {
        parameters = values;
        weight = sql.text().length() + Weight.of(values);
    }

    void add(Growing result) {
        if (written) {
            return;
        }
        if (first == null) {
            first = result;
        } else {
            others = others == null ? new ArrayList<>() : others;
            others.add(result);
        }
    }

    void add(SqlResult result) {
        add(known(result));
    }

    void add(long count) {
        add(count == 1 ? ONE : known(new SqlResult.Count(count)));
    }

    private static Growing known(SqlResult result) {
        return () -> result;
    }

    /** Whether it takes much memory. */
    boolean isHeavy() {
        boolean heavy = parameters.size() > FEW || first instanceof SeenRows rows && rows.size() > FEW;
        if (others != null) {
            for (Growing each : others) {
                heavy |= each instanceof SeenRows rows && rows.size() > FEW;
            }
        }
        return heavy;
    }

    /** The driver told only now what the count is. */
    void tell(SqlResult.Count count) {
        SqlResult unknown = new SqlResult.Count(null);
        if (written || first == null) {
            return;
        }
        if (others == null) {
            first = first.result().equals(unknown) ? known(count) : first;
        } else if (others.get(others.size() - 1).result().equals(unknown)) {
            others.set(others.size() - 1, known(count));
        }
    }

    /** Writes it before it is sent. */
    void announce(SessionLog log) {
        announced = true;
        long id = log.id();
        List<Value> given = parameters;
        log.note(out -> out.sql(id, sql.text(), given, null, before, before), weight);
    }

    /** Writes all of it that is not written yet; nothing of it changes from now on. */
    void write(SessionLog log) {
        written = true;
        transaction = log.id();
        told = answered;
        if (!announced || told) {
            log.note(this, (announced ? 0 : weight) + weightOfResults());
        }
        if (sql.importsSnapshot() && answered && txn != null && !txn.failed) {
            long id = transaction;
            long from = before;
            long until = after;
            log.note(out -> out.snapshot(id, false, from, until), 0);
        }
    }

    private long weightOfResults() {
        long all = first == null ? 0 : first.weight();
        if (others != null) {
            for (Growing each : others) {
                all += each.weight();
            }
        }
        return all;
    }

    @Override
    public void write(EventWriter out) throws IOException {
        if (!announced) {
            out.sql(transaction, sql.text(), parameters, told ? answer() : null, before, after);
        } else if (told) {
            out.answer(transaction, answer(), before, after);
        }
    }

    private List<SqlResult> answer() {
        if (others == null) {
            return first == null ? List.of() : List.of(first.result());
        }
        return Stream.concat(Stream.ofNullable(first), others.stream())
                .map(Growing::result)
                .toList();
    }

    /** A lost answer, or a failure that changed nothing. */
    void fail(SqlResult.@Nullable Failure failure, long at) {
        after = at;
        lastTouched = at;
        answered = failure != null;
        if (!written) {
            first = null;
            others = null;
        }
        if (failure != null) {
            add(failure);
        }
    }
}
