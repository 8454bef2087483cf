package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Some instances, what they see of rows, and what follows from their level, as terms.
 *
 * <p>Rows are named by terms of their keys. What an instance sees of a cell is an unknown function of the key and of a view; facts
 * about the rows that are named are added by {@link Facts}. A view is what is committed at a time, or what the instances that are
 * visible wrote.
 */
final class Encoding {
    /** A row that is spoken of. */
    record NamedRow(TableShape shape, Map<String, Symbol> key, String name) {}

    /** Which versions: what an instance sees at an act, or what was there right before it in the order of arbitration. */
    record View(Kind kind, int instance, int order, String tag) {
        /** When. */
        enum Kind {
            /** What a plain read sees. */
            SNAPSHOT,
            /** When the locks of an act are there. */
            NEWEST,
            /** When a scan of InnoDB comes by one row that does not match. */
            PASSED,
            /** Everything that is arbitrated before the instance. */
            BEFORE,
            /** At the start of everything. */
            INITIAL
        }
    }

    /** A cell of a view, without what the instance itself wrote. */
    record BaseCell(View view, NamedRow row, String column) {}

    /** A row as an instance sees it before one of its acts. */
    final class SymbolicRow {
        final NamedRow row;
        private final View view;
        private final int order;
        private final SymbolicInstance by;

        SymbolicRow(NamedRow row, View view, int order, SymbolicInstance by) {
            this.row = row;
            this.view = view;
            this.order = order;
            this.by = by;
        }

        Symbol cell(String column) {
            return Encoding.this.cell(this, column);
        }
    }

    final Application application;
    final LevelPlan plan;
    final List<TransactionProgram> programs;
    final Smt smt;
    final SymbolTable symbols;
    final Timing timing;
    final QueryResults queries;
    final Map<String, NamedRow> rows = new LinkedHashMap<>();
    final Map<BaseCell, Symbol> cells = new LinkedHashMap<>();
    private final Map<String, SymbolicInstance> instances = new TreeMap<>();
    private final Map<View, Long> views = new HashMap<>();
    private final Map<List<Object>, Symbol> seen = new HashMap<>();
    private final Map<List<Object>, SmtTerm> writes = new HashMap<>();
    private final Set<View> passes = new HashSet<>();
    /** What holds of every row of a table that is spoken of. */
    final Map<String, List<java.util.function.Consumer<NamedRow>>> always = new HashMap<>();

    /** Whether nobody else does anything, and loops go round once for each tag. */
    final boolean closed;

    private int next;

    Encoding(Smt smt, Application application, LevelPlan plan, List<TransactionProgram> programs, boolean closed) {
        this.closed = closed;
        this.smt = smt;
        this.application = application;
        this.plan = plan;
        this.programs = List.copyOf(programs);
        this.symbols = new SymbolTable(smt, application);
        this.timing = new Timing(this);
        this.queries = new QueryResults(this);
        for (int i = 0; i < programs.size(); i++) {
            instance(i, "");
        }
    }

    int next() {
        return next++;
    }

    int size() {
        return programs.size();
    }

    /** An instance, with the rounds of its loops that have this tag. */
    SymbolicInstance instance(int index, String tag) {
        String name = index + "#" + tag;
        SymbolicInstance present = instances.get(name);
        if (present == null) {
            present = new SymbolicInstance(this, index, programs.get(index), tag);
            present.commits.forEach(smt::require);
            timing.order(index, present);
        }
        return present;
    }

    /** Called by an instance that is being made: its acts may be asked for already. */
    void begin(int index, String tag, SymbolicInstance instance) {
        instances.put(index + "#" + tag, instance);
    }

    /** All acts of an instance, those in loops once for each tag. */
    List<Act> acts(int index) {
        List<Act> all = new ArrayList<>();
        for (Map.Entry<String, SymbolicInstance> each : instances.entrySet()) {
            if (each.getKey().startsWith(index + "#")) {
                boolean main = each.getKey().endsWith("#");
                each.getValue().acts.stream()
                        .filter(act -> main || act.inLoop())
                        .forEach(all::add);
            }
        }
        return all;
    }

    SymbolicInstance of(Act act) {
        return instance(act.instance(), act.tag());
    }

    // ---- rows

