package io.bateleur.sql.schema;

import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All tables, views, sequences, routines and types of a database at one moment, found by the names that statements use. Cannot be changed:
 * {@link #with} gives another one.
 *
 * <p>A search path is a list of schemas, first the one that is looked at first. An empty path means that nobody knows where names are looked
 * up; a name without a schema is then found only where one object alone has it.
 */
public final class Catalog {
    private final SqlDialect dialect;
    private final Spelling spelling;
    private final List<String> path;
    private final Map<ObjectName, SchemaObject> relations;
    private final Map<ObjectName, List<StoredRoutine>> routines;
    private final Map<ObjectName, StoredType> types;
    /** Relations by their simple names in lower case. */
    private final Map<String, List<SchemaObject>> named = new HashMap<>();

    /** @param path where names are looked up unless a session says otherwise */
    Catalog(
            SqlDialect dialect,
            List<String> path,
            Map<ObjectName, SchemaObject> relations,
            Map<ObjectName, List<StoredRoutine>> routines,
            Map<ObjectName, StoredType> types) {
        this.dialect = dialect;
        this.spelling = new Spelling(dialect);
        this.path = List.copyOf(path);
        this.relations = new TreeMap<>(relations);
        this.routines = new TreeMap<>(routines);
        this.types = new TreeMap<>(types);
        relations.values().forEach(each -> named.computeIfAbsent(key(each.name().name()), name -> new ArrayList<>())
                .add(each));
    }

    /** One without anything, with the usual search path of a dialect. */
    public static Catalog empty(SqlDialect dialect) {
        return empty(dialect, List.of(Spelling.usual(dialect)));
    }

    public static Catalog empty(SqlDialect dialect, List<String> path) {
        return new Catalog(dialect, path, Map.of(), Map.of(), Map.of());
    }

    /** What a trace tells of its database: {@code History.about}. */
    public static Catalog of(Map<String, Value> about) {
        return TraceCatalog.of(about);
    }

    /** After these statements, one after the other; those that define nothing change nothing. Names are looked up along the path of this catalog. */
    public Catalog with(List<? extends Statement> statements) {
        return with(statements, path);
    }

    /** @param along where the statements look names up, and in whose first schema they define */
    public Catalog with(List<? extends Statement> statements, List<String> along) {
        CatalogBuilder builder = builder(along);
        statements.forEach(builder::apply);
        return builder.build();
    }

    CatalogBuilder builder(List<String> along) {
        return new CatalogBuilder(dialect, path, along, relations, routines, types);
    }

    public SqlDialect dialect() {
        return dialect;
    }

    /** Where names are looked up unless a session says otherwise. */
    public List<String> path() {
        return path;
    }

    /** All tables, by name. */
    public List<BaseTable> tables() {
        return some(relations.values(), BaseTable.class);
    }

    public List<StoredView> views() {
        return some(relations.values(), StoredView.class);
    }

    public List<StoredRoutine> routines() {
        return routines.values().stream().flatMap(List::stream).toList();
    }

    public List<StoredType> types() {
        return List.copyOf(types.values());
    }

    /** The table, view or sequence of a stored name. */
    public Optional<SchemaObject> relation(ObjectName name) {
        return Optional.ofNullable(relations.get(name));
    }

    public Optional<BaseTable> table(ObjectName name) {
        return relation(name).filter(BaseTable.class::isInstance).map(BaseTable.class::cast);
    }

    // ---- by the names of statements

    /** The table, view or sequence that a statement means; empty when there is none, or no telling which. */
    public Optional<SchemaObject> relation(Qualified name, List<String> along) {
        return Lookup.first(spelling, name, along, possible(name));
    }

    public Optional<BaseTable> table(Qualified name, List<String> along) {
        return relation(name, along).filter(BaseTable.class::isInstance).map(BaseTable.class::cast);
    }

    public Optional<StoredView> view(Qualified name, List<String> along) {
        return relation(name, along).filter(StoredView.class::isInstance).map(StoredView.class::cast);
    }

    /** All tables, views and sequences that a name may mean, whatever the search path is. */
    public List<SchemaObject> possible(Qualified name) {
        if (name.schema() != null && isTemporary(name.schema().text())) {
            return List.of();
        }
        return Lookup.possible(
                spelling, name, named.getOrDefault(key(name.last().text()), List.of()));
    }

    /** Whether a schema has the temporary tables of one session, which the catalog does not hold. */
    private boolean isTemporary(String schema) {
        return switch (dialect) {
            case POSTGRES -> schema.equalsIgnoreCase("pg_temp");
            case SQLITE -> schema.equalsIgnoreCase("temp");
            case MYSQL, H2, OTHER -> false;
        };
    }

    /** All routines that a call may mean, by the name alone: there may be several with different parameters. */
    public List<StoredRoutine> routines(Qualified name, List<String> along) {
        List<SchemaObject> all = new ArrayList<>();
        routines.values().forEach(all::addAll);
        List<SchemaObject> possible = Lookup.possible(spelling, name, all);
        return possible.stream()
                .filter(each -> name.schema() != null
                        || along.isEmpty()
                        || each.name().schema().isEmpty()
                        || Lookup.place(spelling, along, each.name().schema()) >= 0)
                .map(StoredRoutine.class::cast)
                .toList();
    }

    public Optional<StoredType> type(Qualified name, List<String> along) {
        List<SchemaObject> possible = Lookup.possible(spelling, name, List.copyOf(types.values()));
        return Lookup.first(spelling, name, along, possible).map(StoredType.class::cast);
    }

    /** The name that an object gets that a statement defines under this one. */
    public String stored(Name name) {
        return spelling.stored(name);
    }

    // ---- what hangs together

    /** Tables whose rows are rows of this one too: its partitions, and those that inherit from it. */
    public List<BaseTable> children(BaseTable table) {
        return tables().stream()
                .filter(each -> each.ancestry().parents().contains(table.name()))
                .toList();
    }

    /** A foreign key with the table that it belongs to. */
    public record Referrer(BaseTable table, Reference reference) {}

    /** Foreign keys that refer to a table. */
    public List<Referrer> referrers(BaseTable table) {
        List<Referrer> found = new ArrayList<>();
        for (BaseTable each : tables()) {
            for (Reference reference : each.references()) {
                if (reference.table().equals(table.name())) {
                    found.add(new Referrer(each, reference));
                }
            }
        }
        return found;
    }

    private static <T> List<T> some(Collection<SchemaObject> objects, Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
