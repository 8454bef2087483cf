package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Encoding.BaseCell;
import io.bateleur.sql.analyze.Encoding.NamedRow;
import io.bateleur.sql.analyze.Encoding.View;
import io.bateleur.sql.analyze.Instruction.RowLock;
import io.bateleur.sql.analyze.SymbolicInstance.Act;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What holds of all rows and cells that an encoding speaks of. Facts speak of further ones, so this goes on until there are no more. */
final class Facts {
    private final Encoding encoding;
    private final Smt smt;
    private final Counters counters;
    private final VersionOrder versions;
    private final boolean namesInserts;
    private final EngineFacts engine;
    private final ModelFacts model;
    private final Set<String> inserted = new TreeSet<>();
    private final Set<String> deleted = new TreeSet<>();

    /** @param namesInserts whether rows that are inserted are spoken of, so that others see them */
    Facts(Encoding encoding, Counters counters, boolean namesInserts) {
        this.namesInserts = namesInserts;
        this.encoding = encoding;
        this.smt = encoding.smt;
        this.counters = counters;
        this.versions = new VersionOrder(encoding);
        this.engine = new EngineFacts(encoding);
        this.model = new ModelFacts(encoding);
        for (TransactionProgram program : encoding.application.programs()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.Insert insert) {
                    inserted.add(insert.table());
                } else if (each instanceof Instruction.Delete delete) {
                    deleted.add(delete.table());
                }
            }
        }
    }

    void add() {
        if (encoding.timed()) {
            engine.instances(deleted);
        } else {
            model.instances();
            versions.instances();
        }
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                if (act.instruction() instanceof Instruction.Insert insert) {
                    inserted(act, insert);
                }
            }
        }
        int rows = 0;
        int cells = 0;
        while (rows < encoding.rows.size() || cells < encoding.cells.size()) {
            List<NamedRow> all = new ArrayList<>(encoding.rows.values());
            for (; rows < all.size(); rows++) {
                row(all.get(rows));
                for (NamedRow other : all.subList(0, rows)) {
                    if (other.shape().equals(all.get(rows).shape())) {
                        unique(all.get(rows), other);
                    }
                }
            }
            List<BaseCell> allCells = new ArrayList<>(encoding.cells.keySet());
            for (; cells < allCells.size(); cells++) {
                cell(allCells.get(cells));
            }
        }
    }

    /** What is inserted has its values. */
    private void inserted(Act act, Instruction.Insert insert) {
        TableShape shape = encoding.application.table(insert.table());
        if (!insert.skipsPresent()) {
            for (TableShape.Field field : shape.columns().values()) {
                if (field.notNull()) {
                    smt.require(smt.implies(
                            act.guard(),
                            smt.not(encoding.given(act, insert, shape, field.name())
                                    .isNull())));
                }
            }
        }
        if (namesInserts) {
            Map<String, Symbol> key = new LinkedHashMap<>();
            shape.key().forEach(column -> key.put(column, encoding.given(act, insert, shape, column)));
            encoding.row(shape, "i" + act.order() + "@" + act.instance() + "#" + act.tag(), key);
        }
    }

    /** No two rows have the same values of a unique key at the start. */
    private void unique(NamedRow a, NamedRow b) {
        View initial = new View(View.Kind.INITIAL, -1, -1, "");
        for (List<String> columns : a.shape().uniques()) {
            List<SmtTerm> same = new ArrayList<>();
            for (NamedRow each : List.of(a, b)) {
                same.add(encoding.symbols.truth(encoding.base(initial, each, TableShape.ALIVE)));
            }
            for (String column : columns) {
                same.add(encoding.equal(encoding.base(initial, a, column), encoding.base(initial, b, column)));
            }
            smt.require(smt.implies(smt.and(same), encoding.sameRow(a, b)));
        }
    }

    private void row(NamedRow row) {
        for (Consumer<NamedRow> each :
                List.copyOf(encoding.always.getOrDefault(row.shape().name(), List.of()))) {
            each.accept(row);
        }
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                if (act.instruction() instanceof Instruction.Insert insert
                        && insert.table().equals(row.shape().name())
                        && !insert.skipsPresent()) {
                    // One that finds its key there fails.
                    smt.require(smt.implies(
                            encoding.writes(act, row),
                            smt.not(encoding.alive(encoding.seen(row, encoding.execution(act), act)))));
                }
            }
        }
        notNull(row);
        for (String column : row.shape().columns().keySet()) {
            if (isFixed(row.shape(), column)) {
                fixed(row, column);
            }
        }
        if (encoding.timed()) {
            engine.row(row);
        } else {
            model.row(row);
        }
        counters.row(encoding, row);
    }

    private void fixed(NamedRow row, String column) {
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                if (Rows.writesColumn(act.instruction(), row.shape(), column)) {
                    smt.require(smt.implies(
                            encoding.writes(act, row),
                            encoding.identical(encoding.written(act, row, column), encoding.fixed(row, column))));
                }
            }
        }
    }

    /** What writes NULL into a column that has none fails. */
    private void notNull(NamedRow row) {
        for (int i = 0; i < encoding.size(); i++) {
            for (Act act : encoding.acts(i)) {
                for (TableShape.Field field : row.shape().columns().values()) {
                    if (field.notNull()
                            && !row.shape().isKey(field.name())
                            && Rows.writesColumn(act.instruction(), row.shape(), field.name())) {
                        smt.require(smt.implies(
                                encoding.writes(act, row),
                                smt.not(encoding.written(act, row, field.name()).isNull())));
                    }
                }
            }
        }
    }

    private void cell(BaseCell cell) {
        View view = cell.view();
        String table = cell.row().shape().name();
        if (cell.column().equals(TableShape.ALIVE) && view.kind() != View.Kind.INITIAL) {
            SmtTerm alive = encoding.symbols.truth(encoding.base(view, cell.row(), cell.column()));
            for (int i = 0; i < encoding.size(); i++) {
                if (i != view.instance()) {
                    existence(cell, i, alive, !deleted.contains(table), !inserted.contains(table));
                }
            }
        }
        if (!encoding.closed && neverWritten(table, cell.column())) {
            stable(cell);
        }
        if (cell.column().equals(TableShape.ALIVE)) {
            if (encoding.timed()) {
                parents(cell);
            } else {
                versions.cell(cell);
            }
        }
        if (isFixed(cell.row().shape(), cell.column())) {
            SmtTerm alive = encoding.symbols.truth(encoding.base(view, cell.row(), TableShape.ALIVE));
            smt.require(smt.implies(
                    alive,
                    encoding.identical(
                            encoding.base(view, cell.row(), cell.column()),
                            encoding.fixed(cell.row(), cell.column()))));
        }
        counters.cell(encoding, cell);
        if (encoding.closed && view.kind() != View.Kind.INITIAL) {
            defined(cell);
        }
    }

    /** Where a row is committed, the rows that it refers to are. */
    private void parents(BaseCell cell) {
        for (TableShape.ParentKey reference : cell.row().shape().references()) {
            TableShape parent = encoding.application.tables().get(reference.parent());
            if (parent == null || !Set.copyOf(reference.parentColumns()).equals(Set.copyOf(parent.key()))) {
                continue;
            }
            Map<String, Symbol> key = new LinkedHashMap<>();
            List<SmtTerm> given = new ArrayList<>();
            given.add(encoding.symbols.truth(encoding.base(cell.view(), cell.row(), TableShape.ALIVE)));
            for (int i = 0; i < reference.columns().size(); i++) {
                Symbol value = encoding.base(
                        cell.view(), cell.row(), reference.columns().get(i));
                key.put(reference.parentColumns().get(i), value);
                given.add(smt.not(value.isNull()));
            }
            NamedRow row = encoding.row(
                    parent,
                    cell.row().name() + ">" + cell.view().kind() + cell.view().instance() + "."
                            + cell.view().order() + cell.view().tag(),
                    key);
            smt.require(smt.implies(
                    smt.and(given), encoding.symbols.truth(encoding.base(cell.view(), row, TableShape.ALIVE))));
        }
    }

    /** Whether a column has one value for ever: its row is inserted at most once, never deleted, and nobody updates the column. */
    private boolean isFixed(TableShape shape, String column) {
        return !column.equals(TableShape.ALIVE)
                && !shape.isKey(column)
                && !deleted.contains(shape.name())
                && (encoding.timed() || ordersWriters())
                && encoding.application.programs().stream()
                        .flatMap(program -> program.instructions().stream())
                        .noneMatch(each -> each instanceof Instruction.Update update
                                && update.table().equals(shape.name())
                                && update.sets().containsKey(column));
    }

    /** Rows that are never deleted stay, those that are never inserted are there from the start. */
    private void existence(BaseCell cell, int i, SmtTerm alive, boolean stays, boolean fromStart) {
        SmtTerm writes = encoding.writes(i, cell.row(), TableShape.ALIVE);
        if (writes.equals(smt.truth(false))) {
            return;
        }
        SmtTerm sees = encoding.sees(i, cell.view());
        if (stays) {
            smt.require(smt.implies(smt.and(writes, sees), alive));
            if (encoding.timed() || ordersWriters()) {
                // Nobody else can have inserted it.
                smt.require(smt.implies(smt.and(writes, alive), sees));
            }
        }
        if (fromStart) {
            smt.require(smt.implies(smt.and(writes, sees), smt.not(alive)));
        }
    }

    private boolean ordersWriters() {
        return encoding.plan.models().values().stream().allMatch(ConsistencyModel::ordersWriters);
    }

    private boolean neverWritten(String table, String column) {
        TableShape shape = encoding.application.table(table);
        for (TransactionProgram program : encoding.application.programs()) {
            for (Instruction each : program.instructions()) {
                if (each instanceof Instruction.OnTables on && Rows.writesColumn(on, shape, column)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What no program writes is as it was. */
    private void stable(BaseCell cell) {
        View initial = new View(View.Kind.INITIAL, -1, -1, "");
        if (cell.view().kind() != View.Kind.INITIAL) {
            smt.require(encoding.identical(
                    encoding.base(cell.view(), cell.row(), cell.column()),
                    encoding.base(initial, cell.row(), cell.column())));
        }
    }

    /** Nobody else writes: a cell is what the last of the instances wrote that is seen, or what was there at the start. */
    private void defined(BaseCell cell) {
        Symbol value = encoding.base(cell.view(), cell.row(), cell.column());
        List<Integer> writers = new ArrayList<>();
        List<SmtTerm> wrote = new ArrayList<>();
        for (int i = 0; i < encoding.size(); i++) {
            SmtTerm writes = encoding.writes(i, cell.row(), cell.column());
            if (i != cell.view().instance() && !writes.equals(smt.truth(false))) {
                writers.add(i);
                wrote.add(smt.and(writes, encoding.sees(i, cell.view())));
            }
        }
        List<SmtTerm> none = new ArrayList<>();
        for (int n = 0; n < writers.size(); n++) {
            none.add(smt.not(wrote.get(n)));
            List<SmtTerm> last = new ArrayList<>(List.of(wrote.get(n)));
            for (int m = 0; m < writers.size(); m++) {
                if (m != n) {
                    last.add(smt.or(smt.not(wrote.get(m)), encoding.timing.before(writers.get(m), writers.get(n))));
                }
            }
            smt.require(smt.implies(smt.and(last), encoding.identical(value, lastWritten(writers.get(n), cell))));
        }
        View initial = new View(View.Kind.INITIAL, -1, -1, "");
        smt.require(smt.implies(
                smt.and(none), encoding.identical(value, encoding.base(initial, cell.row(), cell.column()))));
    }

    private Symbol lastWritten(int instance, BaseCell cell) {
        Act last = null;
        for (Act act : encoding.acts(instance)) {
            if (Rows.writesColumn(act.instruction(), cell.row().shape(), cell.column())) {
                last = act;
            }
        }
        if (last == null) {
            throw new IllegalStateException("no writer of " + cell);
        }
        Symbol value =
                encoding.after(cell.row(), encoding.execution(last), last).cell(cell.column());
        for (Act act : encoding.acts(instance)) {
            // Rounds with other tags write as well.
            if (act.inLoop()
                    && !act.tag().equals(last.tag())
                    && Rows.writesColumn(act.instruction(), cell.row().shape(), cell.column())) {
                value = encoding.symbols.choose(
                        encoding.writes(act, cell.row()), encoding.written(act, cell.row(), cell.column()), value);
            }
        }
        return value;
    }

    /** Whether a lock of one mode keeps the other waiting. */
    static boolean conflict(RowLock a, RowLock b) {
        return a.conflicts(b);
    }
}
