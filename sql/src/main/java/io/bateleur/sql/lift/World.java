package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.schema.UniqueKey;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a database over the whole of a trace: what the trace tells of it, and what its statements define.
 *
 * @param complete whether there is no table, view or routine beside these
 * @param made names, in lower case, of tables that statements of the trace make
 * @param uncertainRoutines those that were defined in more than one way
 * @param changedUniques tables whose unique keys statements of the trace change
 * @param plain tables that the trace makes without a unique key beside the primary one
 */
record World(
        Catalog catalog,
        boolean complete,
        Set<String> made,
        Set<ObjectName> uncertainRoutines,
        Set<ObjectName> changedUniques,
        Set<ObjectName> plain) {
    /** The name of the entry by which a recorder says that it told of everything. */
    private static final String COMPLETE = "sql complete";

    /** @param texts the statements of the trace, in the order of their first appearance */
    static World of(Catalog told, Map<String, Value> about, Iterable<List<Statement>> texts) {
        boolean complete = Value.of(true).equals(about.get(COMPLETE));
        Builder builder = new Builder(told, about);
        texts.forEach(text -> text.forEach(builder::statement));
        return builder.build(complete);
    }

    /** All unique keys of a table but its primary one; null where they are not known, or changed. */
    @Nullable
    List<UniqueKey> uniques(BaseTable table) {
        if (changedUniques.contains(table.name())) {
            return null;
        }
        boolean known = table.knows(BaseTable.Aspect.UNIQUES) || plain.contains(table.name());
        return known ? table.uniques() : null;
    }

    private static final class Builder {
        private final Catalog told;
        private final FirstTables first;
        private Catalog catalog;
        private final Map<String, Definition.CreateTable> created = new HashMap<>();
        private final Set<String> contested = new HashSet<>();
        private final Set<String> made = new HashSet<>();
        private final List<Statement> later = new ArrayList<>();
        private final Map<ObjectName, List<Statement>> bodies = new HashMap<>();
        private final Set<ObjectName> uncertain = new HashSet<>();
        private final List<Qualified> changed = new ArrayList<>();
        private boolean allChanged;

        Builder(Catalog told, Map<String, Value> about) {
            this.told = told;
            this.catalog = told;
            this.first = FirstTables.of(about);
        }

        void statement(Statement statement) {
            if (statement instanceof Definition.CreateTable create) {
                created(create);
            } else if (statement instanceof Definition.CreateRoutine routine) {
                routine(routine);
            } else if (statement instanceof Definition.AlterTable alter) {
                boolean adds = alter.alterations().stream()
                        .allMatch(each ->
                                each instanceof Definition.AddColumn || each instanceof Definition.AddConstraint);
                changed.add(alter.table());
                if (adds) {
                    later.add(alter);
                }
            } else if (statement instanceof Definition.CreateIndex index) {
                if (index.modifiers().contains("UNIQUE") || index.words().contains("UNIQUE")) {
                    changed.add(index.table());
                    later.add(index);
                }
            } else if (statement instanceof Definition.Drop drop && drop.kind().equals("INDEX")) {
                allChanged = true;
            } else if (statement instanceof Definition.CreateTrigger
                    || statement instanceof Definition.CreateRule
                    || statement instanceof Definition.CreateView
                    || statement instanceof Definition.Define) {
                later.add(statement);
            } else if (statement instanceof Statement.Unread unread) {
                String text = unread.text().strip().toUpperCase(Locale.ROOT);
                allChanged |= text.startsWith("ALTER") || text.startsWith("CREATE");
            }
        }

        private void created(Definition.CreateTable create) {
            String name = create.name().last().text().toLowerCase(Locale.ROOT);
            made.add(name);
            boolean temporary = create.modifiers().contains("TEMP")
                    || create.name().schema() != null
                            && create.name().schema().text().equalsIgnoreCase("pg_temp");
            boolean filled = create.as() != null || create.like() != null;
            if (temporary || filled) {
                return;
            }
            Definition.CreateTable other = created.putIfAbsent(name, create);
            if (other != null && !other.elements().equals(create.elements())) {
                contested.add(name);
            }
        }

        private void routine(Definition.CreateRoutine routine) {
            Catalog only = Catalog.empty(told.dialect(), told.path()).with(List.of(routine));
            for (StoredRoutine each : only.routines()) {
                List<Statement> known = bodies.putIfAbsent(each.name(), each.body());
                List<StoredRoutine> before = told.routines().stream()
                        .filter(other -> other.name().equals(each.name()))
                        .toList();
                boolean same = known == null || known.equals(each.body());
                boolean kept = before.isEmpty()
                        || before.stream().allMatch(other -> other.body().equals(each.body()));
                if (!same || !kept) {
                    uncertain.add(each.name());
                }
                if (before.isEmpty()) {
                    later.add(routine);
                }
            }
        }

        World build(boolean complete) {
            Set<ObjectName> plain = new HashSet<>();
            created.forEach((name, create) -> {
                boolean has = has(name);
                boolean doubtful = create.ifNotExists() && told.tables().isEmpty() || contested.contains(name);
                Catalog only = Catalog.empty(told.dialect(), told.path()).with(List.of(create));
                if (!has && !doubtful) {
                    catalog = catalog.with(List.of(create));
                }
                boolean known = first.lack(name) && !contested.contains(name);
                boolean without = only.tables().stream()
                        .allMatch(table -> table.knows(BaseTable.Aspect.UNIQUES)
                                && table.uniques().isEmpty()
                                && table.ancestry().parents().isEmpty());
                if (known && without && !only.tables().isEmpty()) {
                    named(create.name()).forEach(plain::add);
                }
            });
            Set<ObjectName> unstable = new HashSet<>();
            changed.forEach(name -> unstable.addAll(named(name)));
            if (allChanged) {
                catalog.tables().forEach(table -> unstable.add(table.name()));
            }
            List<Statement> fitting = later.stream().filter(this::adds).toList();
            catalog = catalog.with(fitting);
            plain.removeAll(unstable);
            return new World(catalog, complete, Set.copyOf(made), uncertain, unstable, plain);
        }

        private boolean has(String simple) {
            return told.tables().stream().anyMatch(table -> table.name().name().equalsIgnoreCase(simple));
        }

        private List<ObjectName> named(Qualified name) {
            return catalog.possible(name).stream().map(each -> each.name()).toList();
        }

        /** Whether a definition says something that the trace does not tell otherwise. */
        private boolean adds(Statement statement) {
            if (statement instanceof Definition.AlterTable alter) {
                return !has(alter.table().last().text());
            }
            if (statement instanceof Definition.CreateIndex index) {
                return !has(index.table().last().text());
            }
            if (statement instanceof Definition.CreateView view) {
                return catalog.possible(view.name()).isEmpty();
            }
            if (statement instanceof Definition.CreateTrigger trigger) {
                return catalog.possible(trigger.table()).stream()
                        .noneMatch(each -> each instanceof BaseTable table
                                && table.triggers().stream()
                                        .anyMatch(known -> trigger.name().last().matches(known.name())
                                                && known.body().equals(trigger.body())));
            }
            return !(statement instanceof Definition.Define define)
                    || define.verb().equals("CREATE") && define.kind().matches("DOMAIN|TYPE|COLLATION|SEQUENCE|POLICY");
        }
    }
}
