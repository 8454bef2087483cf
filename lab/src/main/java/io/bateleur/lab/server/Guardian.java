package io.bateleur.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process that outlives us, if only by moments. It holds one end of a pipe whose other end only we hold; when
 * that is closed, by {@link #close} or because our process is gone in whatever way, it ends the processes that were started
 * through it and deletes their directory. So there is one way in which servers go, and a killed JVM takes it, too.
 */
final class Guardian implements AutoCloseable {
    private static final String WATCH = script("guardian.sh");
    private static final String START = script("start.sh");

    /** The script gives a server 13 s, and the directory 5. */
    private static final int LIMIT_SECONDS = 30;

    private static final int RUN_SECONDS = 120;

    /** What a process reads that reads nothing. */
    static final Path NOTHING = Path.of("/dev/null");

    private final Process process;
    private final Path home;
    private final String signal;

    private Guardian(Process process, Path home, String signal) {
        this.process = process;
        this.home = home;
        this.signal = signal;
    }

    /**
     * Makes a new directory, and sees to it that it goes again.
     *
     * @param name what its name begins with
     * @param signal ends a server at once
     */
    static Guardian over(Path parent, String name, String signal) throws ServerException {
        Path home = parent.resolve(name + UUID.randomUUID().toString().substring(0, 8));
        try {
            Process process = new ProcessBuilder(
                            "setsid", "sh", "-c", WATCH, "bateleur-guardian", home.toString(), signal, "watch")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader answer = process.inputReader(StandardCharsets.UTF_8);
            if (!"ready".equals(answer.readLine())) {
                process.destroyForcibly();
                throw new ServerException(
                        "cannot make a directory in " + parent,
                        "is there space on the disk? -Djava.io.tmpdir says where temporary directories are");
            }
            return new Guardian(process, home, signal);
        } catch (IOException e) {
            throw new ServerException(
                    "setsid and sh cannot be run: " + e.getMessage(), "setsid is part of util-linux; install that", e);
        }
    }

    Path home() {
        return home;
    }

    /**
     * Starts a process in a session of its own, so that Ctrl-C in our terminal is not for it.
     *
     * @param log where what it prints is added
     */
    Process start(List<String> command, Map<String, String> environment, Path input, Path log) throws IOException {
        List<String> words = new ArrayList<>(List.of("setsid", "sh", "-c", START, "bateleur-start", home.toString()));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(home.toFile())
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("MYSQL_"));
        builder.environment().putAll(environment);
        Process started = builder.start();
        started.onExit().thenRun(() -> forget(started.pid()));
        return started;
    }

    /** Runs a command to its end; that it failed is told with the last of what it printed. */
    void run(List<String> command, Map<String, String> environment, Path input, Path log)
            throws IOException, ServerException {
        Process started = start(command, environment, input, log);
        try {
            if (!started.waitFor(RUN_SECONDS, TimeUnit.SECONDS)) {
                throw new ServerException("it took too long\n" + Command.lastLines(Command.read(log)), "");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted", "", e);
        }
        if (started.exitValue() != 0) {
            throw new ServerException(
                    Path.of(command.get(0)).getFileName() + " ended with " + started.exitValue() + "\n"
                            + Command.lastLines(Command.read(log)),
                    "");
        }
    }

    private void forget(long pid) {
        try {
            Files.deleteIfExists(home.resolve("pids").resolve(Long.toString(pid)));
        } catch (IOException e) {
            // The guardian sees for itself that the process is gone.
        }
    }

    /** Ends what still runs, and deletes the directory. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is dead, then.
        }
        if (!ends(process) || Files.exists(home)) {
            finishWithout();
        }
    }

    /** Somebody killed the guardian: another does its work. */
    private void finishWithout() {
        try {
            ends(new ProcessBuilder("setsid", "sh", "-c", WATCH, "bateleur-guardian", home.toString(), signal, "end")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            Cache.delete(home);
        }
    }

    /** Waits also when this thread was told to stop: what is left running is worse. */
    private static boolean ends(Process process) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static String script(String name) {
        try (InputStream in = Guardian.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
