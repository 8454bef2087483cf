package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.StepTaken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A violation that was executed, in the language of cases: what {@code bateleur repro} runs on a server. */
public final class CaseText {
    private CaseText() {}

    /** One statement of the case, and what the interpreter answered in the end. @param rows null: a change, of which {@code count} is compared */
    public record Said(String session, String sql, @Nullable List<List<String>> rows, String count) {}

    /** @param id of the case @param level as cases write it */
    public static String of(Application application, Violation violation, String id, String level) {
        StringBuilder text = new StringBuilder();
        String programs =
                violation.programs().stream().map(TransactionProgram::name).collect(Collectors.joining(", "));
        text.append("case ")
                .append(id)
                .append(" \"")
                .append(violation.anomaly())
                .append(": ")
                .append(programs)
                .append("\"\n");
        text.append("kind isolation\nlevels ").append(level).append("\nsetup\n");
        application
                .schema()
                .forEach(each -> text.append("  ").append(oneLine(each)).append(";\n"));
        for (InitialRow row :
                InitialRow.parentsFirst(application, violation.example().initial())) {
            text.append("  ").append(insert(row)).append(";\n");
        }
        text.append("steps\n");
        for (Said said : said(violation)) {
            text.append(said.session()).append("> ").append(said.sql()).append(";\n");
        }
        return text.toString();
    }

    private static String oneLine(String statement) {
        return statement.replaceAll("--[^\\n]*", " ").replaceAll("\\s+", " ").strip();
    }

    static String insert(InitialRow row) {
        List<String> columns = row.values().keySet().stream()
                .filter(column -> !column.equals(TableShape.HIDDEN))
                .toList();
        return "INSERT INTO " + row.table() + " (" + String.join(", ", columns) + ") VALUES ("
                + columns.stream()
                        .map(column -> SqlText.literal(row.values().get(column)))
                        .collect(Collectors.joining(", "))
                + ")";
    }

    static String session(int instance) {
        return String.valueOf((char) ('a' + instance));
    }

    /** The statements in the order in which they are said: one that waits is said when it begins to. */
    public static List<Said> said(Violation violation) {
        Execution execution = Objects.requireNonNull(violation.execution());
        List<Said> all = new ArrayList<>();
        Set<Integer> waiting = new HashSet<>();
        List<StepTaken> steps = execution.steps();
        for (int i = 0; i < steps.size(); i++) {
            StepTaken step = steps.get(i);
            if (waiting.contains(step.instance())) {
                if (!step.waited()) {
                    waiting.remove(step.instance());
                }
                continue;
            }
            StepTaken last = step;
            if (step.waited()) {
                waiting.add(step.instance());
                for (int j = i + 1; j < steps.size(); j++) {
                    if (steps.get(j).instance() == step.instance()
                            && !steps.get(j).waited()) {
                        last = steps.get(j);
                        break;
                    }
                }
            }
            String sql = step.instruction() == null ? "COMMIT" : step.sql();
            all.add(new Said(session(step.instance()), sql, last.rows(), last.answer()));
        }
        return all;
    }
}
