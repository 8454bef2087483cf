package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.Actor;
import io.bateleur.sql.analyze.EngineRun.MustAbort;
import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executes one instruction of an instance. If it has to wait it is executed again from its beginning, with the same snapshot: the
 * locks that it got stay, so nothing that it had decided changes.
 */
final class StatementExecution {
    private final EngineRun run;
    /** What the last query returned, as texts. */
    @Nullable
    List<List<String>> rows;

    StatementExecution(EngineRun run) {
        this.run = run;
    }

    /** @return what a client would be told */
    String execute(int i, Actor actor, Instruction.OnTables instruction) {
        if (instruction instanceof Instruction.Read read) {
            try {
                return read(i, actor, read);
            } catch (EngineRun.MustWait wait) {
                if (read.failsLocked()) {
                    throw new MustAbort("lock not available");
                }
                throw wait;
            }
        }
        if (instruction instanceof Instruction.Insert insert) {
            return new InsertExecution(run, this).execute(i, actor, insert);
        }
        if (instruction instanceof Instruction.Update update) {
            return update(i, actor, update);
        }
        return delete(i, actor, (Instruction.Delete) instruction);
    }

    BitSet snapshot(Actor actor) {
        return actor.snapshot == null ? run.visibleNow() : actor.snapshot;
    }

    Map<String, @Nullable Object> row(Actor actor, RowKey key, BitSet visible) {
        if (actor.twins.contains(key)) {
            throw new Uncomputable("two rows of one key: one of the snapshot, and one of the instance");
        }
        return run.store.row(key, visible::get, actor.own.get(key));
    }

    Set<RowKey> keys(Actor actor, String table) {
        Set<RowKey> keys = new TreeSet<>(run.store.keys(table));
        actor.own.keySet().stream().filter(key -> key.table().equals(table)).forEach(keys::add);
        return keys;
    }

    // ---- reads

    private String read(int i, Actor actor, Instruction.Read read) {
        boolean newest = actor.level().readsLock()
                || read.lock() != RowLock.NONE && actor.level().writesReadNewest();
        BitSet visible = newest ? run.visibleNow() : snapshot(actor);
        Calculator calculator = new Calculator(Map.copyOf(known(actor.run.variables)));
        RowLock lock = actor.level().readsLock() && read.lock() == RowLock.NONE ? RowLock.SHARE : read.lock();
        ReadAnswer answer = new ReadAnswer(read, actor.run.calculator);
        List<Look> looks = new ArrayList<>();
        List<List<Map<String, @Nullable Object>>> matching;
        if (lock == RowLock.NONE) {
            matching = answer.matching(table -> rows(actor, table, visible));
            looks(i, actor, read, matching, visible, key -> true, calculator, looks);
        } else {
            matching = locked(i, actor, read, lock, visible, calculator, looks);
        }
        List<Map<String, @Nullable Object>> found = answer.rows(matching);
        actor.looks.addAll(looks);
        actor.run.answered(read, found);
        rows = found.stream()
                .map(row -> row.values().stream().map(String::valueOf).toList())
                .toList();
        return found.isEmpty()
                ? "nothing"
                : found.stream().map(StatementExecution::told).collect(Collectors.joining("; "));
    }

    private static String told(Map<String, @Nullable Object> row) {
        return row.entrySet().stream()
                .map(each -> (each.getKey().startsWith("column ") ? "" : each.getKey() + " ") + each.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Without NULLs, which a copy cannot hold: what is missing is NULL. */
    private static Map<String, Object> known(Map<String, @Nullable Object> variables) {
        Map<String, Object> known = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            if (value != null) {
                known.put(name, value);
            }
        });
        return known;
    }

