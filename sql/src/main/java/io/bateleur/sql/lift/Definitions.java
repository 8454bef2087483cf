package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.SchemaObject;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Qualified;
import java.util.ArrayList;
import java.util.List;

/** What statements do that make, change or remove what a database has beside rows. */
final class Definitions {
    private static final Plan NOTHING = (call, work) -> Outcome.WHOLE;

    private final Schema schema;

    Definitions(Schema schema) {
        this.schema = schema;
    }

    Plan plan(Definition definition, List<String> path) {
        if (definition instanceof Definition.CreateTable create) {
            return created(create, path);
        }
        if (definition instanceof Definition.AlterTable alter) {
            return altered(alter, path);
        }
        if (definition instanceof Definition.Drop drop) {
            return dropped(drop, path);
        }
        Reach reach = schema.reaches.of(definition, path);
        return reach.isNothing() ? NOTHING : new UnknownPlan(reach, false, List.of(), "a definition", definition.at());
    }

    /** A new table has no rows; one that is filled, or that hides another, is not followed. */
    private Plan created(Definition.CreateTable create, List<String> path) {
        boolean plain = create.as() == null
                && create.like() == null
                && !create.modifiers().contains("REPLACE");
        Qualified name = create.name();
        boolean prefixed = name.schema() != null && name.schema().text().equalsIgnoreCase("pg_temp");
        boolean hides = prefixed || create.modifiers().contains("TEMP");
        Qualified hidden = prefixed ? new Qualified(name.at(), List.of(name.last())) : name;
        List<Relation> possible = relations(hides ? schema.catalog.possible(hidden) : exact(hidden, path));
        Reach reach = create.as() == null ? new Reach() : schema.reaches.of(create, path);
        boolean harmless = possible.isEmpty() || plain && !hides;
        if (harmless && reach.isNothing()) {
            return NOTHING;
        }
        return new UnknownPlan(reach, false, harmless ? List.of() : possible, "CREATE TABLE", create.at());
    }

    private List<SchemaObject> exact(Qualified name, List<String> path) {
        SchemaObject found = schema.catalog.relation(name, path).orElse(null);
        return found == null ? schema.catalog.possible(name) : List.of(found);
    }

    private List<Relation> relations(List<SchemaObject> objects) {
        List<Relation> relations = new ArrayList<>();
        for (SchemaObject each : objects) {
            if (each instanceof BaseTable table) {
                relations.add(schema.relation(table));
            }
        }
        return relations;
    }

    /** What is added changes no row that is there; all else may, and what names mean. */
    private Plan altered(Definition.AlterTable alter, List<String> path) {
        boolean adds = alter.alterations().stream()
                .allMatch(each -> each instanceof Definition.AddColumn || each instanceof Definition.AddConstraint);
        List<Relation> relations = relations(exact(alter.table(), path));
        if (relations.isEmpty() && schema.isMade(alter.table())) {
            return NOTHING;
        }
        return adds && !relations.isEmpty()
                ? new UnknownPlan(schema.reaches.of(alter, path), true, List.of(), "ALTER TABLE", alter.at())
                : new UnknownPlan(schema.reaches.of(alter, path), false, relations, "ALTER TABLE", alter.at());
    }

    private Plan dropped(Definition.Drop drop, List<String> path) {
        Reach reach = schema.reaches.of(drop, path);
        List<Relation> relations = new ArrayList<>();
        boolean certain = true;
        for (Qualified name : drop.names()) {
            relations.addAll(relations(exact(name, path)));
            certain &= schema.catalog.relation(name, path).isPresent()
                    || schema.catalog.possible(name).isEmpty();
        }
        if (drop.kind().endsWith("TABLE") && !drop.kind().contains("VIEW")) {
            if (!certain) {
                return new UnknownPlan(reach, false, relations, "DROP TABLE", drop.at());
            }
            return new ClearPlan(relations, schema, false, reach, path, "DROP TABLE");
        }
        boolean acts = drop.kind().equals("TRIGGER") || drop.kind().equals("RULE");
        if (!acts) {
            return NOTHING;
        }
        // What it did before is not known any more where nothing else tells of it.
        List<Relation> of = new ArrayList<>();
        String rest = String.join(" ", drop.rest().tokens());
        for (Relation relation : schema.relations) {
            boolean named = rest.matches("(?i).*\\b"
                    + java.util.regex.Pattern.quote(relation.table.name().name()) + "\\b.*");
            boolean told = drop.names().stream().allMatch(name -> relation.table.triggers().stream()
                    .anyMatch(trigger -> name.last().matches(trigger.name())));
            if (named && !told) {
                of.add(relation);
            }
        }
        return of.isEmpty() ? NOTHING : new UnknownPlan(reach, false, of, "DROP " + drop.kind(), drop.at());
    }
}
