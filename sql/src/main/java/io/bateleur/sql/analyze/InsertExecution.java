package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.Actor;
import io.bateleur.sql.analyze.EngineRun.MustAbort;
import io.bateleur.sql.analyze.EngineRun.MustWait;
import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executes inserts, and what keys check. */
final class InsertExecution {
    private final EngineRun run;
    private final StatementExecution statements;

    InsertExecution(EngineRun run, StatementExecution statements) {
        this.run = run;
        this.statements = statements;
    }

    String execute(int i, Actor actor, Instruction.Insert insert) {
        TableShape shape = run.application.table(insert.table());
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        insert.values().forEach((column, value) -> row.put(column, actor.run.calculator.value(value, List.of())));
        StatementExecution.checkNotNull(shape, row);
        row.put(TableShape.ALIVE, true);
        RowKey key = RowKey.of(shape, row);
        awaitKey(i, actor, shape, key, row);
        BitSet now = run.visibleNow();
        Look look = new Look(
                i,
                insert.id(),
                shape.name(),
                key::equals,
                now,
                Look.copy(actor.own),
                each -> true,
                Set.of(TableShape.ALIVE),
                Set.of());
        if (VersionStore.alive(statements.row(actor, key, now))) {
            if (insert.skipsPresent()) {
                actor.looks.add(look);
                return "0 rows";
            }
            throw new MustAbort("unique violation");
        }
        Map<String, @Nullable Object> before =
                actor.own.get(key) == null ? null : new LinkedHashMap<>(actor.own.get(key));
        actor.own.computeIfAbsent(key, any -> new LinkedHashMap<>()).putAll(row);
        checkUniques(i, actor, shape);
        parents(i, actor, shape, row);
        actor.looks.add(look);
        BitSet snapshot = actor.snapshot;
        if (snapshot != null
                && actor.level().firstCommitterWins()
                && !actor.level().writesReadNewest()
                && VersionStore.alive(run.store.row(key, snapshot::get, before))) {
            actor.twins.add(key);
        }
        return "1 row";
    }

    /** Waits until nobody else is about to write the key; in InnoDB until nobody has a lock of it, or of its place. */
    private void awaitKey(int i, Actor actor, TableShape shape, RowKey key, Map<String, @Nullable Object> row) {
        if (actor.level().writesReadNewest()) {
            InnoDbScan.checkView(run, i, key);
            boolean there = VersionStore.alive(statements.row(actor, key, run.visibleNow()));
            if (run.blockers(i, key, RowLock.SHARE).isEmpty() && !there) {
                run.gaps.check(i, shape, row, null);
            }
            if (there) {
                run.lock(i, key, RowLock.SHARE); // to see whether it stays
                return;
            }
            run.lock(i, key, RowLock.UPDATE);
            return;
        }
        BitSet writers = new BitSet();
        for (int j = 0; j < run.actors.size(); j++) {
            Actor other = run.actors.get(j);
            if (j != i && other.state == EngineRun.State.RUNNING && other.own.containsKey(key)) {
                writers.set(j);
            }
        }
        if (!writers.isEmpty()) {
            throw new MustWait(writers);
        }
    }

    /** Locks the parents of a row, which have to be there. Levels with one snapshot look for them in it. */
    void parents(int i, Actor actor, TableShape shape, Map<String, @Nullable Object> row) {
        for (TableShape.ParentKey reference : shape.references()) {
            boolean whole = reference.columns().stream().allMatch(column -> row.get(column) != null);
            if (whole && run.application.tables().containsKey(reference.parent())) {
                parent(i, actor, reference, row);
            }
        }
    }

    private void parent(int i, Actor actor, TableShape.ParentKey reference, Map<String, @Nullable Object> row) {
        boolean inSnapshot =
                actor.level().firstCommitterWins() && !actor.level().writesReadNewest();
        BitSet visible = inSnapshot ? statements.snapshot(actor) : run.visibleNow();
        RowLock mode = actor.level().writesReadNewest() ? RowLock.SHARE : RowLock.KEY_SHARE;
        boolean found = false;
        for (RowKey key : statements.keys(actor, reference.parent())) {
            if (refers(reference, row, statements.row(actor, key, visible))) {
                Map<String, @Nullable Object> parent = statements.lockAndReread(i, actor, key, mode, visible);
                if (refers(reference, row, parent)) {
                    actor.looks.add(new Look(
                            i,
                            -1,
                            reference.parent(),
                            key::equals,
                            run.visibleNow(),
                            Look.copy(actor.own),
                            VersionStore::alive,
                            Set.of(TableShape.ALIVE),
                            Set.of()));
                    found = true;
                }
            }
        }
        if (!found) {
            throw new MustAbort("foreign key violation");
        }
    }

    private static boolean refers(
            TableShape.ParentKey reference, Map<String, @Nullable Object> row, Map<String, @Nullable Object> parent) {
        return VersionStore.alive(parent) && StatementExecution.refers(reference, row, parent);
    }

    /** Of every unique key no two rows have equal values, where those count that somebody is about to commit. */
    void checkUniques(int i, Actor actor, TableShape shape) {
        for (List<String> unique : shape.uniques()) {
            for (Map.Entry<RowKey, Map<String, @Nullable Object>> mine : actor.own.entrySet()) {
                if (mine.getKey().table().equals(shape.name())) {
                    Map<String, @Nullable Object> row = statements.row(actor, mine.getKey(), run.visibleNow());
                    if (VersionStore.alive(row)) {
                        checkUnique(i, actor, shape, unique, mine.getKey(), row);
                    }
                }
            }
        }
    }

    private void checkUnique(
            int i, Actor actor, TableShape shape, List<String> unique, RowKey own, Map<String, @Nullable Object> row) {
        for (int j = 0; j < run.actors.size(); j++) {
            Actor other = run.actors.get(j);
            if (j != i && other.state == EngineRun.State.RUNNING) {
                for (RowKey key : other.own.keySet()) {
                    boolean another = key.table().equals(shape.name()) && !key.equals(own);
                    if (another
                            && (same(unique, row, run.store.row(key, run.visibleNow()::get, other.own.get(key)))
                                    || same(unique, row, run.store.row(key, run.visibleNow()::get, null)))) {
                        BitSet writer = new BitSet();
                        writer.set(j);
                        throw new MustWait(writer);
                    }
                }
            }
        }
        for (RowKey key : statements.keys(actor, shape.name())) {
            Map<String, @Nullable Object> there = statements.row(actor, key, run.visibleNow());
            if (!key.equals(own) && VersionStore.alive(there) && same(unique, row, there)) {
                throw new MustAbort("unique violation");
            }
        }
    }

    private static boolean same(
            List<String> columns, Map<String, @Nullable Object> a, Map<String, @Nullable Object> b) {
        for (String column : columns) {
            Object x = Calculator.normal(a.get(column));
            Object y = Calculator.normal(b.get(column));
            if (x == null || y == null || Calculator.compare(x, y) != 0) {
                return false;
            }
        }
        return true;
    }
}
