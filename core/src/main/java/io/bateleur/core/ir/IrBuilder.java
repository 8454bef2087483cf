package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Lowers a graph to what a level asks: points, the edges that are certain, and which reads demand what. Points are numbered in a
 * topological order of the certain edges, so that clocks spread mostly forward and neighbours in time are neighbours in memory.
 *
 * <p>Transactions that may not have happened get points but no edges: theirs hang on whether they did.
 */
public final class IrBuilder {
    private final Asg asg;
    private final History history;
    private final Level level;
    private final Duties duties;
    private final int[] start;
    private final int[] commit;
    private final int[] behind;
    private final int[] source;
    private final byte[] demands;
    private int points;
    private int ticks;
    private int milestones;
    private int[] tickAfterEnd = {};
    private int[] tickBeforeBegin = {};
    private EdgeList edges;
    private final List<ConditionalEdge> conditional = new ArrayList<>();
    private final List<List<int[]>> possibilities = new ArrayList<>();

    private final ExtensionConstraints constraints;

    private IrBuilder(Asg asg, Level level, ExtensionConstraints constraints) {
        this.constraints = constraints;
        this.asg = asg;
        this.history = asg.history();
        this.level = level;
        this.duties = new Duties(history, level);
        int count = asg.transactionCount();
        start = new int[count];
        commit = new int[count];
        behind = new int[count];
        source = new int[asg.readCount()];
        demands = new byte[asg.readCount()];
        edges = new EdgeList(0, 0);
    }

    public static Ir build(Asg asg, Level level) {
        return build(asg, level, Extension.NONE);
    }

    /** With what an extension adds to the level. */
    public static Ir build(Asg asg, Level level, Extension extension) {
        return new IrBuilder(asg, level, ExtensionConstraints.of(extension, asg, level)).make();
    }

    private Ir make() {
        makePoints();
        makeTicks();
        milestones = points;
        points += constraints.milestones();
        edges = new EdgeList(points, 2 * points + asg.readCount());
        within();
        sessions();
        ticks();
        reads();
        knownVersions();
        constraints();
        int[] order = edges.topologicalOrder();
        if (order.length < points) {
            return ir(owners(), new Chains(0, new int[0], new int[0])).contradicted(cycle());
        }
        int[] number = new int[points];
        for (int i = 0; i < points; i++) {
            number[order[i]] = i;
        }
        renumber(start, number);
        renumber(commit, number);
        renumber(behind, number);
        edges = edges.renumbered(number);
        conditional.replaceAll(edge -> edge.renumbered(number));
        possibilities.forEach(all -> all.replaceAll(edge -> new int[] {number[edge[0]], number[edge[1]]}));
        return ir(owners(), chains(number));
    }

    /** By point, its transaction, or -1. */
    private int[] owners() {
        int[] owner = new int[points];
        Arrays.fill(owner, -1);
        for (int t = 0; t < start.length; t++) {
            if (start[t] >= 0) {
                owner[start[t]] = t;
                owner[commit[t]] = t;
            }
        }
        return owner;
    }

    private Ir ir(int[] transactionAt, Chains chains) {
        return new Ir(
                asg,
                level,
                start,
                commit,
                behind,
                transactionAt,
                duties,
                demands,
                source,
                edges,
                chains,
                new int[0],
                new BitSet(),
                List.copyOf(conditional),
                new Superpositions(possibilities, constraints.superpositions, constraints.expressions));
    }

    private static void renumber(int[] points, int[] number) {
        for (int i = 0; i < points.length; i++) {
            points[i] = points[i] < 0 ? -1 : number[points[i]];
        }
    }

    private boolean happened(int t) {
        return asg.fate(t) == Asg.Fate.HAPPENED;
    }

    // ---- points

    private void makePoints() {
        for (int t = 0; t < start.length; t++) {
            if (asg.fate(t) == Asg.Fate.GONE) {
                start[t] = commit[t] = behind[t] = -1;
                continue;
            }
            Points kind = duties.level(t).criterion().points();
            start[t] = points++;
            commit[t] = kind == Points.ONE ? start[t] : points++;
            behind[t] = kind == Points.SNAPSHOT ? start[t] : commit[t];
        }
    }

