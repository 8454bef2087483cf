package io.bateleur.core.model;

import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of levels. Formal definitions: docs/levels.md, printed from here. */
final class Criteria {
    private static final String ADYA = "Adya, Weak Consistency (PhD thesis, 1999)";
    private static final String BAILIS_HAT = "Bailis et al., Highly Available Transactions (VLDB 2014)";
    private static final String BAILIS_RAMP =
            "Bailis et al., Scalable Atomic Visibility with RAMP Transactions (SIGMOD 2014)";
    private static final String BISWAS =
            "Biswas and Enea, On the Complexity of Checking Transactional Consistency (OOPSLA 2019)";
    private static final String CERONE =
            "Cerone, Bernardi and Gotsman, A Framework for Transactional Consistency Models (CONCUR 2015)";
    private static final String TERRY = "Terry et al., Session Guarantees (PDIS 1994); Bailis et al. 2014, appendix";

    static final Criterion READ_UNCOMMITTED = row(
                    "read-uncommitted", "PL-1", Visibility.NOTHING, Anti.NONE, Points.ONE, "G0", ADYA)
            .withoutReads();
    static final Criterion READ_COMMITTED = row(
                    "read-committed", "PL-2", Visibility.NOTHING, Anti.NONE, Points.ONE, "G1a, G1b, G1c", ADYA)
            .done();
    static final Criterion CURSOR_STABILITY = row(
                    "cursor-stability", "PL-CS", Visibility.NOTHING, Anti.CURSOR, Points.ONE, "G1, G-cursor", ADYA)
            .done();
    static final Criterion MONOTONIC_ATOMIC_VIEW = row(
                    "monotonic-atomic-view",
                    "MAV",
                    Visibility.EARLIER_SOURCES,
                    Anti.NONE,
                    Points.ONE,
                    "G1, observed transaction vanishes",
                    BAILIS_HAT)
            .done();
    static final Criterion READ_ATOMIC = row(
                    "read-atomic", "RA", Visibility.SOURCES, Anti.NONE, Points.ONE, "G1, fractured reads", BAILIS_RAMP)
            .done();
    static final Criterion AXIOMATIC_READ_ATOMIC = row(
                    "axiomatic-read-atomic",
                    "RA",
                    Visibility.SESSION_AND_SOURCES,
                    Anti.NONE,
                    Points.ONE,
                    "G1, fractured reads, sessions that go back one step",
                    BISWAS)
            .withSessions();
    static final Criterion CAUSAL = row(
                    "causal", "TCC", Visibility.CAUSES, Anti.NONE, Points.ONE, "G1, causality violations", BISWAS)
            .withSessions();
    static final Criterion CONSISTENT_VIEW = row(
                    "consistent-view", "PL-2+", Visibility.DEPENDENCIES, Anti.NONE, Points.ONE, "G1, G-single", ADYA)
            .done();
    static final Criterion PARALLEL_SNAPSHOT_ISOLATION = row(
                    "parallel-snapshot-isolation",
                    "PSI",
                    Visibility.DEPENDENCIES,
                    Anti.NONE,
                    Points.ONE,
                    "G1, G-single along sessions",
                    CERONE)
            .withSessions();
    static final Criterion PREFIX_CONSISTENCY = row(
                    "prefix-consistency",
                    "PC",
                    Visibility.NOTHING,
                    Anti.ALL,
                    Points.PREFIX,
                    "G1, reads of no prefix of the commit order",
                    CERONE)
            .withSessions();
    static final Criterion SNAPSHOT_ISOLATION = row(
                    "snapshot-isolation", "PL-SI", Visibility.NOTHING, Anti.ALL, Points.SNAPSHOT, "G1, G-SI", ADYA)
            .done();
    static final Criterion REPEATABLE_READ = row(
                    "repeatable-read", "PL-2.99", Visibility.NOTHING, Anti.ITEM, Points.ONE, "G1, G2-item", ADYA)
            .done();
    static final Criterion SERIALIZABLE = row(
                    "serializable", "PL-3", Visibility.NOTHING, Anti.ALL, Points.ONE, "G1, G2", ADYA)
            .done();
    static final Criterion READ_YOUR_WRITES = row(
                    "read-your-writes",
                    "RYW",
                    Visibility.SESSION_WRITES,
                    Anti.NONE,
                    Points.ONE,
                    "a session misses its own write (MYR)",
                    TERRY)
            .withoutReads();
    static final Criterion MONOTONIC_READS = row(
                    "monotonic-reads",
                    "MR",
                    Visibility.SESSION_READS,
                    Anti.NONE,
                    Points.ONE,
                    "a session reads an older version after a newer one (N-MR)",
                    TERRY)
            .withoutReads();
    static final Criterion MONOTONIC_WRITES = row(
                    "monotonic-writes",
                    "MW",
                    Visibility.SESSION_WRITE_ORDER,
                    Anti.NONE,
                    Points.ONE,
                    "versions against session order (N-MW)",
                    TERRY)
            .withoutReads();
    static final Criterion WRITES_FOLLOW_READS = row(
                    "writes-follow-reads",
                    "WFR",
                    Visibility.READS_BEHIND_WRITES,
                    Anti.NONE,
                    Points.ONE,
                    "a write is seen without what its session had read before (MRWD)",
                    TERRY)
            .withoutReads();

