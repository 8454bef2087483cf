package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All encodings agree: those of others are second opinions on ours, and say so when they have none. */
class AlternativeEncodingTest {
    private static final int SEEDS = 30;

    @TestFactory
    Stream<DynamicTest> agreeOnSmallHistories() {
        return Stream.of(AlternativeEncoding.values()).flatMap(encoding -> Shape.all().stream()
                .map(shape -> dynamicTest(encoding.word() + " on " + shape, () -> {
                    int decided = 0;
                    for (long seed = 0; seed < SEEDS; seed++) {
                        decided += agree(encoding, SmallHistories.random(seed, shape), shape + " " + seed);
                    }
                    boolean orders = encoding != AlternativeEncoding.EMME
                            || shape.features().contains(Feature.HINTS);
                    if (shape.name().equals("registers") && orders
                            || shape.name().equals("hints")) {
                        assertThat(decided).isGreaterThan(SEEDS);
                    }
                })));
    }

    @TestFactory
    Stream<DynamicTest> agreeOnSimulatedHistories() {
        List<SimConfig> configs = new ArrayList<>();
        for (ConcurrencyControl control : ConcurrencyControl.values()) {
            for (SimMix mix : List.of(SimMix.BLINDW_RW, SimMix.RMW, SimMix.LIST_APPEND)) {
                configs.add(new SimConfig().control(control).mix(mix));
            }
        }
        for (Bug bug : Bug.values()) {
            configs.add(new SimConfig().bug(bug).bugProbability(0.02));
        }
        return configs.stream().map(config -> {
            History history = Simulation.run(config.transactions(150)
                            .keys(30)
                            .operations(4)
                            .hints(true)
                            .seed(5))
                    .history();
            return dynamicTest(history.about().toString(), () -> {
                agree(AlternativeEncoding.EMME, history, "simulated");
                History black = history.withVersionOrders(new int[0][]);
                for (AlternativeEncoding encoding : AlternativeEncoding.values()) {
                    agree(encoding, black, "simulated, without version orders");
                }
            });
        });
    }

