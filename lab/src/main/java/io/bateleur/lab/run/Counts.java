package io.bateleur.lab.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What has come of the transactions so far. Many threads count, others look. */
public final class Counts {
    /** Different failures beyond these are only counted: a database that says a number in each would fill the memory. */
    private static final int REASONS_MAX = 100;

    private final LongAdder committed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();

    public long committed() {
        return committed.sum();
    }

    public long aborted() {
        return aborted.sum();
    }

    /** Commits whose answer was lost. */
    public long unknown() {
        return unknown.sum();
    }

    /** Connections that were lost. */
    public long lostConnections() {
        return lost.sum();
    }

    public long ended() {
        return committed() + aborted() + unknown();
    }

    /** Why transactions failed, in the database's words, and how often. */
    public Map<String, Long> reasons() {
        Map<String, Long> result = new java.util.TreeMap<>();
        reasons.forEach((reason, count) -> result.put(reason, count.sum()));
        return result;
    }

    void commit() {
        committed.increment();
    }

    void abort() {
        aborted.increment();
    }

    void unknownEnd() {
        unknown.increment();
    }

    void lostConnection() {
        lost.increment();
    }

    void reason(String words) {
        String plain = words.lines().findFirst().orElse("").replaceAll("client-s[0-9]+|[0-9]{3,}", "N");
        LongAdder known = reasons.get(plain);
        if (known == null && reasons.size() < REASONS_MAX) {
            known = reasons.computeIfAbsent(plain, reason -> new LongAdder());
        }
        if (known != null) {
            known.increment();
        }
    }
}
