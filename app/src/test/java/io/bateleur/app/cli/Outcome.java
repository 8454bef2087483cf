package io.bateleur.app.cli;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What one run of a program left behind. */
record Outcome(int exitCode, String out, String err) {
    /** The commands of the product, in this JVM. */
    static Outcome of(String... args) {
        return run(Commands::all, args);
    }

    /** The command run, in this JVM; skips a test whose database is not to be had. */
    static Outcome ofRun(Path trace, String... args) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(args));
        all.addAll(List.of("--trace", trace.toString()));
        Outcome outcome = of(all.toArray(String[]::new));
        assumeFalse(outcome.err().contains("mvn could not fetch"), "the database cannot be fetched here");
        return outcome;
    }

    /** The commands that go wrong, in this JVM. */
    static Outcome ofTrouble(String... args) {
        return run(terminal -> List.of(new Trouble(terminal)), args);
    }

    /** Commands of a test, in this JVM. */
    static Outcome run(Function<Terminal, List<Object>> commands, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8));
        int exitCode = new Main(terminal, commands.apply(terminal)).run(args);
        terminal.out().flush();
        terminal.err().flush();
        return new Outcome(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The same; reports of bugs that it names are deleted. */
    Outcome withoutReports() {
        String mark = "  details   ";
        err.lines().filter(line -> line.startsWith(mark)).forEach(line -> {
            try {
                Files.deleteIfExists(Path.of(line.substring(mark.length())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return this;
    }

    /** A script in a shell of its own. */
    static Outcome ofShell(Path folder, Map<String, String> environment, String script)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("bateleur-test", ".out");
        Path err = Files.createTempFile("bateleur-test", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(120, TimeUnit.SECONDS)) {
                    throw new AssertionError(
                            "still running after two minutes: " + script + "\n" + Files.readString(err));
                }
            } finally {
                end(process);
            }
            return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** A process with all that it has started: a shell does not take its children with it. */
    static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    /** A script in which {@code $trouble} starts the commands that go wrong in a JVM of their own. */
    static Outcome ofShell(String script) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String trouble = java + " -cp " + classPath + " " + Trouble.class.getName();
        return ofShell(Path.of("."), Map.of("trouble", trouble, "TERM", "xterm"), script);
    }
}
