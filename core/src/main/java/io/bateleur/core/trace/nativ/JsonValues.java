package io.bateleur.core.trace.nativ;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** JSON to values: an object is only ever {@code {"b64":"..."}}, a byte string. */
final class JsonValues {
    private JsonValues() {}

    /** The value that starts at the current token; afterwards its last token is the current one. */
    static Value read(JsonParser json, Lines lines) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw new com.fasterxml.jackson.core.io.JsonEOFException(json, token, "a value is missing");
        }
        return switch (token) {
            case VALUE_STRING -> Value.of(json.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(json, lines);
            case VALUE_TRUE -> Value.of(true);
            case VALUE_FALSE -> Value.of(false);
            case VALUE_NULL -> Value.NULL;
            case START_ARRAY -> list(json, lines);
            case START_OBJECT -> bytes(json, lines);
            default -> throw new com.fasterxml.jackson.core.io.JsonEOFException(json, token, "a value is missing");
        };
    }

    private static Value number(JsonParser json, Lines lines) throws IOException {
        try {
            return Value.number(json.getText());
        } catch (NumberFormatException e) {
            throw new BadInputException(place(json, lines), "a number out of range: " + e.getMessage(), "");
        }
    }

    private static Value list(JsonParser json, Lines lines) throws IOException {
        List<Value> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(json, lines));
        }
        return Value.list(elements);
    }

    private static Value bytes(JsonParser json, Lines lines) throws IOException {
        Place place = place(json, lines);
        if (json.nextToken() == JsonToken.FIELD_NAME
                && json.currentName().equals("b64")
                && json.nextToken() == JsonToken.VALUE_STRING) {
            try {
                Value value = Value.of(Base64.getDecoder().decode(json.getText()));
                if (json.nextToken() == JsonToken.END_OBJECT) {
                    return value;
                }
            } catch (IllegalArgumentException e) {
                throw new BadInputException(place, "bytes that are not base 64: " + e.getMessage(), "");
            }
        }
        if (json.currentToken() == null) {
            throw new com.fasterxml.jackson.core.io.JsonEOFException(json, null, "an object breaks off");
        }
        throw new BadInputException(
                place,
                "found an object, expected a value",
                "bytes are written {\"b64\":\"...\"}; there are no other objects");
    }

    private static Place place(JsonParser json, Lines lines) {
        return lines.place(json.currentTokenLocation().getColumnNr());
    }
}
