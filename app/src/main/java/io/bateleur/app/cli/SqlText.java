package io.bateleur.app.cli;

import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Template;
import java.util.Locale;
import java.util.StringJoiner;

/** What {@code sql} shows to people. */
final class SqlText {
    private static final int TEXT_MAX = 400;
    private static final String INDENT = " ".repeat(21);

    private SqlText() {}

    static String of(String file, Coverage coverage) {
        StringJoiner lines = new StringJoiner("\n");
        if (coverage.statements() == 0) {
            return file + ": no SQL statements";
        }
        lines.add("%-10s %8s  %s".formatted("understood", "times", "statement"));
        coverage.templates().forEach(each -> template(lines, each));
        lines.add("");
        lines.add(last(file, coverage));
        return lines.toString();
    }

    private static void template(StringJoiner lines, Template template) {
        String text = template.text().strip().replaceAll("\\s+", " ");
        String shown = text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "...";
        lines.add("%-10s %8d  %s".formatted(word(template.lifted()), template.executions(), shown));
        add(lines, "reads ", template.reads());
        add(lines, "writes ", template.writes());
        String place = template.line() > 0 ? template.line() + ":" + template.column() + ": " : "";
        add(lines, template.why().isEmpty() ? "" : place, template.why());
        add(lines, "what helps: ", template.help());
    }

    private static String word(String lifted) {
        return switch (lifted) {
            case "whole" -> "yes";
            case "left" -> "no";
            default -> lifted;
        };
    }

    private static void add(StringJoiner lines, String before, String text) {
        if (!text.isEmpty()) {
            lines.add(INDENT + before + text);
        }
    }

    private static String last(String file, Coverage coverage) {
        String transactions = coverage.transactions() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %d of %d transactions without a statement that is not (%.1f %%)",
                        coverage.understood(),
                        coverage.transactions(),
                        100.0 * coverage.understood() / coverage.transactions());
        return String.format(
                Locale.ROOT,
                "%s: understood %.1f %% of %d statements (%d wholly, %d in part)%s",
                file,
                100 * coverage.share(),
                coverage.statements(),
                coverage.whole(),
                coverage.inPart(),
                transactions);
    }
}