    /** In PL-FCV start-ordered transactions count as dependencies: that is PL-2+ with real time. */
    static final Criterion FORWARD_CONSISTENT_VIEW = row(
                    "forward-consistent-view",
                    "PL-FCV",
                    Visibility.DEPENDENCIES,
                    Anti.NONE,
                    Points.ONE,
                    "G1, G-SIb",
                    ADYA)
            .done();

    static final List<Criterion> ALL = List.of(
            READ_YOUR_WRITES,
            MONOTONIC_READS,
            MONOTONIC_WRITES,
            WRITES_FOLLOW_READS,
            READ_UNCOMMITTED,
            READ_COMMITTED,
            CURSOR_STABILITY,
            MONOTONIC_ATOMIC_VIEW,
            READ_ATOMIC,
            AXIOMATIC_READ_ATOMIC,
            CAUSAL,
            CONSISTENT_VIEW,
            PARALLEL_SNAPSHOT_ISOLATION,
            PREFIX_CONSISTENCY,
            SNAPSHOT_ISOLATION,
            REPEATABLE_READ,
            SERIALIZABLE);

    /** Levels that are another one under a name of their own. */
    static final Map<String, Level> AXIOMATIC = new LinkedHashMap<>();

    static {
        AXIOMATIC.put("forward-consistent-view", Level.of(FORWARD_CONSISTENT_VIEW, Order.REAL_TIME));
        AXIOMATIC.put("strong-session-forward-consistent-view", Level.of(PARALLEL_SNAPSHOT_ISOLATION, Order.REAL_TIME));
        AXIOMATIC.put("axiomatic-read-committed", Level.of(MONOTONIC_ATOMIC_VIEW, Order.SESSION));
        AXIOMATIC.put("axiomatic-causal", Level.of(CAUSAL, Order.NONE));
        AXIOMATIC.put("axiomatic-prefix", Level.of(PREFIX_CONSISTENCY, Order.NONE));
        AXIOMATIC.put("axiomatic-snapshot-isolation", Level.of(SNAPSHOT_ISOLATION, Order.SESSION));
        AXIOMATIC.put("axiomatic-serializable", Level.of(SERIALIZABLE, Order.SESSION));
    }

    static final Map<String, String> RENAMED = Map.of("strong-serializable", "strict-serializable");

    static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("ser", "serializable"),
            Map.entry("serializability", "serializable"),
            Map.entry("si", "snapshot-isolation"),
            Map.entry("snapshot", "snapshot-isolation"),
            Map.entry("rr", "repeatable-read"),
            Map.entry("rc", "read-committed"),
            Map.entry("ru", "read-uncommitted"),
            Map.entry("sser", "strict-serializable"),
            Map.entry("strict", "strict-serializable"),
            Map.entry("external-consistency", "strict-serializable"),
            Map.entry("psi", "parallel-snapshot-isolation"),
            Map.entry("parallel-si", "parallel-snapshot-isolation"),
            Map.entry("pc", "prefix-consistency"),
            Map.entry("prefix", "prefix-consistency"),
            Map.entry("consistent-prefix", "prefix-consistency"),
            Map.entry("cc", "causal"),
            Map.entry("tcc", "causal"),
            Map.entry("causal-consistency", "causal"),
            Map.entry("transactional-causal-consistency", "causal"),
            Map.entry("ra", "read-atomic"),
            Map.entry("read-atomicity", "read-atomic"),
            Map.entry("mav", "monotonic-atomic-view"),
            Map.entry("cs", "cursor-stability"),
            Map.entry("cv", "consistent-view"),
            Map.entry("fcv", "forward-consistent-view"),
            Map.entry("ryw", "read-your-writes"),
            Map.entry("read-your-own-writes", "read-your-writes"),
            Map.entry("mr", "monotonic-reads"),
            Map.entry("mw", "monotonic-writes"),
            Map.entry("wfr", "writes-follow-reads"),
            Map.entry("pl-1", "read-uncommitted"),
            Map.entry("pl-2", "read-committed"),
            Map.entry("pl-2+", "consistent-view"),
            Map.entry("pl-2.99", "repeatable-read"),
            Map.entry("pl-3", "serializable"),
            Map.entry("pl-cs", "cursor-stability"),
            Map.entry("pl-fcv", "forward-consistent-view"),
            Map.entry("pl-si", "snapshot-isolation"),
            Map.entry("pl-ss", "strict-serializable"),
            Map.entry("strong-forward-consistent-view", "forward-consistent-view"));

    private Criteria() {}

    private static Row row(
            String word, String title, Visibility visibility, Anti anti, Points points, String forbids, String source) {
        return new Row(word, title, visibility, anti, points, forbids, source);
    }

    private record Row(
            String word, String title, Visibility visibility, Anti anti, Points points, String forbids, String source) {
        Criterion done() {
            return make(true, false);
        }

        Criterion withSessions() {
            return make(true, true);
        }

        Criterion withoutReads() {
            return make(false, visibility.perKey());
        }

        private Criterion make(boolean reads, boolean sessions) {
            return new Criterion(word, title, reads, sessions, visibility, anti, points, forbids, source);
        }
    }
}
