package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.LevelWords;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.Version;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the mini-language by recursive descent, straight from bytes. */
final class MiniParser {
    private static final String GRAMMAR = "the notation is specified in docs/mini-language.md";
    private static final Map<String, OpKind> KEY_OPERATIONS =
            Map.of("r", OpKind.GET, "w", OpKind.PUT, "d", OpKind.DELETE, "a", OpKind.APPEND, "l", OpKind.READ_LIST);
    private static final Map<String, OpKind> RANGE_OPERATIONS = Map.of("scan", OpKind.SCAN, "iter", OpKind.ITERATE);
    private static final Map<String, Ending> ENDINGS =
            Map.of("c", Ending.COMMITTED, "a", Ending.ABORTED, "u", Ending.UNKNOWN);

    private final Input in;
    private final Notes notes;
    private final MiniValues values;
    private final HistoryBuilder history = History.builder();
    /** Where the line or operation starts that a complaint of the history is about. */
    private Place thing;

    MiniParser(Input in, Notes notes) {
        this.in = in;
        this.notes = notes;
        this.values = new MiniValues(in);
        this.thing = in.place();
    }

    History parse() throws IOException {
        try {
            values.skipMark();
            while (nextLine()) {
                thing = in.place();
                line();
                values.blanks();
                if (in.peek() == '#') {
                    comment();
                }
                if (in.peek() != '\n' && in.peek() != '\r' && in.peek() >= 0) {
                    throw in.expected("the end of the line", GRAMMAR);
                }
            }
            return history.build();
        } catch (HistoryException e) {
            throw new BadInputException(thing, String.valueOf(e.getMessage()), "");
        }
    }

    /** Passes over empty lines and comments; false at the end. */
    private boolean nextLine() throws IOException {
        while (true) {
            int next = in.peek();
            if (next == '#') {
                comment();
            } else if (Input.isBlank(next)) {
                in.read();
            } else {
                return next >= 0;
            }
        }
    }

    private void comment() throws IOException {
        while (in.peek() >= 0 && in.peek() != '\n') {
            in.read();
        }
    }

    private void line() throws IOException {
        boolean quoted = in.peek() == '"';
        Value first = values.value();
        if (!quoted && first instanceof Value.Text word && in.peek() != ':' && in.peek() != '@') {
            switch (word.value()) {
                case "initial" -> initial();
                case "unique" -> history.uniqueValues(true);
                case "order" -> order();
                case "about" -> about();
                case "session" -> session();
                case "rows" -> rows();
                default -> transaction(first);
            }
        } else {
            transaction(first);
        }
    }

    private void initial() throws IOException {
        history.initialState(InitialState.GIVEN);
        while (values.more()) {
            boolean quoted = in.peek() == '"';
            Value key = values.value();
            if (in.peek() == ':') {
                in.read();
                initial(key);
            } else if (!quoted && key.equals(Value.of("unknown"))) {
                history.initialState(InitialState.UNKNOWN);
            } else if (!quoted && key.equals(Value.of("absent"))) {
                history.initialState(InitialState.ABSENT);
            } else {
                throw in.expected("':' and the initial value of " + key, "write initial x:0 y:1, or initial unknown");
            }
        }
    }

    private void initial(Value key) throws IOException {
        if (in.peek() == '_') {
            in.read();
            history.initiallyAbsent(key);
        } else {
            history.initial(key, values.value());
        }
    }

    private void order() throws IOException {
        values.blanks();
        Value key = values.value();
        values.expect(':');
        List<Value> writers = new ArrayList<>();
        while (values.more()) {
            writers.add(values.value());
        }
        history.versionOrder(key, writers);
    }

    private void session() throws IOException {
        values.blanks();
        history.session(values.value());
    }

    /** The labels of the columns, and then the rows. */
    private void rows() throws IOException {
        values.blanks();
        Value table = values.value();
        values.expect(':');
        List<List<Value>> lists = new ArrayList<>();
        if (values.value() instanceof Value.Elements all) {
            for (Value each : all.value()) {
                lists.add(each instanceof Value.Elements list ? list.value() : List.of());
            }
        }
        if (!(table instanceof Value.Text name) || lists.isEmpty()) {
            throw in.expected("a table, and a list of lists", "write rows account:[[id,balance],[1,50]]");
        }
        boolean more = values.more();
        if (more && !values.value().equals(Value.of("more"))) {
            throw in.expected("'more' or the end of the line", "");
        }
        List<String> columns = lists.get(0).stream()
                .map(column -> column instanceof Value.Text text ? text.value() : column.toString())
                .toList();
        history.initialRows(new TableRows(name.value(), columns, lists.subList(1, lists.size()), !more));
    }

    private void about() throws IOException {
        values.blanks();
        Value name = values.value();
        values.expect('=');
        String word = plain(name);
        Value value = values.value();
        if (LevelWords.ABOUT.contains(word)) {
            notes.level(plain(value), () -> thing);
        }
        history.about(word, value);
    }

    private static String plain(Value value) {
        return value instanceof Value.Text text ? text.value() : value.toString();
    }

    private void transaction(Value id) throws IOException {
        Value session = id;
        if (in.peek() == '@') {
            in.read();
            session = values.value();
        }
        TransactionBuilder transaction = history.begin(session, id);
        values.blanks();
        while (in.peek() != ':') {
            hint(transaction);
            values.blanks();
        }
        in.read();
        while (operationOrEnd(transaction)) {}
    }

