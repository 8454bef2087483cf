package io.bateleur.app.cli;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Summary;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Template;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What {@code info} shows to people. */
final class InfoText {
    private static final int TEMPLATES_MAX = 50;
    private static final int TEXT_MAX = 160;

    private InfoText() {}

    static String of(String file, Trace trace, Summary summary, Coverage coverage) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add(file + ": " + trace.format().description());
        line(lines, "sessions", summary.sessions());
        line(lines, "transactions", total(summary.transactions(), counts(summary.endings())));
        String kinds = summary.operations().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().word())
                .collect(Collectors.joining(", "));
        line(lines, "operations", total(summary.allOperations(), kinds));
        line(lines, "keys", summary.keys());
        line(lines, "duplicates", summary.duplicateValues() + " writes of a value that the key had been given before");
        line(
                lines,
                "reads",
                "of these %d absent, %d unknown, %d locking"
                        .formatted(summary.absentReads(), summary.unknownReads(), summary.lockingReads()));
        line(lines, "initial state", summary.initialState());
        line(lines, "times", summary.times() ? "yes" : "none");
        line(lines, "hints", listed(summary.hints()));
        List<SqlTable> tables = SqlTable.of(trace.history().about());
        if (!tables.isEmpty()) {
            line(lines, "tables", tables.stream().map(SqlTable::name).collect(Collectors.joining(", ")));
        }
        List<TableRows> rows = trace.history().initialRows();
        if (!rows.isEmpty()) {
            line(lines, "rows at first", rows.stream().map(InfoText::rows).collect(Collectors.joining(", ")));
        }
        String about = trace.history().about().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(SqlTable.ABOUT))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        if (!about.isEmpty()) {
            line(lines, "about", about);
        }
        if (coverage.statements() > 0) {
            lines.add("  statements, how often, and whether they can be told as reads and writes:");
            coverage.templates().stream().limit(TEMPLATES_MAX).forEach(each -> lines.add(template(each)));
            if (coverage.templates().size() > TEMPLATES_MAX) {
                lines.add("    and " + (coverage.templates().size() - TEMPLATES_MAX) + " more (--json shows all)");
            }
        }
        return lines.toString();
    }

    static String of(String file, Polygraph polygraph) {
        return "%s: Cobra polygraph%n  %-15s%d%n  %-15s%d%n  %-15s%d"
                .formatted(
                        file,
                        "nodes",
                        polygraph.nodes(),
                        "edges",
                        polygraph.edges().length / 2,
                        "choices",
                        polygraph.choices().length / 4);
    }

    private static String rows(TableRows table) {
        return table.table() + " " + table.rows().size() + (table.complete() ? "" : " or more");
    }

    private static String template(Template template) {
        String text = template.text().strip().replaceAll("\\s+", " ");
        return "    %7d  %s%n             %s%s"
                .formatted(
                        template.executions(),
                        text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "...",
                        template.lifted(),
                        template.why().isEmpty() ? "" : ": " + template.why());
    }

    private static void line(StringJoiner lines, String name, Object value) {
        lines.add("  %-15s%s".formatted(name, value));
    }

    private static String total(int total, String parts) {
        return parts.isEmpty() ? Integer.toString(total) : total + ": " + parts;
    }

    private static <K> String counts(Map<K, Integer> counts) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String listed(List<String> words) {
        return words.isEmpty() ? "none" : String.join(", ", words);
    }
}
