package io.bateleur.sql.schema;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.TableColumn.Filled;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Definition.Alteration;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies what ALTER TABLE does to a table. What is not understood makes the table one of which nothing is certain. */
final class TableAlterations {
    /** First words of what changes nothing that a catalog has. */
    private static final Set<String> HARMLESS = Set.of(
            "OWNER",
            "CLUSTER",
            "REPLICA",
            "VALIDATE",
            "ENGINE",
            "COMMENT",
            "AUTO_INCREMENT",
            "ROW_FORMAT",
            "ALGORITHM",
            "LOCK",
            "LOGGED",
            "UNLOGGED",
            "STATISTICS",
            "RESET");

    private final CatalogBuilder catalog;
    private final TableSketch sketch;
    private final TableElements elements;

    TableAlterations(CatalogBuilder catalog, TableSketch sketch) {
        this.catalog = catalog;
        this.sketch = sketch;
        this.elements = new TableElements(catalog, sketch, "");
    }

    void apply(Alteration alteration) {
        if (alteration instanceof Definition.AddColumn add) {
            add.elements().stream()
                    .filter(element -> !(add.ifNotExists() && isThere(element)))
                    .forEach(elements::add);
        } else if (alteration instanceof Definition.AddConstraint add) {
            elements.add(add.constraint());
        } else if (alteration instanceof Definition.DropColumn drop) {
            column(drop.name(), name -> sketch.dropColumn(name));
        } else if (alteration instanceof Definition.DropConstraint drop) {
            sketch.dropConstraint(catalog.spelling.stored(drop.name()), catalog.dialect == SqlDialect.POSTGRES);
        } else if (alteration instanceof Definition.RenameTable rename) {
            ObjectName home = catalog.home(rename.to(), false);
            String schema = rename.to().schema() == null ? sketch.name.schema() : home.schema();
            sketch.name = new ObjectName(schema, home.name());
        } else if (alteration instanceof Definition.RenameColumn rename) {
            column(rename.from(), name -> sketch.renameColumn(name, catalog.spelling.stored(rename.to())));
        } else if (alteration instanceof Definition.OtherAlteration other
                && !other(other.words().tokens())) {
            sketch.forget();
        }
    }

    private boolean isThere(Definition.Element element) {
        return element instanceof Definition.ColumnDefinition column && sketch.column(column.name()) >= 0;
    }

    private void column(Name name, Consumer<String> change) {
        int place = sketch.column(name);
        if (place >= 0) {
            change.accept(sketch.columns.get(place).name());
        }
    }

    /** Whether it is understood. */
    private boolean other(List<String> words) {
        String first = words.get(0).toUpperCase(Locale.ROOT);
        String second = words.size() > 1 ? words.get(1).toUpperCase(Locale.ROOT) : "";
        return switch (first) {
            case "ALTER" -> alterColumn(after(words, second.equals("COLUMN") ? 2 : 1));
            case "MODIFY" -> modify(after(words, second.equals("COLUMN") ? 2 : 1), null);
            case "CHANGE" -> change(after(words, second.equals("COLUMN") ? 2 : 1));
            case "DROP" -> drop(second, after(words, 2));
            case "ENABLE" -> enable(words);
            case "NO", "FORCE" -> OptionWords.has(words, "ROW", "LEVEL", "SECURITY") || parent(words, first);
            case "INHERIT" -> parent(words, first);
            case "ATTACH", "DETACH" -> partition(first, after(words, 2));
            case "SET" -> set(words, second);
            case "RENAME" -> rename(second, after(words, 2));
            case "ADD" -> second.equals("PARTITION");
            case "DISABLE" -> disable(words);
            default -> HARMLESS.contains(first);
        };
    }

    private static List<String> after(List<String> words, int count) {
        return words.subList(Math.min(count, words.size()), words.size());
    }

    // ---- columns

    /** {@code name SET NOT NULL} and its like. */
    private boolean alterColumn(List<String> words) {
        if (words.size() < 3) {
            return false;
        }
        int place = sketch.column(Name.of(words.get(0)));
        if (place < 0) {
            return false;
        }
        TableColumn column = sketch.columns.get(place);
        List<String> rest = after(words, 1);
        if (OptionWords.begins(rest, "RENAME", "TO") && rest.size() == 3) {
            sketch.renameColumn(column.name(), catalog.spelling.stored(Name.of(rest.get(2))));
            return true;
        }
        TableColumn changed = altered(column, rest);
        if (changed == null) {
            return false;
        }
        sketch.columns.set(place, changed);
        return true;
    }