    /** @return how many levels the encoding decided */
    private static int agree(AlternativeEncoding encoding, History history, String which) {
        Checker standard = new Checker();
        Checker alternative = new Checker().with(encoding);
        Checker afterPasses = alternative.with(Passes.STANDARD);
        Asg asg = encoding.trusting(AsgBuilder.build(history, OwnWrites.MUST));
        int decided = 0;
        for (Level level : Level.all()) {
            if (!encoding.decides(level)) {
                continue;
            }
            Verdict verdict = alternative.check(history, level, Budget.unlimited());
            String what = encoding.word() + ", " + level + ", " + which + ":\n" + Mini.print(history);
            if (encoding.unsupported(asg, level).isPresent()) {
                // A read that nothing explains is bad however versions are ordered.
                assertThat(verdict).as(what).isNotInstanceOf(Verdict.Holds.class);
                continue;
            }
            // We do not believe timestamps, but we do believe orders.
            String expected =
                    standard.check(asg.history(), level, Budget.unlimited()).word();
            assertThat(verdict.word()).as(what).isEqualTo(expected);
            assertThat(afterPasses.check(history, level, Budget.unlimited()).word())
                    .as("after passes: " + what)
                    .isEqualTo(expected);
            decided += verdict instanceof Verdict.Undecided ? 0 : 1;
        }
        return decided;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cobra  | serializable       | T1: w(x,1) c; T2: w(x,1) c; T3: r(x,1) c | T3, reading x, may have seen any of 2 versions
            viper  | snapshot-isolation | T1: w(x,1) u; T2: w(x,1) u; T3: r(x,1) c | whether T1 happened is open
            polysi | snapshot-isolation | initial unknown; T1: r(x,1) c            | saw a version whose content the trace does not tell
            cobra  | snapshot-isolation | T1: w(x,1) c                             | cobra does not decide snapshot-isolation
            viper  | serializable       | T1: w(x,1) c                             | viper does not decide serializable
            polysi | causal             | T1: w(x,1) c                             | polysi does not decide causal
            emme   | consistent-view    | T1: w(x,1) c                             | emme does not decide consistent-view
            emme   | serializable       | T1: w(x,1) c; T2: w(x,2) c               | the trace has no version order of key x
            emme   | serializable       | T1: w(x,1) c; T2: w(x,2) c; order x: T1  | the trace has no version order of key x
            emme   | serializable       | T1: w(x,1) c ts=4.0; T2: w(x,2) c        | the trace has no version order of key x
            emme   | serializable       | T1: w(x,1) c ts=4.0; T2: w(x,2) c ts=4.0 | the trace has no version order of key x
            emme   | read-committed     | T1: a(x,1) c; T2: a(x,2) c; T3: a(x,3) c; T4: l(x,[1]) c | the trace has no version order of key x
            """)
    void whatIsNotSupportedIsSaidSo(String encoding, String level, String history, String reason) {
        assertThat(check(encoding, level, history))
                .isInstanceOfSatisfying(Verdict.Undecided.class, undecided -> assertThat(undecided.reason())
                        .contains(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T1: w(x,1) a; T2: w(x,2) c; order x: T1 T2                                   | x contradicts the trace: it has T1, which was aborted
            T1: w(y,1) c; T2: w(x,2) c; T3: w(x,3) c; order x: T1 T2 T3                  | it has T1, which did not write it
            T1: a(x,1) c ts=2.0; T2: a(x,2) c ts=1.0; T3: l(x,[1,2]) c                   | the commit timestamps contradict the lists that were read of x, where T1 came before T2
            """)
    void hintsThatTheTraceContradictsAreToldAsSuch(String history, String reason) {
        assertThat(check("emme", "read-committed", history))
                .isInstanceOfSatisfying(Verdict.Undecided.class, undecided -> assertThat(undecided.reason())
                        .contains(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # a reader that sees the older of two versions after the newer one
            serializable       | T1@a: w(x,1) c; T2@b: w(x,2) c; T3@c: r(x,2) w(y,1) c; T4@d: r(y,1) r(x,1) c; order x: T2 T1 | holds
            serializable       | T1@a: w(x,1) c; T2@b: w(x,2) c; T3@c: r(x,2) w(y,1) c; T4@d: r(y,1) r(x,1) c; order x: T1 T2 | violated
            serializable       | T1@a: w(x,1) c ts=2.0; T2@b: w(x,2) c ts=1.0; T3@c: r(x,2) w(y,1) c; T4@d: r(y,1) r(x,1) c   | holds
            serializable       | T1@a: w(x,1) c ts=1.0; T2@b: w(x,2) c ts=2.0; T3@c: r(x,2) w(y,1) c; T4@d: r(y,1) r(x,1) c   | violated
            read-committed     | T1@a: w(x,1) c ts=1.0; T2@b: w(x,2) c ts=2.0; T3@c: r(x,2) w(y,1) c; T4@d: r(y,1) r(x,1) c   | holds
            # write skew
            snapshot-isolation | T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c                                                     | holds
            serializable       | T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c                                                     | violated
            # a lost update, told by lists and by order
            snapshot-isolation | T1: l(x,[]) a(x,1) c; T2: l(x,[]) a(x,2) c; T3: l(x,[1,2]) c                                 | violated
            prefix-consistency | T1: r(x,_) w(x,1) c; T2: r(x,_) w(x,2) c; order x: T1 T2                                     | holds
            cursor-stability   | T1: r(x,_) w(x,1) c; T2: r(x,_) w(x,2) c; order x: T1 T2                                     | violated
            read-uncommitted   | T1: w(x,1) w(y,1) c; T2: w(x,2) w(y,2) c; order x: T1 T2; order y: T2 T1                     | violated
            """)
    void emmeBelievesOrdersAndTimestamps(String level, String history, String word) {
        Verdict verdict = check("emme", level, history);
        assertThat(verdict.word()).as(verdict.toString()).isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # a range misses a delete after the one that it saw: its answer would have been the same
            T1@a: d(x) c; T2@b: d(x) c; T3@b: scan(a,z)=[]{x@T1} c; order x: T1 T2; initial x:1          | holds
            T1@a: d(x) c; T2@b: w(x,8) c; T3@b: scan(a,z)=[]{x@T1} c; order x: T1 T2; initial x:1          | violated
            # two rounds of pruning, and one that leaves nothing but a contradiction
            T1@a: w(x,1) w(y,1) c; T2@b: w(x,2) w(y,2) c; T3@c: r(x,1) r(y,2) c                            | violated
            T1@a: w(x,1) c; T2@b: w(x,2) c; T3@c: r(x,1) c; T4@c: r(x,2) c; T5@d: r(x,2) c; T6@d: r(x,1) c | violated
            T1@a: w(x,1) c; T2@b: w(x,2) c; T3@c: r(x,1) c; T4@c: r(x,2) c; T5@d: r(x,1) c; T6@d: r(x,2) c | holds
            """)
    void polygraphsByHand(String history, String word) {
        Level serializable = Level.of("strong-session-serializable").orElseThrow();
        Level snapshots = Level.of("strong-session-snapshot-isolation").orElseThrow();
        assertThat(check("cobra", serializable.name(), history).word()).isEqualTo(word);
        assertThat(check("viper", snapshots.name(), history).word()).isEqualTo(word);
        assertThat(check("polysi", snapshots.name(), history).word()).isEqualTo(word);
        if (history.contains("order")) {
            assertThat(check("emme", serializable.name(), history).word()).isEqualTo(word);
            assertThat(check("emme", snapshots.name(), history).word()).isEqualTo(word);
        }
    }

    @Test
    void whatTakesTooLongIsCancelled() {
        SimConfig config =
                new SimConfig().control(ConcurrencyControl.OPTIMISTIC).transactions(300);
        History history = Simulation.run(config.keys(20).seed(1)).history();
        Budget none = new Budget(Long.MAX_VALUE, () -> true);
        for (AlternativeEncoding encoding : List.of(AlternativeEncoding.COBRA, AlternativeEncoding.POLYSI)) {
            Level level = encoding == AlternativeEncoding.COBRA ? Level.SERIALIZABLE : Level.SNAPSHOT_ISOLATION;
            assertThat(new Checker().with(encoding).check(history, level, none))
                    .isEqualTo(new Verdict.Undecided("the time is up"));
        }
    }

    @Test
    void encodingsAreFoundByTheirWords() {
        for (AlternativeEncoding encoding : AlternativeEncoding.values()) {
            assertThat(AlternativeEncoding.of(encoding.word())).contains(encoding);
        }
        assertThat(AlternativeEncoding.of("PolySI")).contains(AlternativeEncoding.POLYSI);
        assertThat(AlternativeEncoding.of("elle")).isEmpty();
    }

    private static Verdict check(String encoding, String level, String history) {
        return new Checker()
                .with(AlternativeEncoding.of(encoding).orElseThrow())
                .check(
                        Mini.parse(history.replaceAll("; *", "\n") + "\n"),
                        Level.of(level).orElseThrow(),
                        Budget.unlimited());
    }
}
