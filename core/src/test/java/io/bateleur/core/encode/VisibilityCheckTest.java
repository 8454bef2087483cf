package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.pass.Saturation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What orders miss, and the facts that make it visible. */
class VisibilityCheckTest {

    /** {@code T3 x sees T1, misses T2: T3 y=T2}, with the reads, the pairs of versions and the transactions that make it visible. */
    private static List<String> missed(Setting setting, String order, String... facts) {
        List<String> told = new ArrayList<>();
        int[] points = setting.order(order);
        OrderCheck.Choices choices = setting.choices(facts);
        OrderCheck check = new OrderCheck(setting.ir);
        FailIfBroken broken = new FailIfBroken();
        check.run(points, choices, broken);
        assertThat(broken.any).isFalse();
        VisibilityCheck.Missed sink = (read, seen, missed, reads, versions, transactions) -> {
            StringBuilder text = new StringBuilder(setting.read(read) + " sees " + setting.version(seen) + ", misses "
                    + setting.version(missed) + ":");
            for (int i = 0; i < reads.length; i += 2) {
                text.append(' ')
                        .append(setting.read(reads[i]).replace(' ', '.'))
                        .append('=');
                text.append(setting.version(reads[i + 1]));
            }
            for (int i = 0; i < versions.length; i += 2) {
                text.append(' ')
                        .append(setting.version(versions[i]))
                        .append('<')
                        .append(setting.version(versions[i + 1]));
            }
            for (int t : transactions) {
                text.append(' ').append(setting.name(t));
            }
            told.add(text.toString());
        };
        new VisibilityCheck(setting.ir, points, check.sources, choices, sink).run();
        return told;
    }

    private static final class FailIfBroken implements OrderCheck.Broken {
        boolean any;

        @Override
        public void overwritten(int read, int source, int newer) {
            any = true;
        }

        @Override
        public void overlapping(int older, int newer) {
            any = true;
        }

        @Override
        public void unexplained(int read) {
            any = true;
        }
    }

    private static final String[] SEEN = {"T1: w(x,1) c", "T2: w(x,2) w(y,2) c", "T3: r(y,2) r(x,1) c"};

    @Test
    void directReadsMakeVisible() {
        for (String level : List.of("read-atomic", "monotonic-atomic-view", "axiomatic-read-atomic")) {
            assertThat(missed(new Setting(level, SEEN), "T1 T2 T3"))
                    .as(level)
                    .containsExactly("T3 x sees T1, misses T2: T3.y=T2");
            assertThat(missed(new Setting(level, SEEN), "T2 T1 T3")).as(level).isEmpty();
        }
    }

    @Test
    void laterReadsDoNotWhereOnlyEarlierOnesCount() {
        String[] lines = {SEEN[0], SEEN[1], "T3: r(x,1) r(y,2) c"};
        assertThat(missed(new Setting("monotonic-atomic-view", lines), "T1 T2 T3"))
                .isEmpty();
        assertThat(missed(new Setting("read-atomic", lines), "T1 T2 T3")).hasSize(1);
    }

    @Test
    void theInitialVersionIsOlderThanAll() {
        assertThat(missed(new Setting("read-atomic", "T2: w(x,2) w(y,2) c", "T3: r(y,2) r(x,_) c"), "T2 T3"))
                .containsExactly("T3 x sees initial, misses T2: T3.y=T2");
    }

    @Test
    void sessionsMakeVisible() {
        String[] lines = {"T1: w(x,1) c", "T2@s: w(x,2) c", "T3@s: r(x,1) c"};
        assertThat(missed(new Setting("axiomatic-read-atomic", lines), "T1 T2 T3"))
                .containsExactly("T3 x sees T1, misses T2: T2");
        assertThat(missed(new Setting("strong-session-read-atomic", lines), "T1 T2 T3"))
                .isEmpty();
        // Known edges need no facts.
        assertThat(missed(new Setting("causal", lines), "T1 T2 T3")).containsExactly("T3 x sees T1, misses T2:");
    }

    @Test
    void causesMakeVisibleThroughOthers() {
        String[] lines = {"T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T3: r(y,1) w(z,1) c", "T4: r(z,1) r(x,1) c"};
        assertThat(missed(new Setting("causal", lines), "T1 T2 T3 T4")).hasSize(1);
        assertThat(missed(new Setting("causal", lines), "T2 T1 T3 T4")).isEmpty();
        assertThat(missed(new Setting("read-atomic", lines), "T1 T2 T3 T4")).isEmpty();
    }

    @Test
    void openReadsOnThePathAreFacts() {
        String[] lines = {
            "T1: w(x,1) c", "T2: w(x,2) w(y,1) c", "T5: w(y,1) c", "T3: r(y,1) w(z,1) c", "T4: r(z,1) r(x,1) c"
        };
        assertThat(missed(new Setting("causal", lines), "T1 T2 T3 T4 T5", "T3 y T2"))
                .containsExactly("T4 x sees T1, misses T2: T3.y=T2");
        assertThat(missed(new Setting("causal", lines), "T1 T2 T5 T3 T4", "T3 y T5"))
                .isEmpty();
    }

    @Test
    void versionOrderMakesVisibleWhereDependenciesCount() {
        String[] lines = {"T1: w(x,1) w(z,1) c", "T2: w(z,2) w(y,1) c", "T3: r(y,1) r(x,_) c"};
        assertThat(missed(new Setting("consistent-view", lines), "T1 T2 T3"))
                .containsExactly("T3 x sees initial, misses T1: T1<T2");
        assertThat(missed(new Setting("consistent-view", lines), "T2 T1 T3")).isEmpty();
        assertThat(missed(new Setting("causal", lines), "T1 T2 T3")).isEmpty();
    }

    @Test
    void rangesDoNotMissWhatDiedWhereDependenciesCount() {
        String[] lines = {"T1: d(a) w(y,1) c", "T2: r(y,1) scan(a,b)=[]{a@_} c", "T3: w(a,1) c"};
        assertThat(missed(new Setting("consistent-view", lines), "T1 T2 T3")).isEmpty();
        assertThat(missed(new Setting("causal", lines), "T1 T2 T3")).containsExactly("T2 a sees initial, misses T1:");
    }

    @Test
    void sessionsOfWhatMayNotHaveHappenedAreFacts() {
        String[] lines = {"T0: w(x,0) c", "T1@s: w(x,1) w(z,1) u", "T2@s: r(x,0) c", "T3: w(z,1) c", "T4: r(z,1) c"};
        assertThat(missed(new Setting("causal", lines), "T0 T1 T2 T3 T4", "T1", "T4 z T3"))
                .containsExactly("T2 x sees T0, misses T1: T1 T2");
        assertThat(missed(new Setting("causal", lines), "T0 T1 T2 T3 T4", "T4 z T3"))
                .isEmpty();
    }

    /** Anti-dependencies of some transactions of a mix make nothing visible to others, also when passes have drawn them. */
    @Test
    void antiDependenciesMakeNothingVisible() {
        String[] lines = {
            "T1 level=serializable: r(x,_) w(y,1) c",
            "T2 level=read-committed: w(x,1) w(z,1) c",
            "T3 level=consistent-view: r(z,1) r(y,_) c"
        };
        assertThat(missed(new Setting(List.of(new Saturation()), "recorded", lines), "T1 T2 T3"))
                .isEmpty();
    }
}
