package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.Reference;
import io.bateleur.sql.schema.RewriteRule;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.schema.TableTrigger;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Walk;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What hangs on a table: its triggers and rules, the tables that refer to it, and those that its rows are in too. */
final class TableReach {
    private static final Span NOWHERE = new Span(0, 0);

    private final Catalog catalog;
    private final ReachFinder finder;
    private final Set<Object> busy = new HashSet<>();

    TableReach(Catalog catalog, ReachFinder finder) {
        this.catalog = catalog;
        this.finder = finder;
    }

    /** Something happens to a table. @param columns those that may be written */
    void written(BaseTable table, String event, BitSet columns, List<String> path, Reach reach) {
        String fires = event.startsWith("TRUNCATE") ? "TRUNCATE" : event;
        if (!busy.add(List.of(table.name(), event, columns))) {
            return;
        }
        for (BaseTable each : family(table)) {
            BitSet same = each.equals(table) ? columns : Reach.all(each);
            BitSet all = (BitSet) same.clone();
            for (int c = 0; c < each.columns().size() && !event.equals("DELETE"); c++) {
                if (isFilled(each, c)) {
                    all.set(c);
                }
            }
            reach.add(each, all);
            if (!Set.of("ALTER", "DROP").contains(event)) {
                TriggerReach triggers = triggers(each, fires, path);
                reach.add(triggers.others());
                BitSet more = triggers.rewritten();
                reach.add(each, more == null ? Reach.all(each) : more);
            }
            switch (event) {
                case "DELETE", "TRUNCATE CASCADE" -> cascades(each, null, path, reach);
                case "UPDATE" -> cascades(each, columns, path, reach);
                default -> {}
            }
            if (event.equals("TRUNCATE CASCADE")) {
                catalog.referrers(each)
                        .forEach(
                                referrer -> written(referrer.table(), event, Reach.all(referrer.table()), path, reach));
            }
        }
        busy.remove(List.of(table.name(), event, columns));
    }

    private static boolean isFilled(BaseTable table, int column) {
        return switch (table.columns().get(column).filled()) {
            case BY_STATEMENT, IDENTITY_ALWAYS, IDENTITY_BY_DEFAULT -> false;
            case GENERATED, ON_UPDATE, UNKNOWN -> true;
        };
    }

    /** The table, those whose rows are its rows too, and those whose rows its rows are. */
    private Set<BaseTable> family(BaseTable table) {
        Set<BaseTable> family = new java.util.LinkedHashSet<>(List.of(table));
        Set<BaseTable> below = new java.util.LinkedHashSet<>(List.of(table));
        while (!below.isEmpty()) {
            Set<BaseTable> next = new java.util.LinkedHashSet<>();
            for (BaseTable each : below) {
                catalog.children(each).stream().filter(family::add).forEach(next::add);
                for (ObjectName parent : each.ancestry().parents()) {
                    catalog.table(parent).filter(family::add).ifPresent(next::add);
                }
            }
            below = next;
        }
        return family;
    }

    /** @param keys columns that change; null: rows go */
    void cascades(BaseTable table, @Nullable BitSet keys, List<String> path, Reach reach) {
        for (Catalog.Referrer referrer : catalog.referrers(table)) {
            Reference reference = referrer.reference();
            Reference.Action action = keys == null ? reference.onDelete() : reference.onUpdate();
            if (!action.writes() || keys != null && !touches(keys, reference, table)) {
                continue;
            }
            BaseTable child = referrer.table();
            boolean goes = action == Reference.Action.CASCADE && keys == null || action == Reference.Action.UNKNOWN;
            if (goes) {
                written(child, "DELETE", Reach.all(child), path, reach);
            }
            if (!goes || action == Reference.Action.UNKNOWN) {
                BitSet set = new BitSet();
                for (String column : reference.columns()) {
                    int place = child.column(column);
                    if (place >= 0) {
                        set.set(place);
                    }
                }
                written(child, "UPDATE", set.isEmpty() ? Reach.all(child) : set, path, reach);
            }
        }
    }

