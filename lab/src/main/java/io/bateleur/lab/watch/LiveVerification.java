package io.bateleur.lab.watch;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.Inflow;
import io.bateleur.recorder.TraceReceiver;
import io.bateleur.sql.lift.LiftedStream;
import io.bateleur.sql.lift.LiveLift;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies what several recorders send, together, while it comes. Each stream is read by a thread of its own, and one at a time passes
 * its events on. Recorded SQL is lifted on the way, together for all, because they share the tables.
 */
public final class LiveVerification implements TraceReceiver.Runs, Closeable {
    /** So many events wait for others at most before a stream that is ahead is not read on. */
    private static final long EVENTS_MAX = 500_000;
    /** And so many of one that never says until when it is complete. */
    private static final long UNPUNCTUATED_MAX = 4 * EVENTS_MAX;

    private static final long LOOK_MILLIS = 50;
    private static final int NAME_CHARACTERS = 8;

    private final Duration silence;
    private final boolean alone;
    private final Consumer<String> said;
    private final Clocks clocks;
    private final long start = System.nanoTime();
    private final Thread ticker = new Thread(this::tick, "bateleur-verifier");
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Condition advanced = turn.newCondition();

    // With the turn:
    private final Verifier verifier;
    private final LiveLift lift = new LiveLift(Optional.empty());
    private final Map<Inflow, Reading> readings = new LinkedHashMap<>();

    private volatile boolean closed;

    /** A stream that is being read, or has been. */
    private static final class Reading {
        final TraceListener verified;
        final LiveStream stream;
        private final LiftedStream lifted;
        boolean silent;

        Reading(TraceListener verified, LiftedStream lifted, Clocks clocks) {
            this.verified = verified;
            this.lifted = lifted;
            this.stream = new LiveStream(lifted, clocks);
        }

        /** Everything has come that will. */
        void end(Verifier verifier) {
            lifted.end();
            verifier.endOfStream(verified);
        }

        /** It is waited for no longer. */
        void giveUp(Verifier verifier) {
            lifted.end();
            verifier.silent(verified);
        }
    }

    /**
     * @param settings of the verifier, whose findings come with the turn: they must not take long
     * @param clockError by how much the clocks of two recorders may differ, where the user says so
     * @param silence after how long a recorder that says nothing is waited for no longer
     * @param alone whether there is one recorder only, whose names need nothing before them
     * @param said hears what goes on, a line for people
     */
    public LiveVerification(
            VerifierSettings settings, Duration clockError, Duration silence, boolean alone, Consumer<String> said) {
        this.verifier = new Verifier(settings);
        this.clocks = new Clocks(clockError);
        this.silence = silence;
        this.alone = alone;
        this.said = said;
        ticker.setDaemon(true);
        ticker.start();
    }

    @Override
    public void said(String line) {
        said.accept(line);
    }

    private String name(Inflow lines) {
        return alone
                ? ""
                : lines.run().substring(0, Math.min(NAME_CHARACTERS, lines.run().length()));
    }

    @Override
    public void read(Inflow lines) throws IOException {
        turn.lock();
        try {
            var into = verifier.stream(name(lines));
            Reading reading = new Reading(into, lift.stream(into), clocks);
            LiveStream stream = reading.stream;
            readings.put(lines, reading);
            boolean whole = false;
            try {
                Turns turns = new Turns(lines, turn, advanced, this::advance, () -> isAhead(stream, into));
                Traces.read("run " + lines.run(), turns, stream);
                whole = !lines.isLost();
            } finally {
                if (whole || !stream.hasBegun()) {
                    reading.end(verifier);
                } else if (!reading.silent) {
                    reading.giveUp(verifier);
                    said.accept("the recorder " + lines.run() + " went away in the middle: findings that need what it"
                            + " may still have done are provisional from here on");
                }
                advance();
            }
        } finally {
            turn.unlock();
        }
    }

    private boolean isAhead(LiveStream stream, TraceListener into) {
        if (closed) {
            return false;
        }
        if (!stream.isPunctuated() && verifier.status().waiting() > UNPUNCTUATED_MAX && stream.hasBegun()) {
            throw new io.bateleur.core.model.HistoryException(
                    "it does not say until when it is complete, and too much waits for that: set bateleur.heartbeat");
        }
        return verifier.isAhead(into, EVENTS_MAX);
    }

    private void advance() {
        verifier.advance();
        advanced.signalAll();
    }

    private void tick() {
        while (!closed) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            turn.lock();
            try {
                readings.forEach(this::giveUp);
                advance();
            } finally {
                turn.unlock();
            }
        }
    }

    /** A recorder that has said until when it is complete says so again and again; one that has stopped to is stuck. */
    private void giveUp(Inflow lines, Reading reading) {
        if (!reading.silent
                && reading.stream.isPunctuated()
                && lines.idleNanos() > silence.toNanos()
                && lines.waiting() == 0) {
            reading.silent = true;
            reading.giveUp(verifier);
            said.accept("the recorder " + lines.run() + " has said nothing for " + silence.toSeconds()
                    + " s and is waited for no longer: findings that need what it may still say are provisional");
        }
    }

    /** How things stand. */
    public LiveStatus status() {
        turn.lock();
        try {
            var status = verifier.status();
            List<StreamStatus> streams = new ArrayList<>();
            readings.keySet().forEach(lines -> streams.add(status(lines)));
            return LiveStatus.of(status, streams, start, clocks.areHere() ? status.watermark() : Long.MIN_VALUE);
        } finally {
            turn.unlock();
        }
    }

    static StreamStatus status(Inflow lines) {
        @Nullable String refusal = lines.refusal();
        String state = refusal != null
                ? "refused"
                : lines.isLost() ? "lost" : lines.hasEnded() ? "ended" : lines.isConnected() ? "connected" : "away";
        return new StreamStatus(lines.run(), lines.events(), lines.waiting(), lines.spilled(), state);
    }

    /** Everything has come that will: verifies what is left. All runs must have been read. */
    public Verifier finish() {
        close();
        turn.lock();
        try {
            verifier.finish();
            return verifier;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        ticker.interrupt();
        try {
            ticker.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
