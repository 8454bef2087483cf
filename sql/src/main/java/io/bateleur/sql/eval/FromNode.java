package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What FROM says, before it is decided in which order it is gone through. */
sealed interface FromNode {
    BitSet slots();

    /** The numbers of its rows and how many columns each has, in the order of the text. */
    void widths(List<int[]> into);

    record TableLeaf(int slot, TableShape table, Purpose purpose) implements FromNode {
        @Override
        public BitSet slots() {
            return one(slot);
        }

        @Override
        public void widths(List<int[]> into) {
            into.add(new int[] {slot, table.columns().size()});
        }
    }

    record TupleLeaf(int slot, int width, Loop.Rowsource source) implements FromNode {
        @Override
        public BitSet slots() {
            return one(slot);
        }

        @Override
        public void widths(List<int[]> into) {
            into.add(new int[] {slot, width});
        }
    }

    record InnerJoin(List<FromNode> items, List<Conjunct> on) implements FromNode {
        @Override
        public BitSet slots() {
            BitSet all = new BitSet();
            items.forEach(item -> all.or(item.slots()));
            return all;
        }

        @Override
        public void widths(List<int[]> into) {
            items.forEach(item -> item.widths(into));
        }
    }

    /** @param full whether rows of the right side without a partner are there as well */
    record OuterJoin(FromNode left, FromNode right, List<Conjunct> on, boolean full) implements FromNode {
        @Override
        public BitSet slots() {
            BitSet all = left.slots();
            all.or(right.slots());
            return all;
        }

        @Override
        public void widths(List<int[]> into) {
            left.widths(into);
            right.widths(into);
        }
    }

    private static BitSet one(int slot) {
        BitSet set = new BitSet();
        set.set(slot);
        return set;
    }

    /** All of several, joined by nothing but the conditions that follow. */
    static @Nullable FromNode of(List<FromNode> items) {
        return items.isEmpty()
                ? null
                : items.size() == 1 ? items.get(0) : new InnerJoin(new ArrayList<>(items), List.of());
    }
}
