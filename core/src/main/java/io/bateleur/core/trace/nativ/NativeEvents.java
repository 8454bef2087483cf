package io.bateleur.core.trace.nativ;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads any event of a native trace, whatever the order of its fields. */
final class NativeEvents {
    private static final String SPECIFIED = "the events are specified in docs/trace-format.md";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Lines.LINE_BYTES_MAX)
                    .build())
            .build();

    private static final Map<String, OpKind> OPERATIONS = new HashMap<>();

    static {
        for (OpKind kind : OpKind.values()) {
            OPERATIONS.put(kind.word(), kind);
        }
    }

    private static final Set<String> ENDINGS = Set.of("commit", "abort", "unknown");

    private final HistoryBuilder history;
    private final Notes notes;
    /** Transactions that had begun before a gap, and had not ended. */
    private final BitSet torn = new BitSet();

    private boolean gaps;
    private long leftOut;
    /** What the trace itself says. */
    private long dropped;

    NativeEvents(HistoryBuilder history, Notes notes) {
        this.history = history;
        this.notes = notes;
    }

    /** A line that is no JSON; harmless when it is the last one and has no end. */
    static final class BrokenOffException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int column;

        BrokenOffException(String message, int column) {
            super(message, null, false, false);
            this.column = column;
        }

        Place place(Lines lines) {
            return lines.place(column);
        }
    }

    /** Takes a header; which part of a trace it is of, or null when the trace is in one piece. */
    @Nullable
    TracePart header(Lines lines) throws IOException, BrokenOffException {
        Fields fields = fields(lines);
        Value version = fields.required("bateleur");
        if (!(version instanceof Value.Int number) || number.value() < 1 || number.value() > NativeFormat.VERSION) {
            throw fields.wrong(
                    "bateleur",
                    "a version from 1 to " + NativeFormat.VERSION,
                    "a newer Bateleur may have written this trace");
        }
        String initial = fields.text("initial");
        if (initial != null) {
            try {
                history.initialState(InitialState.valueOf(initial.toUpperCase(java.util.Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw fields.wrong("initial", "absent, given or unknown", "");
            }
        }
        history.uniqueValues(fields.flag("unique"));
        fields.about().forEach((name, value) -> about(name, value, () -> fields.place("about")));
        return part(fields);
    }

    private static @Nullable TracePart part(Fields fields) throws BadInputException {
        String run = fields.text("run");
        if (run == null) {
            return null;
        }
        long number = fields.count("part");
        if (number > Integer.MAX_VALUE) {
            throw fields.wrong("part", "a number of a part", "");
        }
        return new TracePart(run, (int) number, fields.count("from"));
    }

    /**
     * Events are missing before the next one: whatever a transaction did from here on that began before is left out, because it may
     * have done more. Such a transaction is UNKNOWN.
     */
    void gap() {
        for (int open : history.openTransactions()) {
            history.end(open, Ending.UNKNOWN);
            torn.set(open);
        }
        gaps = true;
    }

    /** How many events were left out because of what is missing before them. */
    long leftOut() {
        return leftOut;
    }

    /** Whether an event is of a transaction that a gap has torn. */
    private boolean isTorn(Fields fields) throws IOException {
        if (!gaps) {
            return false;
        }
        int transaction = history.find(fields.required("t"));
        return transaction < 0 || torn.get(transaction);
    }

    void event(Lines lines) throws IOException, BrokenOffException {
        Fields fields = fields(lines);
        String word = fields.text("e");
        if (word == null) {
            throw fields.problem("an event without the field \"e\"", SPECIFIED);
        }
        OpKind kind = OPERATIONS.get(word);
        if ((kind != null || ENDINGS.contains(word)) && isTorn(fields)) {
            leftOut++;
            return;
        }
        if (kind != null) {
            operation(fields, kind);
            return;
        }
        switch (word) {
            case "begin" -> begin(fields);
            case "session" -> history.session(fields.required("s"));
            case "commit" -> end(fields, Ending.COMMITTED);
            case "abort" -> end(fields, Ending.ABORTED);
            case "unknown" -> end(fields, Ending.UNKNOWN);
            case "about" -> about(fields);
            case "answer" -> answer(fields);
            case "initial" -> initial(fields);
            case "order" -> history.versionOrder(fields.required("k"), fields.list("txns"));
            default ->
                throw fields.wrong(
                        "e",
                        "begin, commit, abort, unknown, session, about, answer, initial, order or one of "
                                + String.join(
                                        ", ",
                                        OPERATIONS.keySet().stream().sorted().toList()),
                        SPECIFIED);
        }
    }

    /** What a recorder learnt after it had written the header. */
    private void about(Fields fields) throws IOException {
        String name = fields.text("name");
        if (name == null) {
            throw fields.problem("an about event without the field \"name\"", SPECIFIED);
        }
        about(name, fields.required("v"), () -> fields.place("v"));
    }

    private void about(String name, Value value, Supplier<Place> place) {
        history.about(name, value);
        if (LevelWords.ABOUT.contains(name)) {
            notes.level(value instanceof Value.Text text ? text.value() : value.toString(), place);
        }
        if (name.equals(History.DROPPED) && value instanceof Value.Int number) {
            dropped = number.value();
        }
    }

    /** Adds events that are not here to those that the recorder says it left out. */
    void dropped(long more) {
        history.about(History.DROPPED, Value.of(dropped + more));
        dropped += more;
    }

    /** What came back of a statement that was told before it was sent. */
    private void answer(Fields fields) throws IOException {
        int operation = history.answer(transaction(fields), history.values().intern(fields.required("v")));
        long[] at = fields.pair("at");
        if (at != null) {
            history.times(operation, at[0], at[1]);
        }
    }

    private void initial(Fields fields) throws IOException {
        if (fields.flag("absent")) {
            history.initiallyAbsent(fields.required("k"));
        } else {
            history.initial(fields.required("k"), fields.required("v"));
        }
    }

    private void begin(Fields fields) throws IOException {
        int transaction = history.begin(history.session(fields.required("s")), fields.required("t"));
        long[] at = fields.pair("at");
        if (at != null) {
            history.beginTimes(transaction, at[0], at[1]);
        }
        long[] timestamp = fields.pair("ts");
        if (timestamp != null) {
            history.startTimestamp(transaction, new Timestamp(timestamp[0], timestamp[1]));
        }
        String level = fields.text("level");
        if (level != null) {
            notes.level(level, () -> fields.place("level"));
            history.level(transaction, level);
        }
    }

    private void end(Fields fields, Ending ending) throws IOException {
        int transaction = transaction(fields);
        history.end(transaction, ending);
        long[] at = fields.pair("at");
        if (at != null) {
            history.endTimes(transaction, at[0], at[1]);
        }
        long[] timestamp = fields.pair("ts");
        if (timestamp != null) {
            history.commitTimestamp(transaction, new Timestamp(timestamp[0], timestamp[1]));
        }
    }

    private void operation(Fields fields, OpKind kind) throws IOException {
        int transaction = transaction(fields);
        int flags = fields.flag("lock") ? HistoryBuilder.LOCKING : 0;
        int operation;
        if (kind.isRangeRead()) {
            operation = range(fields, transaction, kind, flags);
        } else if (kind == OpKind.SQL) {
            String statement = fields.text("q");
            if (statement == null) {
                throw fields.problem("a sql event without the field \"q\"", SPECIFIED);
            }
            List<Value> parameters = fields.get("params") == null ? List.of() : fields.list("params");
            operation = history.sql(transaction, statement, parameters, content(fields));
        } else {
            int key = history.keys().intern(fields.required("k"));
            Value tombstone = fields.get("tomb");
            int value = tombstone != null
                    ? history.values().intern(tombstone)
                    : kind == OpKind.DELETE ? History.ABSENT : content(fields);
            operation = history.operation(
                    transaction, kind, key, value, flags | (tombstone == null ? 0 : HistoryBuilder.DEAD));
        }
        long[] at = fields.pair("at");
        if (at != null) {
            history.times(operation, at[0], at[1]);
        }
    }

    private int content(Fields fields) throws IOException {
        Value value = fields.get("v");
        if (value != null) {
            return history.values().intern(value);
        }
        return fields.flag("absent") ? History.ABSENT : History.UNKNOWN;
    }

    private int range(Fields fields, int transaction, OpKind kind, int flags) throws IOException {
        int stopped = fields.flag("stopped") ? HistoryBuilder.STOPPED : 0;
        int operation =
                history.range(transaction, kind, bound(fields.get("lo")), bound(fields.get("hi")), flags | stopped);
        List<Value> untold = fields.get("untold") == null ? List.of() : fields.list("untold");
        for (Value item : fields.get("items") == null ? List.<Value>of() : fields.list("items")) {
            boolean known = untold.isEmpty()
                    || !untold.contains(pair(fields, item, "items").get(0));
            item(fields, item, "items", known ? History.UNKNOWN : History.UNTOLD, false);
        }
        for (Value item : fields.get("dead") == null ? List.<Value>of() : fields.list("dead")) {
            item(fields, item, "dead", History.ABSENT, true);
        }
        if (fields.get("seen") != null) {
            history.versionSet();
            for (Value seen : fields.list("seen")) {
                List<Value> pair = pair(fields, seen, "seen");
                history.version(history.keys().intern(pair.get(0)), pair.size() == 2 ? pair.get(1) : null);
            }
        }
        return operation;
    }

    private void item(Fields fields, Value item, String field, int otherwise, boolean dead) throws IOException {
        List<Value> pair = pair(fields, item, field);
        int value = pair.size() == 2 ? history.values().intern(pair.get(1)) : otherwise;
        history.item(history.keys().intern(pair.get(0)), value, dead);
    }

    private static List<Value> pair(Fields fields, Value value, String field) throws IOException {
        if (value instanceof Value.Elements list
                && !list.value().isEmpty()
                && list.value().size() <= 2) {
            return list.value();
        }
        throw fields.wrong(field, "a list of lists of a key and, where it is known, what belongs to it", SPECIFIED);
    }

    private int bound(@Nullable Value bound) {
        return bound == null ? -1 : history.values().intern(bound);
    }

    private int transaction(Fields fields) throws IOException {
        Value id = fields.required("t");
        int transaction = history.find(id);
        if (transaction < 0) {
            throw fields.problem(
                    "an event of transaction " + id + ", which has not begun",
                    "a transaction starts with a begin event, which names its session");
        }
        return transaction;
    }

    private static Fields fields(Lines lines) throws IOException, BrokenOffException {
        try (JsonParser json = JSON.createParser(lines.bytes(), lines.from(), lines.to() - lines.from())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadInputException(
                        lines.place(1), "found " + found(json) + ", expected a JSON object", SPECIFIED);
            }
            Fields fields = new Fields(lines);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, json);
            }
            if (json.nextToken() != null) {
                throw new BadInputException(
                        lines.place(column(json)),
                        "found " + found(json) + ", expected the end of the line",
                        "one event a line");
            }
            return fields;
        } catch (JsonEOFException e) {
            throw new BrokenOffException("the line ends in the middle of an event", lines.to() - lines.from() + 1);
        } catch (JsonProcessingException e) {
            int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            if (!lines.isComplete()) {
                throw new BrokenOffException(e.getOriginalMessage(), column);
            }
            throw new BadInputException(
                    lines.place(Math.max(1, column)), "no valid JSON: " + e.getOriginalMessage(), "");
        }
    }

    private static String found(JsonParser json) throws IOException {
        return json.currentToken() == null ? "nothing" : "'" + abbreviated(json.getText()) + "'";
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private static int column(JsonParser json) {
        return json.currentTokenLocation().getColumnNr();
    }

    /** The fields of one line, by name. */
    private static final class Fields {
        private final Lines lines;
        private final Map<String, Value> values = new HashMap<>();
        private final Map<String, Integer> columns = new HashMap<>();
        private final Map<String, Value> about = new java.util.LinkedHashMap<>();

        Fields(Lines lines) {
            this.lines = lines;
        }

        void put(String name, JsonParser json) throws IOException {
            columns.put(name, column(json));
            if (name.equals("about") && json.currentToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String inner = json.currentName();
                    json.nextToken();
                    about.put(inner, JsonValues.read(json, lines));
                }
                return;
            }
            values.put(name, JsonValues.read(json, lines));
        }

        Map<String, Value> about() {
            return about;
        }

        Place place(String name) {
            return lines.place(columns.getOrDefault(name, 1));
        }

        @Nullable
        Value get(String name) {
            return values.get(name);
        }

        Value required(String name) throws BadInputException {
            Value value = values.get(name);
            if (value == null) {
                throw problem("an event without the field \"" + name + "\"", SPECIFIED);
            }
            return value;
        }

        @Nullable
        String text(String name) throws BadInputException {
            Value value = values.get(name);
            if (value == null) {
                return null;
            }
            if (value instanceof Value.Text text) {
                return text.value();
            }
            throw wrong(name, "a string", "");
        }

        long count(String name) throws BadInputException {
            if (required(name) instanceof Value.Int number && number.value() >= 0) {
                return number.value();
            }
            throw wrong(name, "a number that is not negative", "");
        }

        boolean flag(String name) throws BadInputException {
            Value value = values.get(name);
            if (value == null) {
                return false;
            }
            if (value instanceof Value.Bool bool) {
                return bool.value();
            }
            throw wrong(name, "true or false", "");
        }

        List<Value> list(String name) throws BadInputException {
            if (required(name) instanceof Value.Elements list) {
                return list.value();
            }
            throw wrong(name, "a list", "");
        }

        long @Nullable [] pair(String name) throws BadInputException {
            Value value = values.get(name);
            if (value == null) {
                return null;
            }
            if (value instanceof Value.Elements list
                    && list.value().size() == 2
                    && list.value().get(0) instanceof Value.Int first
                    && list.value().get(1) instanceof Value.Int second) {
                return new long[] {first.value(), second.value()};
            }
            throw wrong(name, "a list of two integers of 64 bits", "");
        }

        BadInputException wrong(String name, String expected, String hint) {
            Value value = values.get(name);
            return new BadInputException(
                    lines.place(columns.getOrDefault(name, 1)),
                    "found " + abbreviated(String.valueOf(value)) + " in field \"" + name + "\", expected " + expected,
                    hint);
        }

        BadInputException problem(String problem, String hint) {
            return new BadInputException(lines.place(1), problem, hint);
        }
    }
}
