package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierStatus;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.JsonReport;
import io.bateleur.core.report.JsonText;
import io.bateleur.lab.watch.LiveStatus;
import io.bateleur.lab.watch.StreamStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** One JSON object a line for each thing that happens, specified in docs/json.md. */
final class LiveJson implements LiveView {
    private static final JsonFactory JSON = new JsonFactory();

    private final PrintStream out;

    LiveJson(PrintStream out) {
        this.out = out;
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private synchronized void line(String event, Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("event", event);
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(text);
        out.flush();
    }

    @Override
    public void said(String line) {
        line("said", json -> json.writeStringField("text", line));
    }

    @Override
    public void found(BrokenMechanism finding) {
        line("finding", json -> {
            json.writeFieldName("finding");
            JsonReport.write(json, finding);
        });
    }

    @Override
    public void status(LiveStatus status, String run) {
        line("status", json -> {
            if (!run.isEmpty()) {
                json.writeStringField("run", run);
            }
            status(json, status);
        });
    }

    private static void status(JsonGenerator json, LiveStatus status) throws IOException {
        VerifierStatus verifier = status.verifier();
        json.writeNumberField("millis", status.nanos() / 1_000_000);
        json.writeNumberField("received", verifier.received());
        json.writeNumberField("verified", verifier.verified());
        json.writeNumberField("operations", verifier.operations());
        json.writeNumberField("commits", verifier.commits());
        json.writeNumberField("waiting", verifier.waiting());
        json.writeNumberField("waitingBytes", status.waitingBytes());
        json.writeNumberField("spilledBytes", status.spilledBytes());
        if (status.lagNanos().isPresent()) {
            json.writeNumberField("lagMicros", status.lagNanos().getAsLong() / 1000);
        }
        json.writeStringField("heldUpBy", verifier.holder());
        json.writeNumberField("open", verifier.open());
        json.writeStringField("oldest", verifier.oldest());
        json.writeNumberField("keys", verifier.keys());
        json.writeNumberField("versions", verifier.versions());
        json.writeNumberField("locks", verifier.locks());
        json.writeNumberField("nodes", verifier.nodes());
        json.writeNumberField("certainReads", verifier.certainReads());
        json.writeNumberField("ambiguousReads", verifier.ambiguousReads());
        json.writeNumberField("unjudgedReads", verifier.unjudgedReads());
        json.writeNumberField("late", verifier.late());
        json.writeNumberField("findings", verifier.findings());
        json.writeNumberField("heapBytes", status.heapBytes());
        json.writeNumberField("cpuMillis", status.cpuNanos() / 1_000_000);
        JsonText.strings(json, "missing", verifier.missing());
        json.writeArrayFieldStart("recorders");
        for (StreamStatus stream : status.streams()) {
            json.writeStartObject();
            json.writeStringField("run", stream.name());
            json.writeStringField("state", stream.state());
            json.writeNumberField("events", stream.events());
            json.writeNumberField("waitingBytes", stream.waitingBytes());
            json.writeNumberField("spilledBytes", stream.spilledBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    @Override
    public void summary(Verifier verifier, LiveStatus last) {
        List<BrokenMechanism> findings = verifier.findings();
        line("summary", json -> {
            status(json, last);
            json.writeArrayFieldStart("all");
            for (BrokenMechanism finding : findings) {
                JsonReport.write(json, finding);
            }
            json.writeEndArray();
        });
    }

    @Override
    public void close() {}
}
