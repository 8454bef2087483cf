package io.bateleur.core.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Given this history, expect these edges; and none where the rule must not fire. */
class SaturationTest {

    private static Drawn saturate(String level, String... lines) {
        return Drawn.by(new Saturation(), level, lines);
    }

    /** What reaches a reader is older than what it read. */
    @Nested
    class MustPrecedeSource {
        /** T3 saw T2, and x of T1: T2's x is older. */
        private static final String[] SEEN = {"T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T3: r(y,1) r(x,1) c"};

        @ParameterizedTest
        @CsvSource({
            "serializable, T2 -> T1",
            "repeatable-read, T2 -> T1",
            "causal, T2 -> T1",
            "consistent-view, T2 -> T1",
            "parallel-snapshot-isolation, T2 -> T1",
            "snapshot-isolation, T2.commit -> T1.start",
            "prefix-consistency, T2.commit -> T1.commit",
        })
        void fires(String level, String edge) {
            assertThat(saturate(level, SEEN).edges()).contains(edge + " must-precede-source");
        }

        @ParameterizedTest
        @ValueSource(strings = {"read-committed", "read-uncommitted", "read-atomic", "monotonic-atomic-view"})
        void doesNotFireWhereNothingMustBeSeen(String level) {
            assertThat(saturate(level, SEEN).edges()).isEmpty();
        }

        @Test
        void firesForLostUpdatesAtCursorStability() {
            String[] update = {"T1: w(x,1) c", "T2: r(x,1) w(x,2) w(y,2) c", "T3: r(y,2) r(x,1) w(x,3) c"};
            assertThat(saturate("cursor-stability", update).contradiction()).containsExactly("T1", "T2", "T3");
            assertThat(saturate("cursor-stability", SEEN).edges()).isEmpty();
        }

        @Test
        void doesNotFireWithoutAPath() {
            assertThat(saturate("serializable", "T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T3: r(x,1) c")
                            .edges())
                    .isEmpty();
        }

        @Test
        void doesNotFireForTheReadersOwnVersion() {
            assertThat(saturate("serializable", "T1: w(x,1) c", "T2: r(x,1) w(x,2) c")
                            .edges())
                    .isEmpty();
            assertThat(saturate("consistent-view", "T1: w(x,1) c", "T2: r(x,1) w(x,2) c")
                            .edges())
                    .isEmpty();
        }

        @Test
        void countsSessionsOnlyWhereTheLevelDoes() {
            String[] lines = {"T1: w(x,1) c", "T2@s: w(x,2) c", "T3@s: r(x,1) c"};
            assertThat(saturate("serializable", lines).edges()).isEmpty();
            assertThat(saturate("strong-session-serializable", lines).edges())
                    .containsExactly("T2 -> T1 must-precede-source");
            assertThat(saturate("causal", lines).edges()).containsExactly("T2 -> T1 must-precede-source");
            assertThat(saturate("consistent-view", lines).edges()).isEmpty();
            assertThat(saturate("parallel-snapshot-isolation", lines).edges())
                    .containsExactly("T2 -> T1 must-precede-source");
        }

        @Test
        void countsRealTimeOnlyWhereTheLevelDoes() {
            String[] lines = {"T1: w(x,1)@[1,2] c@[3,90]", "T2: w(x,2)@[1,2] c@[3,10]", "T3: r(x,1)@[11,12] c@[13,14]"};
            assertThat(saturate("serializable", lines).edges()).isEmpty();
            assertThat(saturate("strict-serializable", lines).edges()).containsExactly("T2 -> T1 must-precede-source");
        }

        /** A range that missed a key must have seen what came to life, not what died. */
        @Test
        void asksRangesForLiveVersionsOnly() {
            String[] lines = {
                "T1: d(a,1) c", "T2: w(a,1) w(y,1) c", "T3: d(a,2) w(z,1) c", "T4: r(y,1) r(z,1) scan(a,b)=[]{a@T1} c"
            };
            assertThat(saturate("serializable", lines).edges()).containsExactly("T2 -> T1 must-precede-source");
            assertThat(saturate("consistent-view", lines).edges()).containsExactly("T2 -> T1 must-precede-source");
            assertThat(saturate("causal", lines).edges())
                    .containsExactlyInAnyOrder("T2 -> T1 must-precede-source", "T3 -> T1 must-precede-source");
            assertThat(saturate("repeatable-read", lines).edges()).isEmpty();
        }

