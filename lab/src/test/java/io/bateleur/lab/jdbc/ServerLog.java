package io.bateleur.lab.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All statements that a PostgreSQL server was sent, by its own log. */
final class ServerLog {
    static final Map<String, String> SETTINGS = Map.of(
            "logging_collector", "on",
            "log_statement", "all",
            "log_min_messages", "log",
            "log_line_prefix", "@%p %v ");

    private final RecordedServer server;
    private int mark;

    /** A statement, by the process and the number of the transaction that it ran in. */
    private record Line(String transaction, String statement) {}

    ServerLog(RecordedServer server) {
        this.server = server;
    }

    /** What comes after this is of interest. */
    void mark() throws SQLException {
        mark = text().length();
    }

    private String text() throws SQLException {
        return server.ask("/* log */ SELECT pg_read_file(pg_current_logfile())");
    }

    private List<Line> lines() throws SQLException {
        List<Line> lines = new ArrayList<>();
        for (String entry : text().substring(mark).split("\n@")) {
            String[] parts = entry.replaceFirst("^@", "").split(" ", 3);
            String said = parts.length < 3 ? "" : parts[2].replaceFirst("^LOG: +(execute [^:]*|statement): ", "");
            boolean statement = parts.length == 3 && !said.equals(parts[2]);
            if (statement && !said.contains("/* log */")) {
                lines.add(new Line(parts[0] + " " + parts[1], said.strip()));
            }
        }
        return lines;
    }

    List<String> sinceMark() throws SQLException {
        return lines().stream().map(Line::statement).toList();
    }

    /** The statements of each transaction in which something of the application was done. */
    List<List<String>> transactionsSinceMark(String application) throws SQLException {
        Map<String, List<String>> transactions = new LinkedHashMap<>();
        for (Line line : lines()) {
            transactions
                    .computeIfAbsent(line.transaction, each -> new ArrayList<>())
                    .add(line.statement);
        }
        return transactions.values().stream()
                .filter(statements -> statements.stream().anyMatch(each -> each.contains(application)))
                .map(statements -> statements.stream()
                        .flatMap(each -> Arrays.stream(each.split("\n")).limit(1))
                        .toList())
                .toList();
    }
}
