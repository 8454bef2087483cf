package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Passes everything on to another listener; who changes something on the way overrides that. */
public abstract class TraceRelay implements TraceListener {
    private final TraceListener to;

    protected TraceRelay(TraceListener to) {
        this.to = to;
    }

    @Override
    public void header(HeaderFacts header) {
        to.header(header);
    }

    @Override
    public void about(String name, Value value) {
        to.about(name, value);
    }

    @Override
    public void initial(Value key, Content content) {
        to.initial(key, content);
    }

    @Override
    public void rows(TableRows rows) {
        to.rows(rows);
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        to.versionOrder(key, writers);
    }

    @Override
    public int session(Value name) {
        return to.session(name);
    }

    @Override
    public int session(long name) {
        return to.session(name);
    }

    @Override
    public int transaction(Value id) {
        return to.transaction(id);
    }

    @Override
    public int transaction(long id) {
        return to.transaction(id);
    }

    @Override
    public int transactionUtf8(byte[] bytes, int from, int end) {
        return to.transactionUtf8(bytes, from, end);
    }

    @Override
    public int key(Value key) {
        return to.key(key);
    }

    @Override
    public int key(long key) {
        return to.key(key);
    }

    @Override
    public int keyUtf8(byte[] bytes, int from, int end) {
        return to.keyUtf8(bytes, from, end);
    }

    @Override
    public int value(int key, Value value) {
        return to.value(key, value);
    }

    @Override
    public int value(int key, long value) {
        return to.value(key, value);
    }

    @Override
    public int valueUtf8(int key, byte[] bytes, int from, int end) {
        return to.valueUtf8(key, bytes, from, end);
    }

    @Override
    public int list(int key, long[] elements, int count) {
        return to.list(key, elements, count);
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        return to.begin(session, id, level, snapshot, before, after);
    }

    @Override
    public int begin(int session, long id, long before, long after) {
        return to.begin(session, id, before, after);
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        to.operation(transaction, kind, key, value, flags, before, after);
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        to.range(transaction, read, before, after);
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        to.sql(transaction, statement, parameters, answer, before, after);
    }

    @Override
    public void answer(int transaction, Value answer, long before, long after) {
        to.answer(transaction, answer, before, after);
    }

    @Override
    public void snapshot(int transaction, boolean atBegin, long before, long after) {
        to.snapshot(transaction, atBegin, before, after);
    }

    @Override
    public void cells() {
        to.cells();
    }

    @Override
    public void executed(int transaction, long before, long after) {
        to.executed(transaction, before, after);
    }

    @Override
    public void unknownWrites(List<Value> parts, long since) {
        to.unknownWrites(parts, since);
    }

    @Override
    public void lockMode(String mode) {
        to.lockMode(mode);
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        to.end(transaction, ending, commit, before, after);
    }

    @Override
    public void punctuation(long before) {
        to.punctuation(before);
    }

    @Override
    public void unknownFields(Map<String, String> fields) {
        to.unknownFields(fields);
    }

    @Override
    public void unknownEvent(String word, String json) {
        to.unknownEvent(word, json);
    }

    @Override
    public void gap(long events) {
        to.gap(events);
    }

    @Override
    public void brokenOff() {
        to.brokenOff();
    }

    @Override
    public List<Value> unfinished() {
        return to.unfinished();
    }
}
