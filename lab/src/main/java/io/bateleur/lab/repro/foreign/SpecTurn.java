package io.bateleur.lab.repro.foreign;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A step that has been sent.
 *
 * @param awaited for each marker of notices how many its session must have sent in all
 */
record SpecTurn(
        Spec.Step step,
        List<Spec.Marker> markers,
        Map<Spec.Notices, Integer> awaitedNotices,
        Statement statement,
        Future<SpecAnswer> future) {

    boolean isDone(long millis) {
        try {
            future.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    SpecAnswer answer() {
        try {
            return future.get();
        } catch (ExecutionException | CancellationException e) {
            return SpecAnswer.failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SpecAnswer.failed("interrupted");
        }
    }

    void cancel() throws SQLException {
        statement.cancel();
    }

    int awaited(Spec.Notices marker) {
        return awaitedNotices.getOrDefault(marker, 0);
    }
}
