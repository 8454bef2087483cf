package io.bateleur.lab.watch;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.History;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.Inflow;
import io.bateleur.sql.lift.Lift;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies recorded SQL while it comes, in rounds: what has come so far, up to where it is complete, is lifted as a whole and verified
 * from its beginning. A statement that cannot be followed concerns whoever comes after it, so all recorders are lifted together. A round
 * starts when there is a third more than in the last one, so that all rounds together cost a few times what the last one does.
 */
public final class SqlRounds implements OngoingVerification {
    private static final long LOOK_MILLIS = 100;
    private static final double GROWTH = 1.33;
    private static final long FIRST_BYTES = 1 << 16;
    private static final int NAME_CHARACTERS = 8;

    private final VerifierSettings settings;
    private final Duration clockError;
    private final boolean alone;
    private final Path folder;
    private final long bytesMax;
    private final Consumer<String> said;
    private final long start = System.nanoTime();
    private final Thread thread = new Thread(this::work, "bateleur-rounds");

    // Guarded by this object:
    private final Map<Inflow, RunSpool> spools = new LinkedHashMap<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Set<List<String>> told = new HashSet<>();
    private @Nullable Verifier verifier;
    private long verifiedUntil = Long.MIN_VALUE;
    private long verifiedBytes;

    private volatile boolean closed;

    /**
     * @param folder where what has come is kept
     * @param bytesMax how much of it; what comes then is not verified, which makes findings that need it provisional
     */
    public SqlRounds(
            VerifierSettings settings,
            Duration clockError,
            boolean alone,
            Path folder,
            long bytesMax,
            Consumer<String> said) {
        this.settings = settings;
        this.clockError = clockError;
        this.alone = alone;
        this.folder = folder;
        this.bytesMax = bytesMax;
        this.said = said;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void said(String line) {
        said.accept(line);
    }

    @Override
    public void read(Inflow lines) throws IOException {
        RunSpool spool = new RunSpool(lines, folder);
        synchronized (this) {
            spools.put(lines, spool);
        }
        boolean fitted = spool.fill(this::hasRoom);
        if (!fitted) {
            incomplete("there was more than " + (bytesMax >> 20) + " MiB of it");
        }
        if (lines.isLost()) {
            incomplete("a recorder went away: " + lines.run());
        }
    }

    private synchronized boolean hasRoom(long more) {
        long all = more;
        for (RunSpool spool : spools.values()) {
            all += spool.bytes();
        }
        return all <= bytesMax;
    }

    private synchronized void incomplete(String why) {
        if (missing.add(why)) {
            said.accept("findings that need what is missing are provisional from here on: " + why);
        }
    }

    private void work() {
        while (!closed) {
            try {
                Thread.sleep(LOOK_MILLIS);
                if (whole() >= Math.max(FIRST_BYTES, (long) (GROWTH * verifiedBytes))) {
                    round(false);
                }
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                said.accept("what has come cannot be verified: " + e.getMessage());
                incomplete("a round of verifying failed: " + e.getMessage());
                return;
            }
        }
    }

    private synchronized long whole() {
        return spools.values().stream().mapToLong(RunSpool::wholeBytes).sum();
    }

    private synchronized List<RunSpool> spools() {
        return new ArrayList<>(spools.values());
    }

    /** Verifies all that has come, up to the time until which all of it is complete. */
    private Verifier round(boolean last) throws IOException {
        HistoryListener history = new HistoryListener();
        Clocks clocks = new Clocks(clockError);
        long until = Long.MAX_VALUE;
        long bytes = 0;
        for (RunSpool spool : spools()) {
            long count;
            long time;
            synchronized (spool) {
                count = last ? spool.bytes() : spool.wholeBytes();
                time = last ? Long.MAX_VALUE : spool.until();
            }
            bytes += count;
            String run = spool.lines().run();
            String name = alone ? "" : run.substring(0, Math.min(NAME_CHARACTERS, run.length()));
            LiveStream stream = new LiveStream(new NamedRun(history, name), clocks);
            try (InputStream in = spool.read(count)) {
                Traces.read("run " + run, in, stream);
            } catch (IOException e) {
                spool.lines().refuse(String.valueOf(e.getMessage()));
                if (stream.hasBegun()) {
                    incomplete("the stream of run " + run + " makes no sense: " + e.getMessage());
                }
            }
            until = Math.min(until, time == Long.MAX_VALUE || time == Long.MIN_VALUE ? time : stream.shifted(time));
        }
        History lifted = Lift.lift(history.history(), Optional.empty()).history();
        List<BrokenMechanism> found = new ArrayList<>();
        Verifier fresh = new Verifier(settings.findings(found::add));
        TraceListener into = fresh.stream("");
        HistoryEvents.pass(lifted, into);
        missing().forEach(fresh::incomplete);
        if (last) {
            fresh.finish();
        } else {
            into.punctuation(until);
            fresh.advance();
        }
        take(fresh, found, until, bytes);
        return fresh;
    }

    private synchronized void take(Verifier fresh, List<BrokenMechanism> found, long until, long bytes) {
        verifier = fresh;
        verifiedUntil = until;
        verifiedBytes = bytes;
        for (BrokenMechanism finding : found) {
            if (told.add(finding.identity())) {
                settings.findings().accept(finding);
            }
        }
    }

    private synchronized List<String> missing() {
        return List.copyOf(missing);
    }

    @Override
    public synchronized LiveStatus status() {
        Verifier known = verifier == null ? new Verifier(settings) : verifier;
        List<StreamStatus> streams = new ArrayList<>();
        for (RunSpool spool : spools.values()) {
            StreamStatus status = LiveVerification.status(spool.lines());
            streams.add(new StreamStatus(
                    status.name(), status.events(), status.waitingBytes(), spool.bytes(), status.state()));
        }
        return LiveStatus.of(known.status(), streams, start, verifiedUntil);
    }

    @Override
    public Verifier finish() throws IOException {
        close();
        Verifier last = round(true);
        for (RunSpool spool : spools()) {
            spool.delete();
        }
        return last;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(); // a round is not left in its middle
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
