package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.sql.analyze.AnalysisText;
import io.bateleur.sql.analyze.Application;
import io.bateleur.sql.analyze.EngineLevel;
import io.bateleur.sql.analyze.LevelOutcome;
import io.bateleur.sql.analyze.Repairs;
import io.bateleur.sql.analyze.TransactionProgram;
import io.bateleur.sql.analyze.Violation;
import io.bateleur.sql.analyze.WeakestLevels;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    void print(LevelOutcome outcome, AnalyzeConfirmation confirmation, AnalyzeRepairs repairs) throws IOException {
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
            finding(out, outcome, each, confirmation, repairs);
        }
        out.println(application.file() + " at " + outcome.plan().title() + ": " + verdict(outcome));
        if (!repairs.all().isEmpty()) {
            out.println("  fix " + repairs.all());
        }
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
            AnalyzeRepairs repairs) {
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
        if (violation.execution() != null) {
            confirmation.of(violation).ifPresent(answer -> out.println("  " + answer.words()));
        }
        repairs.words(violation).forEach(line -> out.println("  " + line));
        out.println();
    }

    /** Prints the weakest models and the lowest levels. */
    void weakest(WeakestLevels levels, int k, List<EngineLevel.Engine> engines, boolean snapshotIsolation)
            throws IOException {
        WeakestLevels.Models models = levels.models();
        Map<EngineLevel.Engine, Optional<WeakestLevels.Allocation>> allocations = new LinkedHashMap<>();
        engines.forEach(engine -> allocations.put(engine, levels.allocation(engine, snapshotIsolation)));
        if (json) {
            terminal.out().println(weakestJson(models, k, allocations));
            terminal.out().flush();
            return;
        }
        PrintStream out = terminal.text();
        out.println();
        out.println("weakest consistency models:");
        models.proved().forEach((model, proof) -> out.println("  " + model + ", proved " + proof));
        out.println("  " + String.join(", ", models.bounded()) + ": no violation with up to " + k + " instances");
        allocations.forEach((engine, allocation) -> {
            out.println("lowest levels on " + engine.title() + ", no violation with up to " + k + " instances:");
            if (allocation.isEmpty()) {
                out.println("  none found");
            }
            allocation.ifPresent(found ->
                    found.levels().forEach((program, level) -> out.println("  " + program + ": " + level.words())));
        });
    }

    private String weakestJson(
            WeakestLevels.Models models, int k, Map<EngineLevel.Engine, Optional<WeakestLevels.Allocation>> allocations)
            throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("file", application.file());
            out.writeNumberField("k", k);
            strings(out, "proved", List.copyOf(models.proved().keySet()));
            strings(out, "none-up-to", models.bounded());
            out.writeArrayFieldStart("allocations");
            for (Map.Entry<EngineLevel.Engine, Optional<WeakestLevels.Allocation>> each : allocations.entrySet()) {
                out.writeStartObject();
                out.writeStringField("engine", each.getKey().title());
                out.writeObjectFieldStart("levels");
                if (each.getValue().isPresent()) {
                    for (Map.Entry<String, EngineLevel> level :
                            each.getValue().get().levels().entrySet()) {
                        out.writeStringField(level.getKey(), level.getValue().words());
                    }
                }
                out.writeEndObject();
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        return text.toString();
    }

    // ---- JSON

    private String json(LevelOutcome outcome, AnalyzeConfirmation confirmation, AnalyzeRepairs repairs)
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
                finding(out, each, confirmation, repairs);
            }
            out.writeEndArray();
            if (repairs.together().isPresent()) {
                out.writeObjectFieldStart("repair");
                strings(out, "changes", repairs.together().get().words());
                out.writeBooleanField("greedy", repairs.together().get().greedy());
                out.writeEndObject();
            }
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
            JsonGenerator out, Violation violation, AnalyzeConfirmation confirmation, AnalyzeRepairs repairs)
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
        Optional<AnalyzeConfirmation.Answer> answer = confirmation.of(violation);
        if (answer.isPresent()) {
            if (answer.get().confirmed().isPresent()) {
                out.writeBooleanField("confirmed", answer.get().confirmed().get());
            } else {
                out.writeNullField("confirmed");
            }
            out.writeStringField("confirmation", answer.get().words());
        }
        List<Repairs.Repair> tried = repairs.each().get(violation);
        if (tried != null) {
            out.writeArrayFieldStart("repairs");
            for (Repairs.Repair each : tried) {
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
