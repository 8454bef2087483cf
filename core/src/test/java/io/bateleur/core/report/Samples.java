package io.bateleur.core.report;

import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Explanations written by hand, for the tests of what shows them. */
final class Samples {
    private Samples() {}

    static Explanation writeSkew() {
        History part = Mini.parse("""
                initial alice:on bob:on
                T1@s1: b@[0,1000] r(alice,on)@[2000,3000] r(bob,on)@[4000,5000] w(alice,off)@[9000,11000] c@[15000,21000]
                T2@s2: b@[1000,2000] r(alice,on)@[5000,6000] r(bob,on)@[7000,8000] w(bob,off)@[12000,13000] c@[14000,19000]
                """);
        Argument cycle = new Argument.Cycle(List.of(
                step(part, "T1", "T2", EdgeKind.RW, "bob", "T1 read bob = on, the version that T2 replaced by off"),
                step(
                        part,
                        "T2",
                        "T1",
                        EdgeKind.RW,
                        "alice",
                        "T2 read alice = on, the version that T1 replaced by off")));
        return new Explanation(Level.SERIALIZABLE, Anomaly.G2_ITEM, Order.NONE, cycle, part);
    }

    static Explanation longFork() {
        History part = Mini.parse("""
                T1@s1: w(x,1) c
                T2@s2: w(y,1) c
                T3@s3: r(x,1) r(y,_) c
                T4@s4: r(x,_) r(y,1) c
                """);
        Argument cycle = new Argument.Cycle(List.of(
                step(part, "T1", "T3", EdgeKind.WR, "x", "T3 read x = 1, which T1 wrote"),
                step(part, "T3", "T2", EdgeKind.RW, "y", "T3 found nothing at y, where T2 later put 1"),
                step(part, "T2", "T4", EdgeKind.WR, "y", "T4 read y = 1, which T2 wrote"),
                step(part, "T4", "T1", EdgeKind.RW, "x", "T4 found nothing at x, where T1 later put 1")));
        return new Explanation(Level.SNAPSHOT_ISOLATION, Anomaly.G_NONADJACENT_ITEM, Order.NONE, cycle, part);
    }

    static Explanation abortedRead() {
        History part = Mini.parse("T1@s1: w(order,1) a\nT2@s2: r(order,1) w(invoice,1) c\n");
        return new Explanation(
                Level.READ_COMMITTED,
                Anomaly.G1A,
                Order.NONE,
                new Argument.Impossible(
                        AsgBuilder.build(part, OwnWrites.MUST).badReads().get(0)),
                part);
    }

    static Explanation cases() {
        History part = Mini.parse("""
                T1@s1: w(x,1) w(y,1) c
                T2@s2: w(x,2) w(y,2) c
                T3@s3: r(x,1) r(y,2) c
                T4@s3: scan(a,z)=[x:2,y:1] u
                """);
        Argument first = new Argument.Cycle(List.of(
                step(part, "T3", "T2", EdgeKind.RW, "x", "T3 read x = 1, which T2 then overwrote"),
                step(part, "T2", "T3", EdgeKind.WR, "y", "T3 read y = 2, which T2 wrote")));
        Argument second = new Argument.Cycle(List.of(
                step(part, "T3", "T1", EdgeKind.RW, "y", "T3 read y = 2, which T1 then overwrote"),
                step(part, "T1", "T3", EdgeKind.WR, "x", "T3 read x = 1, which T1 wrote")));
        Argument third = new Argument.Cycle(List.of(
                step(part, "T3", "T4", EdgeKind.SO, "", "T4 follows T3 in session s3"),
                step(part, "T4", "T1", EdgeKind.PRW, "x", "T4's range saw x = 2, which T1 then overwrote"),
                step(part, "T1", "T3", EdgeKind.WR, "x", "T3 read x = 1, which T1 wrote")));
        Argument inner = new Argument.Cases(
                "Did T4 happen?", List.of(answer(part, "it did", third), answer(part, "it did not", second)));
        Argument outer = new Argument.Cases(
                "Which of T1 and T2 wrote x first?",
                List.of(answer(part, "T1 wrote x first", first), answer(part, "T2 wrote x first", inner)));
        return new Explanation(Level.REPEATABLE_READ, Anomaly.G2_ITEM, Order.SESSION, outer, part);
    }

