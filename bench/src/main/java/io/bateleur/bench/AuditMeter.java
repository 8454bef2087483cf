package io.bateleur.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs audits as processes, and measures their CPU time and memory. */
final class AuditMeter {
    private static final int LOOK_MILLIS = 10;
    private static final long LONGEST_SECONDS = 1800;
    private static final int RECORDING_HEAP = 1500;

    private final Program program;
    private final Children children;
    private final Path scratch;
    private final PrintStream err;

    AuditMeter(Program program, Children children, Path scratch, PrintStream err) {
        this.program = program;
        this.children = children;
        this.scratch = scratch;
        this.err = err;
    }

    /**
     * What an audit said and took.
     *
     * @param open why it is undecided, or how many statements were not evaluated
     */
    record Audited(String verdict, String open, double cpuSeconds, long megabytes) {}

    /** Runs the program, whatever it ends with. */
    void record(List<String> arguments) throws IOException {
        run(RECORDING_HEAP, arguments);
    }

    Audited audit(int heap, String level, Path trace) throws IOException {
        Run run = run(heap, List.of("audit", "--json", "--level=" + level, trace.toString()));
        Audited audited = said(Files.readString(scratch.resolve("out")), run);
        err.println(
                "%s at %s: %s, %.1f s of CPU".formatted(trace.getFileName(), level, audited.verdict(), run.seconds));
        return audited;
    }

    private record Run(double seconds, long megabytes) {}

    private Run run(int heap, List<String> arguments) throws IOException {
        ProcessBuilder builder = program.process(heap, arguments)
                .redirectOutput(scratch.resolve("out").toFile())
                .redirectError(scratch.resolve("err").toFile());
        Process process = children.start(builder);
        process.getOutputStream().close();
        PeakMemory memory = new PeakMemory(process.pid());
        Duration used = Duration.ZERO;
        long start = System.nanoTime();
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                memory.look();
                // What it used in its last milliseconds is not seen.
                used = process.toHandle().info().totalCpuDuration().orElse(used);
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new Children.StoppedException();
        }
        children.requireRunning();
        return new Run(used.toMillis() / 1000.0, memory.megabytes());
    }

    private static Audited said(String text, Run run) throws IOException {
        String verdict = Answer.FAILED;
        String open = "";
        long statements = 0;
        long whole = 0;
        try (JsonParser json = new JsonFactory().createParser(text)) {
            while (json.nextToken() != null) {
                if (json.currentToken() == JsonToken.START_ARRAY && "findings".equals(json.currentName())) {
                    json.skipChildren();
                } else if (json.currentToken() == JsonToken.VALUE_STRING) {
                    verdict = "verdict".equals(json.currentName()) ? json.getText() : verdict;
                    open = "reason".equals(json.currentName()) ? json.getText() : open;
                } else if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                    statements = "statements".equals(json.currentName()) ? json.getLongValue() : statements;
                    whole = "whole".equals(json.currentName()) ? json.getLongValue() : whole;
                }
            }
        }
        String left = open.isEmpty() ? Long.toString(statements - whole) : open;
        return new Audited(verdict, left, run.seconds, run.megabytes);
    }

    /** How many transactions began. */
    static long transactions(Path trace) throws IOException {
        if (!Files.exists(trace)) {
            return 0;
        }
        try (BufferedReader lines = Files.newBufferedReader(trace, StandardCharsets.UTF_8)) {
            return lines.lines()
                    .filter(line -> line.startsWith("{\"e\":\"begin\""))
                    .count();
        }
    }
}
