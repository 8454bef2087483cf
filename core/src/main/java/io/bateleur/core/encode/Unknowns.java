package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.ConditionalEdge;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.History;
import io.bateleur.core.solve.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is open, as variables of a problem, each made when it is first asked for: whether a transaction happened, which version a
 * read saw, which of two versions is older.
 *
 * <p>A literal 0 stands for what is certain.
 */
final class Unknowns {
    private final Ir ir;
    private final Asg asg;
    private final Problem problem;
    private final int[] nodeOf;
    private final Map<Integer, Integer> happened = new HashMap<>();
    /** By read: its first variable; those of its candidates follow in their order. */
    private final Map<Integer, Integer> readVariables = new HashMap<>();

    private final Map<Long, Integer> older = new HashMap<>();
    private final Map<Long, Integer> initials = new HashMap<>();
    private final Set<String> drawn = new HashSet<>();
    private int[] readerStart = {};
    private int[] reader = {};

    Unknowns(Ir ir, Problem problem, int[] order) {
        this.ir = ir;
        this.asg = ir.asg();
        this.problem = problem;
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
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) == Asg.Fate.POSSIBLE) {
                readsOfPossible(t);
            }
        }
        initialReads();
    }

    int nodeOf(int point) {
        return nodeOf[point];
    }

    Problem problem() {
        return problem;
    }

    // ---- whether a transaction happened

    /** The literal that says that a transaction happened; 0 when it certainly did. */
    int happened(int transaction) {
        if (ir.happened(transaction)) {
            return 0;
        }
        return happened.computeIfAbsent(transaction, t -> {
            int variable = problem.variable();
            problem.phase(variable, false);
            problem.clause(variable, -variable); // decided like any other, so that every candidate says it
            if (ir.levelOf(t).criterion().reads() && asg.hasBadRead(t)) {
                problem.clause(-variable);
            }
            return variable;
        });
    }

    private void readsOfPossible(int t) {
        int happened = happened(t);
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            if (ir.demands(r) == 0) {
                continue;
            }
            if (asg.isSettled(r)) {
                int source = asg.candidate(asg.firstCandidate(r));
                if (source >= 0) {
                    int writer = asg.writeTransaction(source);
                    edge(ir.commit(writer), ir.start(t), happened, 0);
                    if (happened(writer) != 0) {
                        problem.clause(-happened, happened(writer));
                    }
                }
            } else {
                open(r);
            }
        }
    }

    // ---- which version a read saw

    boolean isOpened(int read) {
        return readVariables.containsKey(read);
    }

    /** Makes the variables of an open read; exactly one is true when its reader happened. */
    void open(int read) {
        if (isOpened(read)) {
            return;
        }
        int from = asg.firstCandidate(read);
        int to = asg.firstCandidate(read + 1);
        int first = problem.variables(to - from);
        readVariables.put(read, first);
        int reader = asg.readTransaction(read);
        int readerHappened = happened(reader);
        int[] literals = new int[to - from];
        int size = 0;
        for (int c = from; c < to; c++) {
            int variable = first + c - from;
            if (!ir.isPossible(c)) {
                problem.clause(-variable);
                continue;
            }
            literals[size++] = variable;
            candidate(read, variable, asg.candidate(c), readerHappened);
        }
        exactlyOne(Arrays.copyOf(literals, size), readerHappened);
    }

    private void exactlyOne(int[] literals, int condition) {
        if (condition == 0) {
            problem.exactlyOne(literals);
            return;
        }
        int[] all = Arrays.copyOf(literals, literals.length + 1);
        all[literals.length] = -condition;
        problem.exactlyOne(all);
    }

    private void candidate(int read, int variable, int write, int readerHappened) {
        int reader = asg.readTransaction(read);
        if (readerHappened != 0) {
            problem.clause(-variable, readerHappened);
        }
        if (write < 0) {
            int key = asg.readKey(read);
            if (asg.initialValue(key) == History.UNKNOWN) {
                problem.clause(-variable, initially(key, asg.readValue(read)));
            }
            return;
        }
        int writer = asg.writeTransaction(write);
        if (happened(writer) != 0) {
            problem.clause(-variable, happened(writer));
        }
        edge(ir.commit(writer), ir.start(reader), variable, 0);
    }

    /** The literal that says that a read saw one of its candidates; 0 when it certainly did. */
    int saw(int read, int write) {
        int reader = asg.readTransaction(read);
        if (ir.source(read) != Ir.OPEN) {
            return happened(reader);
        }
        open(read);
        int first = readVariables.getOrDefault(read, 0);
        int from = asg.firstCandidate(read);
        for (int c = from; c < asg.firstCandidate(read + 1); c++) {
            if (asg.candidate(c) == write) {
                return first + c - from;
            }
        }
        throw new IllegalArgumentException("write " + write + " is no candidate of read " + read);
    }

    int variableOf(int read, int candidatePlace) {
        return readVariables.getOrDefault(read, 0) + candidatePlace - asg.firstCandidate(read);
    }

    /** Reads of an unknown initial version must agree on what it was: these are opened from the start. */
    private void initialReads() {
        for (int r = 0; r < asg.readCount(); r++) {
            boolean unknown = asg.initialValue(asg.readKey(r)) == History.UNKNOWN;
            if (!unknown || ir.demands(r) == 0) {
                continue;
            }
            if (ir.source(r) == Asg.INITIAL) {
                int happened = happened(asg.readTransaction(r));
                int literal = initially(asg.readKey(r), asg.readValue(r));
                if (happened == 0) {
                    problem.clause(literal);
                } else {
                    problem.clause(-happened, literal);
                }
            } else if (ir.source(r) == Ir.OPEN && asg.candidate(asg.firstCandidate(r)) == Asg.INITIAL) {
                open(r);
            }
        }
    }

    private int initially(int key, int value) {
        long id = (long) key << 32 | value & 0xffffffffL;
        Integer known = initials.get(id);
        if (known != null) {
            return known;
        }
        int variable = problem.variable();
        problem.phase(variable, false);
        initials.forEach((other, literal) -> {
            if (other >> 32 == key) {
                problem.clause(-variable, -literal);
            }
        });
        initials.put(id, variable);
        return variable;
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
