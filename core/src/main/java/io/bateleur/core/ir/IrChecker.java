package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Points;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds an IR to what it promises. A failure is a bug of the pass that made it, and says so with a dump.
 *
 * <pre>
 *   points    each transaction that is not gone has its start and commit, as its level says; base edges go up in number
 *   chains    cover the points of all transactions that happened, and each is a path along base edges
 *   sources   a settled read has one of its candidates, one that is possible; what the graph settles stays settled
 *   edges     every base edge is there; the reason of each is true, and what it rests on was known before it
 *   possible  a transaction that may not have happened has no edge, but from its start to its commit
 *   passes    lose no edge, settle no read again, take no exclusion back, leave what they were given as it was
 * </pre>
 *
 * <p>Of a contradictory IR only the edges that it has are looked at, and that its contradiction names transactions: nobody goes on
 * from there. This is for tests and for small histories: the premise of each derived edge is searched for.
 */
public final class IrChecker {
    private final Ir ir;
    private final Asg asg;
    private final String pass;

    private IrChecker(Ir ir, String pass) {
        this.ir = ir;
        this.asg = ir.asg();
        this.pass = pass;
    }

    /** Checks what the builder made. */
    public static void check(Ir ir) {
        check(ir, "IrBuilder");
    }

    /** Checks what a pass made. */
    public static void check(Ir ir, String pass) {
        new IrChecker(ir, pass).run();
    }

    /** Checks what a pass made of an IR: it must say no less than before. */
    public static void check(Ir before, Ir after, String pass) {
        check(after, pass);
        new IrChecker(after, pass).saysNoLessThan(before);
    }

    private void run() {
        if (ir.isContradictory()) {
            contradiction();
            if (ir.chains().chain().length != ir.points()) {
                return; // found by the builder, before points had their final numbers
            }
        }
        points();
        chains();
        sources();
        EdgeRules rules = new EdgeRules(ir, this::require);
        rules.reasons();
        if (!ir.isContradictory()) {
            rules.base();
        }
    }

