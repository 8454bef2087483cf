package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rows of the tables before the first recorded statement, read in one snapshot while all sessions wait. Nothing is read when somebody
 * was earlier, or when the session that is first has a transaction open.
 */
final class RowsAtFirst {
    private static final int PIECE = 500;
    /** H2's own level, by its number. */
    private static final int H2_SNAPSHOT = 6;

    private static final String NOT_TOLD = "rows at first not told";

    private final Schema schema;
    private final Engine engine;
    private final Ledger ledger;
    private final long rowsMax;
    private volatile boolean due;

    RowsAtFirst(Schema schema, Engine engine, Ledger ledger) {
        this.schema = schema;
        this.engine = engine;
        this.ledger = ledger;
        this.rowsMax = ledger.options().initialRows();
        this.due = rowsMax > 0;
    }

    /** Whether nobody has read them yet who should. */
    boolean areDue() {
        return due;
    }

    /** Reads them, or waits for whoever does. @param free whether this session has no transaction open */
    synchronized void read(Connection real, boolean free) {
        if (!due) {
            return;
        }
        try {
            if (free && !schema.isUsed()) {
                readAll(real);
            } else {
                ledger.about(NOT_TOLD, Value.of("the first session had a transaction open"));
            }
        } catch (SQLException | RuntimeException e) {
            ledger.about(
                    NOT_TOLD, Value.of(ledger.veil().isThick() ? e.getClass().getName() : String.valueOf(e)));
        } finally {
            due = false;
        }
    }

    private void readAll(Connection real) throws SQLException {
        boolean autoCommit = real.getAutoCommit();
        int level = engine == Engine.H2 ? real.getTransactionIsolation() : -1;
        try {
            begin(real, autoCommit);
            for (Map.Entry<String, Value> each : schema.tables().entrySet()) {
                String name = each.getKey().substring(SqlTable.ABOUT.length());
                String from = from(name);
                if (!from.isEmpty()) {
                    readTable(real, name, from);
                }
            }
        } finally {
            end(real, autoCommit, level);
        }
    }

    // ---- the snapshot

    private void begin(Connection real, boolean autoCommit) throws SQLException {
        if (engine == Engine.MYSQL) {
            say(real, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            say(real, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            return;
        }
        if (engine == Engine.H2) {
            real.setTransactionIsolation(H2_SNAPSHOT);
        }
        if (autoCommit) {
            real.setAutoCommit(false);
        }
        if (engine == Engine.POSTGRESQL) {
            say(real, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        }
    }

    private void end(Connection real, boolean autoCommit, int level) throws SQLException {
        if (engine == Engine.MYSQL) {
            say(real, "ROLLBACK");
            return;
        }
        if (!real.getAutoCommit()) {
            real.rollback();
        }
        if (autoCommit) {
            real.setAutoCommit(true);
        }
        if (level >= 0) {
            real.setTransactionIsolation(level);
        }
    }

    private static void say(Connection real, String text) throws SQLException {
        try (Statement statement = real.createStatement()) {
            statement.execute(text);
        }
    }

    // ---- a table

    /** What to select from; empty where the rows are not the table's own, or not all of them may be seen. */
    private String from(String name) {
        String quote = engine == Engine.MYSQL ? "`" : "\"";
        String[] parts = name.split("\\.", -1);
        if (parts.length > 2 || name.contains(quote)) {
            return "";
        }
        String from = quote + String.join(quote + "." + quote, parts) + quote;
        if (engine != Engine.POSTGRESQL) {
            return from;
        }
        List<String> definition = schema.definition(name);
        boolean hidden = definition.stream()
                .anyMatch(text -> text.endsWith(" ENABLE ROW LEVEL SECURITY") || text.contains(" ATTACH PARTITION "));
        String first = definition.isEmpty() ? "" : definition.get(0);
        return hidden || first.startsWith("CREATE FOREIGN")
                ? ""
                : first.contains(") PARTITION BY ") ? from : "ONLY " + from;
    }

    private void readTable(Connection real, String name, String from) throws SQLException {
        try (Statement statement = real.createStatement()) {
            if (rowsMax < JdbcOptions.ALL_ROWS) {
                statement.setMaxRows((int) rowsMax + 1);
            } else {
                statement.setFetchSize(PIECE);
            }
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + from)) {
                readRows(name, rows);
            }
        }
    }

    private void readRows(String name, ResultSet rows) throws SQLException {
        ResultTypes types = ResultTypes.of(rows, rows.getMetaData(), engine, schema);
        Columns columns = new Columns(rows.getMetaData(), types, engine, ledger);
        boolean whole = rowsMax < JdbcOptions.ALL_ROWS; // told only when it is known that there are not too many
        List<List<Value>> piece = new ArrayList<>();
        while (rows.next()) {
            if (piece.size() >= (whole ? rowsMax : PIECE)) {
                if (whole) {
                    return;
                }
                ledger.rows(new TableRows(name, columns.labels(), piece, false));
                piece = new ArrayList<>();
            }
            piece.add(List.copyOf(columns.row(rows, false)));
        }
        ledger.rows(new TableRows(name, columns.labels(), piece, true));
    }
}