    NamedRow row(TableShape shape, String name) {
        return rows.computeIfAbsent(name + "." + shape.name(), full -> {
            Map<String, Symbol> key = new LinkedHashMap<>();
            for (String column : shape.key()) {
                key.put(
                        column,
                        symbols.unknown(full + "." + column, shape.field(column).kind(), false));
            }
            return new NamedRow(shape, key, full);
        });
    }

    NamedRow row(TableShape shape, String name, Map<String, Symbol> key) {
        return rows.computeIfAbsent(name + "." + shape.name(), full -> new NamedRow(shape, key, full));
    }

    SmtTerm sameRow(NamedRow a, NamedRow b) {
        List<SmtTerm> terms = new ArrayList<>();
        a.key().forEach((column, value) -> terms.add(equal(value, b.key().get(column))));
        return smt.and(terms);
    }

    SmtTerm equal(Symbol a, @Nullable Symbol b) {
        if (b == null) {
            return smt.truth(false);
        }
        return symbols.same(a, b);
    }

    /** That two cells hold the same, NULL or not. */
    SmtTerm identical(Symbol a, Symbol b) {
        return smt.or(smt.and(a.isNull(), b.isNull()), symbols.same(a, b));
    }

    // ---- views

    boolean timed() {
        return plan.timed();
    }

    EngineLevel level(int instance) {
        return plan.level(programs.get(instance));
    }

    boolean isPlainRead(Act act) {
        return act.instruction() instanceof Instruction.Read read
                && (read.lock() == Instruction.RowLock.NONE || read.lock() == Instruction.RowLock.KEY_SHARE)
                && !act.check()
                && !(timed() && level(act.instance()).readsLock());
    }

    View snapshot(Act act) {
        boolean each = timed() && level(act.instance()).snapshotPerStatement();
        return each
                ? new View(View.Kind.SNAPSHOT, act.instance(), act.order(), act.tag())
                : new View(View.Kind.SNAPSHOT, act.instance(), -1, "");
    }

    View newest(Act act) {
        return new View(View.Kind.NEWEST, act.instance(), act.order(), act.tag());
    }

    /** What an act computes on and writes from. */
    View execution(Act act) {
        if (!timed() || isPlainRead(act)) {
            return snapshot(act);
        }
        EngineLevel level = level(act.instance());
        boolean newest = act.check()
                || act.instruction() instanceof Instruction.Insert
                || level.writesReadNewest()
                || level.snapshotPerStatement();
        return newest ? newest(act) : snapshot(act);
    }

    /** The row versions right before those that an act writes. */
    View before(Act act) {
        return timed() ? execution(act) : new View(View.Kind.BEFORE, act.instance(), -1, "");
    }

    SmtTerm sees(int writer, View view) {
        if (view.kind() == View.Kind.INITIAL || writer == view.instance()) {
            return smt.truth(false);
        }
        if (timed()) {
            return smt.less(timing.commit(writer), timing.of(view));
        }
        return view.kind() == View.Kind.BEFORE
                ? timing.before(writer, view.instance())
                : timing.visible(writer, view.instance());
    }

    /** What stands for a view in arguments of functions. */
    SmtTerm number(View view) {
        return smt.integer(views.computeIfAbsent(view, any -> (long) views.size()));
    }

    // ---- cells

    Symbol base(View view, NamedRow row, String column) {
        Symbol key = row.key().get(column);
        if (key != null) {
            return key;
        }
        return cells.computeIfAbsent(new BaseCell(view, row, column), cell -> {
            List<SmtTerm> arguments = new ArrayList<>();
            row.key().values().forEach(each -> arguments.add(each.term()));
            arguments.add(number(view));
            String name = row.shape().name() + "." + column;
            TableShape.Field field = row.shape().field(column);
            ValueKind kind = column.equals(TableShape.ALIVE) ? ValueKind.BOOLEAN : field.kind();
            boolean nullable = !column.equals(TableShape.ALIVE) && !field.notNull();
            return new Symbol(
                    kind,
                    smt.apply(name, SymbolTable.sort(kind), arguments),
                    nullable ? smt.apply(name + "?", SmtSort.BOOLEAN, arguments) : smt.truth(false));
        });
    }

