package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database, as the trace tells of them. All are read when the first connection arrives, by whoever comes first, and those
 * that a statement may have changed, or names for the first time, when its transaction has ended. While one session reads, others go on:
 * what the trace tells of a table holds for all of it, wherever it stands.
 */
final class Schema {
    /** The tables that there were before anything was recorded: of others, nothing was there. */
    private static final String AT_FIRST = "tables at first";

    private static final String NOT_TOLD = "tables not told";
    /** What others changed meanwhile is read at once, but not without end. */
    private static final int ROUNDS_MAX = 2;

    private static final int FAILURES_MAX = 3;

    private final Engine engine;
    /** Whether a statement that changes tables ends the transaction it is in. */
    private final boolean ddlCommits;

    private final Map<String, Value> told = new ConcurrentHashMap<>();
    private final Family family = new Family();
    /** Where sessions look for names. */
    private final Set<String> places = ConcurrentHashMap.newKeySet();
    /** Simple names of tables, and of what else was looked for; in lower case. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    private volatile Map<Long, PostgresTypes.Type> types = Map.of();
    /** What names and values mean to the first session that was asked, and to all that say nothing else. */
    private volatile @Nullable SessionState usual;
    /** Routines that may change that, as upper-case names. */
    private final Set<String> movers = ConcurrentHashMap.newKeySet();

    /** What is to be read. */
    private @Nullable Touched pending = Touched.EVERYTHING;
    /** Whether some session reads. */
    private boolean reading;

    private int failures;
    private volatile boolean stale = true;
    /** Whether anything recorded may have changed it. */
    private volatile boolean used;

    final RowsAtFirst firstRows;

    Schema(Engine engine, boolean ddlCommits, Ledger ledger) {
        this.engine = engine;
        this.firstRows = new RowsAtFirst(this, engine, ledger);
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

    /** A statement is about to be sent, in a transaction; what that touches is read again when it has ended. */
    void use(Sql sql, Txn txn) {
        if (!used) { // all sessions look here: whoever writes takes it away from the others
            used = true;
        }
        if (sql.is(Sql.TABLES)) {
            txn.touch(Touched.of(sql.text()));
        } else if (sql.tables().isNewTo(this)) {
            Set<String> unknown = new HashSet<>();
            for (String name : sql.tables().used()) {
                if (known.add(name) && TableNames.isPlain(name)) {
                    unknown.add(name);
                }
            }
            if (!unknown.isEmpty()) {
                txn.touch(new Touched(unknown));
            }
        }
    }

    /** A type of PostgreSQL that its driver does not know from the first; null as long as it is not read. */
    PostgresTypes.@Nullable Type type(long number) {
        PostgresTypes.Type type = types.get(number);
        if (type == null && known.add(Catalogue.type(number))) {
            changed(new Touched(Set.of(Catalogue.type(number))));
        }
        return type;
    }

    /** Whether something is to be read that nobody is reading. */
    boolean isStale() {
        return stale;
    }

    synchronized void changed(Touched touched) {
        if (!touched.isNothing()) {
            pending = pending == null ? touched : pending.and(touched);
            stale = !reading;
        }
    }

    /** Takes what is to be read; null when there is nothing, or when another session reads: nobody waits for it. */
    private synchronized @Nullable Touched take() {
        Touched next = reading ? null : pending;
        if (next != null) {
            pending = null;
            reading = true;
            stale = false;
        }
        return next;
    }

    private synchronized void done() {
        reading = false;
        stale = pending != null;
    }

    /** Asks on a connection that has no transaction open. What cannot be had is told, and does no harm. */
    void ask(Connection real, Ledger ledger) {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Touched next = take();
            if (next == null) {
                return;
            }
            try {
                read(next, real, ledger);
            } catch (SQLException | RuntimeException | LinkageError e) {
                tell(NOT_TOLD, text(ledger.veil().isThick() ? e.getClass().getName() : e.toString()), ledger);
                failures++;
                if (failures < FAILURES_MAX) {
                    changed(next); // it may have been the connection's fault
                }
                return;
            } finally {
                done();
            }
        }
    }

