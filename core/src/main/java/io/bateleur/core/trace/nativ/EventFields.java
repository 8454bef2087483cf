package io.bateleur.core.trace.nativ;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one line of a native trace, by name: values of those that are known, JSON text of the others. */
final class EventFields {
    static final String SPECIFIED = "the events are specified in docs/trace-format.md";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Lines.LINE_BYTES_MAX)
                    .build())
            .build();

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

    private final Lines lines;
    private final Map<String, Value> values = new HashMap<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final Map<String, Map<String, Value>> objects = new HashMap<>();
    private final Map<String, String> unknown = new LinkedHashMap<>();

    private EventFields(Lines lines) {
        this.lines = lines;
    }

    /** Reads the current line, which is a header. */
    static EventFields header(Lines lines, Vocabulary vocabulary) throws IOException, BrokenOffException {
        return read(lines, vocabulary, vocabulary.header());
    }

    /** Reads the current line, which is an event. */
    static EventFields event(Lines lines, Vocabulary vocabulary) throws IOException, BrokenOffException {
        return read(lines, vocabulary, vocabulary.isWhole() ? vocabulary.of("") : null);
    }

    private static EventFields read(Lines lines, Vocabulary vocabulary, Vocabulary.@Nullable Known all)
            throws IOException, BrokenOffException {
        try (JsonParser json = open(lines)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadInputException(
                        lines.place(1), "found " + found(json) + ", expected a JSON object", SPECIFIED);
            }
            EventFields fields = new EventFields(lines);
            Vocabulary.Known known = all;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (known == null) {
                    known = vocabulary.of(name.equals("e") ? wordHere(json) : first(lines, "e"));
                }
                fields.put(name, json, known);
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

    private static JsonParser open(Lines lines) throws IOException {
        return JSON.createParser(lines.bytes(), lines.from(), lines.to() - lines.from());
    }

    private static String wordHere(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
    }

    /** The text of a field of the current line, wherever it stands in it; empty when it is not there or no scalar. */
    static String first(Lines lines, String name) throws IOException {
        try (JsonParser json = open(lines)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    boolean here = json.currentName().equals(name);
                    if (json.nextToken() != null && here) {
                        return json.currentToken().isScalarValue() ? json.getText() : "";
                    }
                    json.skipChildren();
                }
            }
        } catch (JsonProcessingException e) {
            // Whoever reads the line says what is wrong with it.
        }
        return "";
    }

    private void put(String name, JsonParser json, Vocabulary.Known known) throws IOException {
        columns.put(name, column(json));
        if (!known.isField(name)) {
            unknown.put(name, skipped(json));
        } else if (known.isObject(name) && json.currentToken() == JsonToken.START_OBJECT) {
            objects.put(name, object(name, json, known));
        } else {
            values.put(name, JsonValues.read(json, lines));
        }
    }

    private Map<String, Value> object(String name, JsonParser json, Vocabulary.Known known) throws IOException {
        Map<String, Value> object = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String inner = json.currentName();
            json.nextToken();
            if (known.isInner(name, inner)) {
                object.put(inner, JsonValues.read(json, lines));
            } else {
                json.skipChildren();
            }
        }
        return object;
    }

    /** The text of the value that starts here. */
    private String skipped(JsonParser json) throws IOException {
        int from = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        json.finishToken();
        if (json.currentToken() == null) {
            throw new JsonEOFException(json, null, "a value is missing");
        }
        int to = (int) json.currentLocation().getByteOffset();
        return new String(lines.bytes(), lines.from() + from, to - from, StandardCharsets.UTF_8);
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

    // ---- what was read

    /** The JSON text of the fields that are not known, by name. */
    Map<String, String> unknown() {
        return unknown;
    }

    /** The whole line. */
    String json() {
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
    }

    /** The fields of a field that is an object; empty when it is not there. */
    Map<String, Value> object(String name) {
        return objects.getOrDefault(name, Map.of());
    }

    boolean isObject(String name) {
        return objects.containsKey(name);
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

    String requiredText(String name) throws BadInputException {
        String text = text(name);
        if (text == null) {
            throw problem("an event without the field \"" + name + "\"", SPECIFIED);
        }
        return text;
    }

    long integer(String name) throws BadInputException {
        if (required(name) instanceof Value.Int number) {
            return number.value();
        }
        throw wrong(name, "an integer of 64 bits", "");
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

    /** The elements of a list that may be missing. */
    List<Value> listOrNone(String name) throws BadInputException {
        return values.containsKey(name) ? list(name) : List.of();
    }

    /** When the call was made and when the answer came, or twice {@link History#NO_TIME}. */
    long[] times() throws BadInputException {
        long[] at = pair("at");
        if (at == null) {
            return new long[] {History.NO_TIME, History.NO_TIME};
        }
        HistoryBuilder.requireOrder(at[0], at[1]);
        return at;
    }

    @Nullable
    Timestamp timestamp() throws BadInputException {
        long[] pair = pair("ts");
        return pair == null ? null : new Timestamp(pair[0], pair[1]);
    }

    private long @Nullable [] pair(String name) throws BadInputException {
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
                place(name),
                "found " + (value == null ? "an object" : abbreviated(value.toString())) + " in field \"" + name
                        + "\", expected " + expected,
                hint);
    }

    BadInputException problem(String problem, String hint) {
        return new BadInputException(lines.place(1), problem, hint);
    }
}
