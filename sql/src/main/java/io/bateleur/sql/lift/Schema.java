package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Source;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables by name, and what follows from changing one. */
final class Schema {
    final Traits traits;
    final List<Relation> relations = new ArrayList<>();
    private final @Nullable String current;
    /** Names of tables that statements of the trace made: nothing is known of them, but they are no views of others. */
    private final Set<String> made = new HashSet<>();

    /** @param uniques which tables have unique keys beside the primary one */
    Schema(List<SqlTable> tables, Map<String, Value> about, Uniques uniques) {
        traits = Traits.of(about);
        int columns = 0;
        for (SqlTable table : tables) {
            Relation relation = new Relation(table, columns, traits, uniques.isKeyOnly(table));
            relations.add(relation);
            columns += relation.columnCount();
        }
        current = about.get("schema") instanceof Value.Text text ? text.value() : null;
    }

    /** With their schemas. */
    List<String> tableNames() {
        return relations.stream().map(relation -> relation.table.name()).toList();
    }

    int columnCount() {
        return relations.stream().mapToInt(Relation::columnCount).sum();
    }

    /** The one table that a statement means; null when there is none or more than one. */
    @Nullable
    Relation find(Source source) {
        Name name = source.table();
        if (name == null) {
            return null;
        }
        List<Relation> found = matching(source.schema(), name);
        if (found.size() > 1 && source.schema() == null && current != null) {
            found = matching(new Name(current, true), name);
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    /** All tables that a statement may mean. */
    List<Relation> possible(Source source) {
        Name name = source.table();
        return name == null ? List.of() : matching(source.schema(), name);
    }

    private List<Relation> matching(@Nullable Name schema, Name name) {
        List<Relation> found = new ArrayList<>();
        for (Relation relation : relations) {
            String full = relation.table.name();
            // A dot may be part of a name: then the name matches as a whole.
            int dot = full.lastIndexOf('.');
            boolean table = name.matches(full.substring(dot + 1)) || name.matches(full);
            boolean inSchema = schema == null || dot < 0 || isSchema(schema, full.substring(0, dot));
            if (table && inSchema) {
                found.add(relation);
            }
        }
        return found;
    }

    private static boolean isSchema(Name schema, String qualifier) {
        return schema.matches(qualifier) || schema.matches(qualifier.substring(qualifier.lastIndexOf('.') + 1));
    }

    boolean isCurrent(List<String> schemas) {
        return current != null && !schemas.isEmpty() && schemas.get(0).equalsIgnoreCase(current);
    }

    void make(Source source) {
        if (source.table() != null) {
            made.add(source.table().text().toLowerCase(Locale.ROOT));
        }
    }

    boolean isMade(Source source) {
        return source.table() != null && made.contains(source.table().text().toLowerCase(Locale.ROOT));
    }

    /** The tables whose rows may go or change with rows of this one, however far; null when one of them is not known. */
    @Nullable
    Set<Relation> cascades(Relation from) {
        Set<Relation> reached = new HashSet<>();
        List<Relation> work = new ArrayList<>(List.of(from));
        while (!work.isEmpty()) {
            for (String name : work.remove(work.size() - 1).table.cascades()) {
                List<Relation> found = relations.stream()
                        .filter(relation -> isNamed(relation, name))
                        .toList();
                if (found.isEmpty()) {
                    return null;
                }
                for (Relation relation : found) {
                    if (relation.table.triggers()) {
                        return null;
                    }
                    if (reached.add(relation)) {
                        work.add(relation);
                    }
                }
            }
        }
        return reached;
    }

    private static boolean isNamed(Relation relation, String name) {
        String full = relation.table.name();
        return full.equalsIgnoreCase(name)
                || full.substring(full.lastIndexOf('.') + 1).equalsIgnoreCase(name);
    }
}