        /** What follows about versions makes nothing visible where only causes count. */
        @Test
        void isNotFollowedAtCausal() {
            String[] lines = {
                "T1: w(x,1) w(z,1) c",
                "T2: w(x,2) w(y,1) w(z,2) c",
                "T3: r(y,1) r(x,1) c",
                "T4: r(x,1) r(z,0) c",
                "initial z:0"
            };
            assertThat(saturate("causal", lines).contradiction()).containsExactly("T1", "T4");
            String[] more = {
                "T1: w(x,1) c",
                "T2: w(x,2) w(y,1) w(z,2) c",
                "T3: r(y,1) r(x,1) c",
                "T4: r(x,1) r(z,0) c",
                "initial z:0"
            };
            assertThat(saturate("causal", more).contradiction()).isEmpty();
            assertThat(saturate("consistent-view", more).contradiction()).containsExactly("T1", "T2", "T3", "T4");
        }
    }

    /** A reader comes before what overwrote the version that it read. */
    @Nested
    class OverwritesSource {
        private static final String[] OVERWRITTEN = {"T1@s: w(x,1) c", "T2@s: w(x,2) c", "T3: r(x,1) c"};

        @ParameterizedTest
        @CsvSource({
            "strong-session-serializable, T3 -> T2",
            "strong-session-repeatable-read, T3 -> T2",
            "strong-session-snapshot-isolation, T3.start -> T2.commit",
            "prefix-consistency, T3.start -> T2.commit",
        })
        void fires(String level, String edge) {
            assertThat(saturate(level, OVERWRITTEN).edges()).containsExactly(edge + " overwrites-source");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"causal", "parallel-snapshot-isolation", "strong-session-read-committed", "serializable"})
        void doesNotFireWithoutAntiDependenciesOrWithoutTheOrder(String level) {
            assertThat(saturate(level, OVERWRITTEN).edges()).isEmpty();
        }

        @Test
        void firesForTheFirstVersionWithoutAnyOrder() {
            assertThat(saturate("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,_) c")
                            .edges())
                    .containsExactlyInAnyOrder("T3 -> T1 overwrites-source", "T3 -> T2 overwrites-source");
        }

        @Test
        void doesNotFireForTheReadersOwnVersion() {
            assertThat(saturate("serializable", "T1: r(x,_) w(x,1) c").edges()).isEmpty();
        }

        @Test
        void firesForHintedAndListOrders() {
            assertThat(saturate("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) c", "order x: T1 T2")
                            .edges())
                    .containsExactly("T3 -> T2 overwrites-source");
            assertThat(saturate("serializable", "T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1]) c")
                            .edges())
                    .containsExactly("T3 -> T2 overwrites-source");
        }

        @Test
        void asksRangesForLiveVersionsOnly() {
            String[] lines = {"T1: scan(a,b)=[] c", "T2: w(a,1) c", "T3@s: w(a,2) c", "T4@s: d(a) c", "T5: r(a,_) c"};
            List<String> ranges =
                    new ArrayList<>(saturate("strong-session-serializable", lines[0], lines[1], lines[2], lines[3])
                            .edges());
            // The scan may have seen the delete, so that it is open what it comes before.
            assertThat(ranges).isEmpty();
            String[] settled = {"T1: scan(a,b)=[]{a@_} c", "T2: w(a,1) c", "T3: d(a) c"};
            assertThat(saturate("serializable", settled).edges()).containsExactly("T1 -> T2 overwrites-source");
            assertThat(saturate("repeatable-read", settled).edges()).isEmpty();
            assertThat(saturate("repeatable-read", "T1: r(a,_) c", "T2: w(a,1) c")
                            .edges())
                    .containsExactly("T1 -> T2 overwrites-source");
        }

