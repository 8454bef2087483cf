package io.bateleur.bench;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.nativ.EventWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events of integers in columns, to be passed on again and again at no cost to speak of. */
final class EventTape implements TraceListener {
    private static final byte BEGIN = 0;
    private static final byte GET = 1;
    private static final byte PUT = 2;
    private static final byte COMMIT = 3;
    private static final byte ABORT = 4;
    private static final byte PUNCTUATION = 5;

    private @Nullable HeaderFacts header;
    private byte[] kinds = new byte[1 << 16];
    private int[] ids = new int[1 << 16];
    private int[] keys = new int[1 << 16];
    private long[] values = new long[1 << 16];
    private long[] before = new long[1 << 16];
    private int[] length = new int[1 << 16];
    private int size;
    private long pending;

    int size() {
        return size;
    }

    private void add(byte kind, long id, int key, long value, long from, long to) {
        if (size == kinds.length) {
            int room = 2 * size;
            kinds = Arrays.copyOf(kinds, room);
            ids = Arrays.copyOf(ids, room);
            keys = Arrays.copyOf(keys, room);
            values = Arrays.copyOf(values, room);
            before = Arrays.copyOf(before, room);
            length = Arrays.copyOf(length, room);
        }
        kinds[size] = kind;
        ids[size] = Math.toIntExact(id);
        keys[size] = key;
        values[size] = value;
        before[size] = from;
        length[size++] = Math.toIntExact(to - from);
    }

    void play(TraceListener to) {
        to.header(Objects.requireNonNull(header));
        for (int i = 0; i < size; i++) {
            long from = before[i];
            long until = from + length[i];
            switch (kinds[i]) {
                case BEGIN -> to.begin(to.session(keys[i]), ids[i], from, until);
                case GET, PUT -> {
                    int transaction = to.transaction(ids[i]);
                    int key = to.key(keys[i]);
                    int value = values[i] < 0 ? History.ABSENT : to.value(key, values[i]);
                    to.operation(transaction, kinds[i] == GET ? OpKind.GET : OpKind.PUT, key, value, 0, from, until);
                }
                case PUNCTUATION -> to.punctuation(from);
                default ->
                    to.end(
                            to.transaction(ids[i]),
                            kinds[i] == COMMIT ? Ending.COMMITTED : Ending.ABORTED,
                            null,
                            from,
                            until);
            }
        }
    }

    /** As lines of a native trace. */
    void write(EventWriter to) throws IOException {
        for (int i = 0; i < size; i++) {
            long from = before[i];
            long until = from + length[i];
            switch (kinds[i]) {
                case BEGIN -> to.begin(ids[i], Value.of(keys[i]), null, from, until);
                case GET, PUT ->
                    to.operation(
                            ids[i],
                            kinds[i] == GET ? OpKind.GET : OpKind.PUT,
                            Value.of(keys[i]),
                            values[i] < 0 ? Content.absent() : Content.live(Value.of(values[i])),
                            false,
                            from,
                            until);
                case PUNCTUATION -> to.punctuation(from);
                default -> to.end(ids[i], kinds[i] == COMMIT ? Ending.COMMITTED : Ending.ABORTED, from, until);
            }
        }
    }

    @Override
    public void header(HeaderFacts facts) {
        header = facts;
    }

    @Override
    public int session(Value name) {
        return Math.toIntExact(((Value.Int) name).value());
    }

    @Override
    public int transaction(Value id) {
        return Math.toIntExact(((Value.Int) id).value());
    }

    @Override
    public int transaction(long id) {
        return (int) id;
    }

    @Override
    public int key(Value key) {
        return Math.toIntExact(((Value.Int) key).value());
    }

    @Override
    public int key(long key) {
        return (int) key;
    }

    @Override
    public int value(int key, Value value) {
        return value(key, ((Value.Int) value).value());
    }

    @Override
    public int value(int key, long value) {
        pending = value;
        return 0;
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long from, long until) {
        add(BEGIN, transaction(id), session, 0, from, until);
        return transaction(id);
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long from, long until) {
        add(kind == OpKind.GET ? GET : PUT, transaction, key, value < 0 ? -1 : pending, from, until);
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long from, long until) {
        add(ending == Ending.COMMITTED ? COMMIT : ABORT, transaction, 0, 0, from, until);
    }

    @Override
    public void punctuation(long time) {
        add(PUNCTUATION, 0, 0, 0, time, time);
    }

    @Override
    public void about(String name, Value value) {}

    @Override
    public void initial(Value key, Content content) {}

    @Override
    public void versionOrder(Value key, List<Value> writers) {}

    @Override
    public void range(int transaction, RangeRead read, long from, long until) {
        throw new UnsupportedOperationException("a range read");
    }

    @Override
    public void sql(int transaction, String statement, List<Value> parameters, Content answer, long from, long until) {
        throw new UnsupportedOperationException("a statement");
    }

    @Override
    public void answer(int transaction, Value answer, long from, long until) {
        throw new UnsupportedOperationException("a statement");
    }

    @Override
    public void gap(long events) {
        throw new UnsupportedOperationException("a gap");
    }
}
