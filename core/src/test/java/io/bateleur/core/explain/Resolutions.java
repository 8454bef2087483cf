package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Asg.Fate;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Decides a level by trying every resolution of a tiny history, straight from the definitions. */
final class Resolutions {
    private final Asg asg;
    private final History history;
    private final Level level;
    private final int n;
    private final boolean[] happened;
    private final int[] source;
    private final int[] place;
    private final int[] readers;

    private Resolutions(Asg asg, Level level) {
        this.asg = asg;
        this.history = asg.history();
        this.level = level;
        this.n = asg.transactionCount();
        this.happened = new boolean[n];
        this.source = new int[asg.readCount()];
        this.place = new int[asg.writeCount()];
        this.readers = new int[asg.readCount()];
        for (int t = 0; t < n; t++) {
            Arrays.fill(readers, asg.firstRead(t), asg.firstRead(t + 1), t);
        }
    }

    static boolean holds(Asg asg, Level level) {
        if (level.criterion().reads() && !asg.findings().isEmpty()) {
            return false;
        }
        return new Resolutions(asg, level).transactions(0);
    }

    // ---- all resolutions

    private boolean transactions(int t) {
        if (t == n) {
            return reads(0);
        }
        boolean bad = level.criterion().reads() && asg.hasBadRead(t);
        boolean may = asg.fate(t) == Fate.HAPPENED || asg.fate(t) == Fate.POSSIBLE && !bad;
        happened[t] = may;
        if (may && transactions(t + 1)) {
            return true;
        }
        happened[t] = false;
        return asg.fate(t) != Fate.HAPPENED && transactions(t + 1);
    }

