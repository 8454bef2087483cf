package io.bateleur.app.cli;

import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SmtLib;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.foreign.Cnf;
import io.bateleur.core.trace.foreign.Polygraph;
import io.bateleur.z3.Z3Solver;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "solve",
        description = {
            "Decide a formula (DIMACS CNF) or a Cobra polygraph.",
            "Prints s SATISFIABLE and a model in v lines (of a polygraph: the chosen side of each choice, 1 for the first, and an "
                    + "order of its nodes in o lines), or s UNSATISFIABLE, or s UNKNOWN."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur solve formula.cnf --proof formula.drat",
            "  bateleur solve history.polyg --stats",
            "  bateleur solve history.polyg --solver z3"
        })
final class Solve implements Callable<Integer> {
    private static final int LINE_WIDTH = 78;

    private final Terminal terminal;

    @Parameters(paramLabel = "FILE", description = "A .cnf or .polyg file, or - for standard input.")
    private String file;

    @Option(
            names = "--proof",
            paramLabel = "OUT",
            description = "Of a formula: write a DRAT proof when it is unsatisfiable.")
    private @Nullable Path proof;

    @Option(
            names = "--smtlib",
            paramLabel = "OUT",
            description = "Write the problem in SMT-LIB 2 too, for another solver.")
    private @Nullable Path smtlib;

    @Option(names = "--steps", paramLabel = "N", description = "Give up after so many steps.")
    private long steps = Long.MAX_VALUE;

    @Option(
            names = "--solver",
            paramLabel = "native|z3",
            description =
                    "Who decides: our own solver, or Z3 for a second opinion (its steps are not ours, and it is slower).")
    private Which solver = Which.NATIVE;

    @Option(names = "--stats", description = "Print what the solver did, in c lines.")
    private boolean stats;

    private enum Which {
        NATIVE,
        Z3;

        /** As it is typed and shown. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Solve(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (solver == Which.Z3 && proof != null) {
            throw CommandFailed.usage("only the native solver writes proofs: leave out --proof or --solver z3");
        }
        if (solver == Which.Z3 && stats) {
            throw CommandFailed.usage("only the native solver counts: leave out --stats or --solver z3");
        }
        OutputFiles.requireWritable(proof, smtlib);
        try (Progress progress = terminal.progress("reading " + file, -1);
                Source source = TraceFiles.source(terminal, file, progress)) {
            Head head = source.head();
            if (Polygraph.recognises(head)) {
                if (proof != null) {
                    throw CommandFailed.usage("a DRAT proof is about clauses: a polygraph has none");
                }
                return polygraph(Polygraph.read(source));
            }
            return formula(Cnf.read(source));
        }
    }

    private int formula(Cnf cnf) throws IOException {
        Problem problem = new Problem();
        problem.variables(cnf.variables());
        cnf.clauses().forEach(problem::clause);
        export(problem);
        if (proof == null) {
            return tell(decide(problem), cnf.variables(), false);
        }
        try (Sink sink = Sink.of(proof)) {
            SolverOutcome outcome;
            try (DratFile drat = new DratFile(sink.stream())) {
                outcome = decideNatively(new NativeSolver(problem).proving(drat));
            }
            if (outcome instanceof SolverOutcome.Refused) {
                sink.finish();
            }
            return tell(outcome, cnf.variables(), false);
        }
    }

    private int polygraph(Polygraph polygraph) throws IOException {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), polygraph.nodes());
        int[] edges = polygraph.edges();
        for (int i = 0; i < edges.length; i += 2) {
            problem.edge(first + edges[i], first + edges[i + 1]);
        }
        int[] choices = polygraph.choices();
        for (int i = 0; i < choices.length; i += 4) {
            int variable = problem.variable();
            problem.edge(first + choices[i], first + choices[i + 1], variable);
            problem.edge(first + choices[i + 2], first + choices[i + 3], -variable);
        }
        export(problem);
        return tell(decide(problem), problem.variableCount(), true);
    }

    private SolverOutcome decide(Problem problem) {
        if (solver == Which.NATIVE) {
            return decideNatively(new NativeSolver(problem));
        }
        try (Z3Solver z3 = new Z3Solver(problem)) {
            return z3.solve(limits());
        } catch (LinkageError e) {
            throw CommandFailed.unavailable("Z3 does not run on this machine: " + e.getMessage());
        }
    }

    private SolverOutcome decideNatively(NativeSolver decider) {
        SolverOutcome outcome = decider.solve(limits());
        if (stats) {
            terminal.out().println("c " + decider.statistics());
        }
        return outcome;
    }

    private SolverLimits limits() {
        return SolverLimits.steps(steps);
    }

    private void export(Problem problem) throws IOException {
        if (smtlib != null) {
            try (Sink sink = Sink.of(smtlib)) {
                try (Writer out = new OutputStreamWriter(sink.stream(), StandardCharsets.US_ASCII)) {
                    SmtLib.write(problem, out);
                }
                sink.finish();
            }
        }
    }

    private int tell(SolverOutcome outcome, int variables, boolean order) {
        PrintStream out = terminal.out();
        return outcome.match(
                satisfied -> {
                    out.println("s SATISFIABLE");
                    int[] model = new int[variables];
                    for (int v = 1; v <= variables; v++) {
                        model[v - 1] = satisfied.values()[v] ? v : -v;
                    }
                    lines("v", model, true);
                    if (order) {
                        lines("o", satisfied.order(), false);
                    }
                    return ExitCodes.OK;
                },
                refused -> {
                    out.println("s UNSATISFIABLE");
                    if (refused.cycle().length > 0) {
                        lines("c cycle", refused.cycle(), false);
                    }
                    return ExitCodes.VIOLATED;
                },
                gaveUp -> {
                    out.println("c " + gaveUp.reason());
                    out.println("s UNKNOWN");
                    return ExitCodes.UNDECIDED;
                });
    }

    private void lines(String letter, int[] numbers, boolean ended) {
        StringBuilder line = new StringBuilder(letter);
        for (int number : numbers) {
            if (line.length() > LINE_WIDTH - 12) {
                terminal.out().println(line);
                line.setLength(0);
                line.append(letter);
            }
            line.append(' ').append(number);
        }
        terminal.out().println(ended ? line.append(" 0") : line);
    }
}
