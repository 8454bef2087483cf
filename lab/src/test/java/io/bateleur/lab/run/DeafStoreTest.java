package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whenever a database stops to answer, whoever drives it comes back, and what is recorded until then can be checked. */
@Timeout(60) // or it would hang where it should fail
class DeafStoreTest {
    private static final Duration STUCK = Duration.ofMillis(300);
    private static final Duration GRACE = Duration.ofMillis(100);
    private static final int NEVER = Integer.MAX_VALUE;

    @TempDir
    Path folder;

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    private Drive drive(KeyValueForm form, long transactions) {
        Plan plan = new Plan(4, Duration.ofDays(1), transactions, 1, Duration.ZERO, 0, 0, STUCK);
        return new Drive(form, plan, () -> false, GRACE);
    }

    private KeyValueForm form(DeafStore store, Recorder recorder) {
        return new KeyValueForm(
                store,
                Workloads.of(
                        "mini-transactions",
                        Workloads.named("mini-transactions").defaults()),
                recorder);
    }

    private Recorder recorder() throws Exception {
        return new Recorder(TraceStream.open(folder.resolve("trace.jsonl")), true, Map.of());
    }

    private static DeafStore store(int answers) {
        return new DeafStore(new SerialEngine(SerialEngine.Trap.NONE, NEVER, GRACE), answers);
    }

    /** Such as they end, the calls that waited end with them. */
    private void assertNothingIsLeft(DeafStore store) throws InterruptedException {
        Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
        left.removeAll(before);
        left.removeIf(thread -> thread.getName().startsWith("junit-"));
        assertThat(left).as("none keeps the program from ending").allMatch(Thread::isDaemon);
        store.hear();
        for (Thread thread : left) {
            if (thread.getName().matches("client-.*|cut-off|load|look|prepare|connect")) {
                thread.join();
            }
        }
    }

    private static long committed(History history) {
        return IntStream.range(0, history.transactionCount())
                .filter(history::isCommitted)
                .count();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 102, 103, 107, 150, 500})
    void whileSessionsRun(int answers) throws Exception {
        DeafStore store = store(answers);
        Drive drive;
        try (Recorder recorder = recorder();
                KeyValueForm form = form(store, recorder)) {
            drive = drive(form, Long.MAX_VALUE);
            drive.prepare();
            drive.run();
        }
        assertThat(drive.stuck().orElseThrow())
                .startsWith("no call has been answered for 0.3 s\n")
                .containsPattern(
                        "\n  s[1-4] has waited [0-9.]+ s for (get\\([0-9]+, false\\)|put\\([0-9]+, [0-9]+\\)|begin|commit)")
                .hasLineCount(5);
        History history = Traces.read(folder.resolve("trace.jsonl")).history();
        assertThat(committed(history)).isEqualTo(drive.counts().committed()).isPositive();
        assertThat(new Checker().check(history, Level.SERIALIZABLE, Budget.unlimited()))
                .isInstanceOf(Verdict.Holds.class);
        assertNothingIsLeft(store);
    }

    @ParameterizedTest
    @CsvSource({"0, prepare", "1, load", "2, begin", "5, put"})
    void beforeTheyRun(int answers, String call) throws Exception {
        DeafStore store = store(answers);
        try (Recorder recorder = recorder();
                KeyValueForm form = new KeyValueForm(
                        store, Workloads.of("bank", Workloads.named("bank").defaults()), recorder)) {
            Drive drive = drive(form, Long.MAX_VALUE);
            assertThat(failure(() -> {
                        drive.prepare();
                        drive.load();
                    }))
                    .startsWith("no call has been answered for 0.3 s\n")
                    .contains(" s for " + call);
        }
        assertNothingIsLeft(store);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void whileTheyConnect(int answers) throws Exception {
        DeafStore store = store(answers);
        try (Recorder recorder = recorder();
                KeyValueForm form = form(store, recorder)) {
            Drive drive = drive(form, Long.MAX_VALUE);
            drive.prepare();
            assertThat(failure(drive::run)).contains("\n  s" + answers + " has waited ", " s for a connection");
        }
        assertNothingIsLeft(store);
    }

    @Test
    void whenEverythingIsReadAtTheEnd() throws Exception {
        DeafStore store = store(NEVER);
        try (Recorder recorder = recorder();
                KeyValueForm form = form(store, recorder)) {
            Drive drive = drive(form, 20);
            drive.prepare();
            drive.run();
            assertThat(drive.stuck()).isEmpty();
            store.deafen();
            drive.look();
            assertThat(drive.stuck().orElseThrow()).contains("the program has waited ", " s for look");
        }
        assertThat(committed(Traces.read(folder.resolve("trace.jsonl")).history()))
                .isPositive();
        assertNothingIsLeft(store);
    }

    private interface Work {
        void run() throws CallFailedException;
    }

    private static String failure(Work work) {
        try {
            work.run();
        } catch (CallFailedException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("it did not fail");
    }
}
