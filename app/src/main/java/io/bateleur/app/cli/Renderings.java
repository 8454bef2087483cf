package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Level;
import io.bateleur.core.replay.WitnessWriter;
import java.io.IOException;
import java.io.StringWriter;

/** Witnesses as text. */
final class Renderings {
    private static final JsonFactory JSON = new JsonFactory();

    private Renderings() {}

    /** The line before a witness: what it is a witness of. */
    static String witnessHead(String file, Level level) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("file", file);
            json.writeStringField("level", level.name());
            json.writeEndObject();
        }
        return text.toString();
    }

    /** The order in which everything can have happened, a line of JSON for each event. */
    static void witness(Verdict.Holds holds, Appendable out) throws IOException {
        WitnessWriter.write(holds.asg(), holds.witness(), out);
    }
}
