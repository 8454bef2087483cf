package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs through orders, and what they break. */
class OrderCheckTest {
    private static final String[] TWO = {"T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) c"};

    private static List<String> broken(Setting setting, String order, String... facts) {
        List<String> broken = new ArrayList<>();
        OrderCheck check = new OrderCheck(setting.ir);
        check.run(setting.order(order), setting.choices(facts), into(setting, broken));
        return broken;
    }

    private static OrderCheck.Broken into(Setting setting, List<String> broken) {
        return new OrderCheck.Broken() {
            @Override
            public void overwritten(int read, int source, int newer) {
                broken.add(setting.read(read) + " from " + setting.version(source) + " overwritten by "
                        + setting.version(newer));
            }

            @Override
            public void overlapping(int older, int newer) {
                broken.add(setting.version(older) + " overlaps " + setting.version(newer));
            }

            @Override
            public void unexplained(int read) {
                broken.add(setting.read(read) + " unexplained");
            }
        };
    }

    @Test
    void aReadOfTheNewestVersionIsFine() {
        Setting setting = new Setting("serializable", TWO);
        assertThat(broken(setting, "T1 T3 T2")).isEmpty();
        assertThat(broken(setting, "T2 T1 T3")).isEmpty();
    }

    @Test
    void aReadOfAnOverwrittenVersionIsBroken() {
        assertThat(broken(new Setting("serializable", TWO), "T1 T2 T3"))
                .containsExactly("T3 x from T1 overwritten by T2");
        assertThat(broken(new Setting("serializable", "T1: w(x,1) c", "T2: r(x,_) c"), "T1 T2"))
                .containsExactly("T2 x from initial overwritten by T1");
    }

    @Test
    void itIsFineWhereAntiDependenciesDoNotCount() {
        for (String level : List.of("read-committed", "causal", "consistent-view", "read-uncommitted")) {
            assertThat(broken(new Setting(level, TWO), "T1 T2 T3")).as(level).isEmpty();
        }
    }

    @Test
    void allNewerVersionsAreToldUpToALimit() {
        List<String> lines = new ArrayList<>(List.of("R: r(x,0) c", "W0: w(x,0) c"));
        StringBuilder order = new StringBuilder("W0");
        for (int i = 1; i <= 20; i++) {
            lines.add("W" + i + ": w(x," + i + ") c");
            order.append(" W").append(i);
        }
        assertThat(broken(new Setting("serializable", lines.toArray(String[]::new)), order + " R"))
                .hasSize(8)
                .startsWith("R x from W0 overwritten by W20")
                .endsWith("R x from W0 overwritten by W13");
    }

    @Test
    void rangesDoNotMindWhatDied() {
        String[] lines = {"T1: d(a) c", "T2: scan(a,b)=[]{a@_} c", "T3: w(a,1) c"};
        assertThat(broken(new Setting("serializable", lines), "T1 T2 T3")).isEmpty();
        assertThat(broken(new Setting("serializable", lines), "T3 T2 T1"))
                .containsExactly("T2 a from initial overwritten by T3");
        assertThat(broken(new Setting("repeatable-read", lines), "T3 T2 T1")).isEmpty();
        assertThat(broken(new Setting("repeatable-read", "T1: d(a) c", "T2: r(a,_) c"), "T1 T2"))
                .isEmpty();
    }

    @Test
    void anOpenReadTakesWhatTheOrderOffers() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,1) c", "T3: w(x,3) c", "T4: r(x,1) c"};
        Setting setting = new Setting("serializable", lines);
        assertThat(broken(setting, "T1 T4 T2 T3")).isEmpty();
        assertThat(broken(setting, "T3 T2 T4 T1")).isEmpty();
        assertThat(broken(setting, "T4 T1 T2 T3")).containsExactly("T4 x unexplained");
        assertThat(broken(setting, "T1 T2 T3 T4")).containsExactly("T4 x unexplained");
        // Without anti-dependencies, any candidate before it.
        assertThat(broken(new Setting("read-committed", lines), "T1 T2 T3 T4")).isEmpty();
        assertThat(broken(new Setting("read-committed", lines), "T4 T1 T2 T3")).containsExactly("T4 x unexplained");
    }

    @Test
    void anOpenReadThatWasDecidedIsHeldToIt() {
        Setting setting = new Setting("serializable", "T1: w(x,1) c", "T2: w(x,1) c", "T4: r(x,1) c");
        assertThat(broken(setting, "T1 T2 T4", "T4 x T2")).isEmpty();
        assertThat(broken(setting, "T1 T2 T4", "T4 x T1")).containsExactly("T4 x from T1 overwritten by T2");
    }

    @Test
    void aRangeLooksBehindDeadVersions() {
        String[] lines = {"T0: w(a,0) c", "T1: d(a,1) c", "T2: d(a,2) c", "T3: scan(a,b)=[] c"};
        Setting setting = new Setting("serializable", lines);
        assertThat(broken(setting, "T0 T1 T2 T3")).isEmpty();
        assertThat(broken(setting, "T1 T0 T3 T2")).containsExactly("T3 a unexplained");
    }

    @Test
    void whatDidNotHappenInstallsAndReadsNothing() {
        String[] lines = {"T1: w(x,1) u", "T2: w(x,1) c", "T3: r(x,1) c", "T4: r(x,_) c"};
        Setting setting = new Setting("serializable", lines);
        assertThat(broken(setting, "T1 T4 T2 T3")).isEmpty();
        assertThat(broken(setting, "T1 T4 T2 T3", "T1")).containsExactly("T4 x from initial overwritten by T1");
    }

    @Test
    void snapshotsReadAtTheirStartAndInstallAtTheirCommit() {
        String[] skew = {"T1: r(x,_) w(y,1) c", "T2: r(y,_) w(x,1) c"};
        Setting setting = new Setting("snapshot-isolation", skew);
        assertThat(broken(setting, "T1.start T2.start T1.commit T2.commit")).isEmpty();
        assertThat(broken(setting, "T1.start T1.commit T2.start T2.commit"))
                .containsExactly("T2 y from initial overwritten by T1");
    }

    @Test
    void snapshotsThatWriteTheSameKeyDoNotOverlap() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,2) c"};
        String order = "T1.start T2.start T1.commit T2.commit";
        assertThat(broken(new Setting("snapshot-isolation", lines), order)).containsExactly("T1 overlaps T2");
        assertThat(broken(new Setting("snapshot-isolation", lines), "T1.start T1.commit T2.start T2.commit"))
                .isEmpty();
        assertThat(broken(new Setting("prefix-consistency", lines), order)).isEmpty();
    }

    @Test
    void theResolutionIsWhatTheRunSaw() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,1) u", "T3: r(x,1) r(y,_) c", "T4: w(z,1) a"};
        Setting setting = new Setting("serializable", lines);
        int[] order = setting.order("T1 T2 T3");
        OrderCheck check = new OrderCheck(setting.ir);
        List<String> broken = new ArrayList<>();
        check.run(order, setting.choices("T2"), into(setting, broken));
        assertThat(broken).isEmpty();
        Resolution resolution = check.resolution(order, setting.choices("T2"));
        assertThat(resolution.events()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(resolution.sources()).containsExactly(1, -1);
        check.run(order, setting.choices(), into(setting, broken));
        assertThat(check.resolution(order, setting.choices()).events()).containsExactly(0, 1, 4, 5);
        assertThat(check.resolution(order, setting.choices()).sources()).containsExactly(0, -1);
        assertThat(check.sources[0]).isNotEqualTo(Ir.OPEN);
    }
}
