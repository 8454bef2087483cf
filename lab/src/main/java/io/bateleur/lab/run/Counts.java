package io.bateleur.lab.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What has come of the transactions so far. Many threads count, others look. */
public final class Counts {
    /** Different failures beyond these are only counted: a database that says a number in each would fill the memory. */
    private static final int REASONS_MAX = 100;

    /** A leading SQLSTATE, ORA-08177 and H2's [90131-232] are codes. A version such as 18.3.12 is no number that differs. */
    private static final Pattern CODE_OR_NUMBER = Pattern.compile(
            "(^[0-9A-Z]{5}(?= )|\\bSQLSTATE\\W{1,3}[0-9A-Z]{5}\\b|\\b[A-Z]{2,}-[0-9]+|\\[[0-9A-Z]{5}-[0-9]+])"
                    + "|client-s[0-9]+|(?<![\\w.])[0-9]+(?!\\w|\\.[0-9])|[0-9]{3,}");

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

    /** The first line, with what differs from one failure to the next as {@code N}; codes stay, because people look them up. */
    static String grouped(String words) {
        Matcher number = CODE_OR_NUMBER.matcher(words.lines().findFirst().orElse(""));
        return number.replaceAll(found -> found.group(1) == null ? "N" : Matcher.quoteReplacement(found.group()));
    }

    void reason(String words) {
        String plain = grouped(words);
        LongAdder known = reasons.get(plain);
        if (known == null && reasons.size() < REASONS_MAX) {
            known = reasons.computeIfAbsent(plain, reason -> new LongAdder());
        }
        if (known != null) {
            known.increment();
        }
    }
}
