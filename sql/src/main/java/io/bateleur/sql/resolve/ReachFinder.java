package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.SchemaObject;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what a statement may write: what it says, what its functions and the triggers of its tables do, and what hangs on those tables. */
public final class ReachFinder {
    /** How deep routines and triggers may call each other; deeper they may do anything. */
    private static final int DEPTH_MAX = 40;

    private static final Set<String> LANGUAGES = Set.of("sql", "plpgsql", "");
    private static final Set<String> READING =
            Set.of("SELECT", "VALUES", "TABLE", "SHOW", "DESC", "DESCRIBE", "EXPLAIN");
    private static final Set<String> CHANGING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "INTO");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private final Catalog catalog;
    private final boolean routinesKnown;
    private final Set<String> own;
    private final Set<ObjectName> uncertain;
    private final TableReach tables;
    /** Bodies that are being looked at, by identity. */
    private final Set<Object> busy = Collections.newSetFromMap(new IdentityHashMap<>());
    /** What bodies may write along a path, where that does not depend on one that is being looked at. */
    private final Map<List<String>, Map<Object, Reach>> found = new HashMap<>();

    private final Map<ObjectName, List<StoredRoutine>> routines = new HashMap<>();
    /** Their names without schemas, in lower case. */
    private final Set<String> simple = new HashSet<>();
    /** How often a body was met that is being looked at. */
    private int circles;

    private int depth;

    /** @param routinesKnown whether every routine that somebody defined is in the catalog: others are the database's own */
    public ReachFinder(Catalog catalog, boolean routinesKnown) {
        this(catalog, routinesKnown, Set.of(), Set.of());
    }

    /**
     * The same where more is known than the catalog holds.
     *
     * @param own names, in lower case, of tables that are no views and that nothing hangs on
     * @param uncertain routines that were others before
     */
    public ReachFinder(Catalog catalog, boolean routinesKnown, Set<String> own, Set<ObjectName> uncertain) {
        this.catalog = catalog;
        this.routinesKnown = routinesKnown;
        this.own = Set.copyOf(own);
        this.uncertain = Set.copyOf(uncertain);
        for (StoredRoutine each : catalog.routines()) {
            routines.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each);
            simple.add(each.name().name().toLowerCase(java.util.Locale.ROOT));
        }
        this.tables = new TableReach(catalog, this);
    }

    /** @param path where the session of the statement looks names up */
    public Reach of(Statement statement, List<String> path) {
        Reach reach = new Reach();
        visit(statement, path, reach);
        return reach;
    }

    /** What triggers and rules do when something happens to a table, and what then happens to others. */
    public TriggerReach triggers(BaseTable table, String event, List<String> path) {
        return tables.triggers(table, event, path);
    }

    /** What rows of other tables go or change with rows of this one. @param keys columns that change; null: rows go */
    public Reach cascades(BaseTable table, @Nullable BitSet keys, List<String> path) {
        Reach reach = new Reach();
        tables.cascades(table, keys, path, reach);
        return reach;
    }

    // ---- through the tree

    void visit(Node node, List<String> path, Reach reach) {
        if (node instanceof Definition definition) {
            definition(definition, path, reach);
            return;
        }
        if (node instanceof Utility.Prepare || node instanceof Utility.Explain explain && !explain.executes()) {
            return;
        }
        if (node instanceof Change change) {
            change(change, path, reach);
        } else if (node instanceof Expr.FunctionCall call) {
            call(call.name(), call.at(), path, reach);
        } else if (node instanceof Utility.CallProcedure call && !(call.call() instanceof Expr.FunctionCall)) {
            reach.everything(call.at(), "CALL of a procedure that is not named plainly");
        } else if (node instanceof Statement.Unread unread) {
            unread(unread, path, reach);
        } else if (node instanceof Procedural.ExecuteText || node instanceof Utility.Execute) {
            reach.everything(node.at(), "EXECUTE of a text that is not known");
        } else if (node instanceof Utility.Do block && block.text() != null && !LANGUAGES.contains(block.language())) {
            reach.everything(node.at(), "a block in " + block.language());
        }
        Walk.children(node).forEach(child -> visit(child, path, reach));
    }

    private void definition(Definition definition, List<String> path, Reach reach) {
        if (definition instanceof Definition.CreateTable create) {
            if (create.as() != null) {
                visit(create.as(), path, reach);
            }
        } else if (definition instanceof Definition.AlterTable alter) {
            named(alter.table(), path, "ALTER", reach);
        } else if (definition instanceof Definition.Drop drop && drop.kind().endsWith("TABLE")) {
            drop.names().forEach(name -> named(name, path, "DROP", reach));
        } else if (definition instanceof Definition.Define define
                && define.kind().startsWith("SCHEMA")
                && define.verb().equals("DROP")) {
            reach.everything(define.at(), "DROP SCHEMA");
        }
    }

    private void change(Change change, List<String> path, Reach reach) {
        if (change instanceof Change.Insert insert) {
            insert(insert, path, reach);
        } else if (change instanceof Change.Update update) {
            update(update, path, reach);
        } else if (change instanceof Change.Delete delete) {
            delete(delete, path, reach);
        } else if (change instanceof Change.Merge merge) {
            for (String event : List.of("INSERT", "UPDATE", "DELETE")) {
                named(merge.table().name(), path, event, reach);
            }
        } else if (change instanceof Change.MergeKey merge) {
            named(merge.table().name(), path, "INSERT", reach);
            named(merge.table().name(), path, "UPDATE", reach);
        } else if (change instanceof Change.Truncate truncate) {
            boolean cascade = truncate.words().has("CASCADE");
            for (From.Table table : truncate.tables()) {
                named(table.name(), path, cascade ? "TRUNCATE CASCADE" : "TRUNCATE", reach);
            }
        } else if (change instanceof Change.Copy copy && copy.from() && copy.table() != null) {
            named(copy.table(), path, "INSERT", reach);
        }
    }

    private void insert(Change.Insert insert, List<String> path, Reach reach) {
        Qualified name = insert.table().name();
        named(name, path, "INSERT", reach);
        if (!insert.onDuplicate().isEmpty()
                || insert.conflicts().stream()
                        .anyMatch(conflict -> !conflict.updates().isEmpty())) {
            named(name, path, "UPDATE", reach);
        }
        if (insert.verb().contains("REPLACE")) {
            named(name, path, "DELETE", reach);
        }
    }

    private void update(Change.Update update, List<String> path, Reach reach) {
        List<From.Table> targets = plain(update.tables());
        for (From.Table target : targets) {
            BitSet set = new BitSet();
            BaseTable table = catalog.table(target.name(), path).orElse(null);
            boolean certain = table != null;
            for (Change.Assignment each : update.sets()) {
                for (Expr column : each.targets()) {
                    certain &= table != null && set(column, target, table, targets.size() > 1, set);
                }
            }
            if (!certain) {
                named(target.name(), path, "UPDATE", reach);
            } else if (!set.isEmpty() && table != null) {
                tables.written(table, "UPDATE", set, path, reach);
            }
        }
        if (targets.size() < update.tables().size() && targets.isEmpty()) {
            reach.everything(update.at(), "an update of something that is no table");
        }
    }

    /** Whether it is certain which column of the table is set, or that none is. */
    private static boolean set(Expr target, From.Table of, BaseTable table, boolean several, BitSet set) {
        Expr inner = target;
        while (inner instanceof Expr.Subscript subscript) {
            inner = subscript.array();
        }
        if (!(inner instanceof Expr.Column column)) {
            return false;
        }
        Qualified qualifier = column.table();
        if (several && qualifier != null && !of.called().matches(qualifier.last())) {
            return true;
        }
        int found = table.column(column.name());
        if (found >= 0) {
            set.set(found);
        }
        return found >= 0 || several;
    }

    private void delete(Change.Delete delete, List<String> path, Reach reach) {
        List<From.Table> all = plain(delete.tables());
        for (From.Table table : all) {
            boolean meant = delete.targets().isEmpty()
                    || delete.targets().stream()
                            .anyMatch(target -> table.called().matches(target.last()));
            if (meant) {
                named(table.name(), path, "DELETE", reach);
            }
        }
        if (all.isEmpty()) {
            reach.everything(delete.at(), "a delete from something that is no table");
        }
    }

    private static List<From.Table> plain(List<From> items) {
        List<From.Table> tables = new ArrayList<>();
        items.forEach(item -> tables.addAll(Walk.all(item, From.Table.class)));
        return tables;
    }

    /** A table or view by its name in a statement. @param event what happens to it */
    void named(Qualified name, List<String> path, String event, Reach reach) {
        SchemaObject found = catalog.relation(name, path).orElse(null);
        List<SchemaObject> possible = found == null ? catalog.possible(name) : List.of(found);
        if (possible.isEmpty()) {
            boolean harmless =
                    event.equals("DROP") || own.contains(name.last().text().toLowerCase(java.util.Locale.ROOT));
            if (!harmless) {
                reach.everything(name.at(), "table " + name + " is not known: it may be a view of others");
            }
        }
        for (SchemaObject each : possible) {
            if (each instanceof BaseTable table) {
                tables.written(table, event, Reach.all(table), path, reach);
            } else {
                reach.everything(name.at(), name + " is a view, whose changes are those of other tables");
            }
        }
    }

    // ---- routines

    private void call(Qualified name, Span at, List<String> path, Reach reach) {
        boolean system = name.schema() != null && name.schema().matches("pg_catalog");
        boolean named = simple.contains(name.last().text().toLowerCase(java.util.Locale.ROOT));
        List<StoredRoutine> found = system || !named ? List.of() : catalog.routines(name, path);
        if (named
                && found.isEmpty()
                && !catalog.routines(name, List.of()).isEmpty()
                && !BuiltIns.isPure(name.last().text())) {
            found = catalog.routines(name, List.of());
        }
        boolean own =
                system || name.schema() == null && (BuiltIns.isPure(name.last().text()) || routinesKnown);
        if (found.isEmpty() && !own) {
            reach.everything(at, "function " + name + " may write anything");
        }
        found.forEach(routine -> routine(routine, at, path, reach));
    }

    void routine(ObjectName name, Span at, List<String> path, Reach reach) {
        List<StoredRoutine> all = routines.getOrDefault(name, List.of());
        if (all.isEmpty()) {
            reach.everything(at, "function " + name + " is not known");
        }
        all.forEach(routine -> routine(routine, at, path, reach));
    }

    private void routine(StoredRoutine routine, Span at, List<String> path, Reach reach) {
        boolean read = LANGUAGES.contains(routine.language()) && !routine.body().isEmpty();
        if (uncertain.contains(routine.name())) {
            reach.everything(at, "function " + routine.name() + " was another one before");
            return;
        }
        if (!read) {
            if (routine.volatility() == StoredRoutine.Volatility.VOLATILE) {
                String language = routine.language().isEmpty() ? "" : ", in " + routine.language() + ",";
                reach.everything(at, "function " + routine.name() + language + " may write anything");
            }
            return;
        }
        inside(routine, routine.body(), at, path, reach);
    }

    /** The statements of a body, unless they are being looked at already. */
    void inside(Object of, List<Statement> body, Span at, List<String> path, Reach reach) {
        if (depth >= DEPTH_MAX) {
            reach.everything(at, "routines call each other too deep");
            return;
        }
        Map<Object, Reach> known = found.computeIfAbsent(path, each -> new IdentityHashMap<>());
        Reach before = known.get(of);
        if (before != null) {
            reach.add(before);
            return;
        }
        if (!busy.add(of)) {
            circles++;
            return;
        }
        depth++;
        int met = circles;
        Reach own = new Reach();
        body.forEach(statement -> visit(statement, path, own));
        depth--;
        busy.remove(of);
        if (met == circles || busy.isEmpty()) {
            known.put(of, own);
        }
        reach.add(own);
    }

    // ---- texts that are not read

    /** Of a text that is not read: the tables whose names are among its words, unless it may do anything. */
    private void unread(Statement.Unread unread, List<String> path, Reach reach) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(unread.text());
        boolean unknownCall = false;
        while (matcher.find()) {
            String word = matcher.group();
            words.add(word.toUpperCase(java.util.Locale.ROOT));
            boolean call = unread.text().startsWith("(", matcher.end());
            Qualified name = new Qualified(unread.at(), List.of(new Name(word, false)));
            unknownCall |= call && !routinesKnown && !BuiltIns.isPure(word);
            if (simple.contains(word.toLowerCase(java.util.Locale.ROOT))) {
                catalog.routines(name, List.of()).forEach(routine -> routine(routine, unread.where(), path, reach));
            }
        }
        boolean reads = !words.isEmpty()
                && READING.contains(words.get(0))
                && words.stream().noneMatch(CHANGING::contains);
        if (reads && !unknownCall) {
            return;
        }
        if (unread.table() != null && !unknownCall) {
            named(unread.table(), path, "UPDATE", reach);
            named(unread.table(), path, "DELETE", reach);
            named(unread.table(), path, "INSERT", reach);
        } else {
            reach.everything(unread.where(), "a text that is not read: " + unread.why());
        }
    }
}
