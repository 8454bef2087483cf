package io.bateleur.core.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import java.io.CharConversionException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON one token at a time: Jackson's parser with our errors. Values one after another, as in files of one object per
 * line, are as good as a single one.
 *
 * <pre>{@code
 * in.beginObject("a transaction");
 * while (in.nextField()) {
 *     switch (in.field()) {
 *         case "tid" -> tid = in.value();
 *         default -> in.skip();
 *     }
 * }
 * }</pre>
 */
public final class JsonInput implements Closeable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Limits.TEXT_BYTES_MAX)
                    .maxNumberLength(Limits.NUMBER_DIGITS_MAX)
                    .maxNestingDepth(Limits.NESTING_MAX)
                    .build())
            .build();

    private static final int SHOWN_MAX = 40;

    private final String name;
    private final JsonParser parser;
    private @Nullable JsonToken token;
    private String field = "";

    public JsonInput(Source source) throws IOException {
        this.name = source.name();
        this.parser = FACTORY.createParser(source.stream());
    }

    // ---- going on

    /** Goes on to the next value, or the end of an array or object; false at the end of the file. */
    public boolean next() throws IOException {
        try {
            token = parser.nextToken();
        } catch (JsonProcessingException e) {
            throw JsonProblems.located(e, here());
        } catch (CharConversionException e) {
            throw new BadInputException(here(), "found bytes that are no text, expected JSON", "");
        } catch (Source.CutOffException e) {
            throw new BadInputException(
                    here(), "the compressed data is cut off here", "the file was not written or copied to its end");
        }
        return token != null;
    }

    public boolean isObject() {
        return token == JsonToken.START_OBJECT;
    }

    public boolean isArray() {
        return token == JsonToken.START_ARRAY;
    }

    public boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    public boolean isText() {
        return token == JsonToken.VALUE_STRING;
    }

    public boolean isBool() {
        return token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
    }

    /** Whether the token is an integer of 64 bits. */
    public boolean isInteger() throws IOException {
        return token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    /** Requires that the token starts an object. */
    public void beginObject(String what) throws IOException {
        if (!isObject()) {
            throw expected(what + " (an object)");
        }
    }

    /** Goes on to the next field of the object, or to its end. */
    public boolean nextField() throws IOException {
        next();
        if (token == JsonToken.END_OBJECT) {
            return false;
        }
        field = parser.currentName();
        next();
        return true;
    }

    /** The name of the field. */
    public String field() {
        return field;
    }

    /** Requires that the token starts an array. */
    public void beginArray(String what) throws IOException {
        if (!isArray()) {
            throw expected(what + " (an array)");
        }
    }

    /** Goes on to the next element of the array, or to its end. */
    public boolean nextElement() throws IOException {
        next();
        return token != JsonToken.END_ARRAY;
    }

    /** Passes over the rest of the value that the token starts. */
    public void skip() throws IOException {
        int depth = 0;
        do {
            if (isObject() || isArray()) {
                depth++;
            } else if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
                depth--;
            }
        } while (depth > 0 && next());
    }

    // ---- values

    public long integer() throws IOException {
        if (!isInteger()) {
            throw expected("an integer of 64 bits");
        }
        return parser.getLongValue();
    }

    public boolean bool() throws IOException {
        if (!isBool()) {
            throw expected("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    public String text() throws IOException {
        if (!isText()) {
            throw expected("a string");
        }
        return textOfToken();
    }

    /** The text of a string or number. */
    private String textOfToken() throws IOException {
        try {
            return parser.getText();
        } catch (JsonProcessingException e) {
            throw JsonProblems.located(e, here());
        }
    }

    /** Any value but an object. */
    public Value value() throws IOException {
        if (token == null) {
            throw expected("a value");
        }
        return switch (token) {
            case VALUE_NULL -> Value.NULL;
            case VALUE_TRUE -> Value.of(true);
            case VALUE_FALSE -> Value.of(false);
            case VALUE_STRING -> Value.of(textOfToken());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case START_ARRAY -> Value.list(elements());
            default -> throw expected("a value that is no object");
        };
    }

    private Value number() throws IOException {
        try {
            return Value.number(textOfToken());
        } catch (NumberFormatException e) {
            throw expected("a number with an exponent of at most four digits");
        }
    }

    private List<Value> elements() throws IOException {
        List<Value> values = new ArrayList<>();
        while (nextElement()) {
            values.add(value());
        }
        return values;
    }

    /** The number in the pool of any value but an object. */
    public int intern(ValuePool pool) throws IOException {
        if (isInteger()) {
            return pool.intern(parser.getLongValue());
        }
        Place place = place();
        try {
            return pool.intern(value());
        } catch (HistoryException e) {
            throw located(e, place);
        }
    }

    // ---- errors

    /** Where the token starts. */
    public Place place() {
        return token == null ? here() : place(parser.currentTokenLocation());
    }

    /** How far the parser has come. */
    private Place here() {
        return place(parser.currentLocation());
    }

    private Place place(JsonLocation location) {
        return Place.text(name, location.getLineNr(), location.getColumnNr());
    }

    /** What a history refused, told where it stands. */
    public static BadInputException located(HistoryException e, Place place) {
        return new BadInputException(place, String.valueOf(e.getMessage()), "");
    }

    /** An error at the token: it is not what was expected. */
    public BadInputException expected(String what) throws IOException {
        return expected(what, "");
    }

    public BadInputException expected(String what, String hint) throws IOException {
        return new BadInputException(place(), "found " + described() + ", expected " + what + inField(), hint);
    }

    /** The name of the innermost field around the token, for messages. */
    private String inField() {
        for (var context = parser.getParsingContext(); context != null; context = context.getParent()) {
            if (context.inObject() && context.hasCurrentName()) {
                return " for \"" + context.getCurrentName() + "\"";
            }
        }
        return "";
    }

    private String described() throws IOException {
        if (token == null) {
            return "the end of the file";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case END_OBJECT -> "the end of the object";
            case END_ARRAY -> "the end of the array";
            case VALUE_STRING -> "\"" + shortened(textOfToken()) + "\"";
            default -> shortened(textOfToken());
        };
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
