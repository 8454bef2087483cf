package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Edge.Way;
import io.bateleur.z3.SmtAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the cycles of dependencies that instances of an application can have at a level, up to a number of instances. */
public final class RobustnessAnalysis {
    /** For one cycle of programs: so many kinds of cycles are looked for where fewer of its programs have one already. */
    private static final int ATTEMPTS_COVERED = 2;

    private static final int ATTEMPTS = 64;

    /**
     * @param k the most instances on a cycle
     * @param milliseconds for one query
     * @param runs how many executions are tried for one counterexample
     * @param hidesHarmless whether violations are hidden that nobody notices
     */
    public record Limits(int k, long milliseconds, int runs, boolean hidesHarmless) {
        public static Limits standard() {
            return new Limits(4, 10_000, 1500, false);
        }

        public Limits upTo(int other) {
            return new Limits(other, milliseconds, runs, hidesHarmless);
        }

        public Limits hidingHarmless() {
            return new Limits(k, milliseconds, runs, true);
        }
    }

    /** How something is proved for any number of instances. */
    public enum Method {
        INDUCTION,
        PATHS,
        /** Induction, or else paths. */
        ANY
    }

    private final Application application;
    private final LevelPlan plan;
    private final Limits limits;
    private final Counters counters;
    private final Executor executor;
    private final Map<String, Violation> findings = new LinkedHashMap<>();
    private final Map<String, Violation> candidates = new LinkedHashMap<>();
    private final List<String> spent = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final Conflicts conflicts;
    private final AgainstOrder order;
    private final Outsiders outsiders;
    private int cycles;
    private int left;
    private int smaller;
    private long longest;

    public RobustnessAnalysis(Application application, LevelPlan plan, Limits limits) {
        this.application = application;
        this.plan = plan;
        this.limits = limits;
        this.counters = new Counters(application, plan);
        this.executor = new Executor(application, plan, limits.runs());
        this.conflicts = new Conflicts(application);
        this.order = new AgainstOrder(application, plan, counters);
        this.outsiders = new Outsiders(application, plan, counters, limits.milliseconds());
    }

    public LevelOutcome run() {
        boolean settled = plan.serializableByEngine();
        for (int size = 2; size <= limits.k() && !settled; size++) {
            for (List<TransactionProgram> ring : rings(size)) {
                cycles++;
                if (order.mayClose(ring)) {
                    ring(ring);
                }
            }
        }
        if (smaller > 0) {
            hidden.add(
                    smaller + (smaller == 1 ? " longer cycle has" : " longer cycles have") + " a shorter one within");
        }
        List<Violation> shown = new ArrayList<>();
        for (Violation each : findings.values()) {
            Optional<String> why = ignored(each);
            Execution execution = each.execution();
            if (limits.hidesHarmless() && execution != null && execution.isHarmless()) {
                hidden.add(names(each.ring())
                        + ": harmless, there is no cycle without the instances that wrote and returned nothing");
            } else if (why.isPresent()) {
                hidden.add(each.programs().get(0).name() + " and others, ignored: " + why.get());
            } else {
                shown.add(each);
            }
        }
        return new LevelOutcome(
                plan,
                limits.k(),
                shown,
                List.copyOf(candidates.values()),
                settled ? "by the level: it lets only serializable executions commit" : "",
                counters.facts(),
                new LevelOutcome.Counts(cycles, left, findings.size(), longest),
                hidden,
                spent,
                "");
    }

