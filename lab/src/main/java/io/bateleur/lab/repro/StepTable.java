package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.CaseStep;
import java.util.ArrayList;
import java.util.List;

/** A run as a table: a column for each session, time from top to bottom. */
public final class StepTable {
    /**
     * One line of it.
     *
     * @param number of the step; 0 for an answer that comes later than its step
     * @param session whose column it stands in
     * @param said the statement; empty where only an answer comes
     * @param answer what came
     */
    public record Line(int number, String session, String said, String answer) {}

    private StepTable() {}

    /** The sessions in the order in which they first speak. */
    public static List<String> sessions(CaseRun run) {
        return run.steps().stream()
                .map(step -> step.step().session())
                .distinct()
                .toList();
    }

    public static List<Line> lines(CaseRun run) {
        List<Line> lines = new ArrayList<>();
        for (Played step : run.steps()) {
            lines.add(new Line(
                    step.number(),
                    step.step().session(),
                    said(step.step()),
                    step.response().toString()));
            for (String session : step.woken()) {
                step.otherStep(session)
                        .ifPresent(other ->
                                lines.add(new Line(0, session, "", "(" + other.number() + ") " + other.last())));
            }
        }
        return lines;
    }

    private static String said(CaseStep step) {
        return step.action().toString();
    }

    /** The table in so many columns of text. */
    public static String text(CaseRun run, int columns) {
        List<String> sessions = sessions(run);
        int width = Math.max(16, Math.min(60, (columns - 4) / Math.max(1, sessions.size()) - 2));
        StringBuilder out = new StringBuilder("    ");
        sessions.forEach(session -> out.append(padded(session, width)));
        StringBuilder table = new StringBuilder(out.toString().stripTrailing()).append('\n');
        for (Line line : lines(run)) {
            int column = sessions.indexOf(line.session());
            List<String> cell = new ArrayList<>(wrapped(line.said(), width));
            cell.addAll(wrapped(line.said().isEmpty() ? line.answer() : "= " + line.answer(), width).stream()
                    .map(text -> text.replaceFirst("^= (!|waits|crash|not said)", "$1"))
                    .toList());
            for (int i = 0; i < cell.size(); i++) {
                String number = i == 0 && line.number() > 0 ? padded(Integer.toString(line.number()), 2) : "    ";
                table.append((number + " ".repeat(column * (width + 2)) + cell.get(i)).stripTrailing())
                        .append('\n');
            }
        }
        for (Looked look : run.finals()) {
            table.append("final ").append(look.look().text()).append('\n');
            table.append("    ").append(look.response()).append('\n');
        }
        return table.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()) + 2);
    }

    /** Words in lines; a word that is longer than a line is cut. */
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            String rest = word;
            if (line.length() > 0 && line.length() + 1 + rest.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (rest.length() > width) {
                lines.add(rest.substring(0, width));
                rest = rest.substring(width);
            }
            line.append(line.length() > 0 ? " " : "").append(rest);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }
}
