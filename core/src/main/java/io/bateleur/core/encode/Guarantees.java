package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The four session guarantees: each only asks that some versions of a key are older than others, key by key, so the nodes of
 * the graph are versions and there is no order of whole transactions.
 */
public final class Guarantees implements Translation {
    private final Asg asg;
    private final History history;
    private final Problem problem = new Problem();
    private final Facts facts;
    private final int firstNode;
    /** By pair of versions. */
    private final Map<Long, Integer> olderVariables = new HashMap<>();

    private Guarantees(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
        this.firstNode = problem.nodes(problem.graph(), asg.writeCount());
        this.facts = new Facts(asg, problem, false) {
            @Override
            int source(int read) {
                return asg.isSettled(read) ? asg.candidate(asg.firstCandidate(read)) : Ir.OPEN;
            }

            @Override
            boolean isPossible(int candidatePlace) {
                return true;
            }

            @Override
            void saw(int read, int write, int literal) {}
        };
        facts.companions();
        for (int r = 0; r < asg.readCount(); r++) {
            if (facts.happened(asg.readTransaction(r)) != 0) {
                facts.readOfPossible(r);
            } else if (!asg.isSettled(r)) {
                facts.open(r);
            }
            facts.readOfBlank(r);
        }
        for (int i = 0; i < asg.knownCount(); i++) {
            older(asg.knownBefore(i), asg.knownAfter(i));
        }
    }

    /** @return nothing when it was called off */
    public static Optional<Guarantees> of(Asg asg, Visibility guarantee, BooleanSupplier cancelled) {
        Guarantees encoding = new Guarantees(asg);
        if (guarantee == Visibility.READS_BEHIND_WRITES) {
            return new WritesFollowReads(encoding).run(cancelled) ? Optional.of(encoding) : Optional.empty();
        }
        for (int s = 0; s < asg.history().sessionCount(); s++) {
            switch (guarantee) {
                case SESSION_WRITES -> encoding.readYourWrites(s);
                case SESSION_READS -> encoding.monotonicReads(s);
                case SESSION_WRITE_ORDER -> encoding.monotonicWrites(s);
                default -> throw new IllegalArgumentException(guarantee + " is no session guarantee");
            }
            if (cancelled.getAsBoolean()) {
                return Optional.empty();
            }
        }
        return Optional.of(encoding);
    }

    @Override
    public Problem problem() {
        return problem;
    }

    @Override
    public void legend(Consumer<String> line) {
        for (int w = 0; w < asg.writeCount(); w++) {
            line.accept("n" + (firstNode + w) + " " + AsgDump.version(w));
        }
        facts.meanings().forEach((variable, meaning) -> line.accept("x" + variable + " " + meaning));
    }

    @Override
    public int[] suspects(SolverOutcome.Refused refused, Supplier<Optional<BitSet>> involved) {
        return new int[0];
    }

    /** One version is older than another when their writers happened and the literals are true; 0 is a true one. */
    void older(int first, int second, int... literals) {
        if (first == second) {
            return;
        }
        int[] all = Arrays.copyOf(literals, literals.length + 2);
        all[literals.length] = facts.happened(asg.writeTransaction(first));
        all[literals.length + 1] = second < 0 ? 0 : facts.happened(asg.writeTransaction(second));
        int[] open = Arrays.stream(all).filter(l -> l != 0).distinct().toArray();
        int[] clause = Arrays.copyOf(Arrays.stream(open).map(l -> -l).toArray(), open.length + 1);
        if (second < 0) {
            problem.clause(Arrays.copyOf(clause, open.length)); // nothing is older than the initial version
        } else if (open.length == 0) {
            problem.edge(firstNode + first, firstNode + second);
        } else {
            clause[open.length] = isOlder(first, second);
            problem.clause(clause);
        }
    }

    /** The variable that, when true, makes one version older than another: one for all reasons. */
    private int isOlder(int first, int second) {
        return olderVariables.computeIfAbsent((long) first << 32 | second, pair -> {
            int variable = problem.variable();
            problem.edge(firstNode + first, firstNode + second, variable);
            return variable;
        });
    }

    /** A new variable that is true when all of some literals are; 0 is a true one. */
    int implied(int... literals) {
        int variable = problem.variable();
        problem.phase(variable, false);
        imply(variable, literals);
        return variable;
    }

    /** All of these together imply a variable. */
    void imply(int variable, int... literals) {
        int[] clause = Arrays.stream(literals).filter(l -> l != 0).map(l -> -l).toArray();
        clause = Arrays.copyOf(clause, clause.length + 1);
        clause[clause.length - 1] = variable;
        problem.clause(clause);
    }