    void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException("pass " + pass + ": " + otherwise + "\n" + dump());
        }
    }

    /** What is broken may be so broken that it cannot be told. */
    private String dump() {
        StringBuilder dump = new StringBuilder();
        try {
            IrDump.write(ir, dump);
        } catch (IOException | RuntimeException e) {
            dump.append("(and the rest cannot be told: ").append(e).append(")\n");
        }
        return dump.toString();
    }

    private String name(int transaction) {
        return asg.history().transactionId(transaction).toString();
    }

    private void contradiction() {
        int[] transactions = ir.contradiction();
        for (int t : transactions) {
            require(t >= 0 && t < asg.transactionCount(), "the contradiction names transaction number " + t);
            require(asg.fate(t) != Asg.Fate.GONE, "the contradiction names " + name(t) + ", which is gone");
        }
        require(Arrays.stream(transactions).distinct().count() == transactions.length, "the contradiction names twice");
    }

    // ---- points

    private void points() {
        int[] owned = new int[ir.points()];
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) == Asg.Fate.GONE) {
                boolean none = ir.start(t) == -1 && ir.commit(t) == -1 && ir.behind(t) == -1;
                require(none, name(t) + " is gone and has a point");
                continue;
            }
            Points kind = ir.levelOf(t).criterion().points();
            require(isPoint(ir.start(t)) && isPoint(ir.commit(t)), name(t) + " has no point");
            require((ir.start(t) == ir.commit(t)) == (kind == Points.ONE), name(t) + " has not the points of " + kind);
            require(ir.behind(t) == (kind == Points.SNAPSHOT ? ir.start(t) : ir.commit(t)), name(t) + " is not behind");
            require(ir.transactionAt(ir.start(t)) == t, "the start of " + name(t) + " belongs to another");
            require(ir.transactionAt(ir.commit(t)) == t, "the commit of " + name(t) + " belongs to another");
            owned[ir.start(t)]++;
            owned[ir.commit(t)] += ir.start(t) == ir.commit(t) ? 0 : 1;
        }
        for (int p = 0; p < owned.length; p++) {
            boolean tick = ir.transactionAt(p) < 0;
            require(owned[p] == (tick ? 0 : 1), "point " + p + " belongs to " + owned[p] + " transactions");
        }
    }

    private boolean isPoint(int p) {
        return p >= 0 && p < ir.points();
    }

    // ---- chains

    private void chains() {
        int[] chain = ir.chains().chain();
        int[] place = ir.chains().place();
        int[] size = new int[ir.chains().count()];
        for (int p = 0; p < ir.points(); p++) {
            int t = ir.transactionAt(p);
            // Milestones of extensions belong to nobody and are in no chain; ticks are.
            require(t < 0 || ir.happened(t) == chain[p] >= 0, "point " + p + " is in chain " + chain[p]);
            require(chain[p] < size.length, "point " + p + " is in chain " + chain[p] + " of " + size.length);
            if (chain[p] >= 0) {
                size[chain[p]]++;
            }
        }
        int[][] members = new int[size.length][];
        for (int c = 0; c < size.length; c++) {
            members[c] = new int[size[c]];
            Arrays.fill(members[c], -1);
        }
        for (int p = 0; p < ir.points(); p++) {
            if (chain[p] >= 0) {
                int[] own = members[chain[p]];
                boolean free = place[p] >= 0 && place[p] < own.length && own[place[p]] < 0;
                require(free, "point " + p + " is at place " + place[p] + " of chain " + chain[p]);
                own[place[p]] = p;
            }
        }
        EdgeList base = ir.edges().only(EdgeRules::isBase);
        for (int[] own : members) {
            for (int i = 1; i < own.length; i++) {
                boolean path = EdgeRules.reaches(base, own[i - 1], own[i], Integer.MAX_VALUE);
                require(path, "in a chain, point " + own[i] + " follows " + own[i - 1] + " without a path");
            }
        }
    }

    // ---- sources

    private void sources() {
        for (int r = 0; r < asg.readCount(); r++) {
            int source = ir.source(r);
            boolean found = false;
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                found |= asg.candidate(c) == source && ir.isPossible(c);
            }
            require(source == Ir.OPEN || found, "r" + r + " has the source " + source + ", which cannot be");
            if (asg.isSettled(r)) {
                require(source == asg.candidate(asg.firstCandidate(r)), "r" + r + " has one candidate and is open");
            } else if (source >= 0) {
                int writer = asg.writeTransaction(source);
                require(ir.happened(writer), "r" + r + " is settled on " + name(writer) + ", which may not be there");
            }
        }
    }

    // ---- what a pass may do

    private void saysNoLessThan(Ir before) {
        require(ir.asg().equals(before.asg()) && ir.level().equals(before.level()), "it is about something else");
        require(Arrays.equals(ir.start, before.start) && Arrays.equals(ir.commit, before.commit), "points were moved");
        require(ir.chains().equals(before.chains()), "the chains are others");
        for (int r = 0; r < asg.readCount(); r++) {
            boolean kept = before.source(r) == Ir.OPEN || before.source(r) == ir.source(r);
            require(kept, "r" + r + " was settled on " + before.source(r));
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                require(before.isPossible(c) || !ir.isPossible(c), "a candidate of r" + r + " was taken back");
            }
        }
        require(!before.isContradictory() || ir.isContradictory(), "a contradiction went away");
        if (!ir.isContradictory()) {
            Map<List<Integer>, Integer> edges = count(ir.edges());
            count(before.edges()).forEach((edge, times) -> {
                boolean kept = edges.getOrDefault(edge, 0) >= times;
                require(
                        kept,
                        "the edge " + IrDump.point(ir, edge.get(0)) + " -> " + IrDump.point(ir, edge.get(1)) + " "
                                + IrDump.reason(edge.get(2)) + " was lost");
            });
        }
    }

    private static Map<List<Integer>, Integer> count(EdgeList edges) {
        Map<List<Integer>, Integer> count = new HashMap<>();
        for (int p = 0; p < edges.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                count.merge(List.of(p, edges.to(e), edges.reason(e)), 1, Integer::sum);
            }
        }
        return count;
    }
}
