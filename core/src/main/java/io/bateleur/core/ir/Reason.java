package io.bateleur.core.ir;

/** Why an edge is known: a kind and, where one read is behind it, that read; packed into an int for the long lists of edges. */
public enum Reason {
    /** The start of a transaction comes before its commit. */
    WITHIN,
    /** Session order. */
    SESSION,
    /** Real time. */
    REAL_TIME,
    /** The read saw the version of the first transaction. */
    READS_FROM,
    /** Lists or hints tell the order of the two versions. */
    KNOWN_VERSIONS,
    /** The first wrote before the source of the read: it comes before the reader, who did not see it. */
    MUST_PRECEDE_SOURCE,
    /** The reader comes before the second, which overwrote the source of the read. */
    OVERWRITES_SOURCE,
    /** Two writers of one key that do not overlap: the first started before the second's commit. */
    NO_OVERLAP,
    /** The first is visible to the reader, so that its version is older than the one the reader saw. */
    VISIBLE,
    /** An extension asked for it. */
    EXTENSION;

    private static final Reason[] ALL = values();
    private static final int BITS = 4;

    public int packed() {
        return ordinal();
    }

    public int packed(int read) {
        return read << BITS | ordinal();
    }

    public static Reason of(int packed) {
        return ALL[packed & (1 << BITS) - 1];
    }

    /** The read behind an edge; 0 where there is none. */
    public static int read(int packed) {
        return packed >>> BITS;
    }
}
