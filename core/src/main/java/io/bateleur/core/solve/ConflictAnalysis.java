package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;

/**
 * Learns from conflicts: the clause of the first unique implication point [1], without literals that follow from the others [2].
 *
 * <p>[1] Marques-Silva, Sakallah: GRASP (1996); Zhang et al.: Efficient Conflict Driven Learning (2001). [2] Sörensson, Biere:
 * Minimizing Learned Clauses (2009).
 */
final class ConflictAnalysis {
    private static final byte SEEN = 1;
    private static final byte REDUNDANT = 2;
    private static final byte NEEDED = 3;

    private final Assignment assignment;
    private final Clauses clauses;
    private final AcyclicOrder order;
    private final VariableHeap heap;

    /** The clause that was learned: the literal to assert first, one of the level to go back to second. */
    final IntList learned = new IntList();

    int backLevel;
    int lbd;

    private byte[] state = new byte[16];
    private final IntList marked = new IntList();
    private final IntList scratch = new IntList();
    private final IntList stack = new IntList();
    private int[] levelMark = new int[16];
    private int levelStamp;

    ConflictAnalysis(Assignment assignment, Clauses clauses, AcyclicOrder order, VariableHeap heap) {
        this.assignment = assignment;
        this.clauses = clauses;
        this.order = order;
        this.heap = heap;
    }

    void grow(int variables) {
        if (variables > state.length) {
            state = Arrays.copyOf(state, Math.max(variables, 2 * state.length));
        }
        if (variables + 1 > levelMark.length) {
            levelMark = Arrays.copyOf(levelMark, Math.max(variables + 1, 2 * levelMark.length));
        }
    }

    /** Learns from literals that are all false, one or more of them at the current level, which is not zero. */
    void analyze(IntList conflict) {
        learned.clear();
        learned.add(0);
        int open = mark(conflict, 0, conflict.size, -1);
        int at = assignment.trail.size - 1;
        int literal;
        while (true) {
            while (state[assignment.trail.data[at] >> 1] == 0) {
                at--;
            }
            literal = assignment.trail.data[at--];
            if (--open == 0) {
                break;
            }
            open += markReason(literal);
        }
        learned.data[0] = literal ^ 1;
        minimize();
        for (int i = 0; i < marked.size; i++) {
            state[marked.data[i]] = 0;
        }
        marked.clear();
        heap.decay();
        clauses.decay();
        placeSecond();
        lbd = lbd(learned.data, 0, learned.size);
    }

    private int markReason(int literal) {
        int reason = clauseBehind(literal);
        if (reason < 0) {
            return 0;
        }
        if (clauses.isLearned(reason)) {
            clauses.bump(reason);
            if (clauses.lbd(reason) > Clauses.KEPT_LBD) {
                int from = reason + Clauses.HEADER;
                clauses.lowerLbd(reason, lbd(clauses.arena, from, from + clauses.size(reason)));
            }
        }
        int open = 0;
        int end = reason + Clauses.HEADER + clauses.size(reason);
        for (int i = reason + Clauses.HEADER; i < end; i++) {
            open += mark(clauses.arena[i], literal);
        }
        return open;
    }

    private int mark(IntList literals, int from, int to, int except) {
        int open = 0;
        for (int i = from; i < to; i++) {
            open += mark(literals.data[i], except);
        }
        return open;
    }

    /** 1 when the literal is new and of the current level, which the search must resolve away. */
    private int mark(int literal, int except) {
        int variable = literal >> 1;
        if (literal == except || state[variable] != 0 || assignment.level[variable] == 0) {
            return 0;
        }
        state[variable] = SEEN;
        marked.add(variable);
        heap.bump(variable);
        order.noteEdges(variable);
        if (assignment.level[variable] == assignment.currentLevel()) {
            return 1;
        }
        learned.add(literal);
        return 0;
    }

