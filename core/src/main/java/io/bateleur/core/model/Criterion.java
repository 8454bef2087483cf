package io.bateleur.core.model;

/**
 * What a level asks of a history, as data: a history satisfies it when its unknowns can be resolved so that, in the graph made
 * of the edges that count, nothing is in a cycle.
 *
 * <p>One interpreter reads this for every level; the formal definitions are in docs/levels.md.
 *
 * @param word its name on the command line
 * @param title the short name of the literature
 * @param reads whether reads count: each must be valid (G1a, G1b), and dependencies of reads on writes are edges
 * @param sessions whether session order counts by definition
 * @param visibility which writes a reader must not miss
 * @param anti which anti-dependencies are edges
 * @param points whether a transaction is one point in the order, or a start and a commit
 * @param forbids the phenomena that it rules out, in words
 * @param source where it is defined
 */
public record Criterion(
        String word,
        String title,
        boolean reads,
        boolean sessions,
        Visibility visibility,
        Anti anti,
        Points points,
        String forbids,
        String source) {

    /** Which installed versions a read of the same key must not miss: none older than them may be seen. */
    public enum Visibility {
        /** No demand. */
        NOTHING,
        /** Those of transactions that this one read from by an earlier operation. */
        EARLIER_SOURCES,
        /** Those of transactions that this one read from. */
        SOURCES,
        /** Those of transactions that this one read from, and of earlier ones of its session. */
        SESSION_AND_SOURCES,
        /** Those of transactions before it in the closure of session order and reads-from. */
        CAUSES,
        /** Those of transactions before it in the closure of all dependencies, version order included. */
        DEPENDENCIES,
        /** Session guarantee: those of earlier transactions of the session. */
        SESSION_WRITES,
        /** Session guarantee: those that were read earlier in the session. */
        SESSION_READS,
        /** Session guarantee: none; but versions are installed in session order. */
        SESSION_WRITE_ORDER,
        /** Session guarantee: those that the writer of anything seen had read from; and writers come after what they had read. */
        READS_BEHIND_WRITES;

        /** Whether version orders of different keys are judged apart: there is no order of whole transactions. */
        public boolean perKey() {
            return compareTo(SESSION_WRITES) >= 0;
        }
    }

    /** Which anti-dependencies (from the reader of a version to the writer of a later one) are edges. */
    public enum Anti {
        NONE,
        /** Only of a transaction that installs the key itself: no lost update. */
        CURSOR,
        /** Of reads of single keys, and of the items that ranges returned. */
        ITEM,
        /** Of predicate reads too. */
        ALL
    }

    /** The points of a transaction in the order. */
    public enum Points {
        /** One point: reads and writes happen together. */
        ONE,
        /** Reads at the start, writes at the commit; writers of one key do not overlap. */
        SNAPSHOT,
        /** Reads at the start, writes at the commit; writers of one key may overlap. */
        PREFIX
    }
}