    private void hint(TransactionBuilder transaction) throws IOException {
        Place place = in.place();
        String name = values.word();
        if (!name.equals("level") && !name.equals("ts")) {
            throw new BadInputException(
                    place,
                    "found '" + name + "', expected ':', level= or ts=",
                    "a transaction is written T1@s1: r(x,0) c");
        }
        values.expect('=');
        if (name.equals("ts")) {
            history.startTimestamp(transaction.number(), timestamp());
        } else {
            String level = text();
            notes.level(level, () -> place);
            transaction.level(level);
        }
    }

    /** One operation, after which true, or the end, after which false. */
    private boolean operationOrEnd(TransactionBuilder transaction) throws IOException {
        values.blanks();
        Place place = in.place();
        thing = place;
        if (!values.more()) {
            throw in.expected("an operation, or c, a or u as the end of the transaction", GRAMMAR);
        }
        String word = values.word();
        boolean locking = in.peek() == '!';
        if (locking) {
            in.read();
        }
        Ending ending = ENDINGS.get(word);
        if (ending != null && in.peek() != '(') {
            end(transaction, ending);
            return false;
        }
        int flags = locking ? HistoryBuilder.LOCKING : 0;
        OpKind onKey = KEY_OPERATIONS.get(word);
        OpKind onRange = RANGE_OPERATIONS.get(word);
        if (onKey != null) {
            onKey(transaction, onKey, locking);
        } else if (onRange != null) {
            onRange(transaction, onRange, flags);
        } else if (word.equals("sql")) {
            sql(transaction);
        } else if (!word.equals("b")) {
            throw new BadInputException(
                    place, "found '" + word + "', expected r, w, d, a, l, scan, iter, sql, or c, a, u", GRAMMAR);
        }
        times(transaction);
        return true;
    }

    private void end(TransactionBuilder transaction, Ending ending) throws IOException {
        transaction.end(ending);
        times(transaction);
        values.blanks();
        if (in.peek() == 't') {
            hintAfterEnd(transaction);
        }
    }

    private void hintAfterEnd(TransactionBuilder transaction) throws IOException {
        if (!values.word().equals("ts")) {
            throw in.expected("ts= or the end of the line", GRAMMAR);
        }
        values.expect('=');
        history.commitTimestamp(transaction.number(), timestamp());
    }

    private void onKey(TransactionBuilder transaction, OpKind kind, boolean locking) throws IOException {
        values.expect('(');
        Value key = values.value();
        Content content = kind == OpKind.DELETE ? Content.absent() : Content.unknown();
        if (in.peek() == ',') {
            in.read();
            content = kind == OpKind.DELETE ? Content.tombstone(values.value()) : values.content();
        }
        values.expect(')');
        if (locking) {
            transaction.lockingRead(kind, key, content);
        } else {
            transaction.operation(kind, key, content);
        }
    }

    private void onRange(TransactionBuilder transaction, OpKind kind, int flags) throws IOException {
        values.expect('(');
        Value low = bound();
        values.expect(',');
        Value high = bound();
        values.expect(')');
        values.expect('=');
        values.expect('[');
        List<Item> items = new ArrayList<>();
        int stopped = 0;
        while (in.peek() != ']') {
            if (in.peek() == '.') {
                values.expectAll("...");
                stopped = HistoryBuilder.STOPPED;
                break;
            }
            Value key = values.value();
            values.expect(':');
            items.add(new Item(key, values.itemContent()));
            if (!values.comma(']')) {
                break;
            }
        }
        values.expect(']');
        transaction.range(kind, low, high, items, flags | stopped);
        if (in.peek() == '{') {
            transaction.versionSet(versions());
        }
    }

    private List<Version> versions() throws IOException {
        values.expect('{');
        List<Version> versions = new ArrayList<>();
        while (in.peek() != '}') {
            Value key = values.value();
            values.expect('@');
            if (in.peek() == '_') {
                in.read();
                versions.add(new Version(key, Optional.empty()));
            } else {
                versions.add(new Version(key, Optional.of(values.value())));
            }
            if (!values.comma('}')) {
                break;
            }
        }
        values.expect('}');
        return versions;
    }

    private @Nullable Value bound() throws IOException {
        if (in.peek() == '*') {
            in.read();
            return null;
        }
        return values.value();
    }

    private void sql(TransactionBuilder transaction) throws IOException {
        values.expect('(');
        String statement = text();
        List<Value> parameters = new ArrayList<>();
        while (in.peek() == ',') {
            in.read();
            parameters.add(values.value());
        }
        values.expect(')');
        values.expect('=');
        transaction.sql(statement, parameters, in.peek() == '!' ? error() : values.content());
    }

    /** An error's SQLSTATE, which may begin with digits or be nothing but digits. */
    private Content error() throws IOException {
        values.expect('!');
        StringBuilder state = new StringBuilder();
        while (in.peek() >= '0' && in.peek() <= '9' || in.peek() >= 'A' && in.peek() <= 'Z') {
            state.append((char) in.read());
        }
        if (state.isEmpty()) {
            throw in.expected("the SQLSTATE of an error, in capitals", "write sql(\"insert ...\")=!23505");
        }
        return Content.live(SqlResult.toValue(List.of(new SqlResult.Failure(state.toString(), ""))));
    }

    private String text() throws IOException {
        Place place = in.place();
        if (values.value() instanceof Value.Text text) {
            return text.value();
        }
        throw new BadInputException(place, "found a number, expected text", GRAMMAR);
    }

    private void times(TransactionBuilder transaction) throws IOException {
        if (in.peek() == '@') {
            in.read();
            values.expect('[');
            long before = values.integer();
            values.expect(',');
            long after = values.integer();
            values.expect(']');
            transaction.at(before, after);
        }
    }

    private Timestamp timestamp() throws IOException {
        long physical = values.integer();
        if (in.peek() != '.') {
            return new Timestamp(physical, 0);
        }
        in.read();
        return new Timestamp(physical, values.integer());
    }
}
