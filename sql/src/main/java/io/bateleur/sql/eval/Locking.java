package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FOR UPDATE and its like: every row of the result is locked, its newest version checked again. */
final class Locking {
    private final int[] slots;
    private final TableShape[] tables;
    private final String mode;
    private final Code[] conditions;
    private final boolean sortsFirst;

    private Locking(int[] slots, TableShape[] tables, String mode, Code[] conditions, boolean sortsFirst) {
        this.sortsFirst = sortsFirst;
        this.slots = slots;
        this.tables = tables;
        this.mode = mode;
        this.conditions = conditions;
    }

    static @Nullable Locking of(
            Query query, Scope scope, @Nullable FromNode from, Compilation compilation, List<Conjunct> where) {
        if (query.locks().isEmpty() || from == null) {
            return null;
        }
        List<FromNode.TableLeaf> leaves = new ArrayList<>();
        collect(from, leaves);
        Query.Lock lock = query.locks().get(0);
        if (lock.whenLocked().equals("SKIP LOCKED")) {
            throw new Outside(lock, "SKIP LOCKED"); // which rows others have locked is not known here
        }
        if (!lock.of().isEmpty()) {
            leaves.removeIf(leaf -> scope.origins.stream()
                    .noneMatch(origin -> origin.slot() == leaf.slot()
                            && origin.called() != null
                            && lock.of().stream().anyMatch(name -> name.last().matches(origin.called()))));
        }
        return new Locking(
                leaves.stream().mapToInt(FromNode.TableLeaf::slot).toArray(),
                leaves.stream().map(FromNode.TableLeaf::table).toArray(TableShape[]::new),
                lock.mode(),
                Planner.codes(where),
                compilation.is(SqlDialect.POSTGRES));
    }

    static void collect(FromNode node, List<FromNode.TableLeaf> into) {
        if (node instanceof FromNode.TableLeaf leaf) {
            into.add(leaf);
        } else if (node instanceof FromNode.InnerJoin join) {
            join.items().forEach(item -> collect(item, into));
        } else if (node instanceof FromNode.OuterJoin join) {
            collect(join.left(), into);
            collect(join.right(), into);
        }
    }

    /** Whether rows are sorted by what a snapshot shows of them, before they are locked. */
    boolean sortsFirst() {
        return sortsFirst;
    }

    /** Turns to the newest versions of the rows. @return whether they belong to the result after all */
    boolean renew(Frame frame) {
        boolean changed = false;
        for (int i = 0; i < slots.length; i++) {
            Row row = frame.rows[slots[i]];
            if (row == null) {
                continue;
            }
            Row newest = frame.tables.newest(tables[i], row);
            if (newest == null) {
                return false;
            }
            changed |= newest != row;
            frame.rows[slots[i]] = newest;
            frame.slots[slots[i]] = newest.values();
        }
        if (!changed) {
            return true;
        }
        Object holds = Truth.all(conditions, frame);
        if (Unknown.is(holds)) {
            frame.presence = frame.presence.and(Presence.MAYBE);
        }
        return Boolean.TRUE.equals(holds) || Unknown.is(holds);
    }

    void lock(Frame frame) {
        for (int i = 0; i < slots.length; i++) {
            Row row = frame.rows[slots[i]];
            if (row != null) {
                frame.changes.lock(tables[i], row, mode);
            }
        }
    }
}