    /**
     * Real time in linear space: where ends are followed by begins there is a tick, and ticks are a chain.
     *
     * <pre>
     *   end end | begin begin end | begin          end -> tick -> tick,  tick -> begin
     *           tick              tick
     * </pre>
     */
    private void makeTicks() {
        if (!duties.any(Level::countsRealTime)) {
            return;
        }
        int count = start.length;
        tickAfterEnd = new int[count];
        tickBeforeBegin = new int[count];
        Arrays.fill(tickAfterEnd, -1);
        Arrays.fill(tickBeforeBegin, -1);
        long[] ends = new long[count];
        int size = 0;
        for (int t = 0; t < count; t++) {
            long end = happened(t) ? Times.end(history, t) : History.NO_TIME;
            if (end != History.NO_TIME) {
                ends[size++] = end;
            }
        }
        ends = Arrays.copyOf(ends, size);
        Arrays.sort(ends);
        // How many ends lie before each begin: equal numbers share a tick.
        int[] endsBefore = new int[count];
        boolean[] used = new boolean[size + 1];
        for (int t = 0; t < count; t++) {
            long begin = asg.fate(t) == Asg.Fate.GONE ? History.NO_TIME : Times.begin(history, t);
            endsBefore[t] = begin == History.NO_TIME ? 0 : below(ends, begin);
            used[endsBefore[t]] = true;
        }
        int[] tickOf = new int[size + 1];
        for (int i = 1; i <= size; i++) {
            tickOf[i] = used[i] ? points + ticks++ : -1;
        }
        // An end goes to the first tick that is at or after its rank.
        int[] tickFrom = new int[size + 2];
        tickFrom[size + 1] = -1;
        for (int i = size; i >= 0; i--) {
            tickFrom[i] = i > 0 && tickOf[i] >= 0 ? tickOf[i] : tickFrom[i + 1];
        }
        for (int t = 0; t < count; t++) {
            tickBeforeBegin[t] = endsBefore[t] == 0 ? -1 : tickOf[endsBefore[t]];
            long end = happened(t) ? Times.end(history, t) : History.NO_TIME;
            if (end != History.NO_TIME) {
                // It is before the begins that have at least as many ends before them as there are up to this one.
                tickAfterEnd[t] = tickFrom[below(ends, end + 1)];
            }
        }
        points += ticks;
    }

    /** How many of the sorted numbers are below a bound. */
    private static int below(long[] sorted, long bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // ---- edges

    private void within() {
        for (int t = 0; t < start.length; t++) {
            if (start[t] >= 0 && start[t] != commit[t]) {
                edges.add(start[t], commit[t], Reason.WITHIN.packed());
            }
        }
    }

    private void sessions() {
        for (int s = 0; s < history.sessionCount(); s++) {
            int size = history.sessionSize(s);
            for (int i = 1; i < size; i++) {
                int t = history.transactionOfSession(s, i);
                if (asg.fate(t) != Asg.Fate.GONE && duties.level(t).countsSessions()) {
                    orderAfterSession(s, i, t);
                }
            }
        }
    }

    /** The nearest earlier one that counts sessions itself stands for all before it. */
    private void orderAfterSession(int session, int position, int t) {
        for (int i = position - 1; i >= 0; i--) {
            int earlier = history.transactionOfSession(session, i);
            if (happened(earlier) && happened(t)) {
                edges.add(commit[earlier], start[t], Reason.SESSION.packed());
            } else if (asg.fate(earlier) != Asg.Fate.GONE) {
                conditional.add(new ConditionalEdge(commit[earlier], start[t], earlier, t, Reason.SESSION));
            }
            if (happened(earlier) && duties.level(earlier).countsSessions()) {
                return;
            }
        }
    }

    private void ticks() {
        for (int i = 1; i < ticks; i++) {
            edges.add(milestones - ticks + i - 1, milestones - ticks + i, Reason.REAL_TIME.packed());
        }
        for (int t = 0; t < tickAfterEnd.length; t++) {
            if (tickAfterEnd[t] >= 0) {
                edges.add(commit[t], tickAfterEnd[t], Reason.REAL_TIME.packed());
            }
            if (tickBeforeBegin[t] >= 0 && duties.level(t).countsRealTime()) {
                if (happened(t)) {
                    edges.add(tickBeforeBegin[t], start[t], Reason.REAL_TIME.packed());
                } else {
                    conditional.add(new ConditionalEdge(tickBeforeBegin[t], start[t], t, t, Reason.REAL_TIME));
                }
            }
        }
    }

    private void reads() {
        for (int t = 0; t < start.length; t++) {
            Level own = duties.level(t);
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                boolean installs = own.criterion().anti() == Anti.CURSOR && asg.writeOf(t, asg.readKey(r)) >= 0;
                demands[r] = (byte) Ir.demandsOf(asg, own, r, installs);
                source[r] = asg.isSettled(r) ? asg.candidate(asg.firstCandidate(r)) : Ir.OPEN;
                if ((demands[r] & Ir.COUNTS) != 0 && source[r] >= 0 && happened(t)) {
                    edges.add(commit[asg.writeTransaction(source[r])], start[t], Reason.READS_FROM.packed(r));
                }
            }
        }
    }

