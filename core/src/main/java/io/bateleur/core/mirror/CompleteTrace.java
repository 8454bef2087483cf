package io.bateleur.core.mirror;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.TraceRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds punctuations to a trace that is complete. When many events wait in the verifier, the trace is read once more for its times; from
 * then on each block of events is followed by the earliest time that is still to come.
 */
public final class CompleteTrace extends TraceRelay {
    private static final long WAITING_MAX = 1 << 20;

    private final TraceListener to;
    private final LongSupplier waiting;
    private @Nullable Rereading again;
    private long events;
    /** After each block of events, the earliest time that follows. */
    private long @Nullable [] remaining;

    /** Reads the whole trace once more. */
    public interface Rereading {
        void read(TraceListener listener) throws IOException;
    }

    /** @param waiting how many events wait in the verifier */
    public CompleteTrace(TraceListener to, LongSupplier waiting, Rereading again) {
        super(to);
        this.to = to;
        this.waiting = waiting;
        this.again = again;
    }

    private void counted() {
        if (++events % RemainingTimes.BLOCK != 0 || again == null) {
            return;
        }
        if (remaining == null) {
            if (waiting.getAsLong() < WAITING_MAX) {
                return;
            }
            remaining = remaining(again);
            if (remaining.length == 0) {
                again = null;
                return;
            }
        }
        int block = (int) (events / RemainingTimes.BLOCK) - 1;
        if (block < remaining.length && remaining[block] != Long.MAX_VALUE) {
            to.punctuation(remaining[block]);
        }
    }

    private static long[] remaining(Rereading again) {
        RemainingTimes times = new RemainingTimes();
        try {
            again.read(times);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return times.isComplete() ? times.after() : new long[0];
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        int transaction = super.begin(session, id, level, snapshot, before, after);
        counted();
        return transaction;
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        int transaction = super.begin(session, id, before, after);
        counted();
        return transaction;
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        super.operation(transaction, kind, key, value, flags, before, after);
        counted();
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        super.range(transaction, read, before, after);
        counted();
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        super.sql(transaction, statement, parameters, answer, before, after);
        counted();
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        super.end(transaction, ending, commit, before, after);
        counted();
    }

    @Override
    public void snapshot(int transaction, boolean atBegin, long before, long after) {
        super.snapshot(transaction, atBegin, before, after);
        counted();
    }
}
