package io.bateleur.sql.analyze;

import io.bateleur.core.report.ProgramViolation;
import io.bateleur.sql.analyze.EngineRun.StepTaken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Tells people what was found: which program is not safe, how it goes wrong, line by line. */
public final class AnalysisText {
    private AnalysisText() {}

    /** The program that a reader looks at first: the one between two anti-dependencies, or the first that does not see another's write. */
    public static int blamed(Violation violation) {
        int size = violation.arrows().size();
        for (int i = 0; i < size; i++) {
            boolean out = violation.arrows().get(i).kind().equals("RW");
            boolean in = violation.arrows().get((i + size - 1) % size).kind().equals("RW");
            if (out && in && !violation.programs().get(i).readsOnly()) {
                return i;
            }
        }
        for (int i = 0; i < size; i++) {
            if (violation.arrows().get(i).kind().equals("RW")) {
                return i;
            }
        }
        return 0;
    }

    /** Names of the instances: of several of one program they have numbers. */
    public static List<String> names(Violation violation) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (TransactionProgram program : violation.programs()) {
            long count = violation.programs().stream()
                    .filter(each -> each.name().equals(program.name()))
                    .count();
            int number = seen.merge(program.name(), 1, Integer::sum);
            names.add(count > 1 ? program.name() + "#" + number : program.name());
        }
        return names;
    }

    /** In a sentence for each edge. */
    public static List<String> arrows(Violation violation) {
        List<String> names = names(violation);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < violation.size(); i++) {
            Violation.Arrow arrow = violation.arrows().get(i);
            String next = names.get((i + 1) % violation.size());
            String cell = arrow.column().equals(TableShape.ALIVE)
                    ? "a row of " + arrow.table()
                    : arrow.table() + "." + arrow.column();
            lines.add(
                    switch (arrow.kind()) {
                        case "WR" ->
                            names.get(i) + " (:" + arrow.fromLine() + ") writes " + cell + ", which " + next + " (:"
                                    + arrow.toLine() + ") reads";
                        case "WW" ->
                            names.get(i) + " (:" + arrow.fromLine() + ") writes " + cell + ", which " + next + " (:"
                                    + arrow.toLine() + ") overwrites";
                        default ->
                            names.get(i) + " (:" + arrow.fromLine() + ") does not see " + cell + " as " + next + " (:"
                                    + arrow.toLine() + ") writes it";
                    });
        }
        return lines;
    }

    /** One line for each step that was executed: who, where, what came of it. */
    public static List<String> interleaving(Violation violation) {
        Execution execution = violation.execution();
        if (execution == null) {
            return List.of();
        }
        List<String> names = names(violation);
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (StepTaken step : execution.steps()) {
            Instruction.OnTables on = step.instruction();
            String name = String.format(Locale.ROOT, "%-" + width + "s", names.get(step.instance()));
            String where = on == null ? "" : ":" + on.line() + " ";
            lines.add(name + "  " + where + (on == null ? step.answer() : words(on, step)));
        }
        return lines;
    }

    /** The same for reports that draw it. */
    static List<ProgramViolation.Move> moves(Violation violation) {
        Execution execution = violation.execution();
        if (execution == null) {
            return List.of();
        }
        return execution.steps().stream()
                .map(step -> new ProgramViolation.Move(
                        step.instance(),
                        step.instruction() == null ? 0 : step.instruction().line(),
                        step.instruction() == null ? step.answer() : words(step.instruction(), step)))
                .toList();
    }

    private static String words(Instruction.OnTables on, StepTaken step) {
        String sql = step.sql();
        if (step.answer().startsWith("fails")) {
            return step.answer();
        }
        String text = on instanceof Instruction.Read ? sql.replaceFirst("(?s)^SELECT .*? FROM ", "reads ") : sql;
        return text + (step.waited() ? "  waits" : "  -> " + step.answer());
    }

    /** Parameter values of each instance. */
    public static List<String> arguments(Violation violation) {
        List<String> names = names(violation);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Map<String, ?> arguments = violation.example().arguments().get(i);
            lines.add(names.get(i)
                    + violation.programs().get(i).parameters().stream()
                            .map(each -> each.name() + " = " + SqlText.literal(arguments.get(each.name())))
                            .collect(Collectors.joining(", ", "(", ")")));
        }
        return lines;
    }

    public static List<String> initial(Violation violation) {
        return violation.example().initial().stream().map(CaseText::insert).toList();
    }

    /** How it was shown. */
    public static String evidence(Violation violation) {
        Execution execution = violation.execution();
        if (execution == null) {
            return "unconfirmed: " + violation.why();
        }
        return Objects.requireNonNull(execution).differsFromSerial()
                ? "executed by the interpreter: the results differ from every serial order"
                : "executed by the interpreter: the dependencies form a cycle";
    }
}