    /** The value that a column of a row has whenever the row is there. */
    Symbol fixed(NamedRow row, String column) {
        List<SmtTerm> arguments = new ArrayList<>();
        row.key().values().forEach(each -> arguments.add(each.term()));
        ValueKind kind = row.shape().field(column).kind();
        String name = "fixed " + row.shape().name() + "." + column;
        return new Symbol(
                kind,
                smt.apply(name, SymbolTable.sort(kind), arguments),
                smt.apply(name + "?", SmtSort.BOOLEAN, arguments));
    }

    private Symbol cell(SymbolicRow row, String column) {
        List<Object> key = List.of(row.row.name(), row.view, row.order, System.identityHashCode(row.by), column);
        Symbol known = seen.get(key);
        if (known == null) {
            known = overlaid(row, column);
            seen.put(key, known);
        }
        return known;
    }

    /** With what the instance itself wrote before. */
    private Symbol overlaid(SymbolicRow row, String column) {
        Symbol value = base(row.view, row.row, column);
        if (row.row.key().containsKey(column)) {
            return value;
        }
        boolean looped =
                row.order < row.by.acts.size() && row.by.acts.get(row.order).inLoop();
        for (Instruction.OnTables each : row.by.loopInstructions) {
            boolean mayBefore = looped || row.order > row.by.firstOrder(each);
            if (mayBefore && Rows.writesColumn(each, row.row.shape(), column)) {
                value = otherRounds(row.by, each, row.row, column, value);
            }
        }
        for (Act act : row.by.acts) {
            if (act.order() < row.order && Rows.writesColumn(act.instruction(), row.row.shape(), column)) {
                value = symbols.choose(hides(act, row.row, row.view), written(act, row.row, column), value);
            }
        }
        return value;
    }

    /**
     * Whether an act writes a row so that the instance sees that. PostgreSQL's snapshots show a row that was deleted since then beside
     * the one that is inserted again under its key.
     */
    private SmtTerm hides(Act act, NamedRow row, View view) {
        SmtTerm writes = writes(act, row);
        if (!timed() || view.kind() != View.Kind.SNAPSHOT || writes.equals(smt.truth(false))) {
            return writes;
        }
        EngineLevel level = level(act.instance());
        String name = "hidden@" + act.instance() + "." + act.order() + act.tag() + "|" + row.name();
        if (act.instruction() instanceof Instruction.Insert && level.firstCommitterWins()) {
            SmtTerm twin =
                    smt.and(symbols.truth(base(view, row, TableShape.ALIVE)), smt.unknown(name, SmtSort.BOOLEAN));
            return smt.and(writes, smt.not(twin));
        }
        return writes;
    }

    private Symbol otherRounds(
            SymbolicInstance by, Instruction.OnTables each, NamedRow row, String column, Symbol before) {
        List<SmtTerm> arguments = new ArrayList<>();
        row.key().values().forEach(value -> arguments.add(value.term()));
        String name = "rounds" + by.index() + "." + each.id() + "." + column;
        Symbol other = new Symbol(
                before.kind(),
                smt.apply(name, SymbolTable.sort(before.kind()), arguments),
                column.equals(TableShape.ALIVE) ? smt.truth(false) : smt.apply(name + "?", SmtSort.BOOLEAN, arguments));
        if (closed) {
            return before;
        }
        return symbols.choose(smt.apply(name + "!", SmtSort.BOOLEAN, arguments), other, before);
    }

    SymbolicRow seen(NamedRow row, View view, Act act) {
        return new SymbolicRow(row, view, act.order(), of(act));
    }

    /** A row after everything that an instance wrote, where the rest is as in a view. */
    SymbolicRow after(NamedRow row, View view, Act act) {
        return new SymbolicRow(row, view, Integer.MAX_VALUE, of(act));
    }

    /** A row before anything that an instance wrote. */
    SymbolicRow untouched(NamedRow row, View view, Act act) {
        return new SymbolicRow(row, view, 0, of(act));
    }

    SymbolTable.Meaning meaning(Act act, Map<Integer, SymbolicRow> rowsOf) {
        return of(act).meaning(act.variables(), rowsOf);
    }

