package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what a listener receives, a line per event. It implements no call that another one can stand in for, and forgets keys and
 * values as soon as the event has come.
 */
public final class Transcript implements TraceListener {
    public final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Map<Value, Integer> transactions = new HashMap<>();
    private final List<Value> ids = new ArrayList<>();
    private final List<Value> sessions = new ArrayList<>();
    private final List<Value> ended = new ArrayList<>();
    private final List<Value> here = new ArrayList<>();

    private void line(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        here.clear();
    }

    private static String at(long before, long after) {
        return before == History.NO_TIME ? "@" : "@[" + before + "," + after + "]";
    }

    @Override
    public void header(HeaderFacts header) {
        line("header", header);
    }

    @Override
    public void about(String name, Value value) {
        line("about", name, value);
    }

    @Override
    public void initial(Value key, Content content) {
        line("initial", key, content);
    }

    @Override
    public void rows(TableRows rows) {
        line("rows", rows);
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        line("order", key, writers);
    }

    @Override
    public int session(Value name) {
        if (!sessions.contains(name)) {
            sessions.add(name);
            line("session", name);
        }
        return sessions.indexOf(name);
    }

    @Override
    public int transaction(Value id) {
        return transactions.getOrDefault(id, NOT_BEGUN);
    }

    @Override
    public int key(Value key) {
        here.add(key);
        return here.size() - 1;
    }

    @Override
    public int value(int key, Value value) {
        here.add(value);
        return here.size() - 1;
    }

    @Override
    public int begin(
            int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after) {
        transactions.put(id, ids.size());
        ids.add(id);
        line("begin", id, "in", sessions.get(session), level, snapshot, at(before, after));
        return ids.size() - 1;
    }

    @Override
    public void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after) {
        line(ids.get(transaction), kind, here.get(key), value < 0 ? value : here.get(value), flags, at(before, after));
    }

    @Override
    public void range(int transaction, RangeRead read, long before, long after) {
        line(ids.get(transaction), read, at(before, after));
    }

    @Override
    public void sql(
            int transaction, String statement, List<Value> parameters, Content answer, long before, long after) {
        line(ids.get(transaction), statement, parameters, answer, at(before, after));
    }

    @Override
    public void answer(int transaction, Value answer, long before, long after) {
        line(ids.get(transaction), "is answered", answer, at(before, after));
    }

    @Override
    public void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after) {
        ended.add(ids.get(transaction));
        line(ids.get(transaction), ending, commit, at(before, after));
    }

    @Override
    public void punctuation(long before) {
        line("nothing before", before);
    }

    @Override
    public void unknownFields(Map<String, String> fields) {
        line("with", fields);
    }

    @Override
    public void unknownEvent(String word, String json) {
        line("unknown", word, json);
    }

    @Override
    public void gap(long events) {
        line("gap", events);
    }

    @Override
    public List<Value> unfinished() {
        return ids.stream().filter(id -> !ended.contains(id)).toList();
    }
}