    private void read(Touched touched, Connection real, Ledger ledger) throws SQLException {
        boolean all = touched.names() == null;
        boolean first = all && !used && !told.containsKey(AT_FIRST);
        if (all) {
            DatabaseMetaData about = real.getMetaData();
            tell("engine", text(about.getDatabaseProductName()), ledger);
            tell("version", text(about.getDatabaseProductVersion()), ledger);
            tell("driver", text(about.getDriverName() + " " + about.getDriverVersion()), ledger);
        }
        Catalogue.Found found = Catalogue.read(real, engine, touched.names());
        types = found.types().isEmpty() ? types : found.types();
        family.add(found.tables()).forEach(table -> tell(SqlTable.ABOUT + table.name(), table.toValue(), ledger));
        found.tables().forEach(each -> known.add(Family.simple(each.table().name())));
        found.definitions().forEach((name, texts) -> {
            known.add(Family.simple(name));
            if (name.startsWith(SqlTable.DEFINITIONS + "routine ")
                    && texts.stream().anyMatch(text -> text.contains("set_config") || text.contains("search_path"))) {
                movers.add(Family.simple(name).toUpperCase(Locale.ROOT));
            }
            tell(name, Value.list(texts.stream().map(Value::of).toList()), ledger);
        });
        if (first && !used && !found.more()) {
            tell(
                    AT_FIRST,
                    Value.list(found.tables().stream()
                            .map(each -> Value.of(each.table().name()))
                            .toList()),
                    ledger);
        }
        if (all && !found.more() && !found.definitions().isEmpty()) {
            tell(SqlTable.DEFINITIONS + "complete", Value.of(true), ledger);
        }
        if (found.more()) {
            tell(NOT_TOLD, Value.of("more than " + Catalogue.TABLES_MAX), ledger);
        }
    }

    /** Asks where a connection looks for names without a schema. Where sessions differ, nobody can tell which of several tables is meant. */
    void place(Connection real, Ledger ledger) {
        String place = null;
        try {
            place = engine == Engine.MYSQL ? real.getCatalog() : real.getSchema();
        } catch (SQLException | LinkageError e) {
            // An old driver does not know.
        }
        place(place, ledger);
    }

    private void place(@Nullable String place, Ledger ledger) {
        boolean other;
        synchronized (this) {
            other = places.add(String.valueOf(place)) && places.size() > 1;
        }
        tell("schema", places.size() > 1 ? Value.NULL : text(place), ledger);
        if (other && engine == Engine.MYSQL) {
            changed(Touched.EVERYTHING); // the tables of one database are read at a time
        }
    }

    /** Whether anything was recorded that may have changed rows. */
    boolean isUsed() {
        return used;
    }

    /** The entries of all tables that the trace tells of. */
    Map<String, Value> tables() {
        Map<String, Value> tables = new TreeMap<>(told);
        tables.keySet().removeIf(name -> !name.startsWith(SqlTable.ABOUT));
        return tables;
    }

    /** The definition of a table; empty where none was told. */
    List<String> definition(String table) {
        return told.get(SqlTable.DEFINITIONS + SqlTable.ABOUT + table) instanceof Value.Elements texts
                ? texts.value().stream()
                        .map(text -> ((Value.Text) text).value())
                        .toList()
                : List.of();
    }

    /** What sessions have that tell nothing else; null as long as none was asked. */
    @Nullable
    SessionState usualState() {
        return usual;
    }

    /** A session was asked what its names and values mean. */
    void state(SessionState state, Ledger ledger) {
        List<String> path = state.path();
        if (path != null) {
            place(
                    path.stream()
                            .filter(each -> !each.startsWith("pg_"))
                            .findFirst()
                            .orElse(null),
                    ledger);
        }
        synchronized (this) {
            if (usual != null) {
                return;
            }
            usual = state;
        }
        tell(SessionState.ABOUT, Value.list(state.toValues()), ledger);
    }

    /** Whether a statement may call a routine that changes what names mean. */
    boolean mayMove(Sql sql) {
        return !movers.isEmpty() && movers.stream().anyMatch(sql::mentions);
    }

    private static Value text(@Nullable String text) {
        return text == null ? Value.NULL : Value.of(text);
    }

    /** Sessions that place themselves tell as well as the one that reads. */
    private synchronized void tell(String name, Value value, Ledger ledger) {
        if (!value.equals(told.put(name, value))) {
            ledger.about(name, value);
        }
    }
}
