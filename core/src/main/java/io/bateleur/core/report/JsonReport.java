package io.bateleur.core.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Transaction;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** What is known of one trace, as one JSON object on one line, specified in docs/json.md. */
public final class JsonReport {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int VERSION = 1;

    private JsonReport() {}

    public static String of(FileReport report) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeStringField("file", report.file());
            if (report.counts().isPresent()) {
                json.writeNumberField("transactions", report.counts().get().transactions());
                if (!report.warnings().isEmpty()) {
                    JsonText.strings(json, "warnings", report.warnings());
                }
                if (report.covered().isPresent()) {
                    covered(json, report.covered().get());
                }
                json.writeArrayFieldStart("results");
                for (LevelReport level : report.levels()) {
                    level(json, level);
                }
                json.writeEndArray();
                json.writeArrayFieldStart("findings");
                for (Finding finding : report.findings()) {
                    finding(json, finding);
                }
                json.writeEndArray();
            }
            if (report.strongest().isPresent()) {
                levels(json, "strongest", report.strongest().get().levels());
                levels(json, "open", report.strongest().get().open());
            }
            if (report.problem().isPresent()) {
                json.writeStringField("error", report.problem().get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** One finding, as it stands among those of a report. */
    public static void write(JsonGenerator json, Finding finding) throws IOException {
        finding(json, finding);
    }

    private static void covered(JsonGenerator json, FileReport.Covered covered) throws IOException {
        json.writeObjectFieldStart("lifted");
        json.writeNumberField("statements", covered.statements());
        json.writeNumberField("whole", covered.whole());
        json.writeNumberField("inPart", covered.inPart());
        json.writeNumberField("left", covered.left());
        json.writeObjectFieldStart("reasons");
        for (Map.Entry<String, Long> reason : covered.reasons().entrySet()) {
            json.writeNumberField(reason.getKey(), reason.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void levels(JsonGenerator json, String name, List<Level> levels) throws IOException {
        JsonText.strings(json, name, levels.stream().map(Level::name).toList());
    }

    private static void level(JsonGenerator json, LevelReport level) throws IOException {
        json.writeStartObject();
        json.writeStringField("level", level.level().name());
        json.writeStringField("verdict", level.status().word());
        json.writeNumberField("millis", level.millis());
        if (level.status() == LevelReport.Status.UNDECIDED) {
            json.writeStringField("reason", level.reason());
        }
        json.writeArrayFieldStart("anomalies");
        if (level.why().isPresent()) {
            anomaly(json, level.why().get(), level.said());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    // ---- findings

    /** A finding as an object. */
    public static void finding(JsonGenerator json, Finding finding) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", finding.kind());
        json.writeStringField("severity", finding.severity().word());
        json.writeBooleanField("final", finding.isFinal());
        json.writeStringField("name", finding.title().name());
        json.writeStringField("words", finding.title().words());
        json.writeStringField("source", finding.title().source());
        json.writeStringField("claim", finding.claim());
        json.writeStringField("meaning", finding.meaning());
        json.writeArrayFieldStart("steps");
        for (Sentence step : finding.steps()) {
            json.writeStartObject();
            json.writeNumberField("depth", step.depth());
            json.writeStringField("text", step.text());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("locations");
        for (Location location : finding.locations()) {
            location(json, location);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("evidence");
        for (Evidence evidence : finding.evidence()) {
            json.writeStartObject();
            json.writeStringField("heading", evidence.heading());
            JsonText.strings(json, "lines", evidence.lines());
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonText.strings(json, "remarks", finding.remarks());
        if (finding instanceof BrokenLevel broken) {
            json.writeStringField("level", broken.cause().why().level().name());
            levels(json, "besides", broken.cause().besides());
            levels(json, "stronger", broken.cause().stronger());
        }
        json.writeEndObject();
    }

    private static void location(JsonGenerator json, Location location) throws IOException {
        json.writeStartObject();
        json.writeStringField("file", location.file());
        if (location.line().isPresent()) {
            json.writeNumberField("line", location.line().getAsLong());
        }
        if (location.transaction().isPresent()) {
            json.writeFieldName("transaction");
            JsonText.value(json, location.transaction().get());
        }
        if (location.name().isPresent()) {
            json.writeStringField("name", location.name().get());
        }
        json.writeEndObject();
    }

    // ---- the arguments against levels, as values

    private static void anomaly(JsonGenerator json, Explanation why, List<String> said) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", why.name());
        json.writeStringField("words", why.anomaly().words());
        json.writeStringField("source", why.anomaly().source());
        json.writeArrayFieldStart("transactions");
        for (Transaction transaction : why.part().transactions()) {
            JsonText.value(json, transaction.id());
        }
        json.writeEndArray();
        if (!said.isEmpty()) {
            JsonText.strings(json, "said", said);
        }
        argument(json, why.argument());
        json.writeEndObject();
    }

    /** The fields of an argument, into the object at hand. There are always steps, so that nobody has to ask for them. */
    private static void argument(JsonGenerator json, Argument argument) throws IOException {
        json.writeArrayFieldStart("steps");
        if (argument instanceof Argument.Cycle cycle) {
            for (Step step : cycle.steps()) {
                step(json, step);
            }
        }
        json.writeEndArray();
        if (argument instanceof Argument.Impossible read) {
            json.writeStringField("because", read.read().sentence());
        } else if (argument instanceof Argument.Cases cases) {
            json.writeStringField("question", cases.question());
            json.writeArrayFieldStart("cases");
            for (Argument.Case each : cases.cases()) {
                json.writeStartObject();
                json.writeStringField("answer", each.answer());
                argument(json, each.refutation());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    private static void step(JsonGenerator json, Step step) throws IOException {
        json.writeStartObject();
        json.writeFieldName("from");
        JsonText.value(json, step.from().id());
        json.writeFieldName("to");
        JsonText.value(json, step.to().id());
        json.writeStringField("kind", step.kind().word());
        if (step.key().isPresent()) {
            json.writeFieldName("key");
            JsonText.value(json, step.key().get());
        }
        json.writeStringField("because", step.because());
        if (step.otherwise().isPresent()) {
            json.writeObjectFieldStart("otherwise");
            argument(json, step.otherwise().get());
            json.writeEndObject();
        }
        json.writeEndObject();
    }
}
