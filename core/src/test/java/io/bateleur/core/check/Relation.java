package io.bateleur.core.check;

/** Relations over at most eight transactions as 8 x 8 bit matrices in a long: bit 8 i + j says that i is before j. */
final class Relation {
    static final int NODES_MAX = 8;
    static final long NONE = 0;
    static final long IDENTITY = 0x8040201008040201L;

    private static final long FIRST_COLUMN = 0x0101010101010101L;
    /** Moves bit 8 i of a first column to bit 56 + i. */
    private static final long GATHER = 0x0102040810204080L;

    private Relation() {}

    static long pair(int from, int to) {
        return 1L << (8 * from + to);
    }

    static boolean holds(long relation, int from, int to) {
        return (relation >>> (8 * from + to) & 1) != 0;
    }

    /** A relation of one node to all of a set. */
    static long toAll(int from, int set) {
        return (long) set << 8 * from;
    }

    /** A relation of all of a set to one node. */
    static long fromAll(int set, int to) {
        long relation = NONE;
        for (int from = 0; from < NODES_MAX; from++) {
            relation |= (set >> from & 1) == 0 ? NONE : pair(from, to);
        }
        return relation;
    }

    /** The pairs whose both ends are in a set. */
    static long within(long relation, int set) {
        long columns = set * FIRST_COLUMN;
        long rows = NONE;
        for (int from = 0; from < NODES_MAX; from++) {
            rows |= (set >> from & 1) == 0 ? NONE : 0xFFL << 8 * from;
        }
        return relation & columns & rows;
    }

    /** What a node is before. */
    static int after(long relation, int from) {
        return (int) (relation >>> 8 * from) & 0xFF;
    }

    /** What is before a node. */
    static int before(long relation, int to) {
        return (int) ((relation >>> to & FIRST_COLUMN) * GATHER >>> 56);
    }

    /** Left, and then right. */
    static long then(long left, long right) {
        long result = NONE;
        for (int middle = 0; middle < NODES_MAX; middle++) {
            result |= (left >>> middle & FIRST_COLUMN) * after(right, middle);
        }
        return result;
    }

    /** Left, and then right or nothing. */
    static long thenMaybe(long left, long right) {
        return left | then(left, right);
    }

    /** One or more steps. */
    static long closure(long relation) {
        long result = relation;
        for (int middle = 0; middle < NODES_MAX; middle++) {
            result |= (result >>> middle & FIRST_COLUMN) * after(result, middle);
        }
        return result;
    }

    static boolean isIrreflexive(long relation) {
        return (relation & IDENTITY) == 0;
    }

    static boolean isAcyclic(long relation) {
        return isIrreflexive(closure(relation));
    }
}
