package io.bateleur.lab.server;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stops the process of one session of a server, and lets it go on, hundreds of times a second. Java cannot send these signals, and a program
 * for each would take longer than the stop; so a shell process sends them, as we write them into its pipe. When the pipe closes, by
 * {@link #close} or because our process is gone in whatever way, what is stopped goes on.
 */
public final class Stall implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int END_SECONDS = 10;

    /** How many sessions are looked at for one that commits, and how its title ends then. */
    private static final int CANDIDATES = 8;

    private static final String COMMITTING = " COMMIT";

    private final RunningServer server;
    private final Pattern title;
    private final Process shell;
    private final Writer signals;
    private List<ProcessHandle> sessions = List.of();
    private long looked;
    private @Nullable ProcessHandle stopped;

    private Stall(RunningServer server, Pattern title, Process shell) {
        this.server = server;
        this.title = title;
        this.shell = shell;
        this.signals = shell.outputWriter(StandardCharsets.UTF_8);
        this.looked = System.nanoTime() - LOOK_NANOS;
    }

    /** @param title how a process that serves a session calls itself */
    static Stall of(RunningServer server, Pattern title) throws ServerException {
        try {
            return new Stall(
                    server,
                    title,
                    new ProcessBuilder("setsid", "sh", "-c", Guardian.script("stall.sh"), "bateleur-stall")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start());
        } catch (IOException e) {
            throw new ServerException("setsid and sh cannot be run: " + e.getMessage(), "", e);
        }
    }

    /**
     * Stops the process of a session until {@link #resume}: of one that commits, where some that are chosen at random have such among
     * them. Tells whether there is a session.
     */
    public boolean stop(SplittableRandom random) throws ServerException {
        if (System.nanoTime() - looked >= LOOK_NANOS) {
            sessions = sessions();
            looked = System.nanoTime();
        }
        if (sessions.isEmpty()) {
            return false;
        }
        ProcessHandle chosen = choose(random);
        if (!chosen.isAlive()) {
            return false;
        }
        stopped = chosen;
        send("STOP", chosen);
        return true;
    }

    /** Commits are short, and they are where what others see as one step is several. */
    private ProcessHandle choose(SplittableRandom random) {
        ProcessHandle chosen = sessions.get(random.nextInt(sessions.size()));
        for (int i = 1; i < CANDIDATES && !titleOf(chosen).endsWith(COMMITTING); i++) {
            chosen = sessions.get(random.nextInt(sessions.size()));
        }
        return chosen;
    }

    /** Lets it go on. */
    public void resume() throws ServerException {
        ProcessHandle process = stopped;
        if (process != null) {
            send("CONT", process);
            stopped = null;
        }
    }

    /** Children of the server's first process that serve a session, and not those that write logs and checkpoints. */
    List<ProcessHandle> sessions() {
        return server.process()
                .children()
                .filter(child -> title.matcher(titleOf(child)).matches())
                .sorted(Comparator.comparing(ProcessHandle::pid))
                .toList();
    }

    private static String titleOf(ProcessHandle process) {
        try {
            return Files.readString(
                            Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    private void send(String signal, ProcessHandle process) throws ServerException {
        try {
            signals.write(signal + " " + server.process().pid() + " " + process.pid() + "\n");
            signals.flush();
        } catch (IOException e) {
            throw new ServerException("nobody sends signals any more: " + e.getMessage(), "", e);
        }
    }

    /** Returns when nothing is stopped any more. */
    @Override
    public void close() {
        try {
            signals.close();
        } catch (IOException e) {
            // Somebody killed the shell: what it had stopped is for us.
        }
        if (!Signals.await(List.of(shell.toHandle()), END_SECONDS)) {
            shell.destroyForcibly();
        }
        ProcessHandle process = stopped;
        if (process != null) {
            try {
                Signals.send("CONT", List.of(process));
            } catch (IOException e) {
                // The server's end continues all its processes.
            }
        }
    }
}
