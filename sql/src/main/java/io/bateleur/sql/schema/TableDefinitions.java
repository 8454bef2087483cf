package io.bateleur.sql.schema;

import io.bateleur.sql.schema.BaseTable.Aspect;
import io.bateleur.sql.schema.BaseTable.Storage;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Applies CREATE TABLE and CREATE INDEX. */
final class TableDefinitions {
    private final CatalogBuilder catalog;

    TableDefinitions(CatalogBuilder catalog) {
        this.catalog = catalog;
    }

    void create(Definition.CreateTable create) {
        boolean temporary = create.modifiers().contains("TEMP");
        ObjectName name = catalog.home(create.name(), temporary);
        boolean there = catalog.has(name);
        if (there && create.ifNotExists()) {
            return;
        }
        TableSketch sketch = new TableSketch(name);
        sketch.storage = create.modifiers().contains("FOREIGN")
                ? Storage.FOREIGN
                : temporary ? Storage.TEMPORARY : Storage.PERMANENT;
        TableElements elements = new TableElements(catalog, sketch, collation(create.options()));
        if (create.like() != null) {
            elements.like(create.like(), true);
        }
        ancestry(create, sketch);
        create.elements().forEach(elements::add);
        if (create.as() != null) {
            columnsOf(create.as(), sketch);
        }
        catalog.put(sketch.build());
    }

    private void ancestry(Definition.CreateTable create, TableSketch sketch) {
        List<String> options = create.options().tokens();
        boolean partitioned = OptionWords.at(options, "PARTITION", "BY") >= 0 && catalog.dialect == SqlDialect.POSTGRES;
        List<ObjectName> parents = new ArrayList<>();
        if (create.of() != null) {
            adopt(create.of(), true, parents, sketch);
        }
        int inherits = OptionWords.at(options, "INHERITS");
        if (inherits >= 0) {
            for (Qualified parent : OptionWords.names(options, inherits + 1)) {
                adopt(parent, false, parents, sketch);
            }
        }
        sketch.ancestry = new Ancestry(parents, create.of() != null, partitioned);
    }

    private void adopt(Qualified parent, boolean partition, List<ObjectName> parents, TableSketch sketch) {
        parents.add(catalog.meant(parent));
        catalog.table(parent).ifPresent(table -> sketch.inherit(table, partition));
    }

    /** The collation that MySQL's columns of a table have unless they say otherwise. */
    private static String collation(Verbatim options) {
        int at = OptionWords.at(options.tokens(), "COLLATE");
        int value = at + 1;
        while (at >= 0 && value < options.tokens().size()) {
            String token = options.tokens().get(value++);
            if (!token.equals("=")) {
                return Name.of(token).text();
            }
        }
        return "";
    }

    /** The columns of CREATE TABLE AS: their names at least, where the query shows them. */
    private static void columnsOf(Statement as, TableSketch sketch) {
        sketch.unknown.add(Aspect.COLUMN_RULES);
        boolean select = as instanceof Query query && query.body() instanceof QueryBody.Select;
        if (!select || !sketch.columns.isEmpty()) {
            sketch.unknown.add(Aspect.COLUMNS);
            return;
        }
        QueryBody.Select body = (QueryBody.Select) ((Query) as).body();
        for (QueryBody.Item item : body.items()) {
            Name name = item.alias() != null
                    ? item.alias()
                    : item.value() instanceof Expr.Column column ? column.name() : null;
            if (name == null) {
                sketch.columns.clear();
                sketch.unknown.add(Aspect.COLUMNS);
                return;
            }
            sketch.addColumn(TableColumn.plain(name.text(), DataType.UNKNOWN));
        }
    }

    void index(Definition.CreateIndex index) {
        if (index.modifiers().contains("UNIQUE")) {
            change(index.table(), sketch -> {
                String name = index.name() == null
                        ? ""
                        : catalog.spelling.stored(index.name().last());
                boolean distinct = !OptionWords.has(index.options().tokens(), "NULLS", "NOT", "DISTINCT")
                        && !index.modifiers().contains("NOT DISTINCT");
                TableElements elements = new TableElements(catalog, sketch, "");
                sketch.uniques.add(elements.unique(name, index.columns(), index.where(), Deferral.NEVER, distinct));
            });
        }
    }

    /** Changes a table, if there is one of the name. */
    void change(Qualified name, Consumer<TableSketch> change) {
        catalog.table(name).ifPresent(table -> {
            TableSketch sketch = new TableSketch(table);
            change.accept(sketch);
            if (!sketch.name.equals(table.name())) {
                catalog.remove(table.name());
                follow(table.name(), sketch.name);
            }
            catalog.put(sketch.build());
        });
    }

    /** References to a table, and its children, follow its new name. */
    private void follow(ObjectName from, ObjectName to) {
        for (BaseTable each : catalog.allTables()) {
            TableSketch sketch = new TableSketch(each);
            sketch.references.replaceAll(reference -> reference.table().equals(from)
                    ? new Reference(
                            reference.name(),
                            reference.columns(),
                            to,
                            reference.key(),
                            reference.onDelete(),
                            reference.onUpdate(),
                            reference.deferral())
                    : reference);
            List<ObjectName> parents = each.ancestry().parents().stream()
                    .map(parent -> parent.equals(from) ? to : parent)
                    .toList();
            sketch.ancestry = new Ancestry(
                    parents, each.ancestry().partition(), each.ancestry().partitioned());
            BaseTable followed = sketch.build();
            if (!followed.equals(each)) {
                catalog.put(followed);
            }
        }
    }

    void alter(Definition.AlterTable alter) {
        change(alter.table(), sketch -> {
            TableAlterations alterations = new TableAlterations(catalog, sketch);
            alter.alterations().forEach(alterations::apply);
        });
    }
}