    private void knownVersions() {
        for (int i = 0; i < asg.knownCount(); i++) {
            int before = asg.writeTransaction(asg.knownBefore(i));
            int after = asg.writeTransaction(asg.knownAfter(i));
            if (happened(before) && happened(after)) {
                edges.add(commit[before], behind[after], Reason.KNOWN_VERSIONS.packed(i));
            } else {
                conditional.add(
                        new ConditionalEdge(commit[before], behind[after], before, after, Reason.KNOWN_VERSIONS));
            }
        }
    }

    private void constraints() {
        for (int i = 0; i < constraints.edges.size(); i++) {
            ExtensionConstraints.Edge edge = constraints.edges.get(i);
            int from = point(edge.from());
            int to = point(edge.to());
            int first = owner(edge.from());
            int second = owner(edge.to());
            if (from < 0 || to < 0 || from == to) {
                continue;
            }
            boolean certain = (first < 0 || happened(first)) && (second < 0 || happened(second));
            if (certain) {
                edges.add(from, to, Reason.EXTENSION.packed(i));
            } else {
                int one = first < 0 ? second : first;
                int other = second < 0 ? first : second;
                conditional.add(new ConditionalEdge(from, to, one, other, Reason.EXTENSION));
            }
        }
        for (List<ExtensionConstraints.Edge> possibility : constraints.possibilities) {
            List<int[]> mapped = new ArrayList<>();
            for (ExtensionConstraints.Edge edge : possibility) {
                if (point(edge.from()) >= 0 && point(edge.to()) >= 0) {
                    mapped.add(new int[] {point(edge.from()), point(edge.to())});
                }
            }
            possibilities.add(mapped);
        }
    }

    private int owner(ExtensionConstraints.Point point) {
        return point.number() < 2 * start.length ? point.number() / 2 : -1;
    }

    private int point(ExtensionConstraints.Point point) {
        int t = owner(point);
        if (t < 0) {
            return milestones + point.number() - 2 * start.length;
        }
        return point.number() % 2 == 0 ? start[t] : commit[t];
    }

    // ---- order

    /** The transactions of some shortest cycle through a point that the topological order could not place. */
    private int[] cycle() {
        int[] owner = owners();
        return Arrays.stream(Cycles.shortest(edges, Cycles.placed(edges)))
                .map(p -> owner[p])
                .filter(t -> t >= 0)
                .distinct()
                .toArray();
    }

    private Chains chains(int[] number) {
        ChainCover cover = new ChainCover(points);
        if (ticks > 0) {
            for (int i = 0; i < ticks; i++) {
                cover.append(number[milestones - ticks + i], i == 0);
            }
        }
        boolean sessionsOrder = sessionsAreOrdered();
        if (sessionsOrder) {
            for (int s = 0; s < history.sessionCount(); s++) {
                boolean fresh = true;
                int previous = -1;
                for (int i = 0; i < history.sessionSize(s); i++) {
                    int t = history.transactionOfSession(s, i);
                    if (!happened(t)) {
                        continue;
                    }
                    cover.append(start[t], fresh || !follows(previous, t));
                    fresh = false;
                    if (commit[t] != start[t]) {
                        cover.append(commit[t], false);
                    }
                    previous = t;
                }
            }
        } else {
            cover.along(edges, start, commit, asg);
        }
        return cover.finish();
    }

    private boolean sessionsAreOrdered() {
        return duties.all(each -> each.countsSessions() || each.countsRealTime());
    }

    private boolean follows(int earlier, int later) {
        if (duties.level(later).countsSessions()) {
            return true;
        }
        long end = Times.end(history, earlier);
        long begin = Times.begin(history, later);
        return end != History.NO_TIME && begin != History.NO_TIME && end < begin;
    }
}