    private @Nullable TableColumn altered(TableColumn column, List<String> rest) {
        if (OptionWords.begins(rest, "SET", "NOT", "NULL") || OptionWords.begins(rest, "DROP", "NOT", "NULL")) {
            return column.withNotNull(rest.get(0).equalsIgnoreCase("SET"));
        }
        if (OptionWords.begins(rest, "SET", "NULL")) {
            return column.withNotNull(false);
        }
        if (OptionWords.begins(rest, "DROP", "DEFAULT")) {
            return column.withDefault(null);
        }
        if (OptionWords.begins(rest, "DROP", "IDENTITY")) {
            return column.withFilled(Filled.BY_STATEMENT);
        }
        if (OptionWords.begins(rest, "DROP", "EXPRESSION")) {
            return new TableColumn(
                    column.name(),
                    column.type(),
                    column.domain(),
                    column.collation(),
                    column.notNull(),
                    null,
                    Filled.BY_STATEMENT,
                    null);
        }
        if (OptionWords.begins(rest, "SET", "GENERATED") || OptionWords.begins(rest, "ADD", "GENERATED")) {
            boolean always = OptionWords.has(rest, "ALWAYS");
            return column.withNotNull(true).withFilled(always ? Filled.IDENTITY_ALWAYS : Filled.IDENTITY_BY_DEFAULT);
        }
        if (OptionWords.begins(rest, "SET", "DEFAULT")) {
            Definition.ColumnDefinition parsed = parsed("a integer DEFAULT " + String.join(" ", after(rest, 2)));
            return parsed == null
                    ? null
                    : column.withDefault(elements.read(parsed).byDefault());
        }
        boolean set = OptionWords.begins(rest, "SET", "DATA", "TYPE");
        if (set || OptionWords.begins(rest, "TYPE")) {
            return retyped(column, after(rest, set ? 3 : 1));
        }
        boolean storage = OptionWords.begins(rest, "SET", "STATISTICS")
                || OptionWords.begins(rest, "SET", "STORAGE")
                || OptionWords.begins(rest, "SET", "COMPRESSION")
                || OptionWords.begins(rest, "RESTART");
        return storage ? column : null;
    }

    private @Nullable TableColumn retyped(TableColumn column, List<String> words) {
        int using = OptionWords.at(words, "USING");
        List<String> type = using < 0 ? words : words.subList(0, using);
        Definition.ColumnDefinition parsed = parsed("a " + String.join(" ", type));
        if (parsed == null || parsed.type() == null) {
            return null;
        }
        TableColumn read = elements.read(parsed);
        return new TableColumn(
                column.name(),
                read.type(),
                read.domain(),
                read.collation(),
                column.notNull(),
                column.byDefault(),
                column.filled(),
                column.generated());
    }

    /** MySQL's MODIFY, which says the whole column anew. @param old its name before, or null: the same */
    private boolean modify(List<String> words, @Nullable Name old) {
        int end = OptionWords.at(words, "AFTER");
        List<String> kept = end < 0 ? words : words.subList(0, end);
        boolean first = !kept.isEmpty() && kept.get(kept.size() - 1).equalsIgnoreCase("FIRST");
        kept = first ? kept.subList(0, kept.size() - 1) : kept;
        Definition.ColumnDefinition parsed = parsed(String.join(" ", kept));
        if (parsed == null) {
            return false;
        }
        int place = sketch.column(old == null ? parsed.name() : old);
        if (place < 0) {
            return false;
        }
        String before = sketch.columns.get(place).name();
        TableColumn column = elements.read(parsed);
        sketch.renameColumn(before, column.name());
        boolean inKey = sketch.key != null && sketch.key.columns().contains(column.name());
        sketch.columns.set(place, inKey ? column.withNotNull(true) : column);
        return end < 0 && !first || reorder(place, column, end < 0 ? "" : words.get(end + 1));
    }

