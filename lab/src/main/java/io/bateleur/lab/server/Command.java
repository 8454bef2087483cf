package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the system, run to its end. */
final class Command {
    private static final int LINES_SHOWN = 12;
    private static final int BYTES_READ = 1 << 16;

    /** @param output what it printed, on both streams */
    record Result(int exit, String output) {
        boolean isSuccess() {
            return exit == 0;
        }

        /** The last lines of the output, indented: enough for a message. */
        String tail() {
            return lastLines(output);
        }
    }

    private Command() {}

    /**
     * @param directory where it runs; its output is kept there in a file, so that a talkative program never waits for us
     * @param missing what the user can do when there is no such program
     */
    static Result run(Path directory, Duration limit, String missing, List<String> words) throws ServerException {
        Path output = directory.resolve("output.log");
        Process process;
        try {
            process = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
        } catch (IOException e) {
            String reason = exists(words.get(0)) ? String.valueOf(e.getMessage()) : "it is not on the PATH";
            throw new ServerException(words.get(0) + " cannot be run: " + reason, missing, e);
        }
        Thread whenWeEnd = new Thread(() -> end(process));
        try {
            Runtime.getRuntime().addShutdownHook(whenWeEnd); // Ctrl-C need not reach it
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new ServerException(
                        words.get(0) + " did not end within " + limit.toSeconds() + " s\n" + lastLines(read(output)),
                        "try again; what was fetched so far is kept");
            }
            return new Result(process.exitValue(), read(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException(words.get(0) + " was interrupted", "", e);
        } finally {
            end(process);
            try {
                Runtime.getRuntime().removeShutdownHook(whenWeEnd);
            } catch (IllegalStateException e) {
                // We are ending.
            }
        }
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Whether there is a program of that name on the PATH. */
    static boolean exists(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Arrays.stream(path.split(":"))
                        .filter(directory -> !directory.isEmpty())
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** What a file says at its end, where what went wrong is told. */
    static String read(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(Math.max(0, channel.size() - BYTES_READ));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    static String lastLines(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
        return String.join("\n", last).indent(2).stripTrailing();
    }
}
