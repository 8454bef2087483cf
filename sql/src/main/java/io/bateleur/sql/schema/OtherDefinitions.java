package io.bateleur.sql.schema;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.DataType.Kind;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Applies definitions that the tree keeps as words: sequences, types, domains, collations, and MySQL's RENAME TABLE. */
final class OtherDefinitions {
    private final CatalogBuilder catalog;

    OtherDefinitions(CatalogBuilder catalog) {
        this.catalog = catalog;
    }

    void define(Definition.Define define) {
        Qualified name = define.name();
        if (name == null) {
            return;
        }
        String kind = define.kind().toUpperCase(Locale.ROOT);
        List<String> rest = define.rest().tokens();
        switch (define.verb()) {
            case "CREATE" -> create(kind, name, rest);
            case "ALTER" -> alter(kind, name, rest);
            case "RENAME" -> rename(name, rest);
            default -> {} // roles and their like
        }
    }

    private void create(String kind, Qualified name, List<String> rest) {
        ObjectName stored = catalog.home(name, kind.contains("TEMP"));
        if (kind.contains("SEQUENCE")) {
            if (!catalog.has(stored)) {
                catalog.put(new StoredSequence(stored));
            }
        } else if (kind.contains("DOMAIN")) {
            domain(stored, rest);
        } else if (kind.contains("COLLATION")) {
            boolean deterministic = !String.join(" ", rest).matches("(?i).*\\bdeterministic\\s*=\\s*'?(false|off|0).*");
            catalog.put(new StoredType(
                    stored, StoredType.Form.COLLATION, DataType.UNKNOWN, false, null, null, null, deterministic));
        } else if (kind.contains("TYPE")) {
            boolean isEnum = OptionWords.begins(rest, "AS", "ENUM");
            DataType type = new DataType(isEnum ? Kind.ENUM : Kind.OTHER, stored.name(), List.of(), false, 0);
            StoredType.Form form = isEnum ? StoredType.Form.ENUM : StoredType.Form.OTHER;
            catalog.put(new StoredType(stored, form, type, false, null, null, null, true));
        }
    }

    /** Reads a domain as the column that it is for. */
    private void domain(ObjectName stored, List<String> rest) {
        List<String> words = OptionWords.begins(rest, "AS") ? rest.subList(1, rest.size()) : rest;
        Definition.ColumnDefinition column = column(String.join(" ", words));
        if (column == null) {
            catalog.put(new StoredType(stored, StoredType.Form.OTHER, DataType.UNKNOWN, false, null, null, null, true));
            return;
        }
        TableSketch sketch = new TableSketch(stored);
        TableColumn read = new TableElements(catalog, sketch, "").read(column);
        Expr check = column.constraints().stream()
                .filter(each -> each.rule() instanceof Definition.Check)
                .map(each -> ((Definition.Check) each.rule()).condition())
                .findFirst()
                .orElse(null);
        catalog.put(new StoredType(
                stored,
                StoredType.Form.DOMAIN,
                read.type(),
                read.notNull(),
                read.collation(),
                read.byDefault(),
                check,
                true));
    }

    private Definition.@Nullable ColumnDefinition column(String words) {
        List<Statement> read = SqlReader.read("CREATE TABLE t (value " + words + ")", catalog.dialect);
        return read.size() == 1
                        && read.get(0) instanceof Definition.CreateTable create
                        && create.elements().size() == 1
                        && create.elements().get(0) instanceof Definition.ColumnDefinition column
                ? column
                : null;
    }

    /** Names that change; a type that changes otherwise is one of which nothing is known. */
    private void alter(String kind, Qualified name, List<String> rest) {
        boolean type = kind.contains("DOMAIN") || kind.contains("TYPE") || kind.contains("COLLATION");
        boolean renames = OptionWords.begins(rest, "RENAME", "TO") && rest.size() > 2;
        if (type) {
            catalog.type(name).ifPresent(found -> {
                catalog.removeType(found.name());
                catalog.put(new StoredType(
                        renames ? renamed(found.name(), rest.get(2)) : found.name(),
                        found.form(),
                        found.type(),
                        found.notNull() && renames,
                        found.collation(),
                        renames ? found.byDefault() : null,
                        renames ? found.check() : null,
                        found.deterministic()));
            });
        } else if (renames && kind.contains("VIEW")) {
            catalog.relation(name).filter(StoredView.class::isInstance).ifPresent(found -> {
                StoredView view = (StoredView) found;
                catalog.remove(view.name());
                ObjectName to = renamed(view.name(), rest.get(2));
                catalog.put(new StoredView(to, view.columns(), view.query(), view.materialized(), view.path()));
            });
        } else if (renames && kind.contains("SEQUENCE")) {
            catalog.relation(name).ifPresent(found -> {
                catalog.remove(found.name());
                catalog.put(new StoredSequence(renamed(found.name(), rest.get(2))));
            });
        }
    }

    private ObjectName renamed(ObjectName name, String written) {
        return new ObjectName(name.schema(), catalog.spelling.stored(Name.of(written)));
    }

    /** {@code RENAME TABLE a TO b, c TO d}: one after the other. */
    private void rename(Qualified first, List<String> rest) {
        List<Qualified> names = new ArrayList<>(List.of(first));
        for (int i = 0; i < rest.size(); i++) {
            if (rest.get(i).equals(",") || rest.get(i).equalsIgnoreCase("TO")) {
                names.addAll(OptionWords.names(rest.subList(0, end(rest, i + 1)), i + 1));
            }
        }
        for (int i = 0; i + 1 < names.size(); i += 2) {
            Qualified to = names.get(i + 1);
            catalog.tables().change(names.get(i), sketch -> {
                ObjectName home = catalog.home(to, false);
                sketch.name = new ObjectName(to.schema() == null ? sketch.name.schema() : home.schema(), home.name());
            });
        }
    }

    private static int end(List<String> rest, int from) {
        int end = from;
        while (end < rest.size() && !rest.get(end).equals(",") && !rest.get(end).equalsIgnoreCase("TO")) {
            end++;
        }
        return end;
    }
}
