package io.bateleur.sql.eval;

import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.schema.TableTrigger;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The triggers of a table, each compiled when it first fires. */
final class Triggers {
    private static final List<String> GIVEN = List.of("tg_op", "tg_when", "tg_level", "tg_table_name", "tg_name");

    private final TableShape table;
    private final Rulebook rulebook;
    private final List<TableTrigger> all = new ArrayList<>();
    private final Map<TableTrigger, TriggerBody> bodies = new HashMap<>();

    Triggers(TableShape table, Rulebook rulebook) {
        this.table = table;
        this.rulebook = rulebook;
        all.addAll(table.table().triggers());
        if (rulebook.dialect() == SqlDialect.POSTGRES) {
            all.sort(Comparator.comparing(TableTrigger::name));
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether rows of a statement of this kind come by triggers one by one. */
    boolean seeRows(String event) {
        return all.stream()
                .anyMatch(trigger -> trigger.eachRow() && trigger.events().contains(event));
    }

    /** PostgreSQL's triggers after a row fire when the statement is through, those of others at once. */
    boolean fireLate() {
        return rulebook.dialect() == SqlDialect.POSTGRES;
    }

    // ---- firing

    /**
     * @param sets the columns that an UPDATE assigns
     * @return the row as it is to be written; null: it is left out
     */
    Object @Nullable [] before(
            String event, Frame frame, Object @Nullable [] old, Object @Nullable [] now, int[] sets) {
        Object[] row = now;
        for (TableTrigger trigger : fitting("BEFORE", event, true, sets)) {
            Object returned = fire(trigger, event, frame, old, row);
            if (returned == null) {
                return null;
            }
            row = now == null ? null : (Object[]) returned;
        }
        return now == null ? old : row;
    }

    void after(String event, Frame frame, Object @Nullable [] old, Object @Nullable [] now, int[] sets) {
        for (TableTrigger trigger : fitting("AFTER", event, true, sets)) {
            fire(trigger, event, frame, old, now);
        }
    }

    /** Those that fire once for the whole statement. */
    void statement(String timing, String event, Frame frame, int[] sets) {
        for (TableTrigger trigger : fitting(timing, event, false, sets)) {
            fire(trigger, event, frame, null, null);
        }
    }

    private List<TableTrigger> fitting(String timing, String event, boolean eachRow, int[] sets) {
        List<TableTrigger> fitting = new ArrayList<>();
        for (TableTrigger trigger : all) {
            boolean columns = trigger.columns().isEmpty() || !event.equals("UPDATE");
            for (int set : sets) {
                columns |= trigger.columns().contains(table.columns().get(set).name());
            }
            if (trigger.timing().equals(timing)
                    && trigger.events().contains(event)
                    && trigger.eachRow() == eachRow
                    && columns) {
                fitting.add(trigger);
            }
        }
        if (fitting.size() > 1 && rulebook.dialect() == SqlDialect.SQLITE) {
            throw new Outside(null, "several triggers that fire in any order");
        }
        return fitting;
    }

    /** @return the row that it gives, for those before a row; null: the row is left out */
    private @Nullable Object fire(
            TableTrigger trigger, String event, Frame frame, Object @Nullable [] old, Object @Nullable [] now) {
        if (!trigger.plain()) {
            throw new Outside(null, "a trigger with transition tables, an order or a constraint: " + trigger.name());
        }
        Object[] none = new Object[table.columns().size()];
        Object[] before = old == null ? none : old;
        Object[] after = now == null ? none : now.clone();
        Object passed = now == null ? before : after;
        if (!holds(trigger, frame, before, after)) {
            return passed;
        }
        TriggerBody body = bodies.get(trigger);
        if (body == null) {
            body = compiled(trigger);
            bodies.put(trigger, body);
        }
        TriggerBody.Rows rows = body.rows();
        Frame[] inner = new Frame[1];
        Routine.Activation activation = body.routine().call(frame, given(trigger, event), each -> {
            each.slots[rows.now()] = after;
            each.slots[rows.old()] = before;
            inner[0] = each;
        });
        frame.met(activation.perhaps);
        boolean returns = rulebook.dialect() == SqlDialect.POSTGRES;
        return returns ? activation.returned : now == null ? before : inner[0].slots[rows.now()];
    }

    private Object[] given(TableTrigger trigger, String event) {
        if (rulebook.dialect() != SqlDialect.POSTGRES) {
            return new Object[0];
        }
        return new Object[] {
            event,
            trigger.timing(),
            trigger.eachRow() ? "ROW" : "STATEMENT",
            table.table().name().name(),
            trigger.name()
        };
    }

    private boolean holds(TableTrigger trigger, Frame frame, Object[] old, Object[] now) {
        if (trigger.when() == null) {
            return true;
        }
        Compilation compilation = new Compilation(rulebook.dialect(), rulebook.shapes());
        compilation.rulebook = rulebook;
        Scope scope = new Scope(null);
        scope.origins.add(Target.origin(table, new Name("new", false), compilation.newSlot(), false));
        scope.origins.add(Target.origin(table, new Name("old", false), compilation.newSlot(), false));
        Code code = new ExpressionCompiler(compilation, scope, null).code(trigger.when());
        Frame row = new Frame(
                compilation.slots(),
                compilation.memos(),
                new Object[0],
                frame.tables,
                frame.changes,
                frame.environment);
        row.slots[0] = now;
        row.slots[1] = old;
        Object holds = Truth.of(row.certain(code));
        if (Unknown.is(holds)) {
            throw new Outside(null, "a condition of a trigger that is not known");
        }
        return Boolean.TRUE.equals(holds);
    }

    private TriggerBody compiled(TableTrigger trigger) {
        List<Statement> body = body(trigger);
        if (body.isEmpty()) {
            throw new Outside(null, "a trigger whose body is not read: " + trigger.name());
        }
        List<Routine.Parameter> given = rulebook.dialect() == SqlDialect.POSTGRES
                ? GIVEN.stream()
                        .map(name -> new Routine.Parameter("IN", name, SqlType.TEXT, null))
                        .toList()
                : List.of();
        return RoutineCompiler.trigger(body, table, given, rulebook);
    }

    /** Its statements; empty where they are not read. */
    private List<Statement> body(TableTrigger trigger) {
        return body(trigger, rulebook);
    }

    static List<Statement> body(TableTrigger trigger, Rulebook rulebook) {
        if (trigger.routine() == null) {
            return trigger.body();
        }
        List<StoredRoutine> routines = rulebook.shapes().catalog().routines().stream()
                .filter(routine -> routine.name().equals(trigger.routine()))
                .toList();
        boolean read = routines.size() == 1 && routines.get(0).language().equals("plpgsql");
        return read ? routines.get(0).body() : List.of();
    }

    // ---- order

    /** Refuses to go on where several rows come in an order that is free, and triggers may see which one it is. */
    void checkOrder(String event, int rows) {
        if (rows < 2) {
            return;
        }
        for (TableTrigger trigger : all) {
            boolean free = trigger.eachRow() && trigger.events().contains(event);
            if (free && body(trigger).stream().anyMatch(this::seesOrder)) {
                throw new Outside(null, "triggers on rows in an order that is not known");
            }
        }
    }

    /** Adding rows of known values, and raising errors, is the same in any order. */
    private boolean seesOrder(Statement statement) {
        boolean[] sees = new boolean[1];
        Walk.each(statement, node -> sees[0] |= seesOrder(node));
        return sees[0];
    }

    private boolean seesOrder(Node node) {
        if (node instanceof Change.Insert insert) {
            TableShape into = rulebook.shapes().find(insert.table().name());
            boolean values = insert.rows() != null && insert.rows().body() instanceof QueryBody.Values;
            boolean numbered = into == null
                    || into == table
                    || into.table().hasTriggers()
                    || java.util.Arrays.stream(rulebook.rules(into).filled).anyMatch(filled -> filled.isIdentity())
                    || !rulebook.rules(into).keys.isEmpty();
            return !values
                    || !insert.verb().equals("INSERT")
                    || !insert.conflicts().isEmpty()
                    || numbered;
        }
        boolean reads = node instanceof Query query && !(query.body() instanceof QueryBody.Values);
        return reads && !raises((Query) node)
                || node instanceof Change
                || node instanceof Utility.CallProcedure
                || node instanceof Procedural.Perform;
    }

    private static boolean raises(Query query) {
        return query.body() instanceof QueryBody.Select select
                && select.from().isEmpty()
                && select.items().size() == 1
                && select.items().get(0).value() instanceof io.bateleur.sql.tree.Expr.FunctionCall call
                && call.name().last().text().toLowerCase(Locale.ROOT).equals("raise");
    }
}