    private boolean reorder(int place, TableColumn column, String after) {
        TableColumn moved = sketch.columns.remove(place);
        int to = after.isEmpty() ? 0 : sketch.column(Name.of(after)) + 1;
        sketch.columns.add(to, moved);
        return moved.name().equals(column.name());
    }

    private boolean change(List<String> words) {
        return words.size() > 2 && modify(after(words, 1), Name.of(words.get(0)));
    }

    private Definition.@Nullable ColumnDefinition parsed(String definition) {
        String text = "ALTER TABLE t ADD COLUMN " + definition;
        List<Statement> read = SqlReader.read(text, catalog.dialect);
        return read.size() == 1
                        && read.get(0) instanceof Definition.AlterTable alter
                        && alter.alterations().size() == 1
                        && alter.alterations().get(0) instanceof Definition.AddColumn add
                        && add.elements().get(0) instanceof Definition.ColumnDefinition column
                ? column
                : null;
    }

    // ---- constraints

    private boolean drop(String what, List<String> rest) {
        boolean exists = OptionWords.begins(rest, "IF", "EXISTS");
        List<String> names = after(rest, exists ? 2 : 0);
        switch (what) {
            case "PRIMARY" -> sketch.key = null;
            case "INDEX", "KEY", "FOREIGN", "CHECK" -> {
                List<String> left = what.equals("FOREIGN") ? after(names, 1) : names;
                if (left.isEmpty()) {
                    return false;
                }
                sketch.dropConstraint(Name.of(left.get(left.size() - 1)).text(), false);
            }
            case "PARTITION" -> {
                return true;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean rename(String what, List<String> rest) {
        boolean index = what.equals("CONSTRAINT") || what.equals("INDEX") || what.equals("KEY");
        if (!index || rest.size() != 3) {
            return false;
        }
        String from = Name.of(rest.get(0)).text();
        String to = catalog.spelling.stored(Name.of(rest.get(2)));
        List<UniqueKey> renamed = new ArrayList<>();
        for (UniqueKey each : sketch.uniques) {
            boolean same = each.name().equalsIgnoreCase(from);
            renamed.add(new UniqueKey(
                    same ? to : each.name(),
                    each.columns(),
                    each.expressions(),
                    each.where(),
                    each.deferral(),
                    each.nullsDistinct()));
        }
        sketch.uniques.clear();
        sketch.uniques.addAll(renamed);
        return true;
    }

    // ---- what else belongs to a table

    private boolean enable(List<String> words) {
        sketch.rowSecurity |= OptionWords.has(words, "ROW", "LEVEL", "SECURITY");
        return true;
    }

    private boolean disable(List<String> words) {
        sketch.rowSecurity &= !OptionWords.has(words, "ROW", "LEVEL", "SECURITY");
        return true; // a trigger that is off may be on again: it stays
    }

    private boolean set(List<String> words, String second) {
        if (second.equals("SCHEMA") && words.size() == 3) {
            String schema = catalog.spelling.stored(Name.of(words.get(2)));
            sketch.name = new ObjectName(schema, sketch.name.name());
            return true;
        }
        return Set.of("(", "LOGGED", "UNLOGGED", "TABLESPACE", "ACCESS", "WITHOUT")
                .contains(second);
    }

    private boolean parent(List<String> words, String first) {
        List<Qualified> names = OptionWords.names(words, first.equals("NO") ? 2 : 1);
        if (names.size() != 1) {
            return false;
        }
        ObjectName parent = catalog.meant(names.get(0));
        List<ObjectName> parents = new ArrayList<>(sketch.ancestry.parents());
        parents.remove(parent);
        if (first.equals("INHERIT")) {
            parents.add(parent);
        }
        sketch.ancestry = new Ancestry(parents, false, sketch.ancestry.partitioned());
        return true;
    }

    /** The table is the parent; the partition is another. */
    private boolean partition(String first, List<String> words) {
        List<Qualified> names = OptionWords.names(words, 0);
        BaseTable child = names.size() == 1 ? catalog.table(names.get(0)).orElse(null) : null;
        if (child == null) {
            return false;
        }
        boolean attach = first.equals("ATTACH");
        TableSketch other = new TableSketch(child);
        List<ObjectName> parents = attach ? List.of(sketch.name) : List.of();
        other.ancestry = new Ancestry(parents, attach, child.ancestry().partitioned());
        catalog.put(other.build());
        return true;
    }
}
