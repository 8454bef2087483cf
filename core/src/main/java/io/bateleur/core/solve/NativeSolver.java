package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Solves problems by conflict-driven clause learning with a built-in theory of acyclic graphs.
 */
public final class NativeSolver implements Solver {
    /*
     * Two kinds of variables
     * ----------------------
     * Variables in clauses are decided in the order of their activity, as in any SAT solver. Variables that only carry edges are
     * choices between orders, and there the maintained order is the candidate model [1]: a choice with a side that agrees with
     * the order needs no decision. Only choices that the order violates on both sides are decided, by position while there are few
     * conflicts and by activity later, taking the side that
     * displaces least; mending the order settles many others. When no violated choice is left, reading every open choice off
     * the order gives a model: all edges that are there agree with it. A problem with only such variables is a pure ordering
     * problem, and most of its choices are never looked at.
     *
     * Restarts
     * --------
     * By moving averages of the LBD of learned clauses [2], only when there are clauses to satisfy: in pure ordering problems the
     * order itself remembers what was learnt, and restarts only cost.
     *
     * [1] docs/solver.md. [2] Biere, Fröhlich: Evaluating CDCL Restart Schemes (2015)
     */
    private static final int FIRST_REDUCTION = 2000;
    private static final int REDUCTION_STEP = 300;
    /** So many literals that a graph implied for good are explained after a refusal; each is a search. */
    private static final int REASONS_MAX = 1000;

    private static final int CANCEL_CHECK_MASK = 0x3FF;
    /** From so many conflicts on, violated choices come by activity: there is a core to be found, and activity leads to it. */
    private static final int POSITION_CONFLICTS = 50;

    private final Problem problem;
    private final Assignment assignment = new Assignment();
    private final Clauses clauses = new Clauses(assignment);
    private final VariableHeap heap = new VariableHeap(0.95);
    private final ChoiceQueue choices = new ChoiceQueue();
    private final AcyclicOrder order = new AcyclicOrder(assignment, this::moved);
    private final ConflictAnalysis analysis = new ConflictAnalysis(assignment, clauses, order, heap);
    private final Restarts restarts = new Restarts();
    private final IntList conflict = new IntList();
    private final IntList implied = new IntList();
    /** By place on the trail: how many edges were linked before its literal's own. */
    private final IntList edgesBefore = new IntList();

    private @Nullable LazyCheck lazyCheck;
    private @Nullable Proof proof;

    private boolean[] inClause = new boolean[16];
    private boolean[] carriesEdges = new boolean[16];
    private byte[] phase = new byte[16];
    private int clauseHead;
    private int graphHead;
    private int takenClauseWords;
    private int takenEdges;
    private boolean contradictory;
    /** Whether a candidate has just been looked at, which may have taken long. */
    private boolean checked;

    private int[] cycle = {};

    private long decisions;
    private long propagations;
    private long conflicts;
    private long impliedByGraphs;
    private long learnedClauses;
    private long reductionInterval = FIRST_REDUCTION;
    private long nextReduction = FIRST_REDUCTION;

    public NativeSolver(Problem problem) {
        this.problem = problem;
    }

    /** Calls a check with candidates. */
    public NativeSolver with(LazyCheck check) {
        lazyCheck = check;
        return this;
    }

    /** Writes a proof; only of problems without graphs. */
    public NativeSolver proving(Proof to) {
        proof = to;
        return this;
    }

    public Statistics statistics() {
        return new Statistics(
                decisions,
                propagations,
                conflicts,
                order.cycles,
                impliedByGraphs,
                restarts.count(),
                learnedClauses,
                order.reorders,
                order.visited);
    }

    @Override
    public SolverOutcome solve(SolverLimits limits, int... assumptions) {
        backTo(0);
        int[] assumed = Arrays.stream(assumptions).map(Assignment::literal).toArray();
        long lastStep = limits.steps() == Long.MAX_VALUE ? Long.MAX_VALUE : steps() + limits.steps();
        take();
        for (long round = 0; !contradictory; round++) {
            if (!propagate()) {
                learn();
                continue;
            }
            if (steps() > lastStep) {
                backTo(0);
                return new SolverOutcome.GaveUp(limits.steps(), "the budget of " + limits.steps() + " steps is spent");
            }
            if ((checked || (round & CANCEL_CHECK_MASK) == 0)
                    && limits.cancelled().getAsBoolean()) {
                backTo(0);
                return new SolverOutcome.GaveUp(steps(), "cancelled");
            }
            checked = false;
            tidy(assumed.length);
            SolverOutcome outcome = step(assumed);
            if (outcome != null) {
                backTo(0);
                return outcome;
            }
        }
        return new SolverOutcome.Refused(new int[0], learnedClauses == 0 ? cycle : new int[0]);
    }