    /** What an act writes into a column of a row, if it writes. */
    Symbol written(Act act, NamedRow row, String column) {
        SymbolTable.Meaning meaning = meaning(act, Map.of(0, seen(row, execution(act), act)));
        if (act.instruction() instanceof Instruction.Update update) {
            return typed(
                    row.shape(),
                    column,
                    symbols.read(update.sets().getOrDefault(column, new Calculation.Constant(null)), meaning));
        }
        if (column.equals(TableShape.ALIVE)) {
            return symbols.constant(act.instruction() instanceof Instruction.Insert);
        }
        Calculation value = ((Instruction.Insert) act.instruction()).values().get(column);
        return value == null ? symbols.constant(null) : typed(row.shape(), column, symbols.read(value, meaning));
    }

    private Symbol typed(TableShape shape, String column, Symbol value) {
        ValueKind kind = shape.field(column).kind();
        boolean numbers = kind == ValueKind.DECIMAL && value.kind() == ValueKind.INTEGER;
        if (kind == value.kind() || numbers) {
            return value;
        }
        Symbol any = symbols.anything(kind);
        return new Symbol(kind, any.term(), value.isNull());
    }

    // ---- conditions

    SmtTerm alive(SymbolicRow row) {
        return symbols.truth(row.cell(TableShape.ALIVE));
    }

    /** Whether a row is there and fulfils what an act asks of one of its tables. */
    SmtTerm matches(Act act, int source, SymbolicRow row) {
        List<SmtTerm> terms = new ArrayList<>(List.of(alive(row)));
        SymbolTable.Meaning meaning = meaning(act, Map.of(0, row));
        for (Calculation term : Rows.own(Rows.where(act.instruction()), source)) {
            terms.add(symbols.holds(term, meaning));
        }
        return smt.and(terms);
    }

    /** Whether an act writes a row at all. */
    SmtTerm writes(Act act, NamedRow row) {
        List<Object> key = List.of(act.instance(), act.order(), act.tag(), row.name());
        SmtTerm known = writes.get(key);
        if (known == null) {
            known = smt.and(act.guard(), target(act, row));
            writes.put(key, known);
        }
        return known;
    }

    private SmtTerm target(Act act, NamedRow row) {
        if (act.instruction() instanceof Instruction.Insert insert) {
            List<SmtTerm> terms = new ArrayList<>(List.of(inserts(act, insert, row)));
            if (insert.skipsPresent()) {
                terms.add(smt.not(alive(seen(row, execution(act), act))));
            }
            return smt.and(terms);
        }
        SmtTerm locks = locks(act, row);
        boolean onlyChanges = timed() && level(act.instance()).writesReadNewest();
        return onlyChanges && act.instruction() instanceof Instruction.Update update && !locks.equals(smt.truth(false))
                ? smt.and(locks, smt.not(leavesAsItIs(act, update, row)))
                : locks;
    }

    /** InnoDB does not write values that are there already. */
    private SmtTerm leavesAsItIs(Act act, Instruction.Update update, NamedRow row) {
        List<SmtTerm> same = new ArrayList<>();
        for (String column : update.sets().keySet()) {
            same.add(identical(
                    written(act, row, column), seen(row, execution(act), act).cell(column)));
        }
        return smt.and(same);
    }

    /** Whether the row of an insert is this one. */
    SmtTerm inserts(Act act, Instruction.Insert insert, NamedRow row) {
        List<SmtTerm> terms = new ArrayList<>();
        row.key().forEach((column, value) -> terms.add(symbols.same(value, given(act, insert, row.shape(), column))));
        return smt.and(terms);
    }

    /** What an insert puts into a column. */
    Symbol given(Act act, Instruction.Insert insert, TableShape shape, String column) {
        Calculation value = insert.values().getOrDefault(column, new Calculation.Constant(null));
        return typed(shape, column, symbols.read(value, meaning(act, Map.of())));
    }

    /** Whether a row is among those that an act changes or locks: where it is looked at again, it matches both times. */
    SmtTerm locks(Act act, NamedRow row) {
        SmtTerm now = smt.and(matches(act, 0, seen(row, execution(act), act)), smt.not(skipped(act, row)));
        if (scansPiecemeal(act, row.shape())) {
            return smt.and(now, smt.not(passed(act, row)));
        }
        return looksAgain(act) ? smt.and(now, matches(act, 0, seen(row, snapshot(act), act))) : now;
    }

