package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Template;
import java.io.IOException;
import java.io.StringWriter;

/** What {@code sql} shows to programs: docs/json.md. */
final class SqlJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SqlJson() {}

    static String of(String file, Coverage coverage) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("file", file);
            out.writeArrayFieldStart("statements");
            for (Template each : coverage.templates()) {
                template(out, each);
            }
            out.writeEndArray();
            out.writeNumberField("executions", coverage.statements());
            out.writeNumberField("whole", coverage.whole());
            out.writeNumberField("inPart", coverage.inPart());
            out.writeNumberField("left", coverage.left());
            out.writeNumberField("transactions", coverage.transactions());
            out.writeNumberField("understoodTransactions", coverage.understood());
            out.writeEndObject();
        }
        return text.toString();
    }

    private static void template(JsonGenerator out, Template template) throws IOException {
        out.writeStartObject();
        out.writeStringField("text", template.text());
        out.writeNumberField("executions", template.executions());
        out.writeStringField("lifted", template.lifted());
        out.writeStringField("reads", template.reads());
        out.writeStringField("writes", template.writes());
        out.writeStringField("why", template.why());
        if (template.line() > 0) {
            out.writeNumberField("line", template.line());
            out.writeNumberField("column", template.column());
        }
        out.writeStringField("help", template.help());
        out.writeEndObject();
    }
}
