package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Locale;

/** Applies DROP. */
final class Drops {
    private final CatalogBuilder catalog;

    Drops(CatalogBuilder catalog) {
        this.catalog = catalog;
    }

    void drop(Definition.Drop drop) {
        String kind = drop.kind().toUpperCase(Locale.ROOT);
        for (Qualified name : drop.names()) {
            if (kind.contains("TRIGGER") || kind.equals("RULE")) {
                ofTable(name, kind.equals("RULE"), drop.rest().tokens());
            } else if (kind.contains("TABLE") || kind.contains("VIEW") || kind.contains("SEQUENCE")) {
                catalog.relation(name).ifPresent(found -> relation(found.name()));
            } else if (kind.contains("INDEX")) {
                index(name);
            } else if (kind.contains("SCHEMA") || kind.contains("DATABASE")) {
                catalog.removeSchema(catalog.spelling.stored(name.last()));
            } else if (kind.contains("TYPE") || kind.contains("DOMAIN") || kind.contains("COLLATION")) {
                catalog.type(name).ifPresent(type -> catalog.removeType(type.name()));
            } else if (kind.contains("FUNCTION") || kind.contains("PROCEDURE") || kind.contains("ROUTINE")) {
                catalog.removeRoutine(catalog.home(name, false));
            }
        }
    }

    /** A table that is gone takes the foreign keys to it along, else it could not be dropped; its partitions too. */
    private void relation(ObjectName name) {
        catalog.remove(name);
        for (BaseTable each : catalog.allTables()) {
            boolean child = each.ancestry().parents().contains(name);
            if (child) {
                relation(each.name());
            } else if (each.references().stream()
                    .anyMatch(reference -> reference.table().equals(name))) {
                TableSketch sketch = new TableSketch(each);
                sketch.references.removeIf(reference -> reference.table().equals(name));
                catalog.put(sketch.build());
            }
        }
    }

    private void index(Qualified name) {
        String stored = catalog.spelling.stored(name.last());
        boolean exact = catalog.dialect == SqlDialect.POSTGRES;
        for (BaseTable each : catalog.allTables()) {
            boolean has = each.uniques().stream()
                    .anyMatch(unique ->
                            exact ? unique.name().equals(stored) : unique.name().equalsIgnoreCase(stored));
            if (has) {
                TableSketch sketch = new TableSketch(each);
                sketch.dropConstraint(stored, exact);
                catalog.put(sketch.build());
            }
        }
    }

    private void ofTable(Qualified name, boolean rule, List<String> rest) {
        String stored = catalog.spelling.stored(name.last());
        int on = OptionWords.at(rest, "ON");
        Name table = on >= 0 && on + 1 < rest.size()
                ? OptionWords.names(rest, on + 1).get(0).last()
                : null;
        for (BaseTable each : catalog.allTables()) {
            if (table == null || catalog.spelling.fit(table, each.name().name()) > 0) {
                TableSketch sketch = new TableSketch(each);
                if (rule) {
                    sketch.rules.removeIf(known -> known.name().equals(stored));
                } else {
                    sketch.triggers.removeIf(known -> known.name().equalsIgnoreCase(stored));
                }
                catalog.put(sketch.build());
            }
        }
    }
}