    private static boolean touches(BitSet columns, Reference reference, BaseTable table) {
        List<String> key = reference.key();
        if (key.isEmpty()) {
            key = table.key() == null ? List.of() : table.key().columns();
        }
        return key.isEmpty()
                || key.stream().anyMatch(name -> table.column(name) < 0 || columns.get(table.column(name)));
    }

    // ---- triggers

    TriggerReach triggers(BaseTable table, String event, List<String> path) {
        Reach others = new Reach();
        if (!table.knows(BaseTable.Aspect.TRIGGERS)) {
            others.everything(NOWHERE, "table " + table.name() + " has triggers, which may write anything");
            return new TriggerReach(others, null);
        }
        BitSet rewritten = new BitSet();
        boolean keeps = true;
        for (TableTrigger trigger : table.triggers()) {
            if (trigger.events().contains(event)) {
                body(trigger, table, path, others);
                keeps &= trigger.timing().equals("AFTER") || keeps(trigger, table, rewritten);
            }
        }
        for (RewriteRule rule : table.rules()) {
            if (rule.event().equals(event)) {
                keeps = false;
                finder.inside(rule, rule.body(), NOWHERE, path, others);
            }
        }
        return new TriggerReach(others, keeps ? rewritten : null);
    }

    private void body(TableTrigger trigger, BaseTable table, List<String> path, Reach others) {
        if (trigger.routine() != null) {
            finder.routine(trigger.routine(), NOWHERE, path, others);
        } else if (trigger.body().isEmpty()) {
            others.everything(NOWHERE, "trigger " + trigger.name() + " of table " + table.name() + " is not read");
        } else {
            finder.inside(trigger, trigger.body(), NOWHERE, path, others);
        }
    }

    /** Whether the row is changed as the statement says, but for columns that the trigger sets. */
    private boolean keeps(TableTrigger trigger, BaseTable table, BitSet rewritten) {
        List<Statement> body = trigger.body();
        if (trigger.routine() != null) {
            List<StoredRoutine> found = catalog.routines().stream()
                    .filter(each -> each.name().equals(trigger.routine()))
                    .toList();
            body = found.size() == 1 && found.get(0).language().equals("plpgsql")
                    ? found.get(0).body()
                    : List.of();
        }
        boolean keeps = !body.isEmpty() && trigger.timing().equals("BEFORE");
        for (Statement statement : body) {
            for (Node node : Walk.all(statement, Node.class)) {
                keeps &= isHarmless(node, trigger, table, rewritten);
            }
        }
        return keeps;
    }

    private static boolean isHarmless(Node node, TableTrigger trigger, BaseTable table, BitSet rewritten) {
        if (node instanceof Procedural.Return back) {
            return trigger.routine() == null
                    || back.value() instanceof Expr.Column row && (row.is("NEW") || row.is("OLD"));
        }
        if (node instanceof Procedural.Assign assign) {
            return isHarmless(assign.target(), table, rewritten);
        }
        if (node instanceof io.bateleur.sql.tree.Utility.Setting setting) {
            return isHarmless(setting.name(), table, rewritten);
        }
        boolean into = node instanceof QueryBody.Into
                || node instanceof Procedural.FetchRow
                || node instanceof Statement.Unread
                || node instanceof Procedural.ExecuteText
                || node instanceof io.bateleur.sql.tree.Change.Returning returning
                        && !returning.into().isEmpty();
        return !into;
    }

    /** Whether a variable that is set leaves the row, or all but a known column of it, as it is. */
    private static boolean isHarmless(Expr target, BaseTable table, BitSet rewritten) {
        if (!(target instanceof Expr.Column column)) {
            return target instanceof Expr.Variable;
        }
        if (column.table() == null) {
            return !column.is("NEW");
        }
        int place = table.column(column.name());
        if (column.table().is("NEW") && place >= 0) {
            rewritten.set(place);
        }
        return !column.table().is("NEW") || place >= 0;
    }
}