    /** A literal that is true when one of two is; 0 is a true one. */
    int either(int one, int other) {
        if (one == 0 || other == 0 || one == other) {
            return one == 0 || other == 0 ? 0 : one;
        }
        int either = implied(one);
        imply(either, other);
        return either;
    }

    Asg asg() {
        return asg;
    }

    List<Integer> transactions(int session) {
        List<Integer> result = new ArrayList<>();
        for (int i = 0; i < history.sessionSize(session); i++) {
            int t = history.transactionOfSession(session, i);
            if (asg.fate(t) != Asg.Fate.GONE) {
                result.add(t);
            }
        }
        return result;
    }

    interface Seen {
        void seen(int write, int literal);
    }

    /** Each version that a read may have seen. */
    void sources(int read, Seen seen) {
        for (int c = asg.firstCandidate(read); c < asg.firstCandidate(read + 1); c++) {
            seen.seen(asg.candidate(c), facts.saw(read, asg.candidate(c)));
        }
    }

    private void readYourWrites(int session) {
        Map<Integer, List<Integer>> written = new HashMap<>();
        for (int t : transactions(session)) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                List<Integer> own = written.getOrDefault(asg.readKey(r), List.of());
                sources(r, (write, literal) -> own.forEach(mine -> older(mine, write, literal)));
            }
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                written.computeIfAbsent(asg.writeKey(w), key -> new ArrayList<>())
                        .add(w);
            }
        }
    }

    /**
     * What a read saw is no older than what the session saw before. Of a read that certainly happened, what it saw stands for all
     * that was seen before it, which is no newer; otherwise what it may have seen joins what may have been seen.
     */
    private void monotonicReads(int session) {
        Map<Integer, Map<Integer, Integer>> seen = new HashMap<>();
        for (int t : transactions(session)) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                Map<Integer, Integer> before = seen.getOrDefault(asg.readKey(r), Map.of());
                Map<Integer, Integer> now =
                        facts.happened(t) == 0 ? new LinkedHashMap<>() : new LinkedHashMap<>(before);
                sources(r, (version, literal) -> {
                    before.forEach((older, one) -> older(older, version, one, literal));
                    if (version >= 0) {
                        now.merge(version, literal, this::either);
                    }
                });
                seen.put(asg.readKey(r), now);
            }
        }
    }

    private void monotonicWrites(int session) {
        Map<Integer, List<Integer>> written = new HashMap<>();
        for (int t : transactions(session)) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                List<Integer> earlier = written.computeIfAbsent(asg.writeKey(w), key -> new ArrayList<>());
                for (int before : earlier) {
                    older(before, w);
                }
                if (facts.happened(t) == 0) {
                    earlier.clear();
                }
                earlier.add(w);
            }
        }
    }

    @Override
    public Resolution resolution(SolverOutcome.Satisfied model) {
        int transactions = asg.transactionCount();
        int[] events = new int[2 * transactions];
        boolean[] happened = new boolean[transactions];
        int size = 0;
        for (int t = 0; t < transactions; t++) {
            int literal = asg.fate(t) == Asg.Fate.GONE ? -1 : facts.happened(t);
            // One that nothing asked about needs not have happened.
            boolean asked = literal > 0 && literal < model.values().length;
            happened[t] = literal == 0 || asked && model.values()[literal];
            if (happened[t]) {
                events[size++] = 2 * t;
                events[size++] = 2 * t + 1;
            }
        }
        return new Resolution(Arrays.copyOf(events, size), sources(model), versions(model, happened));
    }

    private int[] sources(SolverOutcome.Satisfied model) {
        int[] sources = new int[asg.readCount()];
        for (int r = 0; r < sources.length; r++) {
            sources[r] = Asg.INITIAL;
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                int literal = asg.isSettled(r) ? 0 : facts.variableOf(r, c);
                if (asg.candidate(c) >= 0 && (literal == 0 || model.values()[literal])) {
                    sources[r] = asg.writeTransaction(asg.candidate(c));
                }
            }
        }
        return sources;
    }

    private int[] versions(SolverOutcome.Satisfied model, boolean[] happened) {
        int[] next = new int[history.keyCount()];
        for (int key = 0; key < next.length; key++) {
            next[key] = asg.firstOfKey(key);
        }
        int[] versions = new int[asg.writeCount()];
        for (int pass = 0; pass < 2; pass++) {
            for (int node : model.order()) {
                int w = node - firstNode;
                if (happened[asg.writeTransaction(w)] == (pass == 0)) {
                    versions[next[asg.writeKey(w)]++] = w;
                }
            }
        }
        return versions;
    }
}
