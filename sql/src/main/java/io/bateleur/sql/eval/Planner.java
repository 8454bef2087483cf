package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Decides in which order rows are gone through, which are looked up, and where each condition is checked: as early as possible. */
final class Planner {
    private final Compilation compilation;

    Planner(Compilation compilation) {
        this.compilation = compilation;
    }

    /** @param bound the numbers of rows that are at hand already */
    Loop plan(FromNode from, List<Conjunct> conditions, BitSet bound) {
        List<Conjunct> left = new ArrayList<>(conditions);
        BitSet known = (BitSet) bound.clone();
        Loop loop = node(from, left, known);
        if (!left.isEmpty()) {
            loop = Loop.filtered(loop, codes(left));
        }
        return loop;
    }

    /** Takes those conditions away that it checks itself, and adds its rows to those that are known. */
    private Loop node(FromNode from, List<Conjunct> conditions, BitSet known) {
        if (from instanceof FromNode.TableLeaf leaf) {
            BitSet before = (BitSet) known.clone();
            known.set(leaf.slot());
            List<Conjunct> mine = take(conditions, known);
            return Access.loop(compilation, leaf, mine, before);
        }
        if (from instanceof FromNode.TupleLeaf leaf) {
            known.set(leaf.slot());
            return Loop.tuples(leaf.source(), leaf.slot(), codes(take(conditions, known)));
        }
        if (from instanceof FromNode.InnerJoin join) {
            conditions.addAll(join.on());
            return inner(join.items(), conditions, known);
        }
        return outer((FromNode.OuterJoin) from, conditions, known);
    }

    static Code[] codes(List<Conjunct> conditions) {
        return conditions.stream().map(Conjunct::code).toArray(Code[]::new);
    }

    private static List<Conjunct> take(List<Conjunct> conditions, BitSet known) {
        List<Conjunct> ready = new ArrayList<>();
        conditions.removeIf(each -> each.isReady(known) && ready.add(each));
        return ready;
    }

    private Loop inner(List<FromNode> items, List<Conjunct> conditions, BitSet known) {
        List<FromNode> left = new ArrayList<>(items);
        Loop loop = null;
        while (!left.isEmpty()) {
            FromNode next = left.remove(best(left, conditions, known));
            Loop inner = node(next, conditions, known);
            loop = loop == null ? inner : Loop.nested(loop, inner);
            List<Conjunct> ready = take(conditions, known);
            loop = Loop.filtered(loop, codes(ready));
        }
        return loop == null ? Loop.ONCE : loop;
    }

    /** The item of which the fewest rows are expected: one by a unique key, then one by equal columns, then in the order of the text. */
    private static int best(List<FromNode> items, List<Conjunct> conditions, BitSet known) {
        int best = 0;
        int bestScore = Integer.MAX_VALUE;
        for (int i = 0; i < items.size(); i++) {
            int score = items.get(i) instanceof FromNode.TableLeaf leaf ? Access.score(leaf, conditions, known) : 2;
            if (score < bestScore) {
                best = i;
                bestScore = score;
            }
        }
        return best;
    }

    private Loop outer(FromNode.OuterJoin join, List<Conjunct> conditions, BitSet known) {
        int[][] left = widths(join.left());
        int[][] right = widths(join.right());
        if (join.full()) {
            BitSet before = (BitSet) known.clone();
            Loop one = node(join.left(), new ArrayList<>(), known);
            Loop two = node(join.right(), new ArrayList<>(), before);
            known.or(before);
            return Loop.full(one, two, codes(join.on()), left[0], left[1], right[0], right[1]);
        }
        Loop outside = node(join.left(), conditions, known);
        List<Conjunct> on = new ArrayList<>(join.on());
        List<Conjunct> onLeft = take(on, known);
        Loop inside = plan(join.right(), on, known);
        if (!onLeft.isEmpty()) {
            Code[] first = codes(onLeft);
            Loop later = inside;
            inside = (frame, body) -> Loop.pass(frame, first, each -> later.run(each, body));
        }
        known.or(join.right().slots());
        return Loop.left(outside, inside, right[0], right[1]);
    }

    private static int[][] widths(FromNode node) {
        List<int[]> all = new ArrayList<>();
        node.widths(all);
        int[][] result = new int[2][all.size()];
        for (int i = 0; i < all.size(); i++) {
            result[0][i] = all.get(i)[0];
            result[1][i] = all.get(i)[1];
        }
        return result;
    }
}