    private boolean reads(int r) {
        if (r == asg.readCount()) {
            return versionsHaveOneContent() && keys(0);
        }
        if (!happened[readers[r]]) {
            return reads(r + 1);
        }
        for (int i = asg.firstCandidate(r); i < asg.firstCandidate(r + 1); i++) {
            source[r] = asg.candidate(i);
            if ((source[r] < 0 || happened[asg.writeTransaction(source[r])]) && reads(r + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean versionsHaveOneContent() {
        if (!level.criterion().reads()) {
            return true;
        }
        Map<List<Integer>, Integer> contents = new HashMap<>();
        for (int r = 0; r < source.length; r++) {
            if (!happened[readers[r]] || history.kind(asg.readOperation(r)) == OpKind.READ_LIST) {
                continue;
            }
            boolean untold = source[r] < 0
                    ? asg.initialValue(asg.readKey(r)) == History.UNKNOWN
                    : !asg.isDeadWrite(source[r]) && history.value(asg.writeOperation(source[r])) == History.UNKNOWN;
            if (untold) {
                Integer other = contents.putIfAbsent(List.of(asg.readKey(r), source[r]), asg.readValue(r));
                if (other != null && other != asg.readValue(r)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean keys(int key) {
        if (key == history.keyCount()) {
            return judge();
        }
        List<Integer> writes = new ArrayList<>();
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
            if (happened[asg.writeTransaction(asg.writeOfKey(i))]) {
                writes.add(asg.writeOfKey(i));
            }
        }
        return permutations(writes, 0, order -> {
            for (int i = 0; i < order.size(); i++) {
                place[order.get(i)] = i;
            }
            return known(order) && keys(key + 1);
        });
    }

    private static boolean permutations(List<Integer> list, int from, Predicate<List<Integer>> test) {
        if (from == list.size()) {
            return test.test(list);
        }
        for (int i = from; i < list.size(); i++) {
            Collections.swap(list, from, i);
            boolean found = permutations(list, from + 1, test);
            Collections.swap(list, from, i);
            if (found) {
                return true;
            }
        }
        return false;
    }

    /** Known orders, through transactions that did not happen too. */
    private boolean known(List<Integer> order) {
        for (int newer = 0; newer < order.size(); newer++) {
            for (int older = newer + 1; older < order.size(); older++) {
                if (knownPath(order.get(older), order.get(newer), asg.knownCount())) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean knownPath(int from, int to, int steps) {
        for (int i = 0; i < asg.knownCount() && steps > 0; i++) {
            if (asg.knownBefore(i) == from
                    && (asg.knownAfter(i) == to || knownPath(asg.knownAfter(i), to, steps - 1))) {
                return true;
            }
        }
        return false;
    }

    // ---- one resolution

    private boolean[][] ww = {};
    private boolean[][] wr = {};
    private boolean[][] rw = {};
    private boolean[][] prw = {};
    private boolean[][] so = {};
    private boolean[][] order = {};

    private boolean judge() {
        edges();
        boolean[][] dep = or(or(ww, wr), order);
        boolean[][] anti = or(rw, prw);
        String word = level.criterion().word();
        return switch (word) {
            case "read-uncommitted" -> acyclic(or(ww, order));
            case "read-committed" -> acyclic(dep);
            case "cursor-stability" -> acyclic(dep) && !lostUpdate();
            case "monotonic-atomic-view" -> acyclic(dep) && !misses((t2, r) -> readsFromBefore(t2, r));
            case "read-atomic" -> acyclic(dep) && !misses((t2, r) -> wr[t2][readers[r]]);
            case "axiomatic-read-atomic" ->
                acyclic(dep) && !misses((t2, r) -> wr[t2][readers[r]] || so[t2][readers[r]]);
            case "causal" -> {
                boolean[][] hb = closure(or(or(so, wr), order));
                yield acyclic(dep) && !misses((t2, r) -> hb[t2][readers[r]]);
            }
            case "consistent-view", "forward-consistent-view", "parallel-snapshot-isolation" ->
                acyclic(dep) && irreflexive(then(closure(dep), anti));
            case "prefix-consistency" -> {
                boolean[][] seen = or(wr, order);
                yield acyclic(or(or(seen, then(seen, anti)), ww));
            }
            case "snapshot-isolation" -> acyclic(or(dep, then(dep, anti)));
            case "repeatable-read" -> acyclic(or(dep, rw));
            case "serializable" -> acyclic(or(dep, anti));
            case "read-your-writes" -> !misses((t2, r) -> so[t2][readers[r]]);
            case "monotonic-reads" -> !readsGoBack();
            case "monotonic-writes" -> !writesAgainstSession();
            case "writes-follow-reads" -> !writesBeforeReads();
            default -> throw new IllegalStateException(word);
        };
    }

    private void edges() {
        ww = new boolean[n][n];
        wr = new boolean[n][n];
        rw = new boolean[n][n];
        prw = new boolean[n][n];
        so = new boolean[n][n];
        boolean[][] rt = new boolean[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                if (happened[a] && happened[b] && a != b) {
                    so[a][b] = a < b && history.sessionOf(a) == history.sessionOf(b);
                    rt[a][b] = endedBefore(a, b);
                }
            }
        }
        order = level.countsSessions() ? so : new boolean[n][n];
        order = level.countsRealTime() ? or(order, rt) : order;
        for (int a = 0; a < place.length; a++) {
            for (int b = 0; b < place.length; b++) {
                if (bothHappened(a, b) && asg.writeKey(a) == asg.writeKey(b) && place[a] < place[b]) {
                    ww[asg.writeTransaction(a)][asg.writeTransaction(b)] = true;
                }
            }
        }
        for (int r = 0; r < source.length; r++) {
            int reader = readers[r];
            if (!happened[reader]) {
                continue;
            }
            if (source[r] >= 0) {
                wr[asg.writeTransaction(source[r])][reader] = true;
            }
            for (int v = 0; v < place.length; v++) {
                int writer = asg.writeTransaction(v);
                if (writer != reader && isNewer(v, r)) {
                    if (!asg.isPredicateRead(r)) {
                        rw[reader][writer] = true;
                    } else if (!asg.isDeadWrite(v)) {
                        prw[reader][writer] = true;
                    }
                }
            }
        }
    }

    private boolean endedBefore(int a, int b) {
        long last = Math.max(after(history.endAfter(a)), after(history.beginAfter(a)));
        long first = Math.min(before(history.endBefore(b)), before(history.beginBefore(b)));
        for (int o = history.firstOperation(a); o < history.firstOperation(a + 1); o++) {
            last = Math.max(last, after(history.after(o)));
        }
        for (int o = history.firstOperation(b); o < history.firstOperation(b + 1); o++) {
            first = Math.min(first, before(history.before(o)));
        }
        return last > Long.MIN_VALUE && first < Long.MAX_VALUE && last < first && history.ending(a) != Ending.UNKNOWN;
    }

    private static long after(long time) {
        return time == History.NO_TIME ? Long.MIN_VALUE : time;
    }

    private static long before(long time) {
        return time == History.NO_TIME ? Long.MAX_VALUE : time;
    }

    private boolean bothHappened(int a, int b) {
        return happened[asg.writeTransaction(a)] && happened[asg.writeTransaction(b)];
    }

    /** Whether a write that happened is newer than what a read of the same key saw. */
    private boolean isNewer(int v, int r) {
        return asg.writeKey(v) == asg.readKey(r)
                && happened[asg.writeTransaction(v)]
                && v != source[r]
                && (source[r] < 0 || place[source[r]] < place[v]);
    }

    private interface Demand {
        boolean mustSee(int writer, int read);
    }

    private boolean misses(Demand demand) {
        for (int r = 0; r < source.length; r++) {
            for (int v = 0; v < place.length && happened[readers[r]]; v++) {
                int writer = asg.writeTransaction(v);
                if (writer != readers[r] && isNewer(v, r) && demand.mustSee(writer, r)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean readsFromBefore(int writer, int read) {
        for (int r = asg.firstRead(readers[read]); r < asg.firstRead(readers[read] + 1); r++) {
            if (asg.readOperation(r) < asg.readOperation(read)
                    && source[r] >= 0
                    && asg.writeTransaction(source[r]) == writer) {
                return true;
            }
        }
        return false;
    }

    private boolean lostUpdate() {
        for (int r = 0; r < source.length; r++) {
            int own = asg.writeOf(readers[r], asg.readKey(r));
            for (int v = 0; v < place.length && own >= 0 && happened[readers[r]]; v++) {
                if (v != own && !asg.isPredicateRead(r) && isNewer(v, r) && place[v] < place[own]) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean readsGoBack() {
        for (int first = 0; first < source.length; first++) {
            for (int then = 0; then < source.length; then++) {
                int a = readers[first];
                int b = readers[then];
                boolean earlier = a == b ? asg.readOperation(first) < asg.readOperation(then) : so[a][b];
                if (happened[a]
                        && happened[b]
                        && earlier
                        && source[first] >= 0
                        && asg.writeTransaction(source[first]) != b
                        && isNewer(source[first], then)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean writesAgainstSession() {
        for (int a = 0; a < place.length; a++) {
            for (int b = 0; b < place.length; b++) {
                if (asg.writeKey(a) == asg.writeKey(b)
                        && so[asg.writeTransaction(a)][asg.writeTransaction(b)]
                        && place[b] < place[a]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether k was read from in the session of t up to t. */
    private boolean readBehind(int k, int t) {
        for (int u = 0; u < n; u++) {
            if ((u == t || so[u][t]) && u != k && wr[k][u]) {
                return true;
            }
        }
        return false;
    }

    private boolean writesBeforeReads() {
        for (int k = 0; k < n; k++) {
            for (int t = 0; t < n; t++) {
                if (k == t || !happened[k] || !happened[t] || !readBehind(k, t)) {
                    continue;
                }
                for (int w = asg.firstWrite(k); w < asg.firstWrite(k + 1); w++) {
                    int own = asg.writeOf(t, asg.writeKey(w));
                    if (own >= 0 && place[own] < place[w]) {
                        return true;
                    }
                }
                int behind = k;
                int seen = t;
                if (misses((writer, r) -> writer == behind && readers[r] != seen && wr[seen][readers[r]])) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- relations

    private static boolean[][] or(boolean[][] a, boolean[][] b) {
        boolean[][] both = new boolean[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                both[i][j] = a[i][j] || b[i][j];
            }
        }
        return both;
    }

    private static boolean[][] then(boolean[][] a, boolean[][] b) {
        boolean[][] composed = new boolean[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                for (int k = 0; k < a.length; k++) {
                    composed[i][k] |= a[i][j] && b[j][k];
                }
            }
        }
        return composed;
    }

    private static boolean[][] closure(boolean[][] a) {
        boolean[][] closed = new boolean[a.length][];
        for (int i = 0; i < a.length; i++) {
            closed[i] = a[i].clone();
        }
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a.length; j++) {
                    closed[i][j] |= closed[i][k] && closed[k][j];
                }
            }
        }
        return closed;
    }

    private static boolean acyclic(boolean[][] a) {
        return irreflexive(closure(a));
    }

    private static boolean irreflexive(boolean[][] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i][i]) {
                return false;
            }
        }
        return true;
    }
}
