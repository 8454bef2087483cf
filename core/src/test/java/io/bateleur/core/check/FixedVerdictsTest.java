package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories whose verdicts were wrong once, each as small as it could be made. */
class FixedVerdictsTest {

    private static void expect(String verdict, Level level, String... lines) {
        History history = Mini.parse(String.join("\n", lines) + "\n");
        if (history.transactionCount() <= Relation.NODES_MAX) {
            assertThat(Twin.holds(history, level, OwnWrites.MUST) ? "holds" : "violated")
                    .as("the twin")
                    .isEqualTo(verdict);
        }
        for (List<Pass> passes : List.of(Passes.STANDARD, List.<Pass>of())) {
            assertThat(new Checker()
                            .with(passes)
                            .check(history, level, Budget.unlimited())
                            .word())
                    .as("%d passes", passes.size())
                    .isEqualTo(verdict);
        }
    }

    private static Level level(String name) {
        return Level.of(name).orElseThrow();
    }

    /** What is known not to have been there at first cannot have been read. */
    @Test
    void anUnknownStartMayBeKnownInPart() {
        String[] lines = {"T1: w(x,1) c", "T2: r(x,1) w(x,2) c", "T3: r(x,1) w(x,3) c"};
        expect("holds", Level.SERIALIZABLE, "initial unknown", lines[0], lines[1], lines[2]);
        expect("violated", Level.SERIALIZABLE, "initial unknown x:_", lines[0], lines[1], lines[2]);
        expect("violated", Level.SNAPSHOT_ISOLATION, "initial unknown x:_", lines[0], lines[1], lines[2]);
    }

    /** A range that returns a key says that it was there, also where it does not say with which value. */
    @Test
    void aReturnedKeyWasThere() {
        String reader = "T2@s2: scan(a,z)=[y:?] c";
        for (String name : List.of("read-committed", "snapshot-isolation", "serializable")) {
            Level level = level(name);
            expect("violated", level, reader);
            expect("violated", level, "T1@s1: w(y,1) a", reader);
            expect("violated", level, "T1@s1: w(y,1) d(y) c", reader);
            expect("violated", level, "initial y:1", "T2@s2: d(y) scan(a,z)=[y:?] c");
            expect("holds", level, "T1@s1: w(y,1) c", reader);
            expect("holds", level, "initial y:1", reader);
            expect("holds", level, "initial unknown", reader);
            expect("holds", level, "T2@s2: scan(a,z)=[y:??] c");
            expect("holds", level, "T2@s2: r(y,?) c");
        }
        String[] deleted = {"initial y:1 x:1", "T1@s1: d(y) w(x,2) c", "T2@s2: r(x,2) scan(y,z)=[y:?] c"};
        expect("violated", Level.SERIALIZABLE, deleted);
        expect("holds", Level.READ_COMMITTED, deleted);
        expect("violated", Level.SERIALIZABLE, "initial unknown", "T1: scan(a,z)=[y:?] c", "T2: r(y,_) c");
    }

    /** The first order was believed because passes see to visibility, although none had run. */
    @Test
    void visibilityIsJudgedWithoutPasses() {
        expect("violated", Level.CAUSAL, "T1@s: w(x,1) c", "T2@s: r(x,_) c");
        expect("violated", Level.READ_ATOMIC, "T1: w(x,1) w(y,1) c", "T2: r(x,1) r(y,_) c");
    }

    /** What the last round of saturation settled was believed to have been drawn from. */
    @ParameterizedTest
    @ValueSource(ints = {2, 6, 7, 8, 12})
    void whatIsSettledLastIsJudgedToo(int length) {
        List<String> lines = new ArrayList<>();
        for (int k = 1; k <= length + 1; k++) {
            if (k == length + 1) {
                lines.add("V@s%d: w(z,1) c".formatted(k));
            }
            if (k <= length) {
                lines.add("U%d@s%d: r(x%d,1)%s c".formatted(k, k, k, k == length ? " r(z,_)" : ""));
            }
            if (k > 1) {
                lines.add("A%d@s%d: w(x%d,1) c".formatted(k - 1, k, k - 1));
            }
            if (k < length) {
                lines.add("B%d@s%d: w(x%d,1) c".formatted(k + 1, k, k + 1));
            }
        }
        expect("violated", Level.CAUSAL, lines.toArray(String[]::new));
    }

    /** T1's anti-dependency on T2 made T1 visible to T3, whose level knows no anti-dependencies of others. */
    @Test
    void antiDependenciesOfAMixMakeNothingVisible() {
        expect(
                "holds",
                Level.SERIALIZABLE.asRecorded(),
                "T1 level=serializable: r(x,_) w(y,1) c",
                "T2 level=read-committed: w(x,1) w(z,1) c",
                "T3 level=consistent-view: r(z,1) r(y,_) c");
    }

    /** That T1's x is older than T2's made T1 visible to who read from T2, because T2 may not have happened. */
    @Test
    void versionOrdersOfWhatMayNotHaveHappenedAreNoCauses() {
        expect(
                "holds",
                Level.CAUSAL,
                "T1: a(x,1) w(z,1) c",
                "T2: a(x,2) w(y,1) u",
                "T5: l(x,[1]) c",
                "T6@s: r(y,1) r(z,_) c",
                "T3@s: w(y,1) c");
    }

