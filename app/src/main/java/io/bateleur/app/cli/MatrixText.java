package io.bateleur.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.lab.run.Matrix;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A {@link Matrix} as people and programs want it. */
final class MatrixText {
    private static final List<String> HEAD =
            List.of("database", "asked for", "promised", "that", "strongest seen to hold", "seen", "commits");

    private MatrixText() {}

    /** By the end of a file's name: Markdown, HTML, JSON, or columns. */
    static String of(List<Matrix.Row> rows, String name) throws IOException {
        if (name.endsWith(".json")) {
            return json(rows);
        }
        if (name.endsWith(".html")) {
            return html(rows);
        }
        return name.endsWith(".md") ? markdown(rows) : columns(rows);
    }

    private static List<String> cells(Matrix.Row row) {
        return List.of(
                row.database(),
                row.isolation(),
                row.promised(),
                row.verdict(),
                words(row.holding()),
                words(row.anomalies()) + (row.open().isEmpty() ? "" : "; undecided: " + words(row.open())),
                Long.toString(row.committed()));
    }

    private static String words(Collection<String> words) {
        return words.isEmpty() ? "-" : String.join(", ", words);
    }

    private static List<List<String>> table(List<Matrix.Row> rows) {
        List<List<String>> table = new ArrayList<>();
        table.add(HEAD);
        rows.forEach(row -> table.add(cells(row)));
        return table;
    }

    private static String columns(List<Matrix.Row> rows) {
        List<List<String>> table = table(rows);
        StringBuilder text = new StringBuilder();
        for (List<String> line : table) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = table.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElse(0);
                row.append(line.get(i)).append(" ".repeat(width - line.get(i).length() + 2));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String markdown(List<Matrix.Row> rows) {
        StringBuilder text = new StringBuilder(
                "# Isolation, seen\n\nMade by `bateleur run --matrix`, described in lab.md: one run of a "
                        + "workload each. What was not seen may be there all the same.\n\n");
        for (List<String> line : table(rows)) {
            text.append("| ").append(String.join(" | ", line)).append(" |\n");
            if (line.equals(HEAD)) {
                text.append("| --- ".repeat(HEAD.size())).append("|\n");
            }
        }
        return text.toString();
    }

    private static String html(List<Matrix.Row> rows) {
        StringBuilder text = new StringBuilder(
                "<!doctype html><meta charset=\"utf-8\"><title>Isolation, seen</title>\n"
                        + "<style>body{font:15px system-ui;margin:2em}table{border-collapse:collapse}td,th{padding:.3em .8em;"
                        + "text-align:left;border-bottom:1px solid #ccc}.violated{color:#b3261e;font-weight:bold}</style>\n<table>\n");
        for (List<String> line : table(rows)) {
            String tag = line.equals(HEAD) ? "th" : "td";
            text.append("<tr>")
                    .append(line.stream()
                            .map(cell -> "<" + tag + (cell.equals("violated") ? " class=\"violated\"" : "") + ">"
                                    + escaped(cell) + "</" + tag + ">")
                            .collect(Collectors.joining()))
                    .append("</tr>\n");
        }
        return text.append("</table>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String json(List<Matrix.Row> rows) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("version", 1);
            json.writeArrayFieldStart("rows");
            for (Matrix.Row row : rows) {
                json.writeStartObject();
                json.writeStringField("database", row.database());
                json.writeStringField("isolation", row.isolation());
                json.writeStringField("promised", row.promised());
                json.writeStringField("verdict", row.verdict());
                names(json, "strongest", row.holding());
                names(json, "open", row.open());
                names(json, "anomalies", row.anomalies());
                json.writeNumberField("committed", row.committed());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void names(JsonGenerator json, String field, Collection<String> names) throws IOException {
        json.writeArrayFieldStart(field);
        for (String name : names) {
            json.writeString(name);
        }
        json.writeEndArray();
    }
}
