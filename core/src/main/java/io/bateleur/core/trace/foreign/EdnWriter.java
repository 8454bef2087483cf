package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Value;
import io.bateleur.core.trace.JsonOutput;
import java.util.regex.Pattern;

/** Writes values as EDN, so that {@link EdnReader} reads the same values back. */
public final class EdnWriter {
    private static final Pattern KEYWORD = Pattern.compile(":[A-Za-z0-9*+!_'?<>=./$%&#-]+");

    private EdnWriter() {}

    static void write(Value value, StringBuilder out) {
        if (value instanceof Value.Text text) {
            writeText(text.value(), out);
        } else if (value instanceof Value.Decimal decimal) {
            out.append(JsonOutput.decimal(decimal.literal()));
        } else if (value instanceof Value.Elements list) {
            out.append('[');
            for (int i = 0; i < list.value().size(); i++) {
                out.append(i == 0 ? "" : " ");
                write(list.value().get(i), out);
            }
            out.append(']');
        } else if (value instanceof Value.Null) {
            out.append("nil");
        } else if (value instanceof Value.Bytes) {
            throw new IllegalArgumentException("EDN has no byte strings");
        } else {
            out.append(value);
        }
    }

    private static void writeText(String text, StringBuilder out) {
        if (KEYWORD.matcher(text).matches()) {
            out.append(text);
        } else {
            EdnStrings.quote(text, out);
        }
    }
}
