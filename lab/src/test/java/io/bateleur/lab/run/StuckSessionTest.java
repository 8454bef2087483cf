package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.store.Farewell;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workload;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A call that never comes back ends with the run, and the run is worth something all the same. */
@Timeout(60) // or it would hang where it should fail
class StuckSessionTest {
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final int BEFORE = 50;
    private static final int AFTER = 50;

    @TempDir
    Path folder;

    private Counts counts = new Counts();

    @Test
    void aCommitWithoutAnAnswerIsUnknownAndMayHaveHappened() throws Exception {
        History history = history(SerialEngine.Trap.COMMIT, run -> run.committed() >= BEFORE + AFTER);
        assertThat(endings(history, Ending.UNKNOWN)).isEqualTo(1);
        int lost = IntStream.range(0, history.transactionCount())
                .filter(t -> history.ending(t) == Ending.UNKNOWN)
                .findFirst()
                .orElseThrow();
        assertThat(history.firstOperation(lost + 1))
                .as("what it had done before it asked to commit")
                .isGreaterThan(history.firstOperation(lost));
        assertThat(readFrom(history, lost)).as("others saw what it wrote").isTrue();
    }

    @Test
    void aTransactionThatNeverAskedToCommitHasNot() throws Exception {
        History history = history(SerialEngine.Trap.PUT, run -> run.aborted() >= AFTER);
        // What it had begun may have been fetched with what the session did before.
        int[] open = IntStream.range(0, history.transactionCount())
                .filter(t -> history.ending(t) == Ending.UNKNOWN)
                .toArray();
        assertThat(open).hasSizeLessThanOrEqualTo(1);
        for (int t : open) {
            assertThat(readFrom(history, t)).as("others saw what it wrote").isFalse();
        }
        assertThat(counts.reasons()).containsKey("it is another's turn");
    }

    /** Of a run that went on with a session that was stuck until it was enough. */
    private History history(SerialEngine.Trap trap, Predicate<Counts> enough) throws Exception {
        Path trace = folder.resolve("trace.jsonl");
        SerialEngine store = new SerialEngine(trap, BEFORE, PATIENCE);
        Workload work = Workloads.of("mini-transactions", new Settings(4, 4, 0, 0));
        Plan plan = new Plan(4, Duration.ofMinutes(5), Long.MAX_VALUE, 1, Duration.ZERO, 0, 0);
        try (Recorder recorder = new Recorder(TraceStream.open(trace), true, Map.of());
                KeyValueForm form = new KeyValueForm(store, work, recorder)) {
            Drive[] self = new Drive[1];
            Drive drive = new Drive(form, plan, () -> store.isStuck() && enough.test(self[0].counts()), PATIENCE);
            self[0] = drive;
            form.prepare();
            drive.run();
            counts = drive.counts();
        }
        assertThat(counts.reasons()).containsEntry("a session did not come back, not even when it was cut off", 1L);
        History history = Traces.read(trace).history();
        assertThat(endings(history, Ending.COMMITTED))
                .isEqualTo(counts.committed())
                .isPositive();
        assertThat(new Checker().check(history, Level.SERIALIZABLE, Budget.unlimited()))
                .isInstanceOf(Verdict.Holds.class);
        return history;
    }

    private static long endings(History history, Ending ending) {
        return IntStream.range(0, history.transactionCount())
                .filter(t -> history.ending(t) == ending)
                .count();
    }

    private static boolean readFrom(History history, int writer) {
        return IntStream.range(history.firstOperation(writer), history.firstOperation(writer + 1))
                .filter(o -> history.kind(o) == OpKind.PUT)
                .anyMatch(write -> IntStream.range(0, history.operationCount())
                        .anyMatch(o -> history.kind(o) == OpKind.GET
                                && history.key(o) == history.key(write)
                                && history.value(o) == history.value(write)));
    }

    @Test
    void theLastWordToAnEngineIsNotWaitedForForEver() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Runnable silence = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        assertThat(Farewell.say(silence, PATIENCE)).isFalse();
        never.countDown();
        assertThat(Farewell.say(() -> {}, Duration.ofMinutes(1))).isTrue();
    }
}
