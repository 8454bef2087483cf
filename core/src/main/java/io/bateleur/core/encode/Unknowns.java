package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.ir.ConditionalEdge;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Superpositions;
import io.bateleur.core.solve.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * What is open in an IR, as variables of a problem, each made when it is first asked for; edges hang on them.
 */
final class Unknowns extends Facts {
    private final Ir ir;
    private final int[] nodeOf;
    private final Map<Long, Integer> older = new HashMap<>();
    private final Set<String> drawn = new HashSet<>();
    private int[] readerStart = {};
    private int[] reader = {};

    Unknowns(Ir ir, Problem problem, int[] order) {
        super(ir.asg(), problem, ir.level().criterion().reads());
        this.ir = ir;
        this.nodeOf = new int[order.length];
        int first = problem.nodes(problem.graph(), order.length);
        for (int i = 0; i < order.length; i++) {
            nodeOf[order[i]] = first + i;
        }
        EdgeList edges = ir.edges();
        for (int p = 0; p < order.length; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                problem.edge(nodeOf[p], nodeOf[edges.to(e)]);
            }
        }
        for (ConditionalEdge edge : ir.conditional()) {
            edge(edge.from(), edge.to(), happened(edge.first()), happened(edge.second()));
        }
        superpositions(ir.superpositions());
        companions();
        for (int r = 0; r < asg.readCount(); r++) {
            if (ir.demands(r) != 0) {
                if (!ir.happened(asg.readTransaction(r))) {
                    readOfPossible(r);
                }
                readOfBlank(r);
            }
        }
    }

    private void superpositions(Superpositions open) {
        int first = problem.variables(open.possibilities().size());
        for (int i = 0; i < open.possibilities().size(); i++) {
            for (int[] edge : open.possibilities().get(i)) {
                edge(edge[0], edge[1], first + i, happenedAt(edge[0]), happenedAt(edge[1]));
            }
        }
        for (List<Integer> set : open.exactlyOne()) {
            problem.exactlyOne(set.stream().mapToInt(i -> first + i).toArray());
        }
        for (int[] expression : open.expressions()) {
            problem.clause(Arrays.stream(expression)
                    .map(literal -> literal > 0 ? first + literal - 1 : -(first - literal - 1))
                    .toArray());
        }
    }

    /** The literal that says that the transaction of a point happened; 0 when it did or the point is nobody's. */
    private int happenedAt(int point) {
        return ir.transactionAt(point) < 0 ? 0 : happened(ir.transactionAt(point));
    }

    @Override
    int source(int read) {
        return ir.source(read);
    }

    @Override
    boolean isPossible(int candidatePlace) {
        return ir.isPossible(candidatePlace);
    }

    @Override
    void saw(int read, int write, int literal) {
        edge(ir.commit(asg.writeTransaction(write)), ir.start(asg.readTransaction(read)), literal);
    }

    int nodeOf(int point) {
        return nodeOf[point];
    }

    @Override
    SortedMap<Integer, String> meanings() {
        SortedMap<Integer, String> meanings = super.meanings();
        older.forEach((pair, variable) -> meanings.put(
                variable, AsgDump.version((int) (pair >> 32)) + " is older than " + AsgDump.version(pair.intValue())));
        return meanings;
    }

    // ---- which of two versions is older

    /** The literal that says that one version is older than another of the same key; its edges hang on it. */
    int isOlder(int first, int second) {
        if (first > second) {
            return -isOlder(second, first);
        }
        long id = (long) first << 32 | second;
        Integer known = older.get(id);
        if (known != null) {
            return known;
        }
        int variable = problem.variable();
        older.put(id, variable);
        hang(variable, first, second);
        hang(-variable, second, first);
        return variable;
    }

    private void hang(int literal, int older, int newer) {
        int a = asg.writeTransaction(older);
        int b = asg.writeTransaction(newer);
        edge(ir.commit(a), ir.behind(b), literal, happened(a), happened(b));
        if (readerStart.length == 0) {
            indexReaders();
        }
        for (int x = readerStart[older]; x < readerStart[older + 1]; x++) {
            overwritten(reader[x], newer, literal);
        }
    }

    /** The reader of a version comes before the writer of a newer one. */
    private void overwritten(int read, int newer, int literal) {
        int t = asg.readTransaction(read);
        int writer = asg.writeTransaction(newer);
        boolean counts = t != writer && !((ir.demands(read) & Ir.ONLY_LIVE) != 0 && asg.isDeadWrite(newer));
        if (counts) {
            edge(ir.start(t), ir.commit(writer), literal, happened(t), happened(writer));
        }
    }

    /**
     * A read is broken by a version between its source and itself: says what follows from this pair of versions.
     *
     * @param source {@link Asg#INITIAL} or the write that the read saw, by its literal or certainly
     */
    void keepApart(int read, int source, int newer) {
        int t = asg.readTransaction(read);
        int writer = asg.writeTransaction(newer);
        boolean certainReader = ir.source(read) != Ir.OPEN && ir.happened(t);
        if (source == Asg.INITIAL) {
            edge(ir.start(t), ir.commit(writer), certainReader ? 0 : saw(read, source), happened(writer));
            return;
        }
        int literal = isOlder(source, newer);
        if (!certainReader && drawn.add(read + " " + source + " " + newer)) {
            edge(ir.start(t), ir.commit(writer), literal, saw(read, source), happened(writer));
        }
    }

    /** What makes a version visible to a read is not all true, or that version is older than what the read saw. */
    void visible(int read, int seen, int missed, int[] reads, int[] versions, int[] transactions) {
        IntStream.Builder clause = IntStream.builder();
        for (int i = 0; i < reads.length; i += 2) {
            clause.add(-saw(reads[i], reads[i + 1]));
        }
        for (int i = 0; i < versions.length; i += 2) {
            clause.add(-isOlder(versions[i], versions[i + 1]));
        }
        for (int t : transactions) {
            clause.add(-happened(t));
        }
        clause.add(-happened(asg.writeTransaction(missed)));
        clause.add(-saw(read, seen));
        if (seen >= 0) {
            clause.add(isOlder(missed, seen));
        }
        problem.clause(clause.build().filter(literal -> literal != 0).distinct().toArray());
    }

    /** Certain readers of each version whose anti-dependencies count. */
    private void indexReaders() {
        readerStart = new int[asg.writeCount() + 1];
        for (int r = 0; r < asg.readCount(); r++) {
            if (isCertainReader(r)) {
                readerStart[ir.source(r) + 1]++;
            }
        }
        for (int w = 0; w < asg.writeCount(); w++) {
            readerStart[w + 1] += readerStart[w];
        }
        int[] next = readerStart.clone();
        reader = new int[readerStart[asg.writeCount()]];
        for (int r = 0; r < asg.readCount(); r++) {
            if (isCertainReader(r)) {
                reader[next[ir.source(r)]++] = r;
            }
        }
    }

    private boolean isCertainReader(int r) {
        return (ir.demands(r) & Ir.ANTI) != 0 && ir.source(r) >= 0 && ir.happened(asg.readTransaction(r));
    }

    // ---- edges under conditions

    /** An edge that is there when all literals are true; those that are 0 always are. */
    void edge(int from, int to, int... literals) {
        int[] open = Arrays.stream(literals).filter(l -> l != 0).distinct().toArray();
        int a = nodeOf[from];
        int b = nodeOf[to];
        if (open.length == 0) {
            if (drawn.add("e" + from + " " + to)) {
                problem.edge(a, b);
            }
        } else if (open.length == 1) {
            problem.edge(a, b, open[0]);
        } else {
            int all = problem.variable();
            int[] clause = new int[open.length + 1];
            for (int i = 0; i < open.length; i++) {
                clause[i] = -open[i];
            }
            clause[open.length] = all;
            problem.clause(clause);
            problem.edge(a, b, all);
        }
    }
}
