package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one table in the order of a column until there are as many as LIMIT asks for. */
final class FirstInOrder {
    private final RangeAccess access;
    private final Code[] checks;
    private final int slot;
    private final int column;
    private final boolean descending;
    private final boolean nullsFirst;
    private final Cut cut;

    private FirstInOrder(
            RangeAccess access, Code[] checks, Code.Slot first, boolean descending, boolean nullsFirst, Cut cut) {
        this.access = access;
        this.checks = checks;
        this.slot = first.slot;
        this.column = first.column;
        this.descending = descending;
        this.nullsFirst = nullsFirst;
        this.cut = cut;
    }

    /** Null where rows are not found in this order. */
    static @Nullable FirstInOrder of(
            Compilation compilation,
            @Nullable FromNode from,
            List<Conjunct> where,
            SelectCompiler.OrderKeys order,
            Cut cut) {
        Sorting sorting = order.sorting();
        if (!(from instanceof FromNode.TableLeaf leaf)
                || cut.isNone()
                || sorting == null
                || !(order.keys()[0] instanceof Code.Slot first)
                || first.slot != leaf.slot()) {
            return null;
        }
        TreeMap<Integer, Conjunct.Side> equal = Access.equal(leaf.slot(), where, new BitSet());
        RangeAccess access = RangeAccess.ordered(compilation, leaf, where, equal, first.column);
        return access == null
                ? null
                : new FirstInOrder(
                        access, Planner.codes(where), first, sorting.isDescending(0), sorting.hasNullsFirst(0), cut);
    }

    /** @return false where they must be read in another way */
    boolean run(Frame frame, List<Tuple> tuples, Loop.Body add) {
        long needed = cut.needed(frame);
        OrderedRows found = needed == Long.MAX_VALUE ? null : access.rows(frame, Purpose.READ, descending);
        if (found == null) {
            return false;
        }
        Access.rows(frame, found.loose(), slot, checks, Purpose.READ, add);
        List<Long> loose = new ArrayList<>();
        long before = 0;
        for (Tuple tuple : tuples) {
            if (Unknown.in(tuple.keys)) {
                needed = Long.MAX_VALUE; // nobody knows where it comes
            } else if (tuple.presence() == Presence.SURE && tuple.keys[0] instanceof Long key) {
                loose.add(key);
            } else if (tuple.presence() == Presence.SURE && tuple.keys[0] == null && nullsFirst) {
                before++;
            }
        }
        loose.sort(descending ? Collections.reverseOrder() : null);
        sorted(frame, found, tuples, add, loose, before, needed);
        return true;
    }

    /** @param before so many come before all of these */
    private void sorted(
            Frame frame,
            OrderedRows found,
            List<Tuple> tuples,
            Loop.Body add,
            List<Long> loose,
            long before,
            long needed) {
        long here = 0;
        int passed = 0;
        Long current = null;
        for (Row row : found.sorted()) {
            Long value = (Long) row.values()[column];
            if (!value.equals(current)) {
                before += here;
                here = 0;
                current = value;
                while (passed < loose.size() && (descending ? loose.get(passed) > value : loose.get(passed) < value)) {
                    passed++;
                }
                if (before + passed >= needed) {
                    return;
                }
            }
            int size = tuples.size();
            Access.rows(frame, List.of(row), slot, checks, Purpose.READ, add);
            if (tuples.size() > size && tuples.get(size).presence() == Presence.SURE) {
                here++;
            }
        }
    }
}
