package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks refutations from front to back: a learned clause must follow by unit propagation [1], that is, when all its literals are
 * false, following clauses of which only one literal is left must end in one of which none is. Every check starts from nothing, so
 * there is no state to get wrong.
 *
 * <p>Knows RUP steps only: DRAT would also take clauses that merely keep a formula satisfiable, which the solver never learns, and
 * which would let mutilated proofs pass.
 *
 * <p>[1] Goldberg, Novikov: Verification of Proofs of Unsatisfiability for CNF Formulas (2003)
 */
final class DratChecker {
    private static final String COMPLETE = "complete";

    /** By literal, from the negative of the last variable to the last variable. */
    private final List<List<Clause>> withLiteral = new ArrayList<>();

    private final int variables;
    private final Set<Clause> shortOnes = new HashSet<>();
    /** What can be deleted, by its literals in any order; a clause may be there more than once. */
    private final Map<Set<Integer>, Deque<Clause>> byLiterals = new HashMap<>();

    private DratChecker(List<int[]> formula, List<Step> proof) {
        variables = Stream.concat(formula.stream(), proof.stream().map(step -> step.literals))
                .flatMapToInt(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElse(0);
        for (int literal = -variables; literal <= variables; literal++) {
            withLiteral.add(new ArrayList<>());
        }
        formula.forEach(this::add);
    }

    /** A clause that differs from others of the same literals. */
    private static final class Clause {
        private final int[] literals;

        Clause(int[] literals) {
            this.literals = literals;
        }
    }

    /** A line of a proof. */
    static final class Step {
        final boolean isDeletion;
        final int[] literals;

        Step(boolean isDeletion, int... literals) {
            this.isDeletion = isDeletion;
            this.literals = literals;
        }

        @Override
        public String toString() {
            return (isDeletion ? "d " : "") + Arrays.toString(literals);
        }
    }

    /** Remembers a proof. */
    static final class Log implements Proof {
        final List<Step> steps = new ArrayList<>();

        @Override
        public void learned(int[] literals) {
            steps.add(new Step(false, literals));
        }

        @Override
        public void forgotten(int[] literals) {
            steps.add(new Step(true, literals));
        }
    }

    /** What is wrong with a proof that a formula is unsatisfiable; "complete" when nothing is. */
    static String verdict(List<int[]> formula, List<Step> proof) {
        DratChecker checker = new DratChecker(formula, proof);
        for (int i = 0; i < proof.size(); i++) {
            Step step = proof.get(i);
            if (step.isDeletion) {
                if (!checker.delete(step.literals)) {
                    return "step " + i + " deletes what is not there: " + step;
                }
            } else if (!checker.follows(step.literals)) {
                return "step " + i + " does not follow: " + step;
            } else if (step.literals.length == 0) {
                return i == proof.size() - 1 ? COMPLETE : "steps after the empty clause";
            } else {
                checker.add(step.literals);
            }
        }
        return "no empty clause";
    }

    static boolean follows(List<int[]> formula, int... literals) {
        return new DratChecker(formula, List.of(new Step(false, literals))).follows(literals);
    }

    private void add(int[] literals) {
        // A literal that is there twice would make a unit look like two literals.
        Clause clause = new Clause(Arrays.stream(literals).distinct().toArray());
        for (int literal : clause.literals) {
            withLiteral.get(literal + variables).add(clause);
        }
        if (clause.literals.length < 2) {
            shortOnes.add(clause);
        }
        byLiterals.computeIfAbsent(setOf(literals), l -> new ArrayDeque<>()).add(clause);
    }

    private boolean delete(int[] literals) {
        Deque<Clause> same = byLiterals.get(setOf(literals));
        Clause clause = same == null ? null : same.poll();
        if (clause == null) {
            return false;
        }
        for (int literal : clause.literals) {
            withLiteral.get(literal + variables).remove(clause);
        }
        shortOnes.remove(clause);
        return true;
    }

    private static Set<Integer> setOf(int[] literals) {
        Set<Integer> set = new HashSet<>();
        for (int literal : literals) {
            set.add(literal);
        }
        return set;
    }

    private boolean follows(int[] literals) {
        boolean[] isTrue = new boolean[2 * variables + 1];
        IntList truths = new IntList();
        for (int literal : literals) {
            if (isTrue[literal + variables]) {
                return true; // a literal and its opposite
            }
            isTrue[-literal + variables] = true;
            truths.add(-literal);
        }
        for (Clause clause : shortOnes) {
            if (isConflict(clause, isTrue, truths)) {
                return true;
            }
        }
        for (int next = 0; next < truths.size; next++) {
            for (Clause clause : withLiteral.get(-truths.get(next) + variables)) {
                if (isConflict(clause, isTrue, truths)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Looks at one clause: whether all its literals are false; when all but one are, that one becomes true. */
    private boolean isConflict(Clause clause, boolean[] isTrue, IntList truths) {
        int open = 0;
        int opened = 0;
        for (int literal : clause.literals) {
            if (isTrue[literal + variables]) {
                return false;
            }
            if (!isTrue[-literal + variables]) {
                open++;
                opened = literal;
            }
        }
        if (open == 1) {
            isTrue[opened + variables] = true;
            truths.add(opened);
        }
        return open == 0;
    }
}
