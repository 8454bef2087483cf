package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Level;
import io.bateleur.lab.workload.Workloads.Entry;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With their own settings and 16 sessions, workloads show what a store does wrong within a thousand transactions. */
final class TroubleTest {
    private static final int SESSIONS = 16;
    private static final int TRANSACTIONS = 60;

    static Stream<String> names() {
        return Workloads.all().stream().map(Entry::name);
    }

    private static Run run(String name, boolean firstCommitterWins) throws Exception {
        SerialClient.Store store = new SerialClient.Store();
        return Run.of(
                Workloads.of(name, Workloads.named(name).defaults()),
                store,
                SnapshotClient.sessions(store, SESSIONS, firstCommitterWins),
                TRANSACTIONS,
                1);
    }

    private static Class<? extends Verdict> verdict(Run run, Level level) {
        Budget budget = Budget.unlimited().within(Duration.ofMinutes(2));
        return new Checker().check(run.history(), level, budget).getClass();
    }

    @ParameterizedTest
    @MethodSource("names")
    void snapshotIsolationIsNotBlamed(String name) throws Exception {
        assertThat(verdict(run(name, true), Level.SNAPSHOT_ISOLATION)).isEqualTo(Verdict.Holds.class);
    }

    @ParameterizedTest
    @MethodSource("names")
    void lostUpdatesShow(String name) throws Exception {
        assertThat(verdict(run(name, false), Level.SNAPSHOT_ISOLATION)).isEqualTo(Verdict.Violated.class);
    }

    /** Not among them are the applications that are known to be serializable under snapshot isolation, such as TPC-C. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "blindw-rw",
                "blindw-rm",
                "list-append",
                "random-bench",
                "random-range",
                "random-rmw-range",
                "smallbank",
                "courseware",
                "bank",
                "mini-transactions",
                "hot-keys"
            })
    void writeSkewShows(String name) throws Exception {
        assertThat(verdict(run(name, true), Level.SERIALIZABLE)).isEqualTo(Verdict.Violated.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "filesystem"})
    void whatSnapshotIsolationMakesSerializableIs(String name) throws Exception {
        assertThat(verdict(run(name, true), Level.SERIALIZABLE)).isEqualTo(Verdict.Holds.class);
    }
}
