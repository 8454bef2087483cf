package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.prove.Fact.Basis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that follows in a world without asking further questions: known edges, then orders of versions that are forced
 * because the other order would close a cycle, and the edges that they bring, until nothing new follows or a cycle is there.
 *
 * <pre>
 *   r reads x from w, v installs x, v -> ... -> r    =>   v's x is older than w's, or r would have missed it
 *   w -> ... -> v, both install x                    =>   w's x is older than v's, and readers of w come before v
 * </pre>
 *
 * Rounds go breadth first, so that each order is justified by as few others as possible; a round is finished even when it
 * contradicts itself, so that the cycle shown is the easiest one to follow and not the first one met.
 */
final class Deduction {
    private final World world;
    private final Asg asg;
    private final Rules rules;
    private final Graph graph;
    private final Demands demands;
    private final Map<Long, Fact> facts = new LinkedHashMap<>();
    /** By write, the reads that are known to have seen it. */
    private final List<List<Integer>> readersOf = new ArrayList<>();

    private final List<Integer> readersOfInitial = new ArrayList<>();
    private Optional<List<ArgumentEdge>> cycle = Optional.empty();

    private Deduction(World world) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
        this.graph = new Graph(rules.pointCount());
        this.demands = new Demands(world, graph);
    }

    static Deduction in(World world, Effort effort) {
        Deduction deduction = new Deduction(world);
        deduction.start();
        if (world.unexplainedRead().isEmpty()) {
            deduction.run(effort);
        }
        return deduction;
    }

    /** A cycle that the level forbids, if one follows. */
    Optional<List<ArgumentEdge>> cycle() {
        return cycle;
    }

    /** Whether the world cannot be: a forbidden cycle follows, or a read is left without explanation. */
    boolean isRefuted() {
        return cycle.isPresent() || world.unexplainedRead().isPresent();
    }

    /** What it takes to follow why the world cannot be, as far as that is known. */
    long cost() {
        return cycle.map(ArgumentEdge::cost).orElse(0L);
    }

    /** Whether the order of two versions of a key follows. */
    boolean isOrdered(int a, int b) {
        return facts.containsKey(pair(a, b)) || facts.containsKey(pair(b, a));
    }

    /** How many orders of versions follow: a measure of progress. */
    int size() {
        return facts.size();
    }

    boolean isRead(int write) {
        return !readersOf.get(write).isEmpty();
    }

    // ---- what is known

    private void start() {
        for (int w = 0; w < asg.writeCount(); w++) {
            readersOf.add(new ArrayList<>());
        }
        int count = asg.transactionCount();
        for (int t = 0; t < count; t++) {
            if (world.happened(t)) {
                transaction(t);
                reads(t);
            }
        }
        for (int key = 0; key < asg.history().keyCount(); key++) {
            for (int a : writersOf(key)) {
                for (int b : writersOf(key)) {
                    if (a != b) {
                        basis(a, b).ifPresent(basis -> add(Fact.of(a, b, basis)));
                    }
                }
            }
        }
        for (int read : readersOfInitial) {
            for (int write : writersOf(asg.readKey(read))) {
                anti(read, Fact.of(Asg.INITIAL, write, Basis.INITIAL));
            }
        }
    }

    private void transaction(int t) {
        if (rules.perKey()) {
            return;
        }
        if (rules.hasTwoPoints(t)) {
            graph.addInside(rules.start(t), rules.commit(t));
        }
        for (int earlier = 0; earlier < asg.transactionCount(); earlier++) {
            if (earlier == t || !world.happened(earlier)) {
                continue;
            }
            if (rules.countsSession(t) && rules.sameSessionBefore(earlier, t)) {
                add(ArgumentEdge.of(earlier, t, EdgeKind.SO));
            } else if (rules.countRealTime(t) && rules.endedBefore(earlier, t)) {
                add(ArgumentEdge.of(earlier, t, EdgeKind.RT));
            }
        }
    }

    private void reads(int t) {
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            int source = world.source(r);
            if (source == World.OPEN) {
                continue;
            }
            if (source == Asg.INITIAL) {
                readersOfInitial.add(r);
                continue;
            }
            int writer = asg.writeTransaction(source);
            if (writer == t) {
                continue;
            }
            readersOf.get(source).add(r);
            if (rules.countReads(t) && !rules.perKey()) {
                add(ArgumentEdge.read(writer, t, asg.isPredicateRead(r) ? EdgeKind.PWR : EdgeKind.WR, r));
            }
        }
    }

    /** The writes of a key by transactions that happened. */
    private List<Integer> writersOf(int key) {
        List<Integer> writes = new ArrayList<>();
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
            if (world.happened(asg.writeTransaction(asg.writeOfKey(i)))) {
                writes.add(asg.writeOfKey(i));
            }
        }
        return writes;
    }

    private Optional<Basis> basis(int older, int newer) {
        int from = asg.writeTransaction(older);
        int to = asg.writeTransaction(newer);
        if (world.isKnownOlder(older, newer)) {
            return Optional.of(Basis.KNOWN);
        }
        if (world.isAssumedOlder(older, newer)) {
            return Optional.of(Basis.ASSUMED);
        }
        if (rules.perKey()) {
            return Optional.empty();
        }
        if (rules.countReads(to) && readersOf.get(older).stream().anyMatch(r -> asg.readTransaction(r) == to)) {
            return Optional.of(Basis.READ);
        }
        if (rules.countsSession(to) && rules.sameSessionBefore(from, to)) {
            return Optional.of(Basis.SESSION);
        }
        return rules.countRealTime(to) && rules.endedBefore(from, to) ? Optional.of(Basis.REAL_TIME) : Optional.empty();
    }

    // ---- what follows

    private void run(Effort effort) {
        while (true) {
            effort.spend((long) rules.pointCount() * rules.pointCount() + 10L);
            graph.close();
            cycle = forbidden();
            if (cycle.isPresent()) {
                return;
            }
            List<Fact> forced = new ArrayList<>();
            for (int key = 0; key < asg.history().keyCount(); key++) {
                forced(writersOf(key), forced);
            }
            if (forced.isEmpty()) {
                return;
            }
            effort.spend(forced.size() * 10L);
            forced.forEach(this::add);
        }
    }

    private void forced(List<Integer> writes, List<Fact> found) {
        for (int a : writes) {
            for (int b : writes) {
                if (a != b && !isOrdered(a, b)) {
                    otherwise(a, b).ifPresent(links -> found.add(new Fact(a, b, Basis.FORCED, links)));
                }
            }
        }
    }

    /** The easiest cycle that there would be if the one version were not older than the other. */
    private Optional<List<ArgumentEdge>> otherwise(int older, int newer) {
        Fact opposite = Fact.of(newer, older, Basis.ASSUMED);
        List<List<ArgumentEdge>> cycles = new ArrayList<>();
        ArgumentEdge back = ArgumentEdge.ww(asg.writeTransaction(newer), asg.writeTransaction(older), opposite);
        before(older, newer).ifPresent(path -> cycles.add(closed(path, back)));
        demands.mustFollow(older, newer).ifPresent(path -> cycles.add(closed(path, back)));
        for (int read : readersOf.get(newer)) {
            missed(read, older).ifPresent(path -> cycles.add(closed(path, antiLink(read, opposite))));
        }
        return easiest(cycles);
    }

    /** A path because of which the graph has no room for the versions in the other order. */
    private Optional<List<ArgumentEdge>> before(int older, int newer) {
        if (rules.perKey()) {
            return graph.path(older, newer, link -> true);
        }
        int arrival = rules.arrives(EdgeKind.WW, asg.writeTransaction(older));
        int departure = rules.leaves(EdgeKind.WW, asg.writeTransaction(newer));
        return graph.path(arrival, departure, link -> true);
    }

    /** The path because of which a read must not have seen a version older than this one. */
    private Optional<List<ArgumentEdge>> missed(int read, int write) {
        int reader = asg.readTransaction(read);
        int writer = asg.writeTransaction(write);
        if (!rules.canMiss(reader, read, write)) {
            return Optional.empty();
        }
        Optional<List<ArgumentEdge>> demanded = demands.mustSee(write, read);
        return demanded.isPresent() || !rules.antiIsEdge(reader, read)
                ? demanded
                : graph.path(rules.commit(writer), rules.start(reader), link -> true);
    }

    private Optional<List<ArgumentEdge>> forbidden() {
        List<List<ArgumentEdge>> cycles = new ArrayList<>();
        if (graph.hasCycle()) {
            graph.cycle().ifPresent(cycles::add);
        }
        for (int read : readersOfInitial) {
            for (int write : writersOf(asg.readKey(read))) {
                unseen(read, Fact.of(Asg.INITIAL, write, Basis.INITIAL), cycles);
            }
        }
        for (Fact fact : facts.values()) {
            for (int read : readersOf.get(fact.older())) {
                unseen(read, fact, cycles);
            }
            ArgumentEdge back =
                    ArgumentEdge.ww(asg.writeTransaction(fact.older()), asg.writeTransaction(fact.newer()), fact);
            demands.mustFollow(fact.newer(), fact.older()).ifPresent(path -> cycles.add(closed(path, back)));
        }
        return easiest(cycles);
    }

    private void unseen(int read, Fact fact, List<List<ArgumentEdge>> cycles) {
        int reader = asg.readTransaction(read);
        if (rules.canMiss(reader, read, fact.newer())) {
            demands.mustSee(fact.newer(), read).ifPresent(path -> cycles.add(closed(path, antiLink(read, fact))));
        }
    }

    // ---- adding to the graph

    private void add(ArgumentEdge link) {
        graph.add(rules.leaves(link.kind(), link.from()), rules.arrives(link.kind(), link.to()), link);
    }

    private void add(Fact fact) {
        facts.put(pair(fact.older(), fact.newer()), fact);
        ArgumentEdge link =
                ArgumentEdge.ww(asg.writeTransaction(fact.older()), asg.writeTransaction(fact.newer()), fact);
        if (rules.perKey()) {
            graph.add(fact.older(), fact.newer(), link);
            return;
        }
        add(link);
        readersOf.get(fact.older()).forEach(read -> anti(read, fact));
    }

    private void anti(int read, Fact fact) {
        int reader = asg.readTransaction(read);
        if (rules.antiIsEdge(reader, read) && rules.canMiss(reader, read, fact.newer())) {
            add(antiLink(read, fact));
        }
    }

    private ArgumentEdge antiLink(int read, Fact fact) {
        EdgeKind kind = asg.isPredicateRead(read) ? EdgeKind.PRW : EdgeKind.RW;
        return ArgumentEdge.anti(asg.readTransaction(read), asg.writeTransaction(fact.newer()), kind, read, fact);
    }

    private static List<ArgumentEdge> closed(List<ArgumentEdge> path, ArgumentEdge last) {
        List<ArgumentEdge> links = new ArrayList<>(path);
        links.add(last);
        return links;
    }

    private static Optional<List<ArgumentEdge>> easiest(List<List<ArgumentEdge>> cycles) {
        return cycles.stream().min(Comparator.comparingLong(ArgumentEdge::cost));
    }

    private static long pair(int a, int b) {
        return ((long) a << 32) | (b & 0xffffffffL);
    }
}