    /** Whether all cycles of programs can be excluded. */
    boolean isSafe() {
        for (int size = 2; size <= limits.k() && !plan.serializableByEngine(); size++) {
            for (List<TransactionProgram> ring : rings(size)) {
                if (isOpen(ring)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isOpen(List<TransactionProgram> ring) {
        if (!order.mayClose(ring)) {
            return false;
        }
        try (CycleQuery query = new CycleQuery(application, plan, ring, counters, false, true)) {
            return query.ask(limits.milliseconds()) != SmtAnswer.IMPOSSIBLE;
        }
    }

    /** The cycles of programs that cannot be excluded, without executing anything; an answer that did not come in time counts. */
    Set<List<String>> open() {
        Set<List<String>> open = new HashSet<>();
        for (int size = 2; size <= limits.k() && !plan.serializableByEngine(); size++) {
            for (List<TransactionProgram> ring : rings(size)) {
                if (isOpen(ring)) {
                    open.add(ring.stream().map(TransactionProgram::name).toList());
                }
            }
        }
        return open;
    }

    /** The same, and where nothing was found a proof for any number of instances, by induction or else by paths. */
    public LevelOutcome prove(Method method) {
        LevelOutcome outcome = run();
        if (outcome.verdict() != LevelOutcome.Verdict.NONE_UP_TO) {
            return outcome;
        }
        if (method != Method.PATHS) {
            String proof = new Induction(application, plan, limits.milliseconds()).proof();
            if (!proof.isEmpty() || method == Method.INDUCTION) {
                return outcome.withProof(proof, proof.isEmpty() ? "not proved by induction" : "");
            }
        }
        ChordlessPaths.Answer answer = new ChordlessPaths(application, plan, limits.milliseconds()).proof(limits.k());
        return outcome.withProof(answer.proof(), answer.failure());
    }

    private static Optional<String> ignored(Violation violation) {
        for (TransactionProgram program : violation.programs()) {
            if (program.ignored().isPresent()) {
                return program.ignored();
            }
        }
        for (int i = 0; i < violation.arrows().size(); i++) {
            int next = (i + 1) % violation.size();
            if (violation
                            .programs()
                            .get(i)
                            .ignoredLines()
                            .contains(violation.arrows().get(i).fromLine())
                    || violation
                            .programs()
                            .get(next)
                            .ignoredLines()
                            .contains(violation.arrows().get(i).toLine())) {
                return Optional.of(
                        "a statement of " + violation.programs().get(i).name());
            }
        }
        return Optional.empty();
    }

    /** Cycles of programs of a length, each once, whichever it begins with. */
    List<List<TransactionProgram>> rings(int size) {
        List<List<TransactionProgram>> rings = new ArrayList<>();
        extend(new ArrayList<>(), size, rings);
        return rings;
    }

    private void extend(List<Integer> chosen, int size, List<List<TransactionProgram>> rings) {
        List<TransactionProgram> programs = application.programs();
        if (chosen.size() == size) {
            if (isFirstTurn(chosen)
                    && conflicts.between(programs.get(chosen.get(size - 1)), programs.get(chosen.get(0)))) {
                rings.add(chosen.stream().map(programs::get).toList());
            }
            return;
        }
        for (int i = chosen.isEmpty() ? 0 : chosen.get(0); i < programs.size(); i++) {
            if (chosen.isEmpty() || conflicts.between(programs.get(chosen.get(chosen.size() - 1)), programs.get(i))) {
                chosen.add(i);
                extend(chosen, size, rings);
                chosen.remove(chosen.size() - 1);
            }
        }
    }

    private static boolean isFirstTurn(List<Integer> ring) {
        for (int turn = 1; turn < ring.size(); turn++) {
            for (int i = 0; i < ring.size(); i++) {
                int difference = Integer.compare(ring.get((i + turn) % ring.size()), ring.get(i));
                if (difference < 0) {
                    return false;
                }
                if (difference > 0) {
                    break;
                }
            }
        }
        return true;
    }

    private boolean isCovered(List<TransactionProgram> ring) {
        List<Violation> known = new ArrayList<>(findings.values());
        known.addAll(candidates.values());
        return known.stream().anyMatch(violation -> {
            List<TransactionProgram> rest = new ArrayList<>(ring);
            return violation.size() < ring.size() && violation.ring().stream().allMatch(rest::remove);
        });
    }

    private void ring(List<TransactionProgram> ring) {
        boolean covered = isCovered(ring);
        Set<Integer> turns = new HashSet<>();
        for (int turn = 0; turn < ring.size(); turn++) {
            boolean same = true;
            for (int i = 0; i < ring.size(); i++) {
                same &= ring.get((i + turn) % ring.size()).equals(ring.get(i));
            }
            if (same) {
                turns.add(turn);
            }
        }
        try (CycleQuery query = new CycleQuery(application, plan, ring, counters, false, true)) {
            boolean any = false;
            for (int attempt = 0; attempt < (covered ? ATTEMPTS_COVERED : ATTEMPTS); attempt++) {
                SmtAnswer answer = ask(query);
                if (answer == SmtAnswer.UNKNOWN) {
                    spent.add("no answer within the time for " + names(ring));
                }
                if (answer != SmtAnswer.POSSIBLE) {
                    break;
                }
                any = true;
                List<Way> taken = query.taken();
                take(ring, taken, covered);
                query.exclude(taken, turns);
                if (attempt + 1 == ATTEMPTS) {
                    hidden.add("further kinds of cycles of " + names(ring));
                }
            }
            left += any ? 1 : 0;
        }
    }

    private static String names(List<TransactionProgram> ring) {
        return String.join(", ", ring.stream().map(TransactionProgram::name).toList());
    }

    private SmtAnswer ask(CycleQuery query) {
        long from = System.nanoTime();
        SmtAnswer answer = query.ask(limits.milliseconds());
        longest = Math.max(longest, (System.nanoTime() - from) / 1_000_000);
        return answer;
    }

    /** Executes what was found, in a world without others. */
    private void take(List<TransactionProgram> ring, List<Way> taken, boolean covered) {
        List<Violation.Arrow> arrows = taken.stream()
                .map(way -> new Violation.Arrow(
                        way.kind().name(),
                        way.table(),
                        way.column(),
                        way.from().instruction().line(),
                        way.to().instruction().line()))
                .toList();
        Counterexample example = null;
        Execution execution = null;
        String why = "it needs more instances, or what no theory of the solver says";
        for (List<TransactionProgram> helpers : helpers(taken, covered)) {
            try (CycleQuery closed = new CycleQuery(application, plan, ring, helpers, counters, true, true)) {
                closed.only(taken);
                if (ask(closed) == SmtAnswer.POSSIBLE) {
                    example = new ModelReader(closed).read();
                    execution = executor.execute(example, ring.size(), !covered);
                    why = "no interleaving of the interpreter has the cycle";
                }
            }
            if (example != null) {
                break;
            }
        }
        if (execution == null && (covered || outsiders.refute(ring, taken))) {
            smaller += covered ? 1 : 0;
            return;
        }
        List<TransactionProgram> instances = example == null ? ring : example.programs();
        Violation violation = new Violation(
                instances, arrows, example == null ? empty(ring) : example, execution, execution == null ? why : "");
        (execution == null ? candidates : findings).putIfAbsent(violation.signature(), violation);
    }

    /** Nobody else; or, where that does not do, one that writes the tables of the cycle. */
    private List<List<TransactionProgram>> helpers(List<Way> taken, boolean covered) {
        List<List<TransactionProgram>> all = new ArrayList<>(List.of(List.of()));
        Set<String> tables = new HashSet<>();
        taken.forEach(way -> tables.add(way.table()));
        for (TransactionProgram program : application.programs()) {
            boolean writes = program.instructions().stream()
                    .anyMatch(each -> each instanceof Instruction.OnTables on && tables.contains(Rows.table(on)));
            if (writes && !covered) {
                all.add(List.of(program));
            }
        }
        return all;
    }

    private static Counterexample empty(List<TransactionProgram> ring) {
        List<Map<String, @Nullable Object>> none = new ArrayList<>();
        ring.forEach(each -> none.add(Map.of()));
        return new Counterexample(ring, none, List.of(), List.of(), List.of(), List.of());
    }
}
