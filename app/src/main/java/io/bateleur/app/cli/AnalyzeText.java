package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.sql.analyze.AnalysisText;
import io.bateleur.sql.analyze.Application;
import io.bateleur.sql.analyze.LevelOutcome;
import io.bateleur.sql.analyze.Repairs;
import io.bateleur.sql.analyze.TransactionProgram;
import io.bateleur.sql.analyze.Violation;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what {@code analyze} found at a level. */
final class AnalyzeText {
    private static final JsonFactory JSON = new JsonFactory();

    private final Terminal terminal;
    private final Application application;
    private final boolean json;
    private boolean begun;

    AnalyzeText(Terminal terminal, Application application, boolean json) {
        this.terminal = terminal;
        this.application = application;
        this.json = json;
    }

    /** @param repairs null: none are looked for */
    void print(LevelOutcome outcome, AnalyzeConfirmation confirmation, @Nullable Repairs repairs) throws IOException {
        if (json) {
            terminal.out().println(json(outcome, confirmation, repairs));
            terminal.out().flush();
            return;
        }
        PrintStream out = terminal.text();
        if (begun) {
            out.println();
        }
        begun = true;
        for (Violation each : outcome.findings()) {
            finding(out, outcome, each, confirmation, repairs);
        }
        for (Violation each : outcome.candidates()) {
            finding(out, outcome, each, confirmation, null);
        }
        out.println(application.file() + " at " + outcome.plan().title() + ": " + verdict(outcome));
        outcome.facts().forEach(fact -> out.println("  taken for granted: " + fact));
        if (!outcome.unproved().isEmpty()) {
            out.println("  " + outcome.unproved());
        }
        outcome.hidden().forEach(each -> out.println("  hidden: " + each));
        outcome.limits().forEach(each -> out.println("  " + each));
    }

    private static String verdict(LevelOutcome outcome) {
        int findings = outcome.findings().size();
        int candidates = outcome.candidates().size();
        String open = candidates == 0 ? "" : ", " + candidates + " unconfirmed";
        return switch (outcome.verdict()) {
            case PROVED -> "serializable, proved " + outcome.proof();
            case VIOLATION -> findings + (findings == 1 ? " violation" : " violations") + open;
            case NONE_UP_TO -> "no violation with up to " + outcome.k() + " instances";
            case UNDECIDED -> "undecided" + open;
        };
    }

    private void finding(
            PrintStream out,
            LevelOutcome outcome,
            Violation violation,
            AnalyzeConfirmation confirmation,
            @Nullable Repairs repairs) {
        TransactionProgram blamed = violation.programs().get(AnalysisText.blamed(violation));
        out.println(blamed.file() + ":" + blamed.line() + " " + blamed.name()
                + (violation.execution() == null ? " may not be" : " is not") + " safe at "
                + outcome.plan().title());
        out.println("  " + violation.anomaly() + ": "
                + String.join(" -> ", AnalysisText.names(violation).subList(0, violation.size())));
        AnalysisText.arrows(violation).forEach(line -> out.println("  " + line));
        if (violation.execution() != null) {
            out.println("  with " + String.join(", ", AnalysisText.arguments(violation)));
            AnalysisText.initial(violation).forEach(line -> out.println("    " + line));
            out.println("  in this order:");
            AnalysisText.interleaving(violation).forEach(line -> out.println("    " + line));
        }
        out.println("  " + AnalysisText.evidence(violation));
        confirmation.of(violation).ifPresent(line -> out.println("  " + line));
        if (repairs != null) {
            repairs(out, repairs.of(violation));
        }
        out.println();
    }

    private static void repairs(PrintStream out, List<Repairs.Repair> all) {
        int number = 0;
        for (Repairs.Repair each : all) {
            if (each.helps()) {
                out.println("  fix " + ++number + " (verified): " + each.words());
            }
        }
        all.stream().filter(each -> !each.helps()).forEach(each -> out.println("  does not help: " + each.words()));
    }

    // ---- JSON

    private String json(LevelOutcome outcome, AnalyzeConfirmation confirmation, @Nullable Repairs repairs)
            throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("file", application.file());
            out.writeStringField("level", outcome.plan().title());
            out.writeStringField("verdict", outcome.verdict().word());
            out.writeNumberField("k", outcome.k());
            if (!outcome.proof().isEmpty()) {
                out.writeStringField("proof", outcome.proof());
            }
            if (!outcome.unproved().isEmpty()) {
                out.writeStringField("unproved", outcome.unproved());
            }
            strings(out, "facts", outcome.facts());
            out.writeArrayFieldStart("findings");
            for (Violation each : outcome.findings()) {
                finding(out, each, confirmation, repairs);
            }
            for (Violation each : outcome.candidates()) {
                finding(out, each, confirmation, null);
            }
            out.writeEndArray();
            out.writeObjectFieldStart("counts");
            out.writeNumberField("cycles", outcome.counts().cycles());
            out.writeNumberField("left", outcome.counts().left());
            out.writeNumberField("executed", outcome.counts().executed());
            out.writeEndObject();
            strings(out, "hidden", outcome.hidden());
            strings(out, "limits", outcome.limits());
            out.writeEndObject();
        }
        return text.toString();
    }

    private void finding(
            JsonGenerator out, Violation violation, AnalyzeConfirmation confirmation, @Nullable Repairs repairs)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("anomaly", violation.anomaly());
        strings(
                out,
                "programs",
                violation.programs().stream().map(TransactionProgram::name).toList());
        out.writeArrayFieldStart("statements");
        for (int i = 0; i < violation.size(); i++) {
            Violation.Arrow arrow = violation.arrows().get(i);
            out.writeStartObject();
            out.writeStringField("file", violation.programs().get(i).file());
            out.writeNumberField("line", arrow.fromLine());
            out.writeStringField("edge", arrow.toString());
            out.writeNumberField("toLine", arrow.toLine());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeBooleanField("executed", violation.execution() != null);
        if (violation.execution() != null) {
            out.writeBooleanField("resultsDiffer", violation.execution().differsFromSerial());
            strings(out, "arguments", AnalysisText.arguments(violation));
            strings(out, "initial", AnalysisText.initial(violation));
            strings(out, "interleaving", AnalysisText.interleaving(violation));
        }
        if (confirmation.of(violation).isPresent()) {
            out.writeStringField("confirmed", confirmation.of(violation).get());
        }
        if (repairs != null) {
            out.writeArrayFieldStart("repairs");
            for (Repairs.Repair each : repairs.of(violation)) {
                out.writeStartObject();
                out.writeStringField("change", each.words());
                out.writeBooleanField("helps", each.helps());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    private static void strings(JsonGenerator out, String name, List<String> values) throws IOException {
        out.writeArrayFieldStart(name);
        for (String value : values) {
            out.writeString(value);
        }
        out.writeEndArray();
    }
}
