package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.TraceListener;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A long trace without punctuations is read once more for its times, so that its events need not all wait. */
class CompleteTraceTest {
    private static final int TRANSACTIONS = 600_000;
    private static final int SESSIONS = 8;

    /** Transactions of one write and one read, in blocks as a recorder hands them over; a reader of old data near the end. */
    private static void play(TraceListener to, boolean stale) {
        to.header(new HeaderFacts(
                0,
                Optional.empty(),
                false,
                Map.of("engine", Value.of("postgres"), "isolation", Value.of("read-committed")),
                Optional.empty(),
                Optional.empty(),
                Map.of()));
        for (int t = 0; t < TRANSACTIONS; t++) {
            // Of each eight the later ones are handed over first.
            int n = t / SESSIONS * SESSIONS + SESSIONS - 1 - t % SESSIONS;
            long at = 10L * n;
            int transaction = to.begin(to.session(n % SESSIONS), n, at, at + 1);
            int key = to.key(n % 1000);
            boolean lies = stale && n == TRANSACTIONS - 5;
            long seen = lies ? n - 2000 : n - 1000;
            int value = seen < 0 ? -1 : to.value(key, seen);
            to.operation(transaction, OpKind.GET, key, value, 0, at + 2, at + 3);
            to.operation(transaction, OpKind.PUT, key, to.value(key, (long) n), 0, at + 4, at + 5);
            to.end(transaction, Ending.COMMITTED, null, at + 6, at + 7);
        }
    }

    private static long waited(boolean again, boolean stale, int findings) {
        Verifier verifier = new Verifier(VerifierSettings.of("t"));
        TraceListener direct = verifier.stream("");
        TraceListener stream =
                again ? new CompleteTrace(direct, () -> verifier.status().waiting(), to -> play(to, stale)) : direct;
        play(stream, stale);
        long waiting = verifier.status().waiting();
        verifier.finish();
        assertThat(verifier.status().late()).isZero();
        assertThat(verifier.findings()).hasSize(findings);
        return waiting;
    }

    @Test
    void itsEventsDoNotAllWait() {
        assertThat(waited(false, false, 0)).isEqualTo(4L * TRANSACTIONS);
        assertThat(waited(true, false, 0)).isLessThan(2L * RemainingTimes.BLOCK);
        assertThat(waited(true, true, 1)).isLessThan(2L * RemainingTimes.BLOCK);
    }
}
