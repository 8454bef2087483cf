package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the history of the events that it receives. Punctuations, and what the reader does not know, are no part of it. */
public final class HistoryListener implements TraceListener {
    private final HistoryBuilder history = History.builder();
    private final ValuePool keys = history.keys();
    private final ValuePool values = history.values();
    private final RecentValues recentValues = new RecentValues(values);
    private final RecentLists recentLists = new RecentLists(values);
    /** Transactions that had begun before a gap, and had not ended. */
    private final BitSet torn = new BitSet();

    private boolean gaps;
    /** Events of one transaction often follow each other. */
    private long lastId;

    private int lastTransaction = NOT_BEGUN;

    /** The history; nothing may be received afterwards. */
    public History history() {
        return history.build();
    }

    @Override
    public void header(HeaderFacts header) {
        header.initial().ifPresent(history::initialState);
        history.uniqueValues(header.uniqueValues());
        header.about().forEach(history::about);
    }

    @Override
    public void about(String name, Value value) {
        history.about(name, value);
    }

    @Override
    public void initial(Value key, Content content) {
        if (content instanceof Content.Live live) {
            history.initial(key, live.value());
        } else {
            history.initiallyAbsent(key);
        }
    }

    @Override
    public void rows(TableRows rows) {
        history.initialRows(rows);
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        history.versionOrder(key, writers);
    }

    @Override
    public int session(Value name) {
        return history.session(name);
    }

    @Override
    public int session(long name) {
        return history.session(name);
    }

    @Override
    public int transaction(Value id) {
        return usable(history.find(id));
    }

    @Override
    public int transaction(long id) {
        if (lastTransaction < 0 || id != lastId) {
            lastId = id;
            lastTransaction = usable(history.find(id));
        }
        return lastTransaction;
    }

    @Override
    public int transactionUtf8(byte[] bytes, int from, int to) {
        return usable(history.findUtf8(bytes, from, to));
    }

    private int usable(int transaction) {
        return gaps && (transaction < 0 || torn.get(transaction)) ? LEFT_OUT : transaction;
    }

    @Override
    public int key(Value key) {
        return keys.intern(key);
    }

    @Override
    public int key(long key) {
        return keys.intern(key);
    }

    @Override
    public int keyUtf8(byte[] bytes, int from, int to) {
        return keys.internUtf8(bytes, from, to);
    }

    @Override
    public int value(int key, Value value) {
        return values.intern(value);
    }

    @Override
    public int value(int key, long value) {
        return recentValues.number(key, value);
    }

    @Override
    public int valueUtf8(int key, byte[] bytes, int from, int to) {
        return values.internUtf8(bytes, from, to);
    }

    @Override
    public int list(int key, long[] elements, int count) {
        return recentLists.number(key, elements, count);
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        int transaction = history.begin(session, id);
        beginTimes(transaction, before, after);
        if (snapshot != null) {
            history.startTimestamp(transaction, snapshot);
        }
        if (level != null) {
            history.level(transaction, level);
        }
        return transaction;
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        int transaction = history.begin(session, id);
        beginTimes(transaction, before, after);
        return transaction;
    }

    private void beginTimes(int transaction, long before, long after) {
        if (before != History.NO_TIME) {
            history.beginTimes(transaction, before, after);
        }
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        times(history.operation(transaction, kind, key, value, flags), before, after);
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        TransactionBuilder builder = history.transaction(transaction);
        int flags = (read.locking() ? HistoryBuilder.LOCKING : 0) | (read.stopped() ? HistoryBuilder.STOPPED : 0);
        builder.range(read.kind(), read.low().orElse(null), read.high().orElse(null), read.items(), flags);
        read.versionSet().ifPresent(builder::versionSet);
        if (before != History.NO_TIME) {
            builder.at(before, after);
        }
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        TransactionBuilder builder = history.transaction(transaction).sql(statement, parameters, answer);
        if (before != History.NO_TIME) {
            builder.at(before, after);
        }
    }

    @Override
    public void answer(int transaction, Value answer, long before, long after) {
        times(history.answer(transaction, values.intern(answer)), before, after);
    }

    private void times(int operation, long before, long after) {
        if (before != History.NO_TIME) {
            history.times(operation, before, after);
        }
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        history.end(transaction, ending);
        if (before != History.NO_TIME) {
            history.endTimes(transaction, before, after);
        }
        if (commit != null) {
            history.commitTimestamp(transaction, commit);
        }
    }

    /** A transaction that is open here may have done more than will be told, so it is UNKNOWN and ends here. */
    @Override
    public void gap(long events) {
        for (int open : history.openTransactions()) {
            history.end(open, Ending.UNKNOWN);
            torn.set(open);
        }
        gaps = true;
        lastTransaction = NOT_BEGUN;
    }

    @Override
    public List<Value> unfinished() {
        return Arrays.stream(history.openTransactions())
                .mapToObj(history::transactionId)
                .toList();
    }
}
