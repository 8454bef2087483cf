package io.bateleur.core.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Given this history and level, expect these points and edges. What is made is checked as a whole by {@link IrChecker}. */
class IrBuilderTest {

    static Ir build(String level, String... lines) {
        Level asked = level.equals("recorded")
                ? Level.SERIALIZABLE.asRecorded()
                : Level.of(level).orElseThrow();
        Ir ir = IrBuilder.build(AsgBuilder.build(Mini.parse(String.join("\n", lines) + "\n"), OwnWrites.MUST), asked);
        IrChecker.check(ir);
        return ir;
    }

    /** The lines of the dump that start with a word, without it. */
    private static List<String> told(Ir ir, String word) {
        StringBuilder dump = new StringBuilder();
        try {
            IrDump.write(ir, dump);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Arrays.stream(dump.toString().split("\n"))
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1))
                .toList();
    }

    private static List<String> edges(String level, String... lines) {
        return told(build(level, lines), "edge");
    }

    @Test
    void aTransactionIsOnePointOrTwo() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,2) a"};
        assertThat(told(build("serializable", lines), "point")).containsExactly("0 T1 chain 0 place 0");
        assertThat(told(build("snapshot-isolation", lines), "point"))
                .containsExactly("0 T1.start chain 0 place 0", "1 T1.commit chain 0 place 1");
        assertThat(edges("snapshot-isolation", lines)).containsExactly("T1.start -> T1.commit within");
        Ir si = build("snapshot-isolation", lines);
        assertThat(si.behind(0)).isEqualTo(si.start(0));
        Ir prefix = build("prefix-consistency", lines);
        assertThat(prefix.behind(0)).isEqualTo(prefix.commit(0));
        assertThat(si.start(1)).isEqualTo(-1);
    }

    @Test
    void readsFromAreEdgesWhereReadsCount() {
        String[] lines = {"T1: w(x,1) c", "T2: r(x,1) r(y,_) c"};
        assertThat(edges("read-committed", lines)).containsExactly("T1 -> T2 reads-from r0");
        assertThat(edges("read-uncommitted", lines)).isEmpty();
        assertThat(edges("snapshot-isolation", lines)).contains("T1.commit -> T2.start reads-from r0");
    }

    @Test
    void openReadsHaveNoEdgeYet() {
        Ir ir = build("serializable", "T1: w(x,1) c", "T2: w(x,1) c", "T3: r(x,1) c");
        assertThat(told(ir, "edge")).isEmpty();
        assertThat(told(ir, "read")).containsExactly("r0 T3 x=1 by get counts anti <- one of w0 w1");
        assertThat(ir.hasOpenReads()).isTrue();
        assertThat(ir.settledReads()).isZero();
    }

    @Test
    void readsDemandWhatTheirLevelAsks() {
        String[] lines = {"T1: r(x,_) scan(a,b)=[] w(x,1) c", "T2: w(a,1) c", "T3: r(x,_) c"};
        assertThat(told(build("serializable", lines), "read"))
                .containsExactly(
                        "r0 T1 x=_ by get counts anti <- initial",
                        "r1 T1 a=_ by scan unreturned counts anti only-live <- initial",
                        "r2 T3 x=_ by get counts anti <- initial");
        assertThat(told(build("repeatable-read", lines), "read"))
                .containsExactly(
                        "r0 T1 x=_ by get counts anti <- initial",
                        "r1 T1 a=_ by scan unreturned counts <- initial",
                        "r2 T3 x=_ by get counts anti <- initial");
        assertThat(told(build("cursor-stability", lines), "read"))
                .containsExactly(
                        "r0 T1 x=_ by get counts anti <- initial",
                        "r1 T1 a=_ by scan unreturned counts <- initial",
                        "r2 T3 x=_ by get counts <- initial");
        assertThat(told(build("causal", lines), "read").get(1))
                .isEqualTo("r1 T1 a=_ by scan unreturned counts sees-all <- initial");
        assertThat(told(build("consistent-view", lines), "read").get(1))
                .isEqualTo("r1 T1 a=_ by scan unreturned counts only-live sees-all <- initial");
        assertThat(told(build("read-uncommitted", lines), "read").get(0)).isEqualTo("r0 T1 x=_ by get <- initial");
    }

    @Test
    void sessionsAreEdgesWhereTheyCount() {
        String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) a", "T3@s: w(x,3) c", "T4@r: w(x,4) c", "T5@s: w(y,1) c"};
        assertThat(edges("serializable", lines)).isEmpty();
        assertThat(edges("strong-session-serializable", lines)).containsExactly("T1 -> T3 session", "T3 -> T5 session");
        Ir ir = build("strong-session-serializable", lines);
        assertThat(ir.chains().count()).isEqualTo(2);
    }

    @Test
    void realTimeGoesThroughTicks() {
        String[] lines = {
            "T1: w(x,1)@[1,2] c@[3,4]",
            "T2: w(x,2)@[1,2] c@[3,9]",
            "T3: w(x,3)@[5,6] c@[7,8]",
            "T4: w(x,4)@[10,11] c@[12,13]"
        };
        Ir ir = build("strict-serializable", lines);
        assertThat(told(ir, "point").stream().filter(point -> point.contains("tick")))
                .hasSize(2);
        assertThat(edges("serializable", lines)).isEmpty();
        // Before: T1 < T3 < T4 and T2 < T4. An end at the moment of a begin is not before it.
        assertThat(reaches(ir, 0, 2)).isTrue();
        assertThat(reaches(ir, 1, 2)).isFalse();
        assertThat(reaches(ir, 1, 3)).isTrue();
        assertThat(reaches(ir, 2, 3)).isTrue();
        assertThat(reaches(build("strict-serializable", "T1: w(x,1)@[1,2] c@[3,4]", "T2: w(x,2)@[4,5] c@[6,7]"), 0, 1))
                .isFalse();
    }

    private static boolean reaches(Ir ir, int earlier, int later) {
        return EdgeRules.reaches(ir.edges(), ir.commit(earlier), ir.start(later), Integer.MAX_VALUE);
    }

    @Test
    void knownVersionsAreEdges() {
        assertThat(edges("read-uncommitted", "T1: w(x,1) c", "T2: w(x,2) c", "order x: T2 T1"))
                .containsExactly("T2 -> T1 known-versions 0");
        assertThat(edges("snapshot-isolation", "T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1,2]) c"))
                .contains("T1.commit -> T2.start known-versions 0", "T2.commit -> T3.start reads-from r0");
        assertThat(edges("prefix-consistency", "T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1,2]) c"))
                .contains("T1.commit -> T2.commit known-versions 0");
    }

    @Test
    void edgesOfWhatMayNotHaveHappenedHangOnIt() {
        String[] lines = {"T0@s: w(q,1) c", "T1@s: w(x,1) u", "T2@s: w(x,1) c", "T3: r(x,1) c"};
        Ir ir = build("strong-session-serializable", lines);
        assertThat(told(ir, "edge"))
                .containsExactly("T0 -> T2 session", "T0 -> T1 session if T0 and T1", "T1 -> T2 session if T1 and T2");
        assertThat(told(ir, "point")).anyMatch(point -> point.endsWith(" T1"));
    }

    @Test
    void pointsAreNumberedAlongTheEdges() {
        Ir ir = build("serializable", "T1: r(x,1) c", "T2: r(y,1) w(x,1) c", "T3: w(y,1) c");
        assertThat(told(ir, "point").stream().map(point -> point.split(" ")[1])).containsExactly("T3", "T2", "T1");
    }

    @Test
    void withoutSessionsChainsFollowWhoReadFromWhom() {
        Ir ir = build("serializable", "T1: w(x,1) c", "T2: r(x,1) w(y,1) c", "T3: r(y,1) c", "T4: r(x,1) c");
        assertThat(ir.chains().count()).isEqualTo(2);
    }

    @Test
    void aCycleOfKnownEdgesIsAContradiction() {
        Ir ir = build("read-committed", "T0: w(z,1) c", "T1: w(x,1) r(y,1) c", "T2: w(y,1) r(x,1) c", "T3: r(x,1) c");
        assertThat(ir.isContradictory()).isTrue();
        assertThat(told(ir, "contradiction T1")).hasSize(1);
        assertThat(ir.contradiction()).containsExactlyInAnyOrder(1, 2);
        assertThat(told(ir, "edge")).contains("T1 -> T2 reads-from r1", "T2 -> T1 reads-from r0");
    }

    @Test
    void inAMixEachHasItsOwnPointsAndDemands() {
        String[] lines = {
            "T1@s level=snapshot-isolation: w(x,1) c",
            "T2@s level=strong-session-serializable: r(x,1) c",
            "T3@s level=read-uncommitted: r(x,1) c",
            "T4@s: r(x,1) c"
        };
        Ir ir = build("recorded", lines);
        assertThat(told(ir, "edge"))
                .containsExactlyInAnyOrder(
                        "T1.start -> T1.commit within",
                        "T1.commit -> T2 session",
                        "T1.commit -> T2 reads-from r0",
                        "T1.commit -> T4 reads-from r2");
        assertThat(ir.hasSnapshots()).isTrue();
        assertThat(ir.demands(1)).isZero();
    }
}
