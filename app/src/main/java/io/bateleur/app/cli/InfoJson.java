package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Summary;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.JsonText;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Template;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** What {@code info --json} prints: one object on one line, specified in docs/json.md. */
final class InfoJson {
    private static final JsonFactory JSON = new JsonFactory();

    private InfoJson() {}

    static String of(String file, Trace trace, Summary summary, Coverage coverage) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("file", file);
            out.writeStringField("format", trace.format().name());
            out.writeNumberField("sessions", summary.sessions());
            out.writeObjectFieldStart("transactions");
            out.writeNumberField("total", summary.transactions());
            for (Map.Entry<Ending, Integer> entry : summary.endings().entrySet()) {
                out.writeNumberField(entry.getKey().toString(), entry.getValue());
            }
            out.writeEndObject();
            out.writeObjectFieldStart("operations");
            out.writeNumberField("total", summary.allOperations());
            for (OpKind kind : OpKind.values()) {
                out.writeNumberField(kind.word(), summary.operations().getOrDefault(kind, 0));
            }
            out.writeEndObject();
            out.writeNumberField("keys", summary.keys());
            out.writeNumberField("duplicateValues", summary.duplicateValues());
            out.writeNumberField("absentReads", summary.absentReads());
            out.writeNumberField("unknownReads", summary.unknownReads());
            out.writeNumberField("lockingReads", summary.lockingReads());
            out.writeStringField("initialState", summary.initialState().toString());
            out.writeBooleanField("times", summary.times());
            JsonText.strings(out, "hints", summary.hints());
            out.writeObjectFieldStart("about");
            for (Map.Entry<String, Value> entry : trace.history().about().entrySet()) {
                out.writeFieldName(entry.getKey());
                JsonText.value(out, entry.getValue());
            }
            out.writeEndObject();
            if (!trace.history().initialRows().isEmpty()) {
                rows(out, trace.history().initialRows());
            }
            JsonText.strings(out, "warnings", trace.warnings());
            if (coverage.statements() > 0) {
                templates(out, coverage.templates());
            }
            out.writeEndObject();
        }
        return text.toString();
    }

    private static void rows(JsonGenerator out, List<TableRows> tables) throws IOException {
        out.writeArrayFieldStart("rowsAtFirst");
        for (TableRows table : tables) {
            out.writeStartObject();
            out.writeStringField("table", table.table());
            out.writeNumberField("rows", table.rows().size());
            out.writeBooleanField("complete", table.complete());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void templates(JsonGenerator out, List<Template> templates) throws IOException {
        out.writeArrayFieldStart("statements");
        for (Template template : templates) {
            out.writeStartObject();
            out.writeStringField("text", template.text());
            out.writeNumberField("executions", template.executions());
            out.writeStringField("lifted", template.lifted());
            out.writeStringField("why", template.why());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    static String of(String file, Polygraph polygraph) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("file", file);
            out.writeStringField("format", "cobra-polygraph");
            out.writeNumberField("nodes", polygraph.nodes());
            out.writeNumberField("edges", polygraph.edges().length / 2);
            out.writeNumberField("choices", polygraph.choices().length / 4);
            out.writeEndObject();
        }
        return text.toString();
    }
}
