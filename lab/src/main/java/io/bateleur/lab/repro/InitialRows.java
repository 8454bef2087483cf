package io.bateleur.lab.repro;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.MemorySink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of the tables before a transcript begins, with names and values as its trace has them: they are recorded, too, aside. */
final class InitialRows {
    private InitialRows() {}

    /** A table that cannot be read is left out: then nothing is known of its rows. */
    static List<TableRows> read(Connection real) throws SQLException, IOException {
        MemorySink sink = new MemorySink();
        Map<String, String> tables = new LinkedHashMap<>();
        try (Recorder recorder =
                new Recorder(sink, new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.forEver())) {
            Connection connection =
                    new JdbcRecording(recorder, JdbcOptions.standard()).connection(real, Value.of("rows at first"));
            recorder.flush();
            String place = place(real);
            String quote = real.getMetaData().getIdentifierQuoteString().strip();
            for (SqlTable table : SqlTable.of(sink.history().about())) {
                if (isIn(place, table.name())) {
                    String query = "SELECT * FROM " + quoted(table.name(), quote);
                    if (look(connection, query)) {
                        tables.put(query, table.name());
                    }
                }
            }
        }
        return rows(sink.history(), tables);
    }

    /** Somebody else's database has more than ours. */
    private static String place(Connection real) {
        try {
            String schema = real.getSchema();
            return schema != null && !schema.isEmpty() ? schema : String.valueOf(real.getCatalog());
        } catch (SQLException | AbstractMethodError e) {
            return "";
        }
    }

    private static boolean isIn(String place, String table) {
        int dot = table.indexOf('.');
        return dot < 0
                || place.isEmpty()
                || table.substring(0, dot).toLowerCase(Locale.ROOT).equals(place.toLowerCase(Locale.ROOT));
    }

    private static String quoted(String name, String quote) {
        int dot = name.indexOf('.');
        String table = quote + name.substring(dot + 1).replace(quote.isEmpty() ? "\0" : quote, quote + quote) + quote;
        return dot < 0 ? table : quote + name.substring(0, dot) + quote + "." + table;
    }

    private static boolean look(Connection connection, String query) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                rows.getObject(1); // a row that was not looked at is not recorded
            }
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static List<TableRows> rows(History history, Map<String, String> tables) {
        List<TableRows> all = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            for (Operation operation : transaction.operations()) {
                String table = tables.get(operation.statement());
                if (table != null && operation.content() instanceof Content.Live answer) {
                    SqlResult.of(answer.value()).stream()
                            .flatMap(List::stream)
                            .filter(SqlResult.Rows.class::isInstance)
                            .map(SqlResult.Rows.class::cast)
                            .forEach(rows ->
                                    all.add(new TableRows(table, rows.columns(), rows.rows(), rows.complete())));
                }
            }
        }
        return all;
    }
}
