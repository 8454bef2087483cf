package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Conjunct.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How rows are found by equal columns and an order of another one, where {@link Tables#ordered} has them. */
final class RangeAccess {
    /** What a column is compared with, and whether it may be equal to that. */
    private record Bound(Code value, boolean included) {}

    private final TableShape table;
    private final int[] columns;
    private final Code[] prefix;
    private final Keys keys;
    private final List<Bound> lows = new ArrayList<>();
    private final List<Bound> highs = new ArrayList<>();

    /** @param equal what columns are equal to */
    private RangeAccess(Compilation compilation, TableShape table, TreeMap<Integer, Side> equal, int column) {
        this.table = table;
        int[] by = equal.keySet().stream().mapToInt(i -> i).toArray();
        this.columns = Arrays.copyOf(by, by.length + 1);
        this.columns[by.length] = column;
        this.prefix = equal.values().stream().map(Side::code).toArray(Code[]::new);
        this.keys = new Keys(compilation.dialect, table, by);
    }

    /** Along the order of a column. */
    static @Nullable RangeAccess ordered(
            Compilation compilation,
            FromNode.TableLeaf leaf,
            List<Conjunct> conditions,
            TreeMap<Integer, Side> equal,
            int column) {
        if (column < 0 || equal.containsKey(column) || !isWhole(leaf.table(), column)) {
            return null;
        }
        RangeAccess access = new RangeAccess(compilation, leaf.table(), equal, column);
        access.bounds(conditions, leaf.slot(), column, new BitSet());
        return access;
    }

    /** Between bounds; null where no condition tells any. */
    static @Nullable RangeAccess bounded(
            Compilation compilation,
            FromNode.TableLeaf leaf,
            List<Conjunct> conditions,
            TreeMap<Integer, Side> equal,
            BitSet known) {
        for (int column = 0; column < leaf.table().columns().size(); column++) {
            if (isWhole(leaf.table(), column) && !equal.containsKey(column)) {
                RangeAccess access = new RangeAccess(compilation, leaf.table(), equal, column);
                access.bounds(conditions, leaf.slot(), column, known);
                if (!access.lows.isEmpty() || !access.highs.isEmpty()) {
                    return access;
                }
            }
        }
        return null;
    }

    private static boolean isWhole(TableShape table, int column) {
        return switch (table.columns().get(column).type().kind()) {
            case SMALLINT, INTEGER, BIGINT -> true;
            default -> false;
        };
    }

    private void bounds(List<Conjunct> conditions, int slot, int column, BitSet known) {
        for (Conjunct each : conditions) {
            if (each.sign().isEmpty() || each.left() == null || each.right() == null) {
                continue;
            }
            boolean included = each.sign().endsWith("=");
            if (each.left().column(slot) == column && Access.subset(each.right().used(), known)) {
                bound(each.sign().charAt(0), new Bound(each.right().code(), included));
            } else if (each.right().column(slot) == column
                    && Access.subset(each.left().used(), known)) {
                bound(
                        each.sign().charAt(0) == '<' ? '>' : '<',
                        new Bound(each.left().code(), included));
            }
        }
    }

    private void bound(char sign, Bound bound) {
        (sign == '<' ? highs : lows).add(bound);
    }

    /** Null where there is no index for it, or a value is none to look up with. */
    @Nullable
    OrderedRows rows(Frame frame, Purpose purpose, boolean descending) {
        Object[] key = keys.of(prefix, frame);
        if (key == Keys.NONE) {
            return new OrderedRows(List.of(), List.of());
        }
        if (key == Keys.ALL && prefix.length > 0) {
            return null;
        }
        Long low = null;
        for (Bound bound : lows) {
            if (!(bound.value.value(frame) instanceof Long value) || value == Long.MAX_VALUE) {
                return null;
            }
            long least = bound.included ? value : value + 1;
            low = low == null ? least : Math.max(low, least);
        }
        Long high = null;
        for (Bound bound : highs) {
            if (!(bound.value.value(frame) instanceof Long value) || value == Long.MIN_VALUE) {
                return null;
            }
            long most = bound.included ? value : value - 1;
            high = high == null ? most : Math.min(high, most);
        }
        return frame.tables.ordered(table, new Range(columns, key, low, high, descending), purpose);
    }
}
