package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a database so far, for all who record it together: its tables, which grow with what the traces say and with the
 * definitions among their statements, and what something unknown may have written, which is passed on to all of them.
 */
final class LiveWorld implements SideEffects {
    private static final int TEXTS_MAX = 1 << 14;
    private static final String EMPTIED = "a table was emptied";
    private static final String CASCADE = "a delete that deletes or changes rows of other tables";
    private static final String REDEFINED = "a table whose columns or keys changed";

    private final Optional<Path> schemaFile;
    private final Map<String, Value> about = new LinkedHashMap<>();
    /** Definitions among the statements, once each. */
    private final Set<Statement> definitions = new LinkedHashSet<>();

    private Map<String, Parsed> texts = new HashMap<>();
    private final List<TraceListener> listeners = new ArrayList<>();
    private @Nullable Lifting lifting;
    private boolean stale = true;
    private SqlDialect dialect = SqlDialect.of("");

    // What something unknown may have written, by name: tables get new numbers when more is known of them.
    private final Map<List<Value>, Long> unknown = new HashMap<>();
    private final Set<ObjectName> doubted = new HashSet<>();
    private long all = Long.MAX_VALUE;

    private FirstTables firstTables = FirstTables.of(Map.of());
    private final InitialCells firstCells = new InitialCells();
    private final Map<String, List<TableRows>> firstRows = new HashMap<>();
    private InitialState initial = InitialState.UNKNOWN;
    /** Cells of which was told what they held at first. */
    private final Set<Value> met = new HashSet<>();

    /** @param schemaFile definitions that are believed in place of what the traces say */
    LiveWorld(Optional<Path> schemaFile) {
        this.schemaFile = schemaFile;
    }

    /** Tells somebody from now on, and what is known already. */
    void listener(TraceListener listener) {
        listeners.add(listener);
        if (all != Long.MAX_VALUE) {
            listener.unknownWrites(List.of(), all);
        }
        unknown.forEach(listener::unknownWrites);
    }

    void remove(TraceListener listener) {
        listeners.remove(listener);
    }

    // ---- what traces say

    void initialState(InitialState state) {
        initial = state;
    }

    void about(String name, Value value) {
        stale |= !value.equals(about.put(name, value));
    }

    void rows(TableRows piece) {
        List<TableRows> pieces = firstRows.computeIfAbsent(piece.table(), table -> new ArrayList<>());
        pieces.add(piece);
        if (piece.complete()) {
            firstCells.tell(TableRows.joined(pieces));
            firstRows.remove(piece.table());
        }
    }

    /** A text, read; what it defines is known from now on. */
    Parsed parsed(String text) {
        Parsed parsed = texts.get(text);
        if (parsed == null) {
            lifting(); // learns the dialect
            if (texts.size() >= TEXTS_MAX) {
                texts = new HashMap<>();
                lifting().forgetPlans();
            }
            parsed = Parsed.of(text, dialect);
            texts.put(text, parsed);
            for (Statement statement : parsed.statements()) {
                boolean defines = statement instanceof Definition || statement instanceof Statement.Unread;
                stale |= defines && definitions.add(statement);
            }
        }
        return parsed;
    }

    /** With all that is known now. */
    Lifting lifting() {
        Lifting known = lifting;
        if (known == null || stale) {
            known = renewed(known);
            lifting = known;
            stale = false;
        }
        return known;
    }

    private Lifting renewed(@Nullable Lifting before) {
        SqlDialect engine = SqlDialect.of(about.get("engine") instanceof Value.Text text ? text.value() : "");
        if (!engine.equals(dialect)) {
            dialect = engine;
            texts = new HashMap<>();
        }
        World world = World.of(told(), about, List.of(List.copyOf(definitions)));
        Schema schema = new Schema(world, about);
        firstTables = FirstTables.of(about);
        if (before != null) {
            before.schema().relations.forEach(old -> compare(old, schema));
        }
        if (about.containsKey(Lift.SEVERAL)) {
            everything(ALWAYS, Lift.SEVERAL_DATABASES);
        }
        Sessions sessions = before == null
                ? new Sessions(schema.catalog, about)
                : new Sessions(schema.catalog, about, before.sessions());
        return new Lifting(schema, sessions);
    }

    private Catalog told() {
        try {
            return schemaFile.isPresent() ? SchemaFile.read(schemaFile.get(), dialect) : Catalog.of(about);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cells keep their names only where a table keeps its key and its columns. */
    private void compare(Relation old, Schema schema) {
        for (Relation now : schema.relations) {
            if (now.table.name().equals(old.table.name()) && !old.isContinuedBy(now)) {
                doubtful(now, ALWAYS, REDEFINED);
            }
        }
    }

    // ---- what statements do

    @Override
    public void unknown(Relation relation, int column, long since, String why) {
        unknown(List.of(relation.name, relation.columns[column]), since);
    }

    /** @param parts the names of a table and of a column */
    void unknown(List<Value> parts, long since) {
        long time = since(since);
        Long before = unknown.get(parts);
        if (before == null || time < before) {
            unknown.put(parts, time);
            listeners.forEach(listener -> listener.unknownWrites(parts, time));
        }
    }

    @Override
    public void everything(long since, String why) {
        long time = since(since);
        if (time < all) {
            all = time;
            listeners.forEach(listener -> listener.unknownWrites(List.of(), time));
        }
    }

    private static long since(long time) {
        return time == History.NO_TIME ? ALWAYS : time;
    }

    /** Nothing is lifted of the table any more. */
    @Override
    public void doubtful(Relation relation, long since, String why) {
        doubted.add(relation.table.name());
        unknownTable(relation, since, why);
    }

    @Override
    public List<List<Value>> cleared(int transaction, int statement, Relation relation, long since) {
        unknownTable(relation, since, EMPTIED);
        return List.of();
    }

    @Override
    public void uncleared(int statement, Relation relation) {}

    @Override
    public void needsEmpty(int transaction, Relation child, long since) {
        unknownTable(child, since, CASCADE);
    }

    @Override
    public void born(int transaction, Relation relation, List<Value> row) {}

    @Override
    public void deleted(Relation relation, List<Value> row) {}

    /** Whether an operation tells something. @param before when its statement was sent */
    boolean isTold(Op op, long before) {
        BaseTable table = op.relation().table;
        if (doubted.contains(table.name())) {
            return false;
        }
        boolean late = before >= all && all != Long.MAX_VALUE;
        if (!late && !unknown.isEmpty()) {
            Long since = unknown.get(List.of(op.relation().name, op.relation().columns[op.column()]));
            late = since != null && before >= since;
        }
        return op.isWrite() || !late;
    }

    /** What a cell held before the first statement, when it is first met; null where it is not known, or was met before. */
    @Nullable
    Content first(Relation relation, int column, Value cell) {
        boolean absent = firstTables.lack(relation.table.name().name());
        if (initial != InitialState.UNKNOWN || !absent && !firstCells.tells(relation.name) || !met.add(cell)) {
            return null;
        }
        List<Value> parts = ((Value.Elements) cell).value();
        Content held = firstCells.of(relation, column, parts.get(0), parts.subList(2, parts.size()));
        return held == null && absent ? Content.absent() : held;
    }
}
