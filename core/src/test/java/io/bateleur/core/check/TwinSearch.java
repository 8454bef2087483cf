package io.bateleur.core.check;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.TwinRead.Sight;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Tries all resolutions of a small history: which unknown transactions happened, then what each read saw, then the version order of
 * each key. A level that the edges so far violate is not looked at any further on that path, because more edges never help; a level
 * that one resolution satisfies is not looked at again.
 */
final class TwinSearch {
    private final TwinFacts facts;
    private final TwinReads allReads;
    private final TwinQuestions questions;
    private final boolean early;

    /** The questions, by bits, that no resolution has answered with yes. */
    private long open;

    private int happened;
    private TwinRead[] reads = {};
    private Sight[] seen = {};
    private int[] sourcesBefore = {};
    /** Edges as they are when the version orders of so many keys are fixed. */
    private final TwinEdges[] edges;

    private final int[] keys;

    /**
     * @param early whether to give up on a level as soon as the edges so far violate it; without that, everything is tried, which
     *     is how the shortcuts are tested
     */
    TwinSearch(TwinFacts facts, OwnWrites policy, TwinQuestions questions, boolean early) {
        this.facts = facts;
        this.allReads = TwinReads.of(facts, policy);
        this.questions = questions;
        this.early = early;
        open = questions.all();
        edges = new TwinEdges[facts.keys + 1];
        Arrays.setAll(edges, i -> new TwinEdges());
        // Keys with few orders first, so that what is wrong shows early.
        keys = java.util.stream.IntStream.range(0, facts.keys)
                .boxed()
                .sorted(Comparator.comparingInt(this::orders))
                .mapToInt(key -> key)
                .toArray();
    }

    private int orders(int key) {
        boolean restricted = facts.isList[key] || facts.hints[key] != Relation.NONE;
        return restricted ? 0 : Integer.bitCount(facts.writers[key]);
    }

    /** The questions, by bits, that some resolution answers with yes. */
    long run() {
        // Subsets of the unknown transactions, the empty one last.
        for (int some = facts.unknown; ; some = (some - 1) & facts.unknown) {
            happened = facts.committed | some;
            List<TwinRead> counting = allReads.all().stream()
                    .filter(read -> (happened >> read.transaction() & 1) != 0)
                    .sorted(Comparator.comparingInt(read -> read.sights().size()))
                    .toList();
            reads = counting.toArray(TwinRead[]::new);
            seen = new Sight[reads.length];
            sourcesBefore = new int[reads.length];
            if ((facts.installed & ~happened) == 0) {
                chooseRead(0, Relation.NONE, questions.withValidReads(allReads.invalid() & happened));
            }
            if (some == 0 || open == 0) {
                return questions.all() & ~open;
            }
        }
    }

    // ---- what each read saw

    private void chooseRead(int read, long wr, long asked) {
        long alive = asked & open;
        if (alive == 0) {
            return;
        }
        if (read == reads.length) {
            allSeen(wr, alive);
            return;
        }
        for (Sight sight : reads[read].sights()) {
            if (isPossible(read, sight)) {
                seen[read] = sight;
                long with = wr;
                if (sight.isOfTransaction()) {
                    with |= Relation.pair(sight.writer(), reads[read].transaction());
                }
                boolean cyclic = early && with != wr && !Relation.isAcyclic(with);
                chooseRead(read + 1, with, cyclic ? alive & ~questions.countingAllReads() : alive);
            }
        }
    }

    /** The writer happened, and readers of a version whose content the trace does not tell agree on what it was. */
    private boolean isPossible(int read, Sight sight) {
        if (sight.isOfTransaction() && (happened >> sight.writer() & 1) == 0) {
            return false;
        }
        int key = reads[read].key();
        boolean told = sight.writer() == TwinRead.INITIAL && facts.initial[key] != null;
        if (sight.writer() != TwinRead.OWN && !told && !facts.isList[key]) {
            for (int other = 0; other < read; other++) {
                boolean same = reads[other].key() == key && seen[other].writer() == sight.writer();
                if (same && !seen[other].content().agrees(sight.content())) {
                    return false;
                }
            }
        }
        return true;
    }

    private void allSeen(long wr, long alive) {
        for (int r = 0; r < reads.length; r++) {
            sourcesBefore[r] = 0;
            for (int s = 0; s < reads.length; s++) {
                boolean before =
                        reads[s].transaction() == reads[r].transaction() && reads[s].operation() < reads[r].operation();
                if (before && seen[s].isOfTransaction()) {
                    sourcesBefore[r] |= 1 << seen[s].writer();
                }
            }
        }
        edges[0].so = Relation.within(facts.so, happened);
        edges[0].rt = Relation.within(facts.rt, happened);
        edges[0].wr = wr;
        if ((alive & questions.perKey()) != 0) {
            judgeKeys(alive & questions.perKey());
        }
        // Apart, because orders that respect what was read are fewer.
        orderKeys(0, alive & ~questions.perKey() & ~questions.countingAllReads(), Relation.NONE);
        orderKeys(0, alive & questions.countingAllReads(), wr);
    }

    // ---- version orders, each key for itself

    private void judgeKeys(long asked) {
        TwinSessions sessions = new TwinSessions(edges[0].so, edges[0].wr, reads, seen, reads.length);
        long alive = asked;
        for (int key : keys) {
            long asking = alive;
            long[] answered = {0};
            forEachOrder(key, Relation.NONE, order -> {
                answered[0] |= questions.satisfiedBy(sessions, order, asking & ~answered[0]);
                return answered[0] != asking;
            });
            alive = answered[0];
        }
        open &= ~alive;
    }

    // ---- version orders of all keys together

    /** @param base relations that all the asked levels want acyclic together with the version orders */
    private void orderKeys(int depth, long asked, long base) {
        long alive = asked & open;
        if (alive == 0) {
            return;
        }
        TwinEdges here = edges[depth];
        if (early || depth == keys.length) {
            alive = questions.satisfiedBy(here, alive);
        }
        if (depth == keys.length) {
            open &= ~alive;
            return;
        }
        if (alive == 0) {
            return;
        }
        long live = alive;
        long floor = early ? Relation.closure(base | here.ww | questions.sharedOrder(here, alive)) : Relation.NONE;
        forEachOrder(keys[depth], floor, order -> {
            edges[depth + 1].set(here);
            order.addTo(edges[depth + 1], reads, seen, reads.length, sourcesBefore);
            orderKeys(depth + 1, live, base);
            return (live & open) != 0;
        });
    }

    /** Gets an order, and says whether it wants more. */
    private interface Orders {
        boolean take(TwinOrder order);
    }

    private void forEachOrder(int key, long floor, Orders orders) {
        int writers = facts.writers[key] & happened;
        place(key, writers, floor | facts.hints[key], new int[Integer.bitCount(writers)], 0, orders);
    }

    private boolean place(int key, int left, long floor, int[] placed, int size, Orders orders) {
        if (left == 0) {
            TwinOrder order = new TwinOrder(facts, key, placed, size);
            return !order.fits(reads, seen, reads.length) || orders.take(order);
        }
        for (int w = 0; w < facts.transactions; w++) {
            if ((left >> w & 1) != 0 && (Relation.before(floor, w) & left & ~(1 << w)) == 0) {
                placed[size] = w;
                if (!place(key, left & ~(1 << w), floor, placed, size + 1, orders)) {
                    return false;
                }
            }
        }
        return true;
    }
}
