package io.bateleur.core.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For each anomaly a tiny history, its name and the steps that show it. In these tables a semicolon ends a line. */
public class ProverTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "G1a             | read-committed | T1: w(x,1) a; T2: r(x,1) c",
                "G1b             | read-committed | T1: w(x,1) w(x,2) c; T2: r(x,1) c",
                "internal        | read-committed | T1: w(x,1) c; T2: w(x,2) r(x,1) c",
                "unwritten-read  | read-committed | T1: r(x,1) c",
                "future-read     | read-committed | T1: r(x,1) w(x,1) c",
                "incompatible-order | read-committed | T1: a(x,1) c; T2: a(x,2) c; T3: l(x,[1,2]) c; T4: l(x,[2,1]) c",
                "unwritten-read  | read-committed | initial unknown; T1: r(x,5) c; T2: r(x,7) c",
                "unwritten-read  | read-committed | T1: w(x,?) c; T2: r(x,7) c; T3: r(x,8) c",
            })
    void namesBadReads(String name, String level, String text) {
        assertThat(explain(level, text).name()).isEqualTo(name);
        assertThat(tryToExplain("read-uncommitted", text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // of version orders and reads-from alone
                "G0 | read-uncommitted | T1: w(x,1) w(y,1) c; T2: w(x,2) w(y,2) c; order x: T1 T2; order y: T2 T1"
                        + " | T1 -ww(x)-> T2, T2 -ww(y)-> T1",
                "G1c | read-committed | T1: w(x,1) r(y,2) c; T2: w(y,2) r(x,1) c | T1 -wr(x)-> T2, T2 -wr(y)-> T1",
                "G1c | read-committed | T1: a(x,1) a(y,1) c; T2: a(x,2) l(y,[1]) c; T3: l(x,[2,1]) c"
                        + " | T1 -wr(y)-> T2, T2 -ww(x)-> T1",
                // one anti-dependency
                "lost-update | cursor-stability | initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c"
                        + " | T1 -rw(x)-> T2, T2 -rw(x)-> T1",
                "lost-update | serializable | T1: a(x,1) c; T2: l(x,_) a(x,2) c; T3: l(x,[1,2]) c"
                        + " | T1 -ww(x)-> T2, T2 -rw(x)-> T1",
                "fractured-read | read-atomic | T1: w(x,1) w(y,1) c; T2: r(x,1) r(y,_) c"
                        + " | T1 -wr(x)-> T2, T2 -rw(y)-> T1",
                "fractured-read | monotonic-atomic-view | T1: w(x,1) w(y,1) c; T2: r(x,1) r(y,_) c"
                        + " | T1 -wr(x)-> T2, T2 -rw(y)-> T1",
                "fractured-read | causal | T1: w(x,1) w(y,1) c; T2: r(x,1) r(y,_) c"
                        + " | T1 -wr(x)-> T2, T2 -rw(y)-> T1",
                "fractured-read | read-atomic | T1: d(x) w(y,1) c; T2: w(x,5) c; T3: r(x,5) c; T4: scan(x,z)=[y:2,x:5] c;"
                        + " T5: w(x,6) w(y,2) c; order x: T1 T2 T5 | T5 -wr(y)-> T4, T4 -rw(x)-> T5",
                "G-single-item | consistent-view | T1: w(x,1) w(y,1) c; T2: r(x,1) r(y,_) c"
                        + " | T1 -wr(x)-> T2, T2 -rw(y)-> T1",
                "G-single-item | snapshot-isolation | T1: w(x,1) w(y,1) c; T2: r(x,1) r(y,_) c"
                        + " | T1 -wr(x)-> T2, T2 -rw(y)-> T1",
                "G-single | consistent-view | T1: w(x,1) w(b,1) c; T2: r(x,1) scan(a,c)=[] c"
                        + " | T1 -wr(x)-> T2, T2 -prw(b)-> T1",
                "G-single | serializable | initial b:0 x:0; T1: d(b) w(x,1) c; T2: scan(a,c)=[] w(y,1) c;"
                        + " T3: r(y,1) w(b,5) w(z,1) c; T4: r(z,1) scan(a,c)=[] c"
                        + " | T3 -wr(z)-> T4, T4 -prw(b)-> T3",
                // several
                "G-nonadjacent-item | snapshot-isolation | T1: w(x,1) c; T2: w(y,1) c; T3: r(x,1) r(y,_) c;"
                        + " T4: r(x,_) r(y,1) c"
                        + " | T1 -wr(x)-> T3, T3 -rw(y)-> T2, T2 -wr(y)-> T4, T4 -rw(x)-> T1",
                "G-nonadjacent | snapshot-isolation | T1: w(x,1) c; T2: w(b,1) c; T3: r(x,1) scan(a,c)=[] c;"
                        + " T4: r(x,_) r(b,1) c"
                        + " | T1 -wr(x)-> T3, T3 -prw(b)-> T2, T2 -wr(b)-> T4, T4 -rw(x)-> T1",
                "G-nonadjacent-item | prefix-consistency | T1: w(x,1) c; T2: w(y,1) c; T3: r(x,1) r(y,_) c;"
                        + " T4: r(x,_) r(y,1) c"
                        + " | T1 -wr(x)-> T3, T3 -rw(y)-> T2, T2 -wr(y)-> T4, T4 -rw(x)-> T1",
                "G2-item | repeatable-read | T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c"
                        + " | T1 -rw(x)-> T2, T2 -rw(y)-> T1",
                "G2 | serializable | T1: scan(a,m)=[] w(b,1) c; T2: scan(a,m)=[] w(c,1) c"
                        + " | T1 -prw(c)-> T2, T2 -prw(b)-> T1",
                // with an order beyond the data
                "G-single-item-session | strong-session-serializable | T1@s: w(x,1) c; T2@s: r(x,_) c"
                        + " | T1 -so-> T2, T2 -rw(x)-> T1",
                "G-single-item-realtime | strict-serializable | T1: w(x,1)@[1,2] c@[3,4]; T2: r(x,_)@[5,6] c@[7,8]"
                        + " | T1 -rt-> T2, T2 -rw(x)-> T1",
                "G1c-session | strong-session-read-committed | T1@s: r(x,1) c; T2@s: w(x,1) c"
                        + " | T1 -so-> T2, T2 -wr(x)-> T1",
                "G0-realtime | strong-read-uncommitted | T1: w(x,1)@[1,2] c@[3,4]; T2: w(x,2)@[5,6] c@[7,8]; order x: T2 T1"
                        + " | T1 -rt-> T2, T2 -ww(x)-> T1",
                "G2-item-session | strong-session-serializable | T1@s: w(x,1) c; T2@s: r(y,_) c; T3: w(y,1) r(x,_) c"
                        + " | T1 -so-> T2, T2 -rw(y)-> T3, T3 -rw(x)-> T1",
                // of causes and sessions
                "causality-violation | causal | T1: w(x,1) c; T2: r(x,1) w(y,1) c; T3: r(y,1) r(x,_) c"
                        + " | T1 -wr(x)-> T2, T2 -wr(y)-> T3, T3 -rw(x)-> T1",
                "causality-violation-session | causal | T1@s: w(x,1) c; T2@s: w(y,1) c; T3: r(y,1) r(x,_) c"
                        + " | T1 -so-> T2, T2 -wr(y)-> T3, T3 -rw(x)-> T1",
                "MYR | causal | T1@s: w(x,1) c; T2@s: r(x,_) c | T1 -so-> T2, T2 -rw(x)-> T1",
                "MYR | axiomatic-read-atomic | T1@s: w(x,1) c; T2@s: r(x,_) c | T1 -so-> T2, T2 -rw(x)-> T1",
                "MYR | read-your-writes | T1@s: w(x,1) c; T2@s: r(x,_) c | T1 -so-> T2, T2 -rw(x)-> T1",
                "N-MR | monotonic-reads | T1: w(x,1) c; T2@s: r(x,1) c; T3@s: r(x,_) c"
                        + " | T1 -wr(x)-> T2, T2 -so-> T3, T3 -rw(x)-> T1",
                "N-MR | monotonic-reads | T1: w(x,1) c; T2: r(x,1) r(x,_) c | T1 -wr(x)-> T2, T2 -rw(x)-> T1",
                "N-MW | monotonic-writes | T1@s: w(x,1) c; T2@s: w(x,2) c; order x: T2 T1"
                        + " | T1 -so-> T2, T2 -ww(x)-> T1",
                "MRWD | writes-follow-reads | T1: w(x,1) c; T2: r(x,1) w(y,1) c; T3: r(y,1) r(x,_) c"
                        + " | T1 -wr(x)-> T2, T2 -wr(y)-> T3, T3 -rw(x)-> T1",
                "MRWD | writes-follow-reads | T1: w(x,1) w(y,1) c; T2@s: r(x,1) c; T3@s: w(y,2) c; order y: T3 T1"
                        + " | T1 -wr(x)-> T2, T2 -so-> T3, T3 -ww(y)-> T1",
            })
    void namesCycles(String name, String level, String text, String steps) {
        Explanation explanation = explain(level, text);
        assertThat(explanation.argument()).hasToString(steps);
        assertThat(explanation.name()).isEqualTo(name);
    }

    /** What every level allows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "T1: c",
                "T1: w(x,1) c; T2: r(x,1) w(x,2) c; T3: r(x,2) c",
                "initial x:0 y:0; T1@s: r(x,0) w(x,1) c; T2@s: r(x,1) w(y,1) c; T3: scan(a,z)=[x:1,y:1] c",
                "T1: w(x,1) c; T2: d(x) c; T3: r(x,_) c; T4: r(x,1) c",
                "T1: w(x,1) u; T2: r(x,_) c; T3: r(y,_) c",
                "T1: a(x,1) c; T2: l(x,[1]) a(x,2) c; T3: l(x,[1,2]) c",
                "initial unknown; T1: r(x,5) c; T2: w(x,6) c; T3: r(x,6) c",
                "T1: w(x,1) a; T2: r(x,_) c",
                "T1@s: w(x,1)@[1,2] c@[3,4]; T2@s: r(x,1)@[5,6] c@[7,8]",
            })
    void findsNothingWhereALevelHolds(String text) {
        for (Level level : Level.all()) {
            assertThat(tryToExplain(level.name(), text)).as(level.name()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the same history, under what is weaker
                "snapshot-isolation | T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c",
                "repeatable-read | T1: scan(a,m)=[] w(b,1) c; T2: scan(a,m)=[] w(c,1) c",
                "parallel-snapshot-isolation | T1: w(x,1) c; T2: w(y,1) c; T3: r(x,1) r(y,_) c; T4: r(x,_) r(y,1) c",
                "monotonic-atomic-view | T1: w(x,1) w(y,1) c; T2: r(y,_) r(x,1) c",
                "read-committed | initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c",
                "read-atomic | T1: w(x,1) c; T2: r(x,1) w(y,1) c; T3: r(y,1) r(x,_) c",
                "serializable | T1@s: w(x,1) c; T2@s: r(x,_) c",
                "strict-serializable | T1: w(x,1)@[1,2] u@[3,4]; T2: r(x,_)@[5,6] c@[7,8]; T3: r(x,1)@[9,10] c@[11,12]",
            })
    void findsNothingWhereTheLevelAllowsIt(String level, String text) {
        assertThat(tryToExplain(level, text)).isEmpty();
    }

    @Test
    void saysNothingWhenCancelled() {
        Asg asg = asg("T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c");
        assertThat(Prover.explain(asg, Level.SERIALIZABLE, () -> true)).isEmpty();
    }

    @Test
    void holdsEachTransactionToItsOwnLevel() {
        String text = "T1 level=%s: r(x,_) w(y,1) c; T2 level=%s: r(y,_) w(x,1) c";
        Level recorded = Level.SERIALIZABLE.asRecorded();
        Asg strict = asg(text.formatted("serializable", "serializable"));
        Asg loose = asg(text.formatted("serializable", "read-committed"));
        assertThat(Prover.explain(strict, recorded, () -> false)).isPresent();
        assertThat(Prover.explain(loose, recorded, () -> false)).isEmpty();
    }

    static Asg asg(String text) {
        return AsgBuilder.build(Mini.parse(text.replace("; ", "\n") + "\n"), OwnWrites.MUST);
    }

    public static Explanation explain(String level, String text) {
        return tryToExplain(level, text).orElseThrow();
    }

    private static Optional<Explanation> tryToExplain(String level, String text) {
        return Prover.explain(asg(text), Level.of(level).orElseThrow(), () -> false);
    }
}
