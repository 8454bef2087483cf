package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Conjunct.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the rows of a table are found: by equal columns where conditions say so, otherwise all of them are read. */
final class Access {
    private Access() {}

    /** 0: by a unique key, 1: by some column, 3: all. */
    static int score(FromNode.TableLeaf leaf, List<Conjunct> conditions, BitSet known) {
        BitSet after = (BitSet) known.clone();
        after.set(leaf.slot());
        TreeMap<Integer, Side> equal = equal(
                leaf.slot(),
                conditions.stream().filter(each -> each.isReady(after)).toList(),
                known);
        return key(leaf.table(), equal) != null ? 0 : equal.isEmpty() ? 3 : 1;
    }

    static Loop loop(Compilation compilation, FromNode.TableLeaf leaf, List<Conjunct> conditions, BitSet known) {
        TreeMap<Integer, Side> equal = equal(leaf.slot(), conditions, known);
        Code[] checks = Planner.codes(conditions);
        int[] columns = key(leaf.table(), equal);
        if (columns == null) {
            columns = equal.keySet().stream().mapToInt(i -> i).toArray();
        }
        TableShape table = leaf.table();
        int slot = leaf.slot();
        Purpose purpose = leaf.purpose();
        RangeAccess range =
                key(table, equal) != null ? null : RangeAccess.bounded(compilation, leaf, conditions, equal, known);
        Loop otherwise = columns.length == 0
                ? list(leaf, conditions, known, checks, compilation)
                : equal(compilation, leaf, columns, equal, checks);
        return range == null ? otherwise : ranged(range, otherwise, slot, checks, purpose);
    }

    private static Loop ranged(RangeAccess range, Loop otherwise, int slot, Code[] checks, Purpose purpose) {
        return (frame, body) -> {
            OrderedRows found = range.rows(frame, purpose, false);
            return found == null
                    ? otherwise.run(frame, body)
                    : rows(frame, found.loose(), slot, checks, purpose, body)
                            && rows(frame, found.sorted(), slot, checks, purpose, body);
        };
    }

    private static Loop equal(
            Compilation compilation,
            FromNode.TableLeaf leaf,
            int[] columns,
            TreeMap<Integer, Side> equal,
            Code[] checks) {
        TableShape table = leaf.table();
        int slot = leaf.slot();
        Purpose purpose = leaf.purpose();
        int[] by = columns;
        Code[] values = new Code[by.length];
        for (int i = 0; i < by.length; i++) {
            values[i] = java.util.Objects.requireNonNull(equal.get(by[i])).code();
        }
        Keys keys = new Keys(compilation.dialect, table, by);
        return (frame, body) -> {
            Object[] key = keys.of(values, frame);
            Iterable<? extends Row> rows = key == Keys.NONE
                    ? List.of()
                    : key == Keys.ALL ? frame.tables.all(table, purpose) : frame.tables.equal(table, by, key, purpose);
            return rows(frame, rows, slot, checks, purpose, body);
        };
    }

    /** A list of values for one column: each is looked up. */
    private static Loop list(
            FromNode.TableLeaf leaf, List<Conjunct> conditions, BitSet known, Code[] checks, Compilation compilation) {
        TableShape table = leaf.table();
        int slot = leaf.slot();
        Purpose purpose = leaf.purpose();
        for (Conjunct each : conditions) {
            boolean ready =
                    each.sign().equals("IN") && each.items().stream().allMatch(item -> subset(item.used(), known));
            Side left = each.left();
            int column = ready && left != null ? left.column(slot) : -1;
            if (column >= 0 && isKey(table, column)) {
                Keys keys = new Keys(compilation.dialect, table, new int[] {column});
                Code[] items = each.items().stream().map(Side::code).toArray(Code[]::new);
                return (frame, body) ->
                        rows(frame, listed(frame, table, column, items, keys, purpose), slot, checks, purpose, body);
            }
        }
        return (frame, body) -> rows(frame, frame.tables.all(table, purpose), slot, checks, purpose, body);
    }

    private static Iterable<? extends Row> listed(
            Frame frame, TableShape table, int column, Code[] items, Keys keys, Purpose purpose) {
        java.util.Set<Object> values = new java.util.LinkedHashSet<>();
        for (Code item : items) {
            Object[] key = keys.of(new Code[] {item}, frame);
            if (key == Keys.ALL) {
                return frame.tables.all(table, purpose);
            }
            if (key != Keys.NONE) {
                values.add(key[0]);
            }
        }
        java.util.Set<Row> found = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        List<Row> rows = new ArrayList<>();
        for (Object value : values) {
            for (Row row : frame.tables.equal(table, new int[] {column}, new Object[] {value}, purpose)) {
                if (found.add(row)) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private static boolean isKey(TableShape table, int column) {
        return table.uniqueKeys().stream().anyMatch(key -> key.length == 1 && key[0] == column);
    }

    static boolean rows(
            Frame frame, Iterable<? extends Row> rows, int slot, Code[] checks, Purpose purpose, Loop.Body body) {
        Presence before = frame.presence;
        for (Row row : rows) {
            frame.slots[slot] = row.values();
            frame.rows[slot] = row;
            // Of a row to be changed, whether it is changed matters, and not whether it is there.
            frame.presence = purpose == Purpose.CHANGE ? before : before.and(row.presence());
            boolean more = Loop.pass(frame, checks, body);
            frame.presence = before;
            if (!more) {
                return false;
            }
        }
        return true;
    }

    static boolean subset(BitSet some, BitSet all) {
        BitSet missing = (BitSet) some.clone();
        missing.andNot(all);
        return missing.isEmpty();
    }

    /** What columns of the table are equal to, where that is known before. */
    static TreeMap<Integer, Side> equal(int slot, List<Conjunct> conditions, BitSet known) {
        TreeMap<Integer, Side> equal = new TreeMap<>();
        for (Conjunct each : conditions) {
            if (each.sign().equals("=") && each.left() != null && each.right() != null) {
                note(equal, each.left().column(slot), each.right(), known);
                note(equal, each.right().column(slot), each.left(), known);
            }
        }
        return equal;
    }

    private static void note(TreeMap<Integer, Side> equal, int column, Side other, BitSet known) {
        if (column >= 0 && subset(other.used(), known)) {
            equal.putIfAbsent(column, other);
        }
    }

    private static int @Nullable [] key(TableShape table, TreeMap<Integer, Side> equal) {
        for (int[] key : table.uniqueKeys()) {
            if (key.length > 0 && Arrays.stream(key).allMatch(equal::containsKey)) {
                return key;
            }
        }
        return null;
    }
}