    /** The facts behind what T2 missed were said to be of T0, so that the search for an order never ended. */
    @Test
    void realTimeOfWhatMayNotHaveHappened() {
        expect(
                "violated",
                level("strong-causal"),
                "T0: w(q,1) a",
                "T1: w(x,1)@[1,2] c@[3,4]",
                "T2: r(x,_)@[10,11] w(y,1)@[12,13] u",
                "T4@s: r(y,1)@[10,11] c@[20,21]",
                "T3@s: w(y,1)@[30,31] c@[32,33]");
    }

    /** T1 was taken for one that nobody saw, because the last element of the list is T2's. */
    @Test
    void whoseElementWasSeenHappened() {
        expect("violated", Level.SERIALIZABLE, "T1: r(y,5) a(x,1) u", "T2: a(x,2) c", "T3: l(x,[1,2]) c");
        expect(
                "violated",
                level("strong-session-serializable"),
                "T1: a(x,1) w(z,1) u",
                "T2: a(x,2) c",
                "T3@s: l(x,[1,2]) c",
                "T4@s: r(z,_) c");
    }

    /** A range that says which dead version it saw read that one, also where the key was never there. */
    @Test
    void deadItemsAreReads() {
        String[] lines = {"T1@s: d(a,1) c", "T2@s: d(a,2) w(z,1) c", "T3: r(z,1) scan(a,b)=[a:_1] c"};
        expect("violated", level("strong-session-serializable"), lines);
        expect("violated", Level.CAUSAL, lines);
        expect("violated", Level.READ_COMMITTED, "T1: d(a,4) c", "T2: scan(a,b)=[a:_5] c");
    }

    /** A range must return what its transaction has just written, whatever becomes of it. */
    @Test
    void rangesSeeOwnWrites() {
        expect("violated", Level.READ_COMMITTED, "T1: w(a,1) scan(a,b)=[] d(a) c");
    }

    /** T3 need not have happened, so that what it read proves nothing against T6. */
    @Test
    void whoMayNotHaveHappenedIsNoWitness() {
        expect(
                "holds",
                Level.SERIALIZABLE,
                "T1: a(x,1) c",
                "T2: a(x,2) c",
                "T3: l(x,[1,2]) w(y,1) u",
                "T4: w(y,1) c",
                "T5: r(y,1) c",
                "T6: l(x,[2,1]) c");
    }

    /** A delete that does not tell its tombstone explained any number of them. */
    @Test
    void aDeleteLeavesOneTombstone() {
        expect("violated", Level.SERIALIZABLE, "T1: d(a) c", "T2: r(a,_1) c", "T3: r(a,_2) c");
        expect("holds", Level.SERIALIZABLE, "T1: d(a) c", "T2: r(a,_1) c", "T3: r(a,_1) c", "T4: r(a,_) c");
        expect("holds", Level.SERIALIZABLE, "T1: d(a) c", "T2: r(a,_1) c", "T3: d(a) c", "T4: r(a,_2) c");
        expect("violated", Level.SERIALIZABLE, "initial unknown", "T1: r(a,_) c", "T2: r(a,_1) c", "T3: r(a,_2) c");
        expect("violated", Level.SERIALIZABLE, "T1: d(a,1) r(a,_2) c");
    }

    /** The twin and the checker had read this differently. */
    @Test
    void whatAVersionOrderNamesWasInstalled() {
        String[] transactions = {"T1: w(x,1) w(y,1) u", "T2: w(x,2) w(y,2) c"};
        expect("holds", Level.SERIALIZABLE, transactions);
        expect("violated", Level.SERIALIZABLE, "order x: T1 T2", "order y: T2 T1", transactions[0], transactions[1]);
        expect("holds", Level.SERIALIZABLE, "order z: T1 T2", "order y: T2 T1", transactions[0], transactions[1]);
    }

    /** A version order that lists contradict was believed, and called a write cycle. */
    @Test
    void aWrongVersionOrderIsToldAndNotBelieved() {
        String text = "order x: T2 T1\nT1: a(x,1) c\nT2: a(x,2) c\nT3: l(x,[1,2]) c\n";
        Checker checker = new Checker();
        assertThat(checker.check(Mini.parse(text), Level.SERIALIZABLE, Budget.unlimited())
                        .word())
                .isEqualTo("holds");
        assertThat(checker.graph(Mini.parse(text)).warnings())
                .containsExactly("the version order of x is not that of the lists that were read; it is not believed");
        assertThat(checker.graph(Mini.parse("order x: T1 T2 T1 T3\nT1: w(x,1) c\nT2: w(x,2) c\nT3: r(x,1) c\n"))
                        .warnings())
                .containsExactly(
                        "the version order of x names T1 twice; that entry is not believed",
                        "the version order of x names T3, which installed no version of it; that entry is not believed");
        assertThat(checker.graph(Mini.parse("order x: T1 T2\nT1: a(x,1) c\nT2: a(x,2) c\nT3: l(x,[1]) c\n"))
                        .warnings())
                .isEmpty();
    }
}
