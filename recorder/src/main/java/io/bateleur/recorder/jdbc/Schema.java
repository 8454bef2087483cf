package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a database, as the trace tells of them: asked for when first used and after they may have changed. */
final class Schema {
    /** The tables that there were before anything was recorded: of others, nothing was there. */
    private static final String AT_FIRST = "tables at first";

    private final Engine engine;
    /** Whether a statement that changes tables ends the transaction it is in. */
    private final boolean ddlCommits;

    private final Map<String, Value> told = new HashMap<>();
    private volatile boolean stale = true;
    /** Whether anything recorded may have changed it. */
    private volatile boolean used;

    Schema(Engine engine, boolean ddlCommits) {
        this.engine = engine;
        this.ddlCommits = ddlCommits;
    }

    /** Whether a statement ends the transaction that it is in, and commits it, although it does not say so. */
    boolean commits(Sql sql) {
        boolean temporary = sql.is(Sql.TEMPORARY) && engine == Engine.MYSQL;
        boolean tables = sql.verb() == Verb.DDL || sql.is(Sql.DEFINES);
        return tables && ddlCommits && !temporary
                || sql.verb() == Verb.LOCK && engine == Engine.MYSQL
                || sql.verb() == Verb.BEGIN && engine.has(Trait.BEGIN_COMMITS);
    }

    /** A statement is about to be sent. */
    void use() {
        if (!used) { // all sessions look here: whoever writes takes it away from the others
            used = true;
        }
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
            boolean first = !used && !told.containsKey(AT_FIRST);
            List<Value> names = new ArrayList<>();
            for (SqlTable table : tables.all()) {
                tell(SqlTable.ABOUT + table.name(), table.toValue(), ledger);
                names.add(Value.of(table.name()));
            }
            if (first && !used && !tables.areMore()) {
                tell(AT_FIRST, Value.list(names), ledger);
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