    /** Keys and values that try to break out of wherever they are put. */
    static Explanation hostile() {
        String key = "</script><script>document.body.dataset.pwned='key'</script>";
        String value = "\"'><img src=x onerror=document.body.dataset.pwned=1>\u202E\u0000é😀]]>--><!--";
        var builder = History.builder();
        builder.begin(Value.of("s'\"><b>"), Value.of("T<1>&\"'"))
                .put(Value.of(key), Value.of(value))
                .commit();
        builder.begin(Value.of("s2"), Value.of("T2</title></style>"))
                .get(Value.of(key), Value.of(value.repeat(3000)))
                .commit();
        History part = builder.build();
        Step there = new Step(
                part.transaction(0),
                part.transaction(1),
                EdgeKind.WR,
                Optional.of(Value.of(key)),
                "saw " + value,
                List.of(),
                Optional.empty());
        Step back = new Step(
                part.transaction(1),
                part.transaction(0),
                EdgeKind.RW,
                Optional.of(Value.of(key)),
                "missed " + value.repeat(3000),
                List.of(),
                Optional.empty());
        Argument cycle = new Argument.Cases(
                value, List.of(answer(part, key + "\n" + value, new Argument.Cycle(List.of(there, back)))));
        return new Explanation(Level.SERIALIZABLE, Anomaly.G_SINGLE_ITEM, Order.REAL_TIME, cycle, part);
    }

    /** A cycle through very many transactions with very many operations. */
    static Explanation huge(int transactions, int operations) {
        var builder = History.builder();
        for (int t = 0; t < transactions; t++) {
            var transaction = builder.begin(Value.of("s" + t % 50), Value.of("T" + t));
            for (int o = 0; o < operations; o++) {
                transaction.put(Value.of("key-" + o), Value.of("value-" + t + "-" + "x".repeat(200)));
            }
            transaction.commit();
        }
        History part = builder.build();
        List<Step> steps = new ArrayList<>();
        for (int t = 0; t < transactions; t++) {
            steps.add(new Step(
                    part.transaction(t),
                    part.transaction((t + 1) % transactions),
                    EdgeKind.WW,
                    Optional.of(Value.of("key-1")),
                    "the next one overwrote it: " + "y".repeat(300),
                    List.of(),
                    Optional.empty()));
        }
        return new Explanation(Level.READ_UNCOMMITTED, Anomaly.G0, Order.NONE, new Argument.Cycle(steps), part);
    }

    /** Of a trace that was checked at this level only. */
    static FileReport oneLevel(String file, Explanation why) {
        return new FileReport(
                file,
                Optional.of(FileReport.Counts.of(why.part())),
                List.of(),
                Optional.empty(),
                List.of(LevelReport.violated(why.level(), why, 17)),
                Optional.empty(),
                Optional.empty());
    }

    static FileReport report(String file, Explanation... violations) {
        List<LevelReport> levels = new ArrayList<>();
        levels.add(LevelReport.holds(Level.READ_UNCOMMITTED, 3));
        for (Explanation why : violations) {
            levels.add(LevelReport.violated(why.level(), why, 17));
        }
        levels.add(LevelReport.undecided(
                Level.STRICT_SERIALIZABLE, "not within 60s (--timeout); 17 choices are left", 60_000));
        return new FileReport(
                file,
                Optional.of(new FileReport.Counts(24, 10_000, 75_695, 1000)),
                List.of(),
                Optional.of(new FileReport.Covered(1200, 1100, 60, Map.of("an aggregate", 40L))),
                levels,
                Optional.of(new FileReport.Strength(List.of(Level.READ_COMMITTED), List.of(Level.CAUSAL))),
                Optional.empty());
    }

    private static Step step(History part, String from, String to, EdgeKind kind, String key, String because) {
        return new Step(
                part.transaction(Value.of(from)).orElseThrow(),
                part.transaction(Value.of(to)).orElseThrow(),
                kind,
                key.isEmpty() ? Optional.empty() : Optional.of(Value.of(key)),
                because,
                List.of(),
                Optional.empty());
    }

    /** One answer; only the prover cares what exactly is assumed. */
    static Argument.Case answer(History part, String words, Argument refutation) {
        Transaction any = part.transaction(0);
        return new Argument.Case(words, new Assumption.WroteFirst(Value.of("x"), any, any), refutation);
    }
}
