package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.Version;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads any event of a native trace, whatever the order of its fields, and passes it to a listener. */
final class NativeEvents {
    private static final String SPECIFIED = EventFields.SPECIFIED;

    private static final Map<String, OpKind> OPERATIONS = new HashMap<>();

    static {
        for (OpKind kind : OpKind.values()) {
            OPERATIONS.put(kind.word(), kind);
        }
    }

    private final TraceListener listener;
    private final Notes notes;
    private Vocabulary vocabulary = Vocabulary.ONE;
    private long leftOut;
    /** What the trace itself says. */
    private long dropped;

    NativeEvents(TraceListener listener, Notes notes) {
        this.listener = listener;
        this.notes = notes;
    }

    /** Takes a header; which part of a trace it is of, or null when the trace is in one piece. */
    @Nullable
    TracePart header(Lines lines) throws IOException, EventFields.BrokenOffException {
        boolean one = EventFields.first(lines, "bateleur").equals("1");
        EventFields fields = EventFields.header(lines, one ? Vocabulary.ONE : Vocabulary.TWO);
        Value version = fields.required("bateleur");
        if (!(version instanceof Value.Int number) || number.value() < 1 || number.value() > NativeFormat.NEWEST) {
            throw fields.wrong(
                    "bateleur",
                    "a version from 1 to " + NativeFormat.NEWEST,
                    "a newer Bateleur may have written this trace");
        }
        vocabulary = one ? Vocabulary.ONE : Vocabulary.TWO;
        if (!one && fields.get("about") != null) {
            throw fields.wrong("about", "an object", "");
        }
        TracePart part = part(fields);
        Map<String, Value> about = fields.object("about");
        listener.header(new HeaderFacts(
                (int) number.value(),
                initialState(fields),
                fields.flag("unique"),
                about,
                Optional.ofNullable(part).map(TracePart::run),
                one ? Optional.empty() : ClockField.of(fields),
                fields.unknown()));
        about.forEach((name, value) -> notice(name, value, () -> fields.place("about")));
        return part;
    }

