package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The definitions of the levels, word for word: relations between transactions as matrices, and cycles in them. It knows the
 * version orders and the sources of a resolution, and not its events.
 */
public final class Literally {
    private final Asg asg;
    private final History history;
    private final int n;
    private final List<Integer> happened;
    private final int[] sources;
    private final int[] rank;
    final boolean[][] ww;
    public final boolean[][] wr;
    final boolean[][] rw;
    final boolean[][] prw;
    final boolean[][] so;
    final boolean[][] rt;

    public Literally(Asg asg, List<Integer> happened, int[] sources, int[] versions) {
        this.asg = asg;
        this.history = asg.history();
        this.n = asg.transactionCount();
        this.happened = happened;
        this.sources = sources;
        this.rank = new int[asg.writeCount()];
        for (int i = 0; i < versions.length; i++) {
            rank[versions[i]] = i;
        }
        ww = relation((a, b) -> writes(a).stream().anyMatch(v -> installs(b, asg.writeKey(v)) > rank[v]));
        wr = relation((a, b) -> reads(b).stream().anyMatch(r -> sources[r] == a));
        rw = relation((a, b) -> reads(a).stream().anyMatch(r -> !asg.isPredicateRead(r) && later(r, b)));
        prw = relation((a, b) -> reads(a).stream()
                .anyMatch(r ->
                        asg.isPredicateRead(r) && later(r, b) && !asg.isDeadWrite(asg.writeOf(b, asg.readKey(r)))));
        so = relation((a, b) -> a < b && history.sessionOf(a) == history.sessionOf(b));
        rt = relation((a, b) -> history.ending(a) != Ending.UNKNOWN
                && end(a) != History.NO_TIME
                && begin(b) != History.NO_TIME
                && end(a) < begin(b));
    }

