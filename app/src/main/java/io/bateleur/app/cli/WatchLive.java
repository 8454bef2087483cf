package io.bateleur.app.cli;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.run.Offer;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.run.RunFailedException;
import io.bateleur.lab.run.RunListener;
import io.bateleur.lab.run.RunRecording;
import io.bateleur.lab.run.Work;
import io.bateleur.lab.run.WorkForm;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.watch.LiveStatus;
import io.bateleur.lab.watch.LiveVerification;
import io.bateleur.lab.watch.WatchedRun;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.TraceReceiver;
import io.bateleur.recorder.TraceSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Verifies what happens now: what recorders send, or what a database does that is driven from here. */
final class WatchLive {
    private static final long STATUS_MILLIS = 1000;
    private static final long LOOK_MILLIS = 50;

    private final LiveOptions options;
    private final LiveView view;
    private final Duration clockError;
    private volatile Supplier<String> run = () -> "";

    WatchLive(LiveOptions options, LiveView view, Duration clockError) {
        this.options = options;
        this.view = view;
        this.clockError = clockError;
    }

    // ---- recorders

    /** Until Ctrl-C. */
    Verifier listen(VerifierSettings settings) throws IOException {
        InetSocketAddress address = options.address();
        String token = options.token();
        Path folder = Files.createTempDirectory("bateleur-watch-");
        try (Interrupts interrupts = new Interrupts();
                LiveVerification verification = verification(settings, false)) {
            TraceReceiver receiver = receiver(address, token, folder, verification);
            try (receiver) {
                tell(receiver.address(), token);
                show(verification, interrupts::requested);
                view.said("ending: what has come is verified");
            }
            return finish(verification);
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private TraceReceiver receiver(
            InetSocketAddress address, String token, Path folder, LiveVerification verification) {
        try {
            return new TraceReceiver(address, token, options.limits(), folder, options.sockets(), verification);
        } catch (IOException e) {
            throw CommandFailed.unavailable("cannot listen at " + address + ": " + e.getMessage());
        }
    }

    private void tell(InetSocketAddress address, String token) {
        String place = address.getAddress().isAnyLocalAddress()
                ? "localhost"
                : address.getAddress().getHostAddress().contains(":")
                        ? "[" + address.getAddress().getHostAddress() + "]"
                        : address.getAddress().getHostAddress();
        view.said("listening at " + place + ":" + address.getPort() + "; applications are recorded with the URL");
        view.said("  jdbc:bateleur:...?bateleur.socket=" + place + ":" + address.getPort() + "&bateleur.token="
                + (options.isTokenOurs() ? token : "..."));
        if (!address.getAddress().isLoopbackAddress() && options.isPlain()) {
            view.said("warning: what they send, the token too, is not encrypted: use --certificate and --key");
        }
    }

    // ---- a database that is driven

    /** Until its time is up, or Ctrl-C. */
    Verifier drive(
            DatabaseOptions database,
            WorkloadOptions workload,
            PaceOptions pace,
            @Nullable Path trace,
            VerifierSettings settings)
            throws IOException {
        Workloads.Entry entry = workload.entry();
        Work work = new Work(entry.name(), workload.form(entry, false), workload.settings(entry));
        Plan plan = pace.plan();
        requireSense(work, database.offer());
        OutputFiles.requireWritable(trace);
        NativeLibraries libraries;
        try {
            libraries = NativeLibraries.aside();
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
        Path folder = Files.createTempDirectory("bateleur-watch-");
        try (libraries;
                Database running = database.start(view::said);
                Interrupts interrupts = new Interrupts();
                LiveVerification verification = verification(settings, true)) {
            Isolation asked = database.isolation(running);
            view.said("verifying " + running.title() + " at " + asked.sql());
            RunRecording recording = new RunRecording(running, asked, work, List.of(), listener(interrupts));
            Optional<TraceSink> also = trace == null ? Optional.empty() : Optional.of(new FileSink(trace));
            Shown shown = new Shown(verification);
            try {
                new WatchedRun(verification, folder, options.limits(), also).run(recording, plan);
            } finally {
                shown.end();
            }
            return finish(verification);
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } catch (RunFailedException e) {
            throw RunCommand.failed(e);
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private static void requireSense(Work work, Offer offer) {
        if (work.form() != WorkForm.KEY_VALUE && !offer.sql()) {
            throw CommandFailed.usage(offer.database() + " knows no SQL: use --form key-value");
        }
        if (work.settings().locks() > 0 && !offer.locksReads()) {
            throw CommandFailed.usage(offer.database() + " has no reads that lock: leave out --locks");
        }
    }

    private RunListener listener(Interrupts interrupts) {
        return new RunListener() {
            @Override
            public void say(String line) {
                view.said(line);
            }

            @Override
            public boolean interrupted() {
                return interrupts.requested();
            }

            @Override
            public Runnable working(Supplier<String> progress) {
                run = progress;
                return () -> run = () -> "";
            }
        };
    }

    // ---- both

    private LiveVerification verification(VerifierSettings settings, boolean alone) {
        return new LiveVerification(settings.findings(view::found), clockError, options.silence(), alone, view::said);
    }

    private Verifier finish(LiveVerification verification) throws IOException {
        Verifier verifier = verification.finish();
        view.summary(verifier, verification.status());
        return verifier;
    }

    private interface Enough {
        boolean asked();
    }

    private void show(LiveVerification verification, Enough enough) {
        long next = System.nanoTime();
        while (!enough.asked()) {
            if (System.nanoTime() - next >= 0) {
                next = System.nanoTime() + STATUS_MILLIS * 1_000_000;
                LiveStatus status = verification.status();
                view.status(status, run.get());
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Shows how things stand from a thread of its own. */
    private final class Shown {
        private volatile boolean ended;
        private final Thread thread;

        Shown(LiveVerification verification) {
            thread = new Thread(() -> show(verification, () -> ended), "bateleur-view");
            thread.setDaemon(true);
            thread.start();
        }

        void end() {
            ended = true;
            thread.interrupt();
            try {
                thread.join(STATUS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
