package io.bateleur.lab.watch;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.TraceRelay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one recorder sends, on its way into the verifier: with times of the common clock, and with limits. */
final class LiveStream extends TraceRelay {
    private static final int OPEN_MAX = 100_000;

    private final Clocks clocks;
    private long shift;
    private long begun;
    private int open;
    private boolean punctuated;

    LiveStream(TraceListener to, Clocks clocks) {
        super(to);
        this.clocks = clocks;
    }

    /** Whether it said anything of transactions. */
    boolean hasBegun() {
        return begun > 0;
    }

    /** Whether it says until when it is complete. */
    boolean isPunctuated() {
        return punctuated;
    }

    @Override
    public void header(HeaderFacts header) {
        shift = clocks.shift(header.clock());
        super.header(header);
    }

    long shifted(long time) {
        return time == History.NO_TIME || time == Long.MAX_VALUE ? time : time + shift;
    }

    private void begins() {
        begun++;
        if (++open > OPEN_MAX) {
            throw new HistoryException("more than " + OPEN_MAX + " transactions are open at once");
        }
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        begins();
        return super.begin(session, id, level, snapshot, shifted(before), shifted(after));
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        begins();
        return super.begin(session, id, shifted(before), shifted(after));
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        super.operation(transaction, kind, key, value, flags, shifted(before), shifted(after));
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        super.range(transaction, read, shifted(before), shifted(after));
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        super.sql(transaction, statement, parameters, answer, shifted(before), shifted(after));
    }

    @Override
    public void answer(int transaction, Value answer, long before, long after) {
        super.answer(transaction, answer, shifted(before), shifted(after));
    }

    @Override
    public void snapshot(int transaction, boolean atBegin, long before, long after) {
        super.snapshot(transaction, atBegin, shifted(before), shifted(after));
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        open--;
        super.end(transaction, ending, commit, shifted(before), shifted(after));
    }

    @Override
    public void punctuation(long before) {
        punctuated = true;
        super.punctuation(shifted(before));
    }
}
