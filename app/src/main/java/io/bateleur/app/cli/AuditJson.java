package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.JsonReport;
import io.bateleur.sql.audit.AuditVerdict;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** What {@code audit --json} prints: one object a file. */
final class AuditJson implements AuditPrinter {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int VERSION = 1;

    private final PrintStream out;
    private final boolean states;

    AuditJson(PrintStream out, boolean states) {
        this.out = out;
        this.states = states;
    }

    @Override
    public void print(String file, AuditVerdict verdict, long millis) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeStringField("file", file);
            json.writeStringField("level", verdict.level());
            json.writeStringField("verdict", verdict.word());
            json.writeNumberField("millis", millis);
            covered(json, verdict.covered());
            if (verdict instanceof AuditVerdict.Undecided undecided) {
                json.writeStringField("reason", undecided.reason());
            }
            if (verdict instanceof AuditVerdict.Refused refused) {
                json.writeNumberField("prefix", refused.prefix());
            }
            json.writeArrayFieldStart("findings");
            if (verdict instanceof AuditVerdict.Refused refused) {
                JsonReport.finding(json, refused.finding());
            }
            json.writeEndArray();
            if (states && verdict instanceof AuditVerdict.Accepted accepted) {
                json.writeArrayFieldStart("witness");
                for (Transaction transaction : accepted.witness()) {
                    json.writeString(transaction.name());
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(text);
        out.flush();
    }

    private static void covered(JsonGenerator json, FileReport.Covered covered) throws IOException {
        json.writeObjectFieldStart("evaluated");
        json.writeNumberField("statements", covered.statements());
        json.writeNumberField("whole", covered.whole());
        json.writeObjectFieldStart("reasons");
        for (Map.Entry<String, Long> reason : covered.reasons().entrySet()) {
            json.writeNumberField(reason.getKey(), reason.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