        /** Of several readers in one chain the last stands for those before it. */
        @Test
        void isDrawnOnceForAChain() {
            String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) c", "T3@r: r(x,1) c", "T4@r: r(x,1) c", "T5@r: r(x,1) c"};
            assertThat(saturate("strong-session-serializable", lines).edges())
                    .containsExactly("T5 -> T2 overwrites-source");
        }

        /** ... unless the last is the writer itself. */
        @Test
        void isDrawnForTheOneBeforeTheWriterItself() {
            String[] lines = {"T1: w(x,1) c", "T3@r: r(x,1) c", "T4@r: r(x,1) w(x,2) c"};
            assertThat(saturate("strong-session-serializable", lines).edges()).isEmpty();
            String[] apart = {"T1: w(x,1) c", "T3@r: r(x,1) c", "T4: r(x,1) w(x,2) c"};
            assertThat(saturate("strong-session-serializable", apart).edges())
                    .containsExactly("T3 -> T4 overwrites-source");
        }
    }

    /** Writers of one key do not overlap where transactions are snapshots. */
    @Nested
    class NoOverlap {
        private static final String[] LINES = {"T1: r(x,_) w(y,1) c", "T2: w(x,1) w(y,2) c"};

        @Test
        void firesAtSnapshotIsolation() {
            assertThat(saturate("snapshot-isolation", LINES).edges())
                    .containsExactlyInAnyOrder(
                            "T1.start -> T2.commit overwrites-source", "T1.commit -> T2.start no-overlap");
        }

        @Test
        void doesNotFireWhereWritersMayOverlap() {
            assertThat(saturate("prefix-consistency", LINES).edges())
                    .containsExactly("T1.start -> T2.commit overwrites-source");
            assertThat(saturate("serializable", LINES).edges()).containsExactly("T1 -> T2 overwrites-source");
        }

        @Test
        void doesNotFireForWritersOfDifferentKeys() {
            assertThat(saturate("snapshot-isolation", "T1: r(x,_) w(y,1) c", "T2: w(x,1) w(z,2) c")
                            .edges())
                    .containsExactly("T1.start -> T2.commit overwrites-source");
        }

        @Test
        void makesALostUpdate() {
            String[] lost = {"T1: r(x,_) w(x,1) c", "T2: r(x,_) w(x,2) c"};
            assertThat(saturate("snapshot-isolation", lost).contradiction()).containsExactly("T1", "T2");
            assertThat(saturate("prefix-consistency", lost).contradiction()).isEmpty();
            assertThat(saturate("consistent-view", lost).contradiction()).isEmpty();
        }

        @Test
        void firesForAKeyThatOneTransactionOfAMixWritesAtSnapshotIsolation() {
            String[] lines = {"T1 level=serializable: r(x,_) w(y,1) c", "T2 level=snapshot-isolation: w(x,1) w(y,2) c"};
            assertThat(saturate("recorded", lines).edges())
                    .contains("T1 -> T2.commit overwrites-source", "T1 -> T2.start no-overlap");
        }
    }

    @Nested
    class Contradictions {
        @Test
        void ofWriteSkew() {
            String[] skew = {"T1: r(x,_) w(y,1) c", "T2: r(y,_) w(x,1) c", "T3: r(z,_) w(z,1) c"};
            assertThat(saturate("serializable", skew).contradiction()).containsExactly("T1", "T2");
            assertThat(saturate("snapshot-isolation", skew).contradiction()).isEmpty();
        }

        @Test
        void ofReadSkew() {
            String[] skew = {"T1: r(x,_) r(y,1) c", "T2: w(x,1) w(y,1) c"};
            for (String level :
                    List.of("serializable", "snapshot-isolation", "prefix-consistency", "consistent-view", "causal")) {
                assertThat(saturate(level, skew).contradiction()).as(level).containsExactly("T1", "T2");
            }
            assertThat(saturate("read-committed", skew).contradiction()).isEmpty();
        }

        @Test
        void ofALongFork() {
            String[] fork = {"T1: w(x,1) c", "T2: w(y,1) c", "T3: r(x,1) r(y,_) c", "T4: r(x,_) r(y,1) c"};
            for (String level : List.of("serializable", "snapshot-isolation", "prefix-consistency")) {
                assertThat(saturate(level, fork).contradiction()).as(level).containsExactly("T1", "T2", "T3", "T4");
            }
            for (String level : List.of("causal", "parallel-snapshot-isolation", "consistent-view")) {
                assertThat(saturate(level, fork).contradiction()).as(level).isEmpty();
            }
        }

        /** The cone holds what the derived edges of the cycle rest on, and nothing that has no part in it. */
        @Test
        void nameAllThatTheirEdgesRestOn() {
            String[] lines = {
                "T1: w(x,1) c",
                "T2: w(x,2) w(y,1) c",
                "T3: r(y,1) r(x,1) c", // T2's x is older than T1's
                "T4: r(x,2) w(z,1) c", // so T4 is before T1
                "T5: r(z,1) w(q,1) c",
                "T6: r(q,_) c",
                "T7: r(x,1) w(z,2) c", // T1 is before T7
                "T8: r(z,2) r(x,1) c",
                "T9@s: r(x,1) c", // and T4 after T1: a cycle
                "T10@s: w(p,1) c",
                "T11: r(p,1) w(x,3) c",
                "T12: w(k,1) c",
            };
            assertThat(saturate("serializable", lines).contradiction()).isEmpty();
            List<String> closing = new ArrayList<>(List.of(lines));
            closing.set(3, "T4: r(x,2) r(m,1) w(z,1) c");
            closing.set(6, "T7: r(x,1) w(z,2) w(m,1) c");
            assertThat(saturate("serializable", closing.toArray(String[]::new)).contradiction())
                    .containsExactly("T1", "T2", "T3", "T4", "T7");
        }

        @Test
        void ofKnownEdgesAloneAreFoundByTheBuilder() {
            Drawn drawn = saturate("read-committed", "T1: w(x,1) r(y,1) c", "T2: w(y,1) r(x,1) c", "T3: r(x,1) c");
            assertThat(drawn.contradiction()).containsExactly("T1", "T2");
            assertThat(drawn.edges()).isEmpty();
        }

        @Test
        void ofListsNameAllWhoReadAndWroteThem() {
            String[] lines = {
                "T1: a(x,1) r(y,1) c", "T2: a(x,2) w(y,1) c", "T3: l(x,[1,2]) c", "T4: w(z,1) c",
            };
            assertThat(saturate("serializable", lines).contradiction()).contains("T1", "T2");
            assertThat(saturate("serializable", lines).contradiction()).doesNotContain("T4");
        }
    }

    @Nested
    class HotKeys {
        /** More writers of one key than are looked at one by one, all of them seen: each must be older than what was read. */
        @ParameterizedTest
        @ValueSource(ints = {10, 63, 64, 65, 66, 150, 300})
        void orderEveryWriterThatWasSeen(int writers) {
            List<String> lines = new ArrayList<>();
            StringBuilder reader = new StringBuilder("R: r(x,0)");
            lines.add("W0: w(x,0) c");
            for (int i = 1; i <= writers; i++) {
                lines.add("W" + i + ": w(x," + i + ") w(y" + i + ",1) c");
                reader.append(" r(y").append(i).append(",1)");
            }
            lines.add(reader + " c");
            for (String level : List.of("serializable", "consistent-view", "causal")) {
                assertThat(Set.copyOf(
                                saturate(level, lines.toArray(String[]::new)).edges()))
                        .as(level)
                        .hasSize(writers)
                        .contains("W1 -> W0 must-precede-source", "W" + writers + " -> W0 must-precede-source");
            }
        }

        /** The last of each session stands for those before it. */
        @Test
        void orderTheLastOfEachChain() {
            List<String> lines = new ArrayList<>();
            for (int s = 0; s < 4; s++) {
                for (int i = 0; i < 50; i++) {
                    String also = i == 40 ? " w(y" + s + ",1)" : "";
                    lines.add("W" + s + "x" + i + "@s" + s + ": w(x," + (s * 100 + i) + ")" + also + " c");
                }
            }
            lines.add("W: w(x,999) c");
            lines.add("R: r(x,999) r(y0,1) r(y1,1) r(y2,1) r(y3,1) c");
            assertThat(saturate("strong-session-serializable", lines.toArray(String[]::new))
                            .edges())
                    .contains(
                            "W0x40 -> W must-precede-source",
                            "W1x40 -> W must-precede-source",
                            "W2x40 -> W must-precede-source",
                            "W3x40 -> W must-precede-source")
                    .doesNotContain("W0x41 -> W must-precede-source");
        }

        /** A stale read of a hot key. */
        @ParameterizedTest
        @ValueSource(strings = {"strong-session-serializable", "parallel-snapshot-isolation", "causal"})
        void areRefusedWhenReadsAreStale(String level) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                lines.add("W" + i + "@s: w(x," + i + ") w(y," + i + ") c");
            }
            lines.add("R: r(y,150) r(x,10) c");
            List<Pass> passes = List.of(new Saturation(), new Acyclic());
            assertThat(Drawn.by(passes, level, lines.toArray(String[]::new)).contradiction())
                    .contains("R", "W10")
                    .hasSizeLessThan(160);
        }

        /** All readers of a version come before each of the many that overwrote it. */
        @Test
        void orderReadersBeforeTheNextWriter() {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                lines.add("W" + i + "@s: w(x," + i + ") c");
                lines.add("R" + i + ": r(x," + i + ") c");
            }
            List<String> edges = saturate("strong-session-serializable", lines.toArray(String[]::new))
                    .edges();
            for (int i = 0; i < 199; i++) {
                assertThat(edges).contains("R" + i + " -> W" + (i + 1) + " overwrites-source");
            }
        }
    }

    /** An anti-dependency of one transaction makes nothing visible to another whose level has none. */
    @Test
    void mixedLevelsDoNotSeeThroughAntiDependencies() {
        String[] lines = {
            "T1 level=serializable: r(x,_) w(y,1) c",
            "T2 level=read-committed: w(x,1) w(z,1) c",
            "T3 level=consistent-view: r(z,1) r(y,_) c"
        };
        assertThat(saturate("recorded", lines).contradiction()).isEmpty();
        assertThat(saturate("recorded", lines).edges()).containsExactly("T1 -> T2 overwrites-source");
        assertThat(saturate("serializable", lines).contradiction()).containsExactly("T1", "T2", "T3");
    }

    @Test
    void transactionsThatMayNotHaveHappenedGetNoEdges() {
        String[] lines = {"T1: w(x,1) u", "T2: w(x,1) c", "T3: r(x,1) c", "T4: r(x,_) c"};
        assertThat(saturate("serializable", lines).edges()).containsExactly("T4 -> T2 overwrites-source");
    }
}
