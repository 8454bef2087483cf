package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierStatus;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.JsonReport;
import io.bateleur.core.report.JsonText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.Map;

/** What {@code watch --json} prints of a trace: a line for each finding, then a summary. */
final class WatchJson {
    private static final JsonFactory JSON = new JsonFactory();

    private WatchJson() {}

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    static void print(PrintStream out, Verifier verifier) throws IOException {
        for (BrokenMechanism finding : verifier.findings()) {
            line(out, "finding", json -> {
                json.writeFieldName("finding");
                JsonReport.write(json, finding);
            });
        }
        VerifierStatus status = verifier.status();
        line(out, "summary", json -> {
            json.writeNumberField("operations", status.operations());
            json.writeNumberField("commits", status.commits());
            json.writeNumberField("findings", status.findings());
            json.writeNumberField("certainReads", status.certainReads());
            json.writeNumberField("ambiguousReads", status.ambiguousReads());
            json.writeNumberField("unjudgedReads", status.unjudgedReads());
            json.writeNumberField("late", status.late());
            JsonText.strings(json, "missing", status.missing());
            json.writeObjectFieldStart("profiles");
            for (Map.Entry<String, Long> use : status.byProfile().entrySet()) {
                json.writeNumberField(use.getKey(), use.getValue());
            }
            json.writeEndObject();
        });
    }

    private static void line(PrintStream out, String event, Fields fields) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("event", event);
            fields.write(json);
            json.writeEndObject();
        }
        out.println(text);
    }
}
