package io.bateleur.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs cases, each in a process of its own, and measures the whole of it: the program starts, reads the file, decides and ends. */
final class Meter {
    private static final int LOOK_MILLIS = 20;

    /** A limit on everything. */
    private static final long LONGEST_SECONDS = 600;

    private final Program program;
    private final Children children;
    private final Path traces;
    private final Path scratch;
    private final int runs;
    private final PrintStream err;
    private final List<String> surprises = new ArrayList<>();

    /** @param traces where histories are kept; one that is there is not made again */
    Meter(Program program, Children children, Path traces, Path scratch, int runs, PrintStream err) {
        this.program = program;
        this.children = children;
        this.traces = traces;
        this.scratch = scratch;
        this.runs = runs;
        this.err = err;
    }

    private record Run(double seconds, long megabytes, Answer answer) {}

    Measured measure(Case asked) throws IOException {
        Path trace = trace(asked.recipe());
        List<Run> all = new ArrayList<>();
        do {
            all.add(run(asked, trace));
        } while (all.size() < runs && isWorthwhile(all.get(all.size() - 1)));
        Measured measured = new Measured(
                new Runs(all.stream().mapToDouble(Run::seconds).toArray()),
                all.stream().mapToLong(Run::megabytes).max().orElse(-1),
                all.get(all.size() - 1).answer());
        wonder(asked, measured);
        return measured;
    }

    /** What failed once fails again, and nobody wants to wait for it. */
    private static boolean isWorthwhile(Run last) {
        return !last.answer().verdict().equals(Answer.FAILED);
    }

    private void wonder(Case asked, Measured measured) {
        String verdict = measured.answer().verdict();
        boolean fine = verdict.equals(asked.expected()) || verdict.equals(Answer.UNDECIDED);
        if (!fine) {
            String surprise = asked + ": " + measured.answer() + ", expected " + asked.expected();
            err.println(surprise);
            surprises.add(surprise);
        }
    }

    /** Rows whose verdict is not the right one, in words. */
    List<String> surprises() {
        return surprises;
    }

    private Path trace(Recipe recipe) throws IOException {
        Path file = traces.resolve(recipe.fileName());
        if (!Files.exists(file)) {
            err.println("making " + file.getFileName());
            Files.createDirectories(traces);
            recipe.write(file);
            try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                written.force(true); // or the system would write to the disk while we measure
            }
        }
        return file;
    }

    private Run run(Case asked, Path trace) throws IOException {
        Path out = scratch.resolve("out");
        Path told = scratch.resolve("err");
        ProcessBuilder builder = program.process(asked.heapMegabytes(), asked.arguments(trace.toString()))
                .redirectOutput(out.toFile())
                .redirectError(told.toFile());
        long start = System.nanoTime();
        Process process = children.start(builder);
        process.getOutputStream().close();
        PeakMemory memory = new PeakMemory(process.pid());
        boolean ended = await(process, memory, start);
        double seconds = (System.nanoTime() - start) / 1e9;
        children.requireRunning();
        Answer answer = ended
                ? Answer.of(process.exitValue(), Files.readString(out), Files.readString(told))
                : new Answer(Answer.FAILED, "over " + LONGEST_SECONDS + " s");
        err.println("%s: %.2f s, %s".formatted(asked, seconds, answer));
        return new Run(seconds, memory.megabytes(), answer);
    }

    private static boolean await(Process process, PeakMemory memory, long start) {
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                memory.look();
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
                    process.destroyForcibly().waitFor();
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new Children.StoppedException();
        }
    }
}
