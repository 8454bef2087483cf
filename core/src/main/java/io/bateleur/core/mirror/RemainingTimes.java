package io.bateleur.core.mirror;

import io.bateleur.core.ints.LongList;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The earliest time that follows each block of events in a trace that is complete: until then everything has come. */
final class RemainingTimes implements TraceListener {
    static final int BLOCK = 1 << 15;

    /** By block, the earliest time in it. */
    private final LongList earliest = new LongList();

    private int inBlock;
    private long least = Long.MAX_VALUE;
    private boolean complete = true;

    /** Whether all events have times, so that those that are missing cannot be earlier. */
    boolean isComplete() {
        return complete;
    }

    /** The trace has ended: the earliest time after each block, Long.MAX_VALUE for the last. */
    long[] after() {
        earliest.add(least);
        long[] after = new long[earliest.size()];
        long min = Long.MAX_VALUE;
        for (int block = after.length - 1; block >= 0; block--) {
            after[block] = min;
            min = Math.min(min, earliest.get(block));
        }
        return after;
    }

    private void event(long before) {
        complete &= before != History.NO_TIME;
        least = Math.min(least, before);
        if (++inBlock == BLOCK) {
            earliest.add(least);
            inBlock = 0;
            least = Long.MAX_VALUE;
        }
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        event(before);
        return 0;
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        event(before);
        return 0;
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        event(before);
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        event(before);
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        event(before);
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        event(before);
    }

    @Override
    public void snapshot(int transaction, boolean atBegin, long before, long after) {
        event(before);
    }

    // ---- what has no time

    @Override
    public void header(HeaderFacts header) {}

    @Override
    public void about(String name, Value value) {}

    @Override
    public void initial(Value key, Content content) {}

    @Override
    public void versionOrder(Value key, List<Value> writers) {}

    @Override
    public void answer(int transaction, Value answer, long before, long after) {}

    @Override
    public void gap(long events) {}

    @Override
    public int session(Value name) {
        return 0;
    }

    @Override
    public int session(long name) {
        return 0;
    }

    @Override
    public int transaction(Value id) {
        return 0;
    }

    @Override
    public int transaction(long id) {
        return 0;
    }

    @Override
    public int transactionUtf8(byte[] bytes, int from, int to) {
        return 0;
    }

    @Override
    public int key(Value key) {
        return 0;
    }

    @Override
    public int key(long key) {
        return 0;
    }

    @Override
    public int keyUtf8(byte[] bytes, int from, int to) {
        return 0;
    }

    @Override
    public int value(int key, Value value) {
        return 0;
    }

    @Override
    public int value(int key, long value) {
        return 0;
    }

    @Override
    public int valueUtf8(int key, byte[] bytes, int from, int to) {
        return 0;
    }

    @Override
    public int list(int key, long[] elements, int count) {
        return 0;
    }
}