    private static Optional<InitialState> initialState(EventFields fields) throws BadInputException {
        String initial = fields.text("initial");
        if (initial == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(InitialState.valueOf(initial.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw fields.wrong("initial", "absent, given or unknown", "");
        }
    }

    private static @Nullable TracePart part(EventFields fields) throws BadInputException {
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

    /** How many events were left out because of what is missing before them. */
    long leftOut() {
        return leftOut;
    }

    void event(Lines lines) throws IOException, EventFields.BrokenOffException {
        EventFields fields = EventFields.event(lines, vocabulary);
        String word = fields.text("e");
        if (word == null) {
            throw fields.problem("an event without the field \"e\"", SPECIFIED);
        }
        if (!vocabulary.has(word)) {
            unknown(fields, word);
            return;
        }
        if (!fields.unknown().isEmpty()) {
            listener.unknownFields(fields.unknown());
        }
        OpKind kind = OPERATIONS.get(word);
        if (kind != null) {
            operation(fields, kind);
            return;
        }
        switch (word) {
            case "begin" -> begin(fields);
            case "session" -> listener.session(fields.required("s"));
            case "commit" -> end(fields, Ending.COMMITTED);
            case "abort" -> end(fields, Ending.ABORTED);
            case "unknown" -> end(fields, Ending.UNKNOWN);
            case "about" -> about(fields);
            case "answer" -> answer(fields);
            case "initial" -> initial(fields);
            case "order" -> listener.versionOrder(fields.required("k"), fields.list("txns"));
            case "rows" -> rows(fields);
            case "snapshot" -> snapshot(fields);
            case "punctuation" -> listener.punctuation(fields.integer("before"));
            default -> throw new IllegalStateException("the event " + word + " is known and not read");
        }
    }

    private void unknown(EventFields fields, String word) throws BadInputException {
        if (vocabulary.isWhole()) {
            throw fields.wrong(
                    "e",
                    "begin, commit, abort, unknown, session, about, answer, initial, order or one of "
                            + String.join(
                                    ", ", OPERATIONS.keySet().stream().sorted().toList()),
                    SPECIFIED);
        }
        if (fields.flag("must")) {
            throw new BadInputException(
                    fields.place("e"),
                    "an event " + word + ", without which this trace must not be read and which is not known",
                    "a newer Bateleur may have written this trace");
        }
        listener.unknownEvent(word, fields.json());
    }

    /** What a recorder learnt after it had written the header. */
    private void about(EventFields fields) throws IOException {
        String name = fields.text("name");
        if (name == null) {
            throw fields.problem("an about event without the field \"name\"", SPECIFIED);
        }
        Value value = fields.required("v");
        listener.about(name, value);
        notice(name, value, () -> fields.place("v"));
    }

    private void notice(String name, Value value, Supplier<Place> place) {
        if (LevelWords.ABOUT.contains(name)) {
            notes.level(value instanceof Value.Text text ? text.value() : value.toString(), place);
        }
        if (name.equals(History.DROPPED) && value instanceof Value.Int number) {
            dropped = number.value();
        }
    }

    /** Adds events that are not here to those that the recorder says it left out. */
    void dropped(long more) {
        dropped += more;
        listener.about(History.DROPPED, Value.of(dropped));
    }

    /** What came back of a statement that was told before it was sent. */
    private void answer(EventFields fields) throws IOException {
        int transaction = transaction(fields);
        if (transaction >= 0) {
            long[] at = fields.times();
            listener.answer(transaction, fields.required("v"), at[0], at[1]);
        }
    }

    private void initial(EventFields fields) throws IOException {
        Content content = fields.flag("absent") ? Content.absent() : Content.live(fields.required("v"));
        listener.initial(fields.required("k"), content);
    }

    private void rows(EventFields fields) throws IOException {
        List<String> columns = new ArrayList<>();
        for (Value column : fields.list("columns")) {
            if (!(column instanceof Value.Text label)) {
                throw fields.wrong("columns", "a list of strings", SPECIFIED);
            }
            columns.add(label.value());
        }
        List<List<Value>> rows = new ArrayList<>();
        for (Value row : fields.list("rows")) {
            if (!(row instanceof Value.Elements values)) {
                throw fields.wrong("rows", "a list of lists of values", SPECIFIED);
            }
            rows.add(values.value());
        }
        listener.rows(new TableRows(fields.requiredText("table"), columns, rows, !fields.flag("more")));
    }

    private void begin(EventFields fields) throws IOException {
        String level = fields.text("level");
        if (level != null) {
            notes.level(level, () -> fields.place("level"));
        }
        Timestamp snapshot = fields.timestamp();
        long[] at = fields.times();
        listener.begin(listener.session(fields.required("s")), fields.required("t"), level, snapshot, at[0], at[1]);
    }

    /** A snapshot that was not taken where the level of its transaction takes it. */
    private void snapshot(EventFields fields) throws IOException {
        int transaction = transaction(fields);
        String taken = fields.requiredText("taken");
        boolean begin = taken.equals("begin");
        if (!begin && !taken.equals("elsewhere")) {
            throw fields.wrong("taken", "begin or elsewhere", SPECIFIED);
        }
        if (transaction >= 0) {
            long[] at = fields.times();
            listener.snapshot(transaction, begin, at[0], at[1]);
        }
    }

    private void end(EventFields fields, Ending ending) throws IOException {
        int transaction = transaction(fields);
        if (transaction >= 0) {
            long[] at = fields.times();
            listener.end(transaction, ending, fields.timestamp(), at[0], at[1]);
        }
    }

    private void operation(EventFields fields, OpKind kind) throws IOException {
        int transaction = transaction(fields);
        if (transaction < 0) {
            return;
        }
        boolean lock = fields.flag("lock");
        long[] at = fields.times();
        String mode = vocabulary.isWhole() ? null : fields.text("mode");
        if (lock && mode != null) {
            listener.lockMode(mode);
        }
        if (kind.isRangeRead()) {
            listener.range(transaction, range(fields, kind, lock), at[0], at[1]);
        } else if (kind == OpKind.SQL) {
            String statement = fields.text("q");
            if (statement == null) {
                throw fields.problem("a sql event without the field \"q\"", SPECIFIED);
            }
            listener.sql(transaction, statement, fields.listOrNone("params"), content(fields), at[0], at[1]);
        } else {
            int key = listener.key(fields.required("k"));
            Value tombstone = fields.get("tomb");
            Value seen = fields.get("v");
            int value = tombstone != null
                    ? listener.value(key, tombstone)
                    : kind == OpKind.DELETE
                            ? History.ABSENT
                            : seen != null
                                    ? listener.value(key, seen)
                                    : fields.flag("absent") ? History.ABSENT : History.UNKNOWN;
            int flags = (lock ? HistoryBuilder.LOCKING : 0) | (tombstone == null ? 0 : HistoryBuilder.DEAD);
            listener.operation(transaction, kind, key, value, flags, at[0], at[1]);
        }
    }

    private static Content content(EventFields fields) throws IOException {
        Value value = fields.get("v");
        if (value != null) {
            return Content.live(value);
        }
        return fields.flag("absent") ? Content.absent() : Content.unknown();
    }

    private static RangeRead range(EventFields fields, OpKind kind, boolean lock) throws IOException {
        List<Item> items = new ArrayList<>();
        List<Value> untold = fields.listOrNone("untold");
        for (Value item : fields.listOrNone("items")) {
            List<Value> pair = pair(fields, item, "items");
            Content content = pair.size() == 2
                    ? Content.live(pair.get(1))
                    : untold.contains(pair.get(0)) ? Content.untold() : Content.unknown();
            items.add(new Item(pair.get(0), content));
        }
        for (Value item : fields.listOrNone("dead")) {
            List<Value> pair = pair(fields, item, "dead");
            items.add(new Item(pair.get(0), pair.size() == 2 ? Content.tombstone(pair.get(1)) : Content.absent()));
        }
        List<Version> versions = null;
        if (fields.get("seen") != null) {
            versions = new ArrayList<>();
            for (Value seen : fields.list("seen")) {
                List<Value> pair = pair(fields, seen, "seen");
                versions.add(new Version(pair.get(0), pair.size() == 2 ? Optional.of(pair.get(1)) : Optional.empty()));
            }
        }
        return new RangeRead(
                kind,
                Optional.ofNullable(fields.get("lo")),
                Optional.ofNullable(fields.get("hi")),
                items,
                Optional.ofNullable(versions),
                fields.flag("stopped"),
                lock);
    }

    private static List<Value> pair(EventFields fields, Value value, String field) throws IOException {
        if (value instanceof Value.Elements list
                && !list.value().isEmpty()
                && list.value().size() <= 2) {
            return list.value();
        }
        throw fields.wrong(field, "a list of lists of a key and, where it is known, what belongs to it", SPECIFIED);
    }

    /** The number of the transaction that the event names; negative when the event is to be left out. */
    private int transaction(EventFields fields) throws IOException {
        Value id = fields.required("t");
        int transaction = listener.transaction(id);
        if (transaction == TraceListener.NOT_BEGUN) {
            throw fields.problem(
                    "an event of transaction " + id + ", which has not begun",
                    "a transaction starts with a begin event, which names its session");
        }
        if (transaction < 0) {
            leftOut++;
        }
        return transaction;
    }
}
