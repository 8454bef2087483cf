package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a database, as the trace tells of them: asked for when first used and after they may have changed. */
final class Schema {
    private final Engine engine;
    private final boolean ddlCommits;
    private final Map<String, Value> told = new HashMap<>();
    private volatile boolean stale = true;

    Schema(Engine engine, boolean ddlCommits) {
        this.engine = engine;
        this.ddlCommits = ddlCommits;
    }

    /** Whether a statement that changes tables ends the transaction it is in. */
    boolean ddlCommits() {
        return ddlCommits;
    }

    boolean isStale() {
        return stale;
    }

    void changed() {
        stale = true;
    }

    /** Asks on a connection that has no transaction open. What cannot be had is told, and does no harm. */
    synchronized void ask(Connection real, Ledger ledger) {
        if (!stale) {
            return;
        }
        stale = false;
        try {
            DatabaseMetaData about = real.getMetaData();
            tell("engine", text(about.getDatabaseProductName()), ledger);
            tell("version", text(about.getDatabaseProductVersion()), ledger);
            tell("driver", text(about.getDriverName() + " " + about.getDriverVersion()), ledger);
            tell("schema", text(current(real)), ledger);
            Tables tables = new Tables(real, engine);
            for (SqlTable table : tables.all()) {
                tell(SqlTable.ABOUT + table.name(), table.toValue(), ledger);
            }
            if (tables.areMore()) {
                tell("tables not told", Value.of("more than " + Tables.TABLES_MAX), ledger);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            tell("tables not told", text(ledger.veil().isThick() ? e.getClass().getName() : e.toString()), ledger);
        }
    }

    /** Where names without a schema are looked for. */
    private @Nullable String current(Connection real) throws SQLException {
        String schema = engine == Engine.MYSQL ? real.getCatalog() : real.getSchema();
        return schema;
    }

    private static Value text(@Nullable String text) {
        return text == null ? Value.NULL : Value.of(text);
    }

    private void tell(String name, Value value, Ledger ledger) {
        if (!value.equals(told.put(name, value))) {
            ledger.about(name, value);
        }
    }
}
