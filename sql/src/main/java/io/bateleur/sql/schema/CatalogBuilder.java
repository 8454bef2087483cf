package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A catalog in the making: definitions are applied to it, one after the other. */
final class CatalogBuilder {
    final SqlDialect dialect;
    final Spelling spelling;
    /** Where the statements look names up. */
    final List<String> along;

    private final List<String> path;
    private final Map<ObjectName, SchemaObject> relations;
    private final Map<ObjectName, List<StoredRoutine>> routines;
    private final Map<ObjectName, StoredType> types;
    private final TableDefinitions tables = new TableDefinitions(this);

    CatalogBuilder(
            SqlDialect dialect,
            List<String> path,
            List<String> along,
            Map<ObjectName, SchemaObject> relations,
            Map<ObjectName, List<StoredRoutine>> routines,
            Map<ObjectName, StoredType> types) {
        this.dialect = dialect;
        this.spelling = new Spelling(dialect);
        this.path = path;
        this.along = along;
        this.relations = new TreeMap<>(relations);
        this.routines = new TreeMap<>(routines);
        this.types = new TreeMap<>(types);
    }

    Catalog build() {
        return new Catalog(dialect, path, relations, routines, types);
    }

    void apply(Statement statement) {
        if (statement instanceof Definition.CreateTable create) {
            tables.create(create);
        } else if (statement instanceof Definition.AlterTable alter) {
            tables.alter(alter);
        } else if (statement instanceof Definition.CreateIndex index) {
            tables.index(index);
        } else if (statement instanceof Definition.CreateTrigger trigger) {
            tables.change(trigger.table(), sketch -> sketch.triggers.add(TriggerReader.read(trigger, this)));
        } else if (statement instanceof Definition.CreateRule rule) {
            tables.change(rule.table(), sketch -> sketch.rules.add(rule(rule)));
        } else if (statement instanceof Definition.CreateView view) {
            view(view);
        } else if (statement instanceof Definition.CreateRoutine routine) {
            routine(routine);
        } else if (statement instanceof Definition.Drop drop) {
            new Drops(this).drop(drop);
        } else if (statement instanceof Definition.Define define) {
            new OtherDefinitions(this).define(define);
        } else if (statement instanceof Statement.Unread unread && unread.table() != null && defines(unread)) {
            tables.change(unread.table(), TableSketch::forget);
        }
    }

    private static boolean defines(Statement.Unread unread) {
        String text = unread.text().strip().toUpperCase(Locale.ROOT);
        return text.startsWith("ALTER") || text.startsWith("CREATE");
    }

    private RewriteRule rule(Definition.CreateRule rule) {
        return new RewriteRule(
                spelling.stored(rule.name()), rule.event(), rule.words().equals("INSTEAD"), rule.body());
    }

    private void view(Definition.CreateView view) {
        ObjectName name = home(view.name(), view.modifiers().contains("TEMP"));
        if (!view.ifNotExists() || !relations.containsKey(name)) {
            List<String> columns = view.columns().stream().map(spelling::stored).toList();
            put(new StoredView(name, columns, view.query(), view.materialized(), along));
        }
    }

    private void routine(Definition.CreateRoutine routine) {
        ObjectName name = home(routine.name(), false);
        List<StoredRoutine> all = new ArrayList<>(routines.getOrDefault(name, List.of()));
        String head = String.join(" ", routine.head().tokens());
        all.removeIf(each -> each.head().equals(head));
        String words = (head + " " + String.join(" ", routine.rest().tokens())).toUpperCase(Locale.ROOT);
        boolean procedure = routine.kind().equals("PROCEDURE");
        all.add(new StoredRoutine(name, procedure, head, routine.language(), volatility(words), routine.body()));
        routines.put(name, all);
    }

    private static StoredRoutine.Volatility volatility(String words) {
        String spaced = " " + words + " ";
        return spaced.contains(" IMMUTABLE ")
                ? StoredRoutine.Volatility.IMMUTABLE
                : spaced.contains(" STABLE ") ? StoredRoutine.Volatility.STABLE : StoredRoutine.Volatility.VOLATILE;
    }

    // ---- names

    /** What a definition's name stands for. */
    ObjectName home(Qualified name, boolean temporary) {
        String stored = spelling.stored(name.last());
        Name schema = name.schema();
        if (schema != null) {
            return new ObjectName(spelling.stored(schema), stored);
        }
        String first = along.stream()
                .filter(each -> !each.startsWith("pg_temp") && !each.equals("pg_catalog") && !each.equals("temp"))
                .findFirst()
                .orElse("");
        return new ObjectName(temporary ? spelling.temporary(first) : first, stored);
    }

    /** What a name means that a definition uses; where nothing has it, what it would mean. */
    ObjectName meant(Qualified name) {
        return relation(name).map(SchemaObject::name).orElseGet(() -> home(name, false));
    }

    Optional<SchemaObject> relation(Qualified name) {
        List<SchemaObject> possible = Lookup.possible(spelling, name, List.copyOf(relations.values()));
        return Lookup.first(spelling, name, along, possible);
    }

    Optional<BaseTable> table(Qualified name) {
        return relation(name).filter(BaseTable.class::isInstance).map(BaseTable.class::cast);
    }

    Optional<StoredType> type(Qualified name) {
        List<SchemaObject> possible = Lookup.possible(spelling, name, List.copyOf(types.values()));
        return Lookup.first(spelling, name, along, possible).map(StoredType.class::cast);
    }

    // ---- what there is

    boolean has(ObjectName name) {
        return relations.containsKey(name);
    }

    void put(SchemaObject object) {
        if (object instanceof StoredType type) {
            types.put(type.name(), type);
        } else {
            relations.put(object.name(), object);
        }
    }

    void remove(ObjectName name) {
        relations.remove(name);
    }

    void removeType(ObjectName name) {
        types.remove(name);
    }

    void removeRoutine(ObjectName name) {
        routines.remove(name);
    }

    /** Everything in a schema. */
    void removeSchema(String schema) {
        relations.keySet().removeIf(each -> each.schema().equals(schema));
        routines.keySet().removeIf(each -> each.schema().equals(schema));
        types.keySet().removeIf(each -> each.schema().equals(schema));
    }

    List<BaseTable> allTables() {
        return relations.values().stream()
                .filter(BaseTable.class::isInstance)
                .map(BaseTable.class::cast)
                .toList();
    }

    TableDefinitions tables() {
        return tables;
    }

    /** The column that an expression is, or null. */
    @Nullable
    String columnName(Expr value) {
        return value instanceof Expr.Column column && column.table() == null ? spelling.stored(column.name()) : null;
    }
}
