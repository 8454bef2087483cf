package io.bateleur.sql.schema;

import io.bateleur.sql.schema.BaseTable.Aspect;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A table in the making. */
final class TableSketch {
    ObjectName name;
    BaseTable.Storage storage = BaseTable.Storage.PERMANENT;
    final List<TableColumn> columns = new ArrayList<>();

    @Nullable
    UniqueKey key;

    final List<UniqueKey> uniques = new ArrayList<>();
    final List<Reference> references = new ArrayList<>();
    final List<CheckRule> checks = new ArrayList<>();
    final List<TableTrigger> triggers = new ArrayList<>();
    final List<RewriteRule> rules = new ArrayList<>();
    Ancestry ancestry = Ancestry.NONE;
    boolean rowSecurity;
    final Set<Aspect> unknown = EnumSet.noneOf(Aspect.class);

    TableSketch(ObjectName name) {
        this.name = name;
    }

    TableSketch(BaseTable table) {
        name = table.name();
        storage = table.storage();
        columns.addAll(table.columns());
        key = table.key();
        uniques.addAll(table.uniques());
        references.addAll(table.references());
        checks.addAll(table.checks());
        triggers.addAll(table.triggers());
        rules.addAll(table.rules());
        ancestry = table.ancestry();
        rowSecurity = table.rowSecurity();
        unknown.addAll(table.unknown());
    }

    BaseTable build() {
        return new BaseTable(
                name,
                storage,
                columns,
                key,
                uniques,
                references,
                checks,
                triggers,
                rules,
                ancestry,
                rowSecurity,
                unknown);
    }

    /** Something was changed in a way that is not understood. */
    void forget() {
        unknown.addAll(EnumSet.allOf(Aspect.class));
    }

    /** The place of a column, or -1. */
    int column(Name wanted) {
        return build().column(wanted);
    }

    void addColumn(TableColumn column) {
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).name().equals(column.name())) {
                columns.set(c, column); // a column of a parent, declared again
                return;
            }
        }
        columns.add(column);
    }

    void notNull(List<String> names) {
        columns.replaceAll(column -> names.contains(column.name()) ? column.withNotNull(true) : column);
    }

    /** Takes what a table that it inherits from gives to it. */
    void inherit(BaseTable parent, boolean partition) {
        parent.columns().forEach(this::addColumn);
        parent.checks().stream().filter(each -> !checks.contains(each)).forEach(checks::add);
        if (partition) {
            key = key == null ? parent.key() : key;
            parent.uniques().stream().filter(each -> !has(each)).forEach(uniques::add);
            parent.references().stream()
                    .filter(each -> !references.contains(each))
                    .forEach(references::add);
        }
        if (!parent.unknown().isEmpty()) {
            unknown.addAll(parent.unknown());
        }
    }

    private boolean has(UniqueKey unique) {
        return uniques.stream()
                .anyMatch(each -> each.columns().equals(unique.columns())
                        && each.expressions().equals(unique.expressions()));
    }

    void renameColumn(String from, String to) {
        columns.replaceAll(column -> column.name().equals(from) ? column.named(to) : column);
        key = key == null ? null : renamed(key, from, to);
        uniques.replaceAll(each -> renamed(each, from, to));
        references.replaceAll(each -> new Reference(
                each.name(),
                renamed(each.columns(), from, to),
                each.table(),
                each.key(),
                each.onDelete(),
                each.onUpdate(),
                each.deferral()));
    }

    private static UniqueKey renamed(UniqueKey key, String from, String to) {
        return new UniqueKey(
                key.name(),
                renamed(key.columns(), from, to),
                key.expressions(),
                key.where(),
                key.deferral(),
                key.nullsDistinct());
    }

    private static List<String> renamed(List<String> names, String from, String to) {
        return names.stream().map(each -> each.equals(from) ? to : each).toList();
    }

    void dropColumn(String dropped) {
        columns.removeIf(column -> column.name().equals(dropped));
        key = key != null && key.columns().contains(dropped) ? null : key;
        uniques.removeIf(each -> each.columns().contains(dropped));
        references.removeIf(each -> each.columns().contains(dropped));
        checks.removeIf(each -> mentions(each, dropped));
    }

    private static boolean mentions(CheckRule check, String column) {
        return Walk.all(check.condition(), Expr.Column.class).stream()
                .anyMatch(each -> each.name().matches(column));
    }

    /** Takes away whatever constraint or index has this name. */
    void dropConstraint(String dropped, boolean caseMatters) {
        Predicate<String> is = each -> caseMatters ? each.equals(dropped) : each.equalsIgnoreCase(dropped);
        key = key != null && is.test(key.name()) ? null : key;
        uniques.removeIf(each -> is.test(each.name()));
        references.removeIf(each -> is.test(each.name()));
        checks.removeIf(each -> is.test(each.name()));
    }
}