    /** Whether a row is left out because it is locked: any may be. */
    private SmtTerm skipped(Act act, NamedRow row) {
        return act.instruction() instanceof Instruction.Read read && read.skipsLocked()
                ? smt.unknown(
                        "skipped@" + act.instance() + "." + act.order() + act.tag() + "|" + row.name(), SmtSort.BOOLEAN)
                : smt.truth(false);
    }

    /** PostgreSQL's READ COMMITTED looks again at rows that matched in the snapshot of the statement. */
    boolean looksAgain(Act act) {
        return timed() && !act.check() && level(act.instance()) == EngineLevel.PG_READ_COMMITTED && !isPlainRead(act);
    }

    /** Whether an act looks at several rows one after the other and keeps no lock of those that do not match. */
    boolean scansPiecemeal(Act act, TableShape shape) {
        return timed()
                && level(act.instance()) == EngineLevel.INNODB_READ_COMMITTED
                && !act.check()
                && !isPlainRead(act)
                && !(act.instruction() instanceof Instruction.Insert)
                && pinned(act, shape) == null;
    }

    /** Whether such an act comes by a row, at a time of its own, when it does not match. */
    SmtTerm passed(Act act, NamedRow row) {
        View view = passing(act, row);
        SmtTerm passed = smt.unknown("passed@" + act.instance() + "." + act.order() + view.tag(), SmtSort.BOOLEAN);
        if (passes.add(view)) {
            smt.require(smt.implies(passed, smt.not(matches(act, 0, seen(row, view, act)))));
            smt.require(smt.atMost(timing.begins(act), timing.of(view)));
            smt.require(smt.atMost(timing.of(view), timing.done(act)));
        }
        return passed;
    }

    View passing(Act act, NamedRow row) {
        return new View(View.Kind.PASSED, act.instance(), act.order(), act.tag() + "|" + row.name());
    }

    /** Whether an instance writes a column of a row by any of its acts. */
    SmtTerm writes(int instance, NamedRow row, String column) {
        List<SmtTerm> any = new ArrayList<>();
        for (Act act : acts(instance)) {
            if (Rows.writesColumn(act.instruction(), row.shape(), column)) {
                any.add(writes(act, row));
            }
        }
        return smt.or(any);
    }

    /** Whether an instance wrote a column of a row before an act that looks at a view. */
    SmtTerm wroteBefore(Act act, NamedRow row, String column, View view) {
        List<SmtTerm> any = new ArrayList<>();
        for (Act earlier : of(act).acts) {
            if (earlier.order() < act.order() && Rows.writesColumn(earlier.instruction(), row.shape(), column)) {
                any.add(hides(earlier, row, view));
            }
        }
        return smt.or(any);
    }

    /** The key of the only row that an act can be about, if its condition says it. */
    @Nullable
    Map<String, Symbol> pinned(Act act, TableShape shape) {
        Map<String, Symbol> key = new LinkedHashMap<>();
        for (String column : shape.key()) {
            for (Calculation term : Rows.where(act.instruction()).conjuncts()) {
                Calculation value = Rows.equated(term, column);
                if (value != null && !key.containsKey(column)) {
                    Symbol symbol = typed(shape, column, symbols.read(value, meaning(act, Map.of())));
                    key.put(column, symbol);
                }
            }
        }
        return key.size() == shape.key().size() ? key : null;
    }

    /** Whether a delete by key, after which children are looked for, deletes a row at all; of other acts nothing is said. */
    SmtTerm deletes(Act check) {
        if (!check.check() || !timed()) {
            return smt.truth(true);
        }
        Act by = of(check).acts.stream()
                .filter(each -> !each.check()
                        && each.instruction().id() == check.instruction().id())
                .findFirst()
                .orElse(check);
        if (!(by.instruction() instanceof Instruction.Delete delete)) {
            return smt.truth(true);
        }
        String name = "deleted" + by.order() + "@" + by.instance() + "#" + by.tag();
        NamedRow parent = parentRow(by, application.table(delete.table()), name);
        return parent == null ? smt.truth(true) : writes(by, parent);
    }

    /** The row that a foreign key refers to, if it is the primary key that it refers to. */
    @Nullable
    NamedRow parentRow(Act act, TableShape shape, String name) {
        Map<String, Symbol> key = pinned(act, shape);
        return key == null ? null : row(shape, name, key);
    }
}
