package io.bateleur.core.check;

import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which level implies which, as data. Only the steps are here: {@link Lattice} follows them.
 *
 * <p>A level holds when some resolution of the unknowns satisfies it, so one implies another when a resolution that satisfies the
 * first can be turned into one that satisfies the second. Nearly always it is the same one. But to anti-dependencies a later dead
 * version of a key that a range did not return makes no difference, while to visibility it does: there the range has to be told
 * that it saw that one, which is possible unless the trace says which it saw.
 */
final class Implications {
    /** The same at every order: {@code strong-a} implies {@code strong-b} and {@code strong-session-a} implies {@code strong-session-b}. */
    private static final List<Row> LADDER = List.of(
            row("serializable", "repeatable-read", "the same edges without those of predicates (Adya 1999)"),
            row(
                    "serializable",
                    "snapshot-isolation",
                    "where whole transactions are in order, so are starts and commits side by side (Adya 1999)"),
            row("repeatable-read", "cursor-stability", "a lost update is a cycle with one item anti-dependency"),
            row(
                    "snapshot-isolation",
                    "consistent-view",
                    "a cycle with one anti-dependency is one of starts and commits (Adya 1999)"),
            row("consistent-view", "cursor-stability", "a lost update is a cycle with one anti-dependency"),
            row(
                            "consistent-view",
                            "read-atomic",
                            "a fractured read is a read dependency there and an anti-dependency back")
                    .when(Circumstance.DEAD_VERSIONS_ALIKE),
            row("read-atomic", "monotonic-atomic-view", "later reads are some of the reads (Bailis et al. 2014)"),
            row("monotonic-atomic-view", "read-committed", "by definition"),
            row("cursor-stability", "read-committed", "by definition"),
            row("read-committed", "read-uncommitted", "write dependencies are some of the dependencies"),
            row(
                            "parallel-snapshot-isolation",
                            "causal",
                            "causes are reached by dependencies, so missing one is a cycle with one anti-dependency")
                    .when(Circumstance.DEAD_VERSIONS_ALIKE),
            row(
                            "prefix-consistency",
                            "causal",
                            "a prefix that holds a transaction holds its causes (Biswas and Enea 2019)")
                    .when(Circumstance.DEAD_VERSIONS_ALIKE));

    private static final List<Row> SINGLE = List.of(
            row(
                    "strong-session-consistent-view",
                    "parallel-snapshot-isolation",
                    "the same condition, with session order among the dependencies (Cerone et al. 2015)"),
            row(
                    "parallel-snapshot-isolation",
                    "strong-session-consistent-view",
                    "the same condition, with session order among the dependencies (Cerone et al. 2015)"),
            row(
                    "strong-session-snapshot-isolation",
                    "prefix-consistency",
                    "the same order of starts and commits, where writers may overlap (Cerone et al. 2015)"),
            row("causal", "axiomatic-read-atomic", "sources and the own session are causes (Biswas and Enea 2019)"),
            row(
                    "axiomatic-read-atomic",
                    "strong-session-read-atomic",
                    "sources are asked for, and the order counts sessions"),
            row("axiomatic-read-atomic", "read-your-writes", "what the own session wrote may not be missed"),
            row("causal", "monotonic-reads", "what the session read from is among the causes"),
            row("causal", "writes-follow-reads", "what a writer had read from is among the causes of its readers"),
            row("strong-session-read-uncommitted", "monotonic-writes", "version order and session order have no cycle"),
            row("strong-causal", "strong-read-atomic", "sources are causes, and the order counts real time"),
            row("strong-parallel-snapshot-isolation", "strong-consistent-view", "the same, without sessions"),
            row("strong-consistent-view", "forward-consistent-view", "start order is real time (Adya 1999)"),
            row("forward-consistent-view", "strong-consistent-view", "start order is real time (Adya 1999)"),
            row("consistent-view", "forward-consistent-view", "nothing is known to have started after anything")
                    .when(Circumstance.NO_TIMES),
            row(
                            "strong-snapshot-isolation",
                            "strong-prefix-consistency",
                            "the same order of starts and commits, where writers may overlap")
                    .when(Circumstance.SESSIONS_IN_REAL_TIME),
            row("strong-consistent-view", "strong-parallel-snapshot-isolation", "the same condition")
                    .when(Circumstance.SESSIONS_IN_REAL_TIME));

    private static final List<Row> LADDER_SOMETIMES =
            List.of(row("repeatable-read", "serializable", "all anti-dependencies are of items")
                    .when(Circumstance.NO_RANGES));

    private final Set<Implication> all = new LinkedHashSet<>();

    private Implications() {}

    static List<Implication> all() {
        Implications made = new Implications();
        made.ladder(LADDER);
        made.ladder(LADDER_SOMETIMES);
        SINGLE.forEach(row -> made.add(row, ""));
        Level.all().stream().map(Level::criterion).distinct().forEach(made::orders);
        made.synonyms();
        return List.copyOf(made.all);
    }

    private void ladder(List<Row> rows) {
        for (Row row : rows) {
            for (Order order : Order.values()) {
                add(row, order.prefix());
            }
        }
    }

    private void add(Row row, String prefix) {
        all.add(new Implication(level(prefix + row.stronger), level(prefix + row.weaker), row.when, row.because));
    }

    /** Of one criterion with different orders. */
    private void orders(Criterion criterion) {
        List<Level> found = new ArrayList<>();
        for (Order order : Order.values()) {
            Level.of(order.prefix() + criterion.word())
                    .filter(level -> level.criterion().equals(criterion))
                    .ifPresent(found::add);
        }
        if (found.size() < Order.values().length) {
            return;
        }
        Level plain = found.get(0);
        Level session = found.get(1);
        Level realTime = found.get(2);
        boolean sessions = criterion.sessions();
        all.add(new Implication(session, plain, Circumstance.ALWAYS, "more edges"));
        all.add(new Implication(realTime, plain, Circumstance.ALWAYS, "more edges"));
        all.add(new Implication(
                realTime,
                session,
                sessions ? Circumstance.ALWAYS : Circumstance.SESSIONS_IN_REAL_TIME,
                "session order is among the edges"));
        all.add(new Implication(
                plain,
                session,
                sessions ? Circumstance.ALWAYS : Circumstance.NO_SESSION_ORDER,
                sessions ? "sessions count by definition" : "there is no session order"));
    }

    /** Levels that other tools' names stand for. */
    private void synonyms() {
        for (Level a : Level.all()) {
            for (Level b : Level.all()) {
                if (!a.equals(b) && a.criterion().equals(b.criterion()) && a.order() == b.order()) {
                    all.add(new Implication(a, b, Circumstance.ALWAYS, "two names of one level"));
                }
            }
        }
    }

    private static Level level(String name) {
        return Level.of(name).orElseThrow(() -> new IllegalStateException("the lattice names no level: " + name));
    }

    private static Row row(String stronger, String weaker, String because) {
        return new Row(stronger, weaker, because, Circumstance.ALWAYS);
    }

    private record Row(String stronger, String weaker, String because, Circumstance when) {
        Row when(Circumstance circumstance) {
            return new Row(stronger, weaker, because, circumstance);
        }
    }
}