    /**
     * After a refusal: the nodes of the cycles that it rests on. With the clauses that were given, and whatever else is between these
     * nodes, there is no model either.
     *
     * @return nothing when there are too many to say
     */
    public Optional<BitSet> involved() {
        int asked = 0;
        for (int i = 0; i < assignment.trail.size; i++) {
            int variable = assignment.trail.data[i] >> 1;
            int reason = assignment.reason[variable];
            for (int at = 0; reason >= 0 && at < clauses.size(reason); at++) {
                order.noteEdges(clauses.arena[reason + Clauses.HEADER + at] >> 1);
            }
            if (Assignment.isEdgeReason(reason)) {
                int edge = Assignment.edgeOf(reason);
                if (++asked > REASONS_MAX || !order.note(order.toOf(edge), order.fromOf(edge))) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of((BitSet) order.explained.clone());
    }

    /** Decides the next thing; an outcome when there is nothing left to decide. */
    private @Nullable SolverOutcome step(int[] assumed) {
        if (assignment.currentLevel() < assumed.length) {
            return assume(assumed[assignment.currentLevel()]);
        }
        if (lazyCheck != null && lazyCheck.wantsPartial() && asked()) {
            return null;
        }
        int literal = nextDecision();
        if (literal >= 0) {
            decisions++;
            assignment.newLevel();
            assignment.assign(literal, Assignment.NO_REASON);
            return null;
        }
        if (lazyCheck != null && asked()) {
            return null;
        }
        return new SolverOutcome.Satisfied(values(), order.order());
    }

    private @Nullable SolverOutcome assume(int literal) {
        if (assignment.isFalse(literal)) {
            int[] core = Arrays.stream(analysis.assumptionsBehind(literal))
                    .map(Assignment::external)
                    .distinct()
                    .toArray();
            return new SolverOutcome.Refused(core, new int[0]);
        }
        assignment.newLevel();
        if (assignment.isOpen(literal)) {
            assignment.assign(literal, Assignment.NO_REASON);
        }
        return null;
    }

    private long steps() {
        return propagations + conflicts + order.visited;
    }

    private void tidy(int assumptions) {
        if (conflicts >= nextReduction) {
            // Every time a little later than the time before: what is kept grows with the root of the conflicts.
            reductionInterval += REDUCTION_STEP;
            nextReduction = conflicts + reductionInterval;
            clauses.reduce((arena, from, to) -> {
                if (proof != null) {
                    proof.forgotten(externals(arena, from, to));
                }
            });
        }
        if (problem.clauseCount() > 0 && restarts.due()) {
            backTo(Math.min(assignment.currentLevel(), assumptions));
        }
    }

    // ---- decisions

    private int nextDecision() {
        while (!heap.isEmpty()) {
            int variable = heap.removeTop();
            if (assignment.isOpen(2 * variable)) {
                return side(variable);
            }
        }
        while (!choices.isEmpty()) {
            int variable = choices.remove();
            if (assignment.isOpen(2 * variable) && isViolated(variable)) {
                return side(variable);
            }
        }
        return -1;
    }

    private int side(int variable) {
        if (carriesEdges[variable]) {
            int yes = order.displacement(2 * variable);
            int no = order.displacement(2 * variable + 1);
            if (yes != no) {
                return yes < no ? 2 * variable : 2 * variable + 1;
            }
        }
        return phase[variable] > 0 ? 2 * variable : 2 * variable + 1;
    }

    private boolean isViolated(int variable) {
        return !order.agrees(2 * variable) && !order.agrees(2 * variable + 1);
    }

    private void moved(int node) {
        order.literalsAt(node, this::review);
    }

    private void review(int literal) {
        int variable = literal >> 1;
        if (!inClause[variable] && assignment.isOpen(literal) && !choices.holds(variable)) {
            int edge = order.firstOf(literal);
            choices.add(
                    variable,
                    conflicts < POSITION_CONFLICTS
                            ? Math.min(order.position[order.fromOf(edge)], order.position[order.toOf(edge)])
                            : heap.rank(variable));
        }
    }

    private boolean[] values() {
        boolean[] values = new boolean[assignment.variables() + 1];
        for (int variable = 0; variable < assignment.variables(); variable++) {
            values[variable + 1] = valueOf(2 * variable) > 0;
        }
        return values;
    }

    /** The value of a literal when no choice is violated any more: decided, or read off the order. */
    private int valueOf(int literal) {
        if (!assignment.isOpen(literal)) {
            return assignment.value[literal];
        }
        int variable = literal >> 1;
        boolean yes = carriesEdges[variable] ? order.agrees(2 * variable) : phase[variable] > 0;
        return yes == ((literal & 1) == 0) ? 1 : -1;
    }

    /** Shows the candidate to the check; true when it added something. */
    private boolean asked() {
        int variables = problem.variableCount();
        int nodes = problem.nodeCount();
        int edges = problem.edgeCount();
        int words = problem.clauses().size;
        boolean complete = choices.isEmpty() && heap.isEmpty();
        checked = true;
        java.util.Objects.requireNonNull(lazyCheck).check(new Shown(complete, nodes), problem);
        if (problem.variableCount() == variables
                && problem.nodeCount() == nodes
                && problem.edgeCount() == edges
                && problem.clauses().size == words) {
            return false;
        }
        backTo(0);
        take();
        return true;
    }

    private final class Shown implements LazyCheck.Candidate {
        private final boolean complete;
        private final int nodes;

        Shown(boolean complete, int nodes) {
            this.complete = complete;
            this.nodes = nodes;
        }

        @Override
        public int value(int external) {
            int literal = Assignment.literal(external);
            if (literal >> 1 >= assignment.variables()) {
                return 0;
            }
            return complete ? valueOf(literal) : assignment.value[literal];
        }

        @Override
        public int position(int node) {
            return node < nodes ? order.position[node] : node;
        }

        @Override
        public boolean isComplete() {
            return complete;
        }
    }

    // ---- propagation

    /** Follows everything that follows; false leaves literals that are all false in {@link #conflict}. */
    private boolean propagate() {
        while (true) {
            while (clauseHead < assignment.trail.size) {
                int literal = assignment.trail.data[clauseHead++];
                propagations++;
                int failed = clauses.propagate(literal ^ 1);
                if (failed >= 0) {
                    conflict.clear();
                    int from = failed + Clauses.HEADER;
                    for (int i = from; i < from + clauses.size(failed); i++) {
                        conflict.add(clauses.arena[i]);
                    }
                    if (clauses.isLearned(failed)) {
                        clauses.bump(failed);
                    }
                    return false;
                }
            }
            if (graphHead == assignment.trail.size) {
                return true;
            }
            if (!link(assignment.trail.data[graphHead])) {
                return false;
            }
        }
    }

    /** Adds the edges of a literal that has become true. */
    private boolean link(int literal) {
        edgesBefore.size = graphHead;
        edgesBefore.add(order.linkedCount());
        graphHead++;
        for (int edge = order.firstOf(literal); edge >= 0; edge = order.nextOf(edge)) {
            if (!order.insert(edge)) {
                conflict.clear();
                if (assignment.levelOf(literal) > 0) {
                    conflict.add(literal ^ 1);
                }
                order.explain(order.toOf(edge), order.fromOf(edge), Integer.MAX_VALUE, conflict);
                if (conflict.size == 0) {
                    cycle = order.cycleOf(edge);
                }
                return false;
            }
            implied.clear();
            order.implied(implied);
            for (int i = 0; i < implied.size; i += 2) {
                if (assignment.isOpen(implied.data[i])) {
                    assignment.assign(implied.data[i], Assignment.edgeReason(implied.data[i + 1]));
                    impliedByGraphs++;
                }
            }
        }
        return true;
    }

    private void learn() {
        conflicts++;
        int level = 0;
        for (int i = 0; i < conflict.size; i++) {
            level = Math.max(level, assignment.levelOf(conflict.data[i]));
        }
        if (level == 0) {
            refute();
            return;
        }
        backTo(level);
        analysis.analyze(conflict);
        restarts.conflict(analysis.lbd);
        backTo(analysis.backLevel);
        IntList clause = analysis.learned;
        learnedClauses++;
        if (proof != null) {
            proof.learned(externals(clause.data, 0, clause.size));
        }
        int reason =
                clause.size == 1 ? Assignment.NO_REASON : clauses.add(clause.data, 0, clause.size, true, analysis.lbd);
        assignment.assign(clause.data[0], reason);
    }

    /** Nothing can be true: the end of the search and of its proof. */
    private void refute() {
        contradictory = true;
        if (proof != null) {
            proof.learned(new int[0]);
        }
    }

    private void backTo(int level) {
        if (assignment.currentLevel() <= level) {
            return;
        }
        int start = assignment.levelStarts.data[level];
        if (graphHead > start) {
            order.undoTo(edgesBefore.data[start]);
            graphHead = start;
        }
        while (assignment.trail.size > start) {
            int literal = assignment.takeBack();
            int variable = literal >> 1;
            phase[variable] = (byte) ((literal & 1) == 0 ? 1 : -1);
            if (inClause[variable]) {
                heap.add(variable);
            } else if (carriesEdges[variable]) {
                review(order.firstOf(literal) >= 0 ? literal : literal ^ 1);
            }
        }
        assignment.levelStarts.size = level;
        clauseHead = Math.min(clauseHead, start);
    }

    // ---- taking up the problem

    private void take() {
        int variables = problem.variableCount();
        int known = assignment.variables();
        grow(variables);
        for (int variable = known; variable < variables; variable++) {
            phase[variable] = (byte) problem.phaseOf(variable + 1);
        }
        if (problem.edgeCount() > takenEdges) {
            // Permanent edges must lie below those that come and go: all of level zero is linked again, above the new
            // ones.
            order.undoTo(0);
            graphHead = 0;
        }
        int[] found = order.take(problem, 2 * variables);
        if (found != null) {
            contradictory = true;
            cycle = found;
        }
        takeClauses();
        takeEdges();
    }

    private void grow(int variables) {
        assignment.grow(variables);
        clauses.grow(variables);
        heap.grow(variables);
        choices.grow(variables);
        analysis.grow(variables);
        if (variables > phase.length) {
            int capacity = Math.max(variables, 2 * phase.length);
            inClause = Arrays.copyOf(inClause, capacity);
            carriesEdges = Arrays.copyOf(carriesEdges, capacity);
            phase = Arrays.copyOf(phase, capacity);
        }
    }

    private void takeClauses() {
        IntList words = problem.clauses();
        while (takenClauseWords < words.size) {
            int size = words.data[takenClauseWords];
            int[] literals = new int[size];
            for (int i = 0; i < size; i++) {
                literals[i] = Assignment.literal(words.data[takenClauseWords + 1 + i]);
                int variable = literals[i] >> 1;
                if (!inClause[variable]) {
                    inClause[variable] = true;
                    if (assignment.isOpen(literals[i])) {
                        heap.add(variable);
                    }
                }
            }
            takenClauseWords += 1 + size;
            addClause(literals);
        }
    }

    /** Adds a clause at level zero: without false and double literals, and not at all when it is true. */
    private void addClause(int[] literals) {
        if (contradictory) {
            return; // a proof ends with its first empty clause
        }
        Arrays.sort(literals);
        int kept = 0;
        for (int literal : literals) {
            boolean opposite = kept > 0 && literals[kept - 1] == (literal ^ 1);
            if (assignment.isTrue(literal) || opposite) {
                return;
            }
            if (!assignment.isFalse(literal) && (kept == 0 || literals[kept - 1] != literal)) {
                literals[kept++] = literal;
            }
        }
        if (proof != null && kept > 0 && kept < literals.length) {
            proof.learned(externals(literals, 0, kept));
        }
        if (kept == 0) {
            refute();
        } else if (kept == 1) {
            assignment.assign(literals[0], Assignment.NO_REASON);
        } else {
            clauses.add(literals, 0, kept, false, 0);
        }
    }

    /** A short cycle of which at most one edge is not there for good yet explains what is known for good. */
    private void noteIfForcing(int[] clause) {
        int open = 0;
        for (int literal : clause) {
            open += assignment.isFalse(literal) ? 0 : 1;
        }
        for (int i = 0; open <= 1 && i < clause.length; i++) {
            order.noteEdges(clause[i] >> 1);
        }
    }

    private void takeEdges() {
        int first = takenEdges;
        takenEdges = problem.edgeCount();
        for (int edge = first; edge < takenEdges; edge++) {
            int external = problem.edgeLiteral(edge);
            if (external == 0) {
                continue;
            }
            carriesEdges[Assignment.literal(external) >> 1] = true;
        }
        if (!contradictory) {
            ShortCycles.find(problem, first).forEach(clause -> {
                noteIfForcing(clause);
                addClause(clause);
            });
        }
        for (int edge = first; edge < takenEdges; edge++) {
            int external = problem.edgeLiteral(edge);
            if (external != 0) {
                review(Assignment.literal(external));
            }
        }
    }

    private static int[] externals(int[] literals, int from, int to) {
        int[] result = new int[to - from];
        for (int i = from; i < to; i++) {
            result[i - from] = Assignment.external(literals[i]);
        }
        return result;
    }
}
