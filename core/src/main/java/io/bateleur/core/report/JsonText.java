package io.bateleur.core.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Value;
import java.io.IOException;

/** Values and lists of words in JSON, as every document of ours writes them. */
public final class JsonText {
    private JsonText() {}

    public static void strings(JsonGenerator out, String name, Iterable<String> words) throws IOException {
        out.writeArrayFieldStart(name);
        for (String word : words) {
            out.writeString(word);
        }
        out.writeEndArray();
    }

    /** A value with its JSON type; bytes in base 64. */
    public static void value(JsonGenerator out, Value value) throws IOException {
        if (value instanceof Value.Text text) {
            out.writeString(text.value());
        } else if (value instanceof Value.Elements list) {
            out.writeStartArray();
            for (Value element : list.value()) {
                value(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Value.Bytes bytes) {
            out.writeString(bytes.base64());
        } else {
            out.writeRawValue(value.toString());
        }
    }
}
