package io.bateleur.core.check;

import java.util.Locale;

/**
 * The twin's own list of what levels demand, by the names of the definitions. It is written down a second time on purpose, so that
 * a slip in the table of the product is found.
 */
enum TwinRule {
    /** No level: there is a resolution at all. */
    NOTHING(Kind.SESSION_GUARANTEE),
    READ_YOUR_WRITES(Kind.SESSION_GUARANTEE),
    MONOTONIC_READS(Kind.SESSION_GUARANTEE),
    MONOTONIC_WRITES(Kind.SESSION_GUARANTEE),
    WRITES_FOLLOW_READS(Kind.SESSION_GUARANTEE),
    READ_UNCOMMITTED(Kind.WRITES_ONLY),
    READ_COMMITTED(Kind.PLAIN),
    CURSOR_STABILITY(Kind.PLAIN),
    MONOTONIC_ATOMIC_VIEW(Kind.PLAIN),
    READ_ATOMIC(Kind.PLAIN),
    CAUSAL(Kind.WITH_SESSIONS),
    CONSISTENT_VIEW(Kind.PLAIN),
    FORWARD_CONSISTENT_VIEW(Kind.WITH_REAL_TIME),
    PARALLEL_SNAPSHOT_ISOLATION(Kind.WITH_SESSIONS),
    PREFIX_CONSISTENCY(Kind.WITH_SESSIONS),
    SNAPSHOT_ISOLATION(Kind.PLAIN),
    REPEATABLE_READ(Kind.PLAIN),
    SERIALIZABLE(Kind.PLAIN),
    AXIOMATIC_READ_COMMITTED(Kind.WITH_SESSIONS),
    AXIOMATIC_READ_ATOMIC(Kind.WITH_SESSIONS),
    AXIOMATIC_CAUSAL(Kind.WITH_SESSIONS),
    AXIOMATIC_PREFIX(Kind.WITH_SESSIONS),
    AXIOMATIC_SNAPSHOT_ISOLATION(Kind.WITH_SESSIONS),
    AXIOMATIC_SERIALIZABLE(Kind.WITH_SESSIONS);

    private enum Kind {
        SESSION_GUARANTEE,
        WRITES_ONLY,
        PLAIN,
        WITH_SESSIONS,
        WITH_REAL_TIME
    }

    private final Kind kind;

    TwinRule(Kind kind) {
        this.kind = kind;
    }

    static TwinRule named(String word) {
        return valueOf(word.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** Judged key by key, without an order of whole transactions. */
    boolean isSessionGuarantee() {
        return kind == Kind.SESSION_GUARANTEE;
    }

    /** Reads must be valid, and what they depend on counts. */
    boolean countsReads() {
        return kind != Kind.SESSION_GUARANTEE && kind != Kind.WRITES_ONLY;
    }

    boolean countsSessions() {
        return kind == Kind.WITH_SESSIONS || kind == Kind.SESSION_GUARANTEE;
    }

    boolean countsRealTime() {
        return kind == Kind.WITH_REAL_TIME;
    }
}