    /** The clause that made a literal true, or -1. What a graph implied is written down as a clause now. */
    private int clauseBehind(int literal) {
        int variable = literal >> 1;
        int reason = assignment.reason[variable];
        if (!Assignment.isEdgeReason(reason)) {
            return reason;
        }
        int edge = Assignment.edgeOf(reason);
        scratch.clear();
        scratch.add(literal);
        order.explain(order.toOf(edge), order.fromOf(edge), assignment.position[variable], scratch);
        if (scratch.size == 1) {
            return -1; // it follows from what holds at level zero
        }
        int second = 1;
        for (int i = 2; i < scratch.size; i++) {
            if (assignment.levelOf(scratch.data[i]) > assignment.levelOf(scratch.data[second])) {
                second = i;
            }
        }
        int swap = scratch.data[1];
        scratch.data[1] = scratch.data[second];
        scratch.data[second] = swap;
        int clause = clauses.add(scratch.data, 0, scratch.size, true, scratch.size);
        assignment.reason[variable] = clause;
        return clause;
    }

    private void minimize() {
        int kept = 1;
        for (int i = 1; i < learned.size; i++) {
            int literal = learned.data[i];
            if (!isRedundant(literal)) {
                learned.data[kept++] = literal;
            }
        }
        learned.size = kept;
    }

    /** Whether a false literal follows from the other literals of the clause: every path of reasons behind it ends in one of them. */
    private boolean isRedundant(int literal) {
        if (clauseBehind(literal ^ 1) < 0) {
            return false;
        }
        stack.clear();
        stack.add(literal >> 1);
        int firstMarked = marked.size;
        while (stack.size > 0) {
            int variable = stack.data[--stack.size];
            int truth = assignment.isTrue(2 * variable) ? 2 * variable : 2 * variable + 1;
            int reason = clauseBehind(truth);
            int from = reason + Clauses.HEADER;
            for (int i = from; i < from + clauses.size(reason); i++) {
                int other = clauses.arena[i] >> 1;
                if (other == variable || assignment.level[other] == 0) {
                    continue;
                }
                byte known = state[other];
                if (known == SEEN || known == REDUNDANT) {
                    continue;
                }
                int otherTruth = assignment.isTrue(2 * other) ? 2 * other : 2 * other + 1;
                if (known == NEEDED || clauseBehind(otherTruth) < 0) {
                    forget(firstMarked);
                    return false;
                }
                state[other] = REDUNDANT;
                marked.add(other);
                stack.add(other);
            }
        }
        return true;
    }

    /** What was taken for redundant on the way to a failure may not be: not asked again for this clause. */
    private void forget(int firstMarked) {
        for (int i = firstMarked; i < marked.size; i++) {
            state[marked.data[i]] = NEEDED;
        }
    }

    private void placeSecond() {
        backLevel = 0;
        for (int i = 1; i < learned.size; i++) {
            int level = assignment.levelOf(learned.data[i]);
            if (level > backLevel) {
                backLevel = level;
                int swap = learned.data[1];
                learned.data[1] = learned.data[i];
                learned.data[i] = swap;
            }
        }
    }

    /** In how many levels the literals of a clause were decided. */
    private int lbd(int[] literals, int from, int to) {
        levelStamp++;
        int count = 0;
        for (int i = from; i < to; i++) {
            int level = assignment.levelOf(literals[i]);
            if (levelMark[level] != levelStamp) {
                levelMark[level] = levelStamp;
                count++;
            }
        }
        return count;
    }

    /** The decisions behind a literal that is false, which are all assumptions, and the literal itself. */
    int[] assumptionsBehind(int falseLiteral) {
        IntList core = new IntList();
        core.add(falseLiteral);
        state[falseLiteral >> 1] = SEEN;
        marked.add(falseLiteral >> 1);
        for (int at = assignment.trail.size - 1; at >= 0; at--) {
            int literal = assignment.trail.data[at];
            int variable = literal >> 1;
            if (state[variable] == 0 || assignment.level[variable] == 0) {
                continue;
            }
            int reason = clauseBehind(literal);
            if (reason >= 0) {
                int from = reason + Clauses.HEADER;
                for (int i = from; i < from + clauses.size(reason); i++) {
                    int other = clauses.arena[i] >> 1;
                    if (state[other] == 0 && assignment.level[other] > 0) {
                        state[other] = SEEN;
                        marked.add(other);
                    }
                }
            } else if (assignment.reason[variable] == Assignment.NO_REASON && literal != (falseLiteral ^ 1)) {
                core.add(literal);
            } else if (assignment.reason[variable] == Assignment.NO_REASON) {
                core.add(literal); // an assumption and its opposite
            }
        }
        for (int i = 0; i < marked.size; i++) {
            state[marked.data[i]] = 0;
        }
        marked.clear();
        return core.toArray();
    }
}
