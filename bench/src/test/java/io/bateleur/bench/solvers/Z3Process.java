package io.bateleur.bench.solvers;

import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import io.bateleur.z3.Z3Solver;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Z3 in a process of its own: while it prepares a large problem it hears no request to stop, and has to be ended. */
final class Z3Process {
    /** Making the problem and starting up do not count, within reason. */
    private static final int PREPARATION_SECONDS = 120;

    private Z3Process() {}

    /** How long Z3 took for a problem of {@link SolverBench}, in words. */
    static String ask(String name, int seconds, boolean satisfied) throws IOException {
        Path answer = Files.createTempFile("bateleur-z3", ".txt");
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx8g",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SolverBench.class.getName(),
                            "z3",
                            name)
                    .redirectOutput(answer.toFile())
                    .redirectError(Redirect.DISCARD)
                    .start();
            waitFor(process, answer, seconds);
            process.destroyForcibly().waitFor();
            return told(Files.readString(answer), seconds, satisfied);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "- (interrupted)";
        } finally {
            Files.delete(answer);
        }
    }

    private static void waitFor(Process process, Path answer, int seconds) throws InterruptedException, IOException {
        for (int i = 0; i < PREPARATION_SECONDS * 10 && Files.size(answer) == 0 && process.isAlive(); i++) {
            Thread.sleep(100);
        }
        process.waitFor(seconds, TimeUnit.SECONDS);
    }

    private static String told(String answer, int seconds, boolean satisfied) {
        String[] lines = answer.split("\n");
        if (lines.length < 3) {
            return "- (over " + seconds + ")";
        }
        if (!lines[1].equals(Boolean.toString(satisfied))) {
            throw new IllegalStateException("another answer of Z3: " + answer);
        }
        return lines[2];
    }

    /** The other side: says when the problem is there, then what Z3 says and how long it took. */
    static void solve(Problem problem) {
        try (Z3Solver warm = new Z3Solver(new Problem())) {
            warm.solve(SolverLimits.none()); // loading the library does not count
        }
        System.out.println("ready");
        System.out.flush();
        long start = System.nanoTime();
        try (Z3Solver z3 = new Z3Solver(problem)) {
            SolverOutcome outcome = z3.solve(SolverLimits.none());
            double taken = (System.nanoTime() - start) / 1e9;
            System.out.println(outcome instanceof SolverOutcome.Satisfied);
            System.out.printf("%.4f%n", taken);
        }
    }
}
