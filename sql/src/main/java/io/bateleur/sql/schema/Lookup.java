package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what a name means. */
final class Lookup {
    private Lookup() {}

    /** Those of these objects that a name may mean, wherever they are; where some have the very same name, no others. */
    static List<SchemaObject> possible(Spelling spelling, Qualified name, List<? extends SchemaObject> all) {
        List<SchemaObject> found = new ArrayList<>();
        int best = 1;
        for (SchemaObject each : all) {
            int fit = spelling.fit(name.last(), each.name().name());
            String schema = each.name().schema();
            boolean there = name.schema() == null || schema.isEmpty() || isSchema(spelling, name.schema(), schema);
            if (fit >= best && there) {
                if (fit > best) {
                    found.clear();
                    best = fit;
                }
                found.add(each);
            }
        }
        return found;
    }

    private static boolean isSchema(Spelling spelling, Name name, String schema) {
        boolean temporary = schema.startsWith("pg_temp") && name.text().startsWith("pg_temp");
        return temporary || spelling.fit(name, schema) > 0;
    }

    /** The one that is meant; empty when there is none, or no telling which. */
    static Optional<SchemaObject> first(
            Spelling spelling, Qualified name, List<String> path, List<SchemaObject> possible) {
        if (name.schema() != null || path.isEmpty()) {
            return possible.size() == 1 ? Optional.of(possible.get(0)) : Optional.empty();
        }
        SchemaObject best = null;
        int first = Integer.MAX_VALUE;
        for (SchemaObject each : possible) {
            int place = place(spelling, path, each.name().schema());
            if (place >= -1 && place < first) {
                first = place;
                best = each;
            }
        }
        if (best == null
                && possible.stream().allMatch(each -> each.name().schema().isEmpty())) {
            best = possible.size() == 1 ? possible.get(0) : null;
        }
        return Optional.ofNullable(best);
    }

    /** The place of a schema in a path: -1 before all that it names, as temporary tables are; -2 not there. */
    static int place(Spelling spelling, List<String> path, String schema) {
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).equals(schema)) {
                return i;
            }
        }
        boolean temporary = !schema.isEmpty() && schema.equals(spelling.temporary(""));
        boolean named = temporary && path.stream().anyMatch(each -> each.startsWith("pg_temp"));
        if (temporary) {
            return named ? 0 : -1;
        }
        return -2;
    }
}
