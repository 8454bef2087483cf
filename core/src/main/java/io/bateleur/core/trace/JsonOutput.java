package io.bateleur.core.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.OutputStream;

/** Makes JSON generators and writes values with them, so that {@link JsonInput} reads the same values back. */
public final class JsonOutput {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonOutput() {}

    /** A generator for one value, with the elements of the outermost array on lines of their own. */
    public static JsonGenerator of(OutputStream out) throws IOException {
        JsonGenerator generator = FACTORY.createGenerator(out);
        generator.setPrettyPrinter(new LinesPrinter());
        return generator;
    }

    /** One value per line in place of commas and line breaks of its own. */
    private static final class LinesPrinter extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        LinesPrinter() {
            super("\n");
        }

        @Override
        public void beforeArrayValues(JsonGenerator generator) throws IOException {
            lineBreak(generator);
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
            super.writeArrayValueSeparator(generator);
            lineBreak(generator);
        }

        @Override
        public void writeEndArray(JsonGenerator generator, int count) throws IOException {
            // When this is called the generator is still inside the array.
            if (count > 0) {
                lineBreak(generator);
            }
            super.writeEndArray(generator, count);
        }

        private static void lineBreak(JsonGenerator generator) throws IOException {
            if (generator.getOutputContext().getNestingDepth() <= 1) {
                generator.writeRaw('\n');
            }
        }
    }

    /** Writes the name of a session or transaction; byte strings, which JSON has not, in the notation of messages. */
    public static void writeName(JsonGenerator out, Value name) throws IOException {
        write(out, name instanceof Value.Bytes ? Value.of(name.toString()) : name);
    }

    public static void write(JsonGenerator out, Value value) throws IOException {
        if (value instanceof Value.Int integer) {
            out.writeNumber(integer.value());
        } else if (value instanceof Value.BigInt integer) {
            out.writeNumber(integer.value());
        } else if (value instanceof Value.Decimal decimal) {
            out.writeNumber(decimal(decimal.literal()));
        } else if (value instanceof Value.Text text) {
            out.writeString(text.value());
        } else if (value instanceof Value.Bool bool) {
            out.writeBoolean(bool.value());
        } else if (value instanceof Value.Null) {
            out.writeNull();
        } else if (value instanceof Value.Elements list) {
            out.writeStartArray();
            for (Value element : list.value()) {
                write(out, element);
            }
            out.writeEndArray();
        } else {
            throw new IllegalArgumentException("JSON has no byte strings");
        }
    }

    /** A decimal as EDN and JSON spell it: with a point or an exponent, or it would be an integer. */
    public static String decimal(String literal) {
        boolean integral = literal.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
        return integral ? literal + ".0" : literal;
    }
}