    static Literally of(Asg asg, Resolution witness) {
        List<Integer> happened = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int event : witness.events()) {
            if (event % 2 == 1) {
                happened.add(event / 2);
            }
        }
        for (int key = 0; key < asg.history().keyCount(); key++) {
            for (int t : happened) {
                if (asg.writeOf(t, key) >= 0) {
                    order.add(asg.writeOf(t, key));
                }
            }
        }
        return new Literally(asg, happened, witness.sources(), Tales.array(order));
    }

    private boolean[][] relation(BiPredicate<Integer, Integer> pairs) {
        boolean[][] relation = new boolean[n][n];
        for (int a : happened) {
            for (int b : happened) {
                relation[a][b] = a != b && pairs.test(a, b);
            }
        }
        return relation;
    }

    private List<Integer> reads(int t) {
        List<Integer> reads = new ArrayList<>();
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            reads.add(r);
        }
        return reads;
    }

    private List<Integer> writes(int t) {
        List<Integer> writes = new ArrayList<>();
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            writes.add(w);
        }
        return writes;
    }

    /** The rank of a transaction's version of a key, or -1 when it has none. */
    private int installs(int t, int key) {
        int w = asg.writeOf(t, key);
        return w < 0 ? -1 : rank[w];
    }

    private int seen(int read) {
        return sources[read] < 0 ? -1 : installs(sources[read], asg.readKey(read));
    }

    /** Whether a transaction installed a later version than the one that was read. */
    private boolean later(int read, int t) {
        return installs(t, asg.readKey(read)) > seen(read);
    }

    private long begin(int t) {
        long begin = history.beginBefore(t);
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            long before = history.before(o);
            if (history.beginBefore(t) == History.NO_TIME && before != History.NO_TIME) {
                begin = begin == History.NO_TIME ? before : Math.min(begin, before);
            }
        }
        return begin;
    }

    private long end(int t) {
        long end = history.endAfter(t);
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            if (history.endAfter(t) == History.NO_TIME) {
                end = Math.max(end, history.after(o));
            }
        }
        return end == History.NO_TIME ? end : Math.max(end, begin(t));
    }

    // ---- levels

    boolean holds(Level level) {
        boolean judged =
                level.criterion().reads() || level.criterion().visibility().perKey();
        return (!judged || sourcesHappened())
                && knownOrder()
                && (!level.criterion().reads() || valid())
                && satisfies(level);
    }

    private boolean sourcesHappened() {
        return happened.stream()
                .flatMap(t -> reads(t).stream())
                .allMatch(r -> sources[r] < 0 || happened.contains(sources[r]));
    }

    private boolean knownOrder() {
        for (int i = 0; i < asg.knownCount(); i++) {
            int v = asg.knownBefore(i);
            int w = asg.knownAfter(i);
            if (happened.contains(asg.writeTransaction(v))
                    && happened.contains(asg.writeTransaction(w))
                    && rank[v] > rank[w]) {
                return false;
            }
        }
        return true;
    }

    /** Tales tells all values but those at the start. */
    private boolean valid() {
        if (happened.stream().anyMatch(asg::hasBadRead)) {
            return false;
        }
        for (int t : happened) {
            for (int u : happened) {
                for (int r : reads(t)) {
                    for (int q : reads(u)) {
                        if (asg.readKey(r) == asg.readKey(q)
                                && sources[r] < 0
                                && sources[q] < 0
                                && asg.initialValue(asg.readKey(r)) == History.UNKNOWN
                                && asg.readValue(r) != asg.readValue(q)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    private boolean satisfies(Level level) {
        boolean[][] order = new boolean[n][n];
        if (level.countsSessions()) {
            order = union(order, so);
        }
        if (level.countsRealTime()) {
            order = union(order, rt);
        }
        boolean[][] causes = union(wr, order);
        boolean[][] dep = union(causes, ww);
        boolean[][] anti = union(rw, prw);
        return switch (level.criterion().word()) {
            case "read-uncommitted" -> acyclic(union(ww, order));
            case "read-committed" -> acyclic(dep);
            case "cursor-stability" -> acyclic(dep) && noLostUpdate();
            case "monotonic-atomic-view", "read-atomic", "axiomatic-read-atomic" ->
                acyclic(dep) && seesAll(level.criterion().visibility(), causes);
            case "causal" -> acyclic(dep) && seesAll(Visibility.CAUSES, closure(causes));
            case "consistent-view", "parallel-snapshot-isolation", "forward-consistent-view" ->
                acyclic(dep) && irreflexive(then(closure(dep), anti));
            case "prefix-consistency" -> acyclic(union(union(causes, then(causes, anti)), ww));
            case "snapshot-isolation" -> acyclic(union(dep, then(dep, anti)));
            case "repeatable-read" -> acyclic(union(dep, rw));
            case "serializable" -> acyclic(union(dep, anti));
            case "read-your-writes" -> irreflexive(then(so, anti));
            case "monotonic-reads" -> readsNeverGoBack();
            case "monotonic-writes" -> monotonicWrites();
            case "writes-follow-reads" -> writesFollowReads();
            default -> throw new IllegalStateException(level.name());
        };
    }

    private boolean noLostUpdate() {
        for (int t : happened) {
            for (int r : reads(t)) {
                for (int v : happened) {
                    int key = asg.readKey(r);
                    if (!asg.isPredicateRead(r) && v != t && later(r, v) && installs(v, key) < installs(t, key)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean seesAll(Visibility visibility, boolean[][] causes) {
        for (int t3 : happened) {
            for (int r : reads(t3)) {
                for (int t2 : happened) {
                    boolean visible = visibility == Visibility.CAUSES
                            ? causes[t2][t3]
                            : reads(t3).stream().anyMatch(q -> sources[q] == t2 && counts(visibility, q, r))
                                    || visibility == Visibility.SESSION_AND_SOURCES && so[t2][t3];
                    if (visible && t2 != t3 && t2 != sources[r] && later(r, t2)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean counts(Visibility visibility, int earlier, int read) {
        return visibility != Visibility.EARLIER_SOURCES || asg.readOperation(earlier) < asg.readOperation(read);
    }

    private boolean readsNeverGoBack() {
        for (int a : happened) {
            for (int b : happened) {
                for (int q : reads(a)) {
                    for (int r : reads(b)) {
                        boolean before = a == b ? q < r : so[a][b];
                        if (before && asg.readKey(q) == asg.readKey(r) && seen(q) > seen(r)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    private boolean monotonicWrites() {
        for (int a : happened) {
            for (int b : happened) {
                for (int w : writes(a)) {
                    int other = installs(b, asg.writeKey(w));
                    if (so[a][b] && other >= 0 && other < rank[w]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean writesFollowReads() {
        for (int k : happened) {
            for (int i : happened) {
                for (int j : happened) {
                    if (wr[k][i] && (i == j || so[i][j]) && !followed(k, j)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean followed(int k, int j) {
        for (int w : writes(k)) {
            int version = installs(j, asg.writeKey(w));
            if (k != j && version >= 0 && version < rank[w]) {
                return false;
            }
            for (int t3 : happened) {
                if (t3 == j || t3 == k || !wr[j][t3]) {
                    continue;
                }
                for (int r : reads(t3)) {
                    if (asg.readKey(r) == asg.writeKey(w) && seen(r) < rank[w]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    // ---- relations

    boolean[][] union(boolean[][] left, boolean[][] right) {
        return relation((a, b) -> left[a][b] || right[a][b], true);
    }

    private boolean[][] then(boolean[][] left, boolean[][] right) {
        return relation((a, b) -> happened.stream().anyMatch(m -> left[a][m] && right[m][b]), true);
    }

    private boolean[][] relation(BiPredicate<Integer, Integer> pairs, boolean reflexive) {
        boolean[][] relation = new boolean[n][n];
        for (int a : happened) {
            for (int b : happened) {
                relation[a][b] = (reflexive || a != b) && pairs.test(a, b);
            }
        }
        return relation;
    }

    boolean[][] closure(boolean[][] edges) {
        boolean[][] closure = union(edges, edges);
        for (int middle : happened) {
            for (int a : happened) {
                for (int b : happened) {
                    closure[a][b] |= closure[a][middle] && closure[middle][b];
                }
            }
        }
        return closure;
    }

    boolean acyclic(boolean[][] edges) {
        return irreflexive(closure(edges));
    }

    private boolean irreflexive(boolean[][] relation) {
        return happened.stream().noneMatch(t -> relation[t][t]);
    }

    /** Starts and commits (2t and 2t + 1) with the edges that an order of events must follow for a level. */
    boolean[][] eventGraph(Level level) {
        boolean[][] order = new boolean[n][n];
        if (level.countsSessions()) {
            order = union(order, so);
        }
        if (level.countsRealTime()) {
            order = union(order, rt);
        }
        boolean[][] edges = level.criterion().reads() ? union(wr, order) : order;
        boolean[][] anti =
                switch (level.criterion().anti()) {
                    case NONE, CURSOR -> new boolean[n][n];
                    case ITEM -> rw;
                    case ALL -> union(rw, prw);
                };
        boolean[][] graph = new boolean[2 * n][2 * n];
        for (int a : happened) {
            graph[2 * a][2 * a + 1] = true;
            for (int b : happened) {
                boolean one = level.criterion().points() == io.bateleur.core.model.Criterion.Points.ONE;
                boolean prefix = level.criterion().points() == io.bateleur.core.model.Criterion.Points.PREFIX;
                graph[2 * a + 1][2 * b] |= edges[a][b] || ww[a][b] && !prefix || one && anti[a][b];
                graph[2 * a + 1][2 * b + 1] |= ww[a][b];
                graph[2 * a][2 * b + 1] |= anti[a][b];
            }
        }
        return graph;
    }
}
