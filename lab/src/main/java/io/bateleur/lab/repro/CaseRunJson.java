package io.bateleur.lab.repro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.report.JsonText;
import io.bateleur.lab.repro.language.Header;
import java.io.IOException;
import java.io.StringWriter;

/** A run as a JSON object in one line (docs/json.md). */
public final class CaseRunJson {
    private CaseRunJson() {}

    public static String of(CaseRun run) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("case", run.bugCase().id());
            if (run.bugCase().first(Header.Kind.class).isPresent()) {
                out.writeStringField(
                        "kind",
                        run.bugCase().first(Header.Kind.class).get().sort().word());
            }
            JsonText.strings(
                    out,
                    "sources",
                    run.bugCase()
                            .all(Header.Source.class)
                            .map(Header.Source::text)
                            .toList());
            out.writeStringField("engine", run.engine());
            out.writeStringField("version", run.version());
            out.writeStringField("level", run.level().word());
            out.writeStringField("levelAnswered", run.levelAnswered());
            out.writeStringField("outcome", run.outcome().word());
            out.writeStringField("expected", run.expected().word());
            out.writeStringField("why", run.why());
            out.writeStringField("scenario", run.scenario());
            if (run.formal().isPresent()) {
                formal(out, run.formal().get());
            }
            out.writeNumberField("times", run.times());
            out.writeNumberField("runs", run.runs());
            out.writeNumberField("millis", run.millis());
            out.writeArrayFieldStart("steps");
            for (Played step : run.steps()) {
                step(out, step);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("finals");
            for (Looked look : run.finals()) {
                out.writeStartObject();
                out.writeStringField("statement", look.look().text());
                response(out, look.response());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        return text.toString();
    }

    private static void formal(JsonGenerator out, FormalVerdict formal) throws IOException {
        out.writeObjectFieldStart("formal");
        out.writeStringField("level", formal.level().name());
        out.writeStringField("verdict", formal.status().word());
        if (formal.anomaly().isPresent()) {
            out.writeStringField("anomaly", formal.anomaly().get());
        }
        out.writeStringField("reason", formal.reason());
        out.writeStringField("realTime", formal.realTime().word());
        out.writeNumberField("statements", formal.statements());
        out.writeNumberField("understood", formal.understood());
        out.writeEndObject();
    }

    private static void step(JsonGenerator out, Played step) throws IOException {
        out.writeStartObject();
        out.writeNumberField("step", step.number());
        out.writeStringField("session", step.step().session());
        out.writeStringField("statement", step.step().action().toString());
        response(out, step.last());
        JsonText.strings(out, "blockedBy", step.blockedBy());
        out.writeBooleanField("blocked", step.response() instanceof Response.Waits);
        if (step.wokenBy().isPresent()) {
            out.writeNumberField("wokeAfter", step.wokenBy().get().number());
        }
        JsonText.strings(out, "wakes", step.woken());
        out.writeEndObject();
    }

    private static void response(JsonGenerator out, Response response) throws IOException {
        if (response instanceof Response.Failed failed) {
            out.writeStringField("error", failed.code());
            out.writeStringField("message", failed.message());
        } else {
            out.writeStringField("answer", response.toString());
        }
    }
}