    private List<Map<String, @Nullable Object>> rows(Actor actor, String table, BitSet visible) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (RowKey key : keys(actor, table)) {
            Map<String, @Nullable Object> row = row(actor, key, visible);
            if (VersionStore.alive(row)) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** A locking read locks the rows that matched in its snapshot and looks at them again. */
    private List<List<Map<String, @Nullable Object>>> locked(
            int i,
            Actor actor,
            Instruction.Read read,
            RowLock lock,
            BitSet visible,
            Calculator calculator,
            List<Look> looks) {
        if (read.sources().size() != 1) {
            throw new Uncomputable("a locking read of several tables");
        }
        if (read.skipsLocked() && actor.level().writesReadNewest()) {
            throw new Uncomputable("SKIP LOCKED of InnoDB");
        }
        if (actor.level().writesReadNewest()) {
            return scanned(i, actor, read, lock, calculator, looks);
        }
        ReadAnswer answer = new ReadAnswer(read, actor.run.calculator);
        TableShape shape = run.application.table(read.sources().get(0).table());
        List<List<Map<String, @Nullable Object>>> matching = new ArrayList<>();
        Set<RowKey> touched = new LinkedHashSet<>();
        for (List<Map<String, @Nullable Object>> rows : answer.matching(table -> rows(actor, table, visible))) {
            RowKey key = RowKey.of(shape, rows.get(0));
            if (read.skipsLocked() && !run.blockers(i, key, lock).isEmpty()) {
                continue;
            }
            touched.add(key);
            Map<String, @Nullable Object> now = lockAndReread(i, actor, key, lock, visible);
            boolean still = VersionStore.alive(now) && actor.run.calculator.holds(read.where(), List.of(now));
            if (still) {
                matching.add(List.of(now));
            }
            boolean asFound = lock == RowLock.KEY_SHARE && !changedKey(key, visible);
            looks(i, actor, read, matching, asFound ? visible : run.visibleNow(), key::equals, calculator, looks);
            if (still && read.single() && !read.aggregated()) {
                break;
            }
        }
        if (!read.skipsLocked()) {
            looks(i, actor, read, matching, visible, key -> !touched.contains(key), calculator, looks);
        }
        return matching;
    }

    private List<List<Map<String, @Nullable Object>>> scanned(
            int i, Actor actor, Instruction.Read read, RowLock lock, Calculator calculator, List<Look> looks) {
        TableShape shape = run.application.table(read.sources().get(0).table());
        Set<String> used = Rows.conditions(read.where(), 0);
        used.addAll(Rows.outputs(read, 0));
        if (lock == RowLock.SHARE && InnoDbIndex.mayCover(shape, used)) {
            throw new Uncomputable("which entries of which index are locked");
        }
        InnoDbScan.Progress progress = new InnoDbScan(run, this, i, shape, read.where(), calculator, lock)
                .run(Rows.matcher(calculator, read.where(), 0), false);
        ReadAnswer answer = new ReadAnswer(read, actor.run.calculator);
        List<List<Map<String, @Nullable Object>>> matching =
                answer.matching(table -> List.copyOf(progress.taken.values()));
        InnoDbScan.moments(progress, run.visibleNow())
                .forEach((seen, which) -> looks(i, actor, read, matching, seen, which, calculator, looks));
        return matching;
    }

    /** Locks a row and returns its newest version, unless first committer wins and somebody else did. */
    Map<String, @Nullable Object> lockAndReread(int i, Actor actor, RowKey key, RowLock lock, BitSet visible) {
        if (actor.level().firstCommitterWins()) {
            checkFirst(actor, key, lock);
        }
        boolean fresh = run.lock(i, key, lock);
        if (lock == RowLock.KEY_SHARE && !actor.level().writesReadNewest() && !changedKey(key, snapshot(actor))) {
            return row(actor, key, visible); // changes of other columns neither wait nor are looked at
        }
        Map<String, @Nullable Object> row = row(actor, key, run.visibleNow());
        if (fresh && !VersionStore.alive(row)) {
            run.unlock(i, key); // there is nothing left that could be locked
        }
        return row;
    }

    private void checkFirst(Actor actor, RowKey key, RowLock lock) {
        BitSet snapshot = actor.snapshot;
        if (snapshot != null && (lock == RowLock.KEY_SHARE ? changedKey(key, snapshot) : changed(key, snapshot))) {
            throw new MustAbort("serialization failure");
        }
    }

    private boolean changed(RowKey key, BitSet snapshot) {
        return run.store.of(key).stream()
                .anyMatch(version -> version.writer() != VersionStore.INITIAL && !snapshot.get(version.writer()));
    }

    /** Whether somebody changed what a foreign key can refer to, or deleted the row. */
    private boolean changedKey(RowKey key, BitSet snapshot) {
        TableShape shape = run.application.table(key.table());
        return run.store.of(key).stream()
                .anyMatch(version -> version.writer() != VersionStore.INITIAL
                        && !snapshot.get(version.writer())
                        && version.cells().keySet().stream()
                                .anyMatch(column -> column.equals(TableShape.ALIVE) || shape.isReferable(column)));
    }

    private void looks(
            int i,
            Actor actor,
            Instruction.Read read,
            List<List<Map<String, @Nullable Object>>> matching,
            BitSet visible,
            Predicate<RowKey> which,
            Calculator calculator,
            List<Look> looks) {
        Instruction.Extreme extreme = Rows.extreme(read, run.application);
        for (int source = 0; source < read.sources().size(); source++) {
            Predicate<Map<String, @Nullable Object>> matches = Rows.matcher(calculator, read.where(), source);
            Set<String> conditions = Rows.conditions(read.where(), source);
            if (extreme != null) {
                conditions.add(extreme.column());
                Object best = matching.isEmpty() ? null : best(matching, extreme);
                Predicate<Map<String, @Nullable Object>> all = matches;
                if (best != null) {
                    matches = row -> all.test(row) && reaches(row.get(extreme.column()), best, extreme.largest());
                }
            }
            looks.add(new Look(
                    i,
                    read.id(),
                    read.sources().get(source).table(),
                    which,
                    visible,
                    Look.copy(actor.own),
                    matches,
                    conditions,
                    Rows.outputs(read, source)));
        }
    }

    private static @Nullable Object best(
            List<List<Map<String, @Nullable Object>>> matching, Instruction.Extreme extreme) {
        Object best = null;
        for (List<Map<String, @Nullable Object>> rows : matching) {
            Object value = Calculator.normal(rows.get(0).get(extreme.column()));
            if (value != null && (best == null || Calculator.compare(value, best) > 0 == extreme.largest())) {
                best = value;
            }
        }
        return best;
    }

    private static boolean reaches(@Nullable Object value, Object best, boolean largest) {
        Object normal = Calculator.normal(value);
        if (normal == null) {
            return true;
        }
        int sign = Calculator.compare(normal, best);
        return largest ? sign >= 0 : sign <= 0;
    }

    // ---- changes

    /** What is done with the rows that a change is about. */
    private interface RowChange {
        void change(RowKey key, Map<String, @Nullable Object> row);

        /** What is looked at before the row is locked, as it was found. */
        default void before(Map<String, @Nullable Object> row) {}
    }

    private int matchingRows(
            int i,
            Actor actor,
            int instruction,
            String table,
            Calculation where,
            Set<String> outputs,
            RowLock mode,
            boolean passesLocked,
            RowChange change) {
        BitSet visible = snapshot(actor);
        Calculator calculator = new Calculator(Map.copyOf(known(actor.run.variables)));
        Predicate<Map<String, @Nullable Object>> matches = Rows.matcher(calculator, where, 0);
        Set<String> conditions = Rows.conditions(where, 0);
        if (actor.level().writesReadNewest()) {
            InnoDbScan.Progress progress = new InnoDbScan(
                            run, this, i, run.application.table(table), where, calculator, mode)
                    .run(matches, passesLocked);
            Map<RowKey, Map<String, @Nullable Object>> own = Look.copy(actor.own);
            InnoDbScan.moments(progress, run.visibleNow())
                    .forEach((seen, which) -> actor.looks.add(
                            new Look(i, instruction, table, which, seen, own, matches, conditions, outputs)));
            progress.taken.forEach(change::change);
            return progress.taken.size();
        }
        Map<RowKey, Map<String, @Nullable Object>> found = new LinkedHashMap<>();
        Set<RowKey> touched = new LinkedHashSet<>();
        List<Look> looks = new ArrayList<>();
        for (RowKey key : keys(actor, table)) {
            Map<String, @Nullable Object> there = row(actor, key, visible);
            if (matches.test(there)) {
                touched.add(key);
                change.before(there);
                Map<String, @Nullable Object> now = lockAndReread(i, actor, key, mode, visible);
                looks.add(new Look(
                        i,
                        instruction,
                        table,
                        key::equals,
                        run.visibleNow(),
                        Look.copy(actor.own),
                        matches,
                        conditions,
                        outputs));
                if (matches.test(now)) {
                    found.put(key, now);
                }
            }
        }
        looks.add(new Look(
                i,
                instruction,
                table,
                key -> !touched.contains(key),
                visible,
                Look.copy(actor.own),
                matches,
                conditions,
                outputs));
        actor.looks.addAll(looks);
        found.forEach(change::change);
        return found.size();
    }

    private String update(int i, Actor actor, Instruction.Update update) {
        TableShape shape = run.application.table(update.table());
        Set<String> outputs = new LinkedHashSet<>();
        update.sets().values().forEach(value -> outputs.addAll(value.columns(0)));
        update.returning().forEach(output -> outputs.addAll(output.value().columns(0)));
        boolean keys = update.sets().keySet().stream().anyMatch(shape::isReferable);
        if (update.sets().keySet().stream().anyMatch(shape::isKey)) {
            throw new Uncomputable("an update of a primary key");
        }
        UpdatedRows change = new UpdatedRows(i, actor, update, shape, keys);
        RowLock mode = keys ? RowLock.UPDATE : RowLock.NO_KEY_UPDATE;
        int count = matchingRows(i, actor, update.id(), update.table(), update.where(), outputs, mode, true, change);
        change.moved.forEach(row -> new InsertExecution(run, this).parents(i, actor, shape, row));
        if (!update.into().isEmpty()) {
            actor.run.into(update.into(), change.returned.isEmpty() ? null : change.returned.get(0));
        }
        return count + (count == 1 ? " row" : " rows");
    }

    /** Rows as an update makes them, each checked against unique keys before the next one. */
    private final class UpdatedRows implements RowChange {
        private final int i;
        private final Actor actor;
        private final Instruction.Update update;
        private final TableShape shape;
        private final boolean keys;
        final List<Map<String, @Nullable Object>> returned = new ArrayList<>();
        /** Those that refer to another parent now. */
        final List<Map<String, @Nullable Object>> moved = new ArrayList<>();

        UpdatedRows(int i, Actor actor, Instruction.Update update, TableShape shape, boolean keys) {
            this.i = i;
            this.actor = actor;
            this.update = update;
            this.shape = shape;
            this.keys = keys;
        }

        private Map<String, @Nullable Object> cells(Map<String, @Nullable Object> row) {
            Map<String, @Nullable Object> cells = new LinkedHashMap<>();
            update.sets()
                    .forEach((column, value) -> cells.put(column, actor.run.calculator.value(value, List.of(row))));
            checkNotNull(shape, cells);
            return cells;
        }

        @Override
        public void before(Map<String, @Nullable Object> row) {
            cells(row);
        }

        @Override
        public void change(RowKey key, Map<String, @Nullable Object> row) {
            Map<String, @Nullable Object> cells = cells(row);
            Map<String, @Nullable Object> after = new LinkedHashMap<>(row);
            after.putAll(cells);
            boolean same = cells.keySet().stream().allMatch(column -> sameValue(row, after, column));
            if (!same || !actor.level().writesReadNewest()) { // InnoDB does not write what is there already
                actor.own.computeIfAbsent(key, any -> new LinkedHashMap<>()).putAll(cells);
            }
            if (keys) {
                new InsertExecution(run, StatementExecution.this).checkUniques(i, actor, shape);
            }
            boolean refersElsewhere = shape.references().stream()
                    .flatMap(reference -> reference.columns().stream())
                    .anyMatch(column -> !sameValue(row, after, column));
            if (refersElsewhere) {
                moved.add(after);
            }
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            for (int n = 0; n < update.returning().size(); n++) {
                Calculation of = update.returning().get(n).value();
                result.put("column " + n, actor.run.calculator.value(of, List.of(after)));
            }
            returned.add(result);
        }
    }

    private static boolean sameValue(Map<String, @Nullable Object> a, Map<String, @Nullable Object> b, String column) {
        return Objects.equals(Calculator.normal(a.get(column)), Calculator.normal(b.get(column)));
    }

    static void checkNotNull(TableShape shape, Map<String, @Nullable Object> cells) {
        cells.forEach((column, value) -> {
            if (value == null && shape.field(column).notNull()) {
                throw new MustAbort("null in " + shape.name() + "." + column);
            }
        });
    }

    private String delete(int i, Actor actor, Instruction.Delete delete) {
        TableShape shape = run.application.table(delete.table());
        List<Map<String, @Nullable Object>> gone = new ArrayList<>();
        int count = matchingRows(
                i, actor, delete.id(), delete.table(), delete.where(), Set.of(), RowLock.UPDATE, false, (key, row) -> {
                    actor.own.computeIfAbsent(key, any -> new LinkedHashMap<>()).put(TableShape.ALIVE, false);
                    gone.add(row);
                });
        for (Map<String, @Nullable Object> row : gone) {
            checkChildren(i, actor, shape, row);
        }
        return count + (count == 1 ? " row" : " rows");
    }

    /** A foreign key looks at the newest children, whatever the level. */
    private void checkChildren(int i, Actor actor, TableShape parent, Map<String, @Nullable Object> row) {
        for (TableShape child : run.application.tables().values()) {
            for (TableShape.ParentKey reference : child.references()) {
                if (reference.parent().equals(parent.name())) {
                    BitSet now = run.visibleNow();
                    Predicate<Map<String, @Nullable Object>> refers =
                            each -> VersionStore.alive(each) && refers(reference, each, row);
                    Set<String> conditions = new LinkedHashSet<>(reference.columns());
                    conditions.add(TableShape.ALIVE);
                    actor.looks.add(new Look(
                            i, -1, child.name(), key -> true, now, Look.copy(actor.own), refers, conditions, Set.of()));
                    for (RowKey key : keys(actor, child.name())) {
                        if (refers.test(row(actor, key, now))) {
                            run.lock(i, key, RowLock.KEY_SHARE); // somebody may be about to delete it
                            throw new MustAbort("foreign key violation");
                        }
                    }
                }
            }
        }
    }

    static boolean refers(
            TableShape.ParentKey reference, Map<String, @Nullable Object> child, Map<String, @Nullable Object> parent) {
        for (int n = 0; n < reference.columns().size(); n++) {
            Object own = Calculator.normal(child.get(reference.columns().get(n)));
            Object other =
                    Calculator.normal(parent.get(reference.parentColumns().get(n)));
            if (own == null || !Objects.equals(own, other)) {
                return false;
            }
        }
        return true;
    }
}
