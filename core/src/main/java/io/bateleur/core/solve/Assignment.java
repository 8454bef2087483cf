package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;

/**
 * Which literals are true, since when and why. Inside the solver variable v has the literals 2v and 2v + 1, the second for "not".
 */
final class Assignment {
    /** Reason of a decision or of what was given. */
    static final int NO_REASON = -1;

    /** By literal: 1 true, -1 false, 0 open. */
    byte[] value = new byte[32];

    /** By variable: the level at which it was decided. */
    int[] level = new int[16];

    /** By variable: a clause, {@link #NO_REASON}, or an edge as {@link #edgeReason} gives it. */
    int[] reason = new int[16];

    /** By variable: its place on the trail. */
    int[] position = new int[16];

    final IntList trail = new IntList();
    final IntList levelStarts = new IntList();
    private int variables;

    static int literal(int external) {
        return external > 0 ? 2 * (external - 1) : 2 * (-external - 1) + 1;
    }

    static int external(int literal) {
        int variable = (literal >> 1) + 1;
        return (literal & 1) == 0 ? variable : -variable;
    }

    /** Says that a literal is true because the edge it forbids would close a cycle. */
    static int edgeReason(int edge) {
        return -2 - edge;
    }

    static boolean isEdgeReason(int reason) {
        return reason <= -2;
    }

    static int edgeOf(int reason) {
        return -2 - reason;
    }

    void grow(int newVariables) {
        variables = newVariables;
        if (newVariables > level.length) {
            int capacity = Math.max(newVariables, 2 * level.length);
            value = Arrays.copyOf(value, 2 * capacity);
            level = Arrays.copyOf(level, capacity);
            reason = Arrays.copyOf(reason, capacity);
            position = Arrays.copyOf(position, capacity);
        }
    }

    int variables() {
        return variables;
    }

    int currentLevel() {
        return levelStarts.size;
    }

    void newLevel() {
        levelStarts.add(trail.size);
    }

    boolean isTrue(int literal) {
        return value[literal] > 0;
    }

    boolean isFalse(int literal) {
        return value[literal] < 0;
    }

    boolean isOpen(int literal) {
        return value[literal] == 0;
    }

    int levelOf(int literal) {
        return level[literal >> 1];
    }

    void assign(int literal, int why) {
        int variable = literal >> 1;
        value[literal] = 1;
        value[literal ^ 1] = -1;
        level[variable] = levelStarts.size;
        reason[variable] = why;
        position[variable] = trail.size;
        trail.add(literal);
    }

    /** Takes back the last literal of the trail. */
    int takeBack() {
        int literal = trail.data[--trail.size];
        value[literal] = 0;
        value[literal ^ 1] = 0;
        return literal;
    }
}
