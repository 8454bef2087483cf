package io.bateleur.app.cli;

import io.bateleur.core.solve.Limits;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Outcome;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SmtLib;
import io.bateleur.core.solve.Statistics;
import io.bateleur.core.trace.Cnf;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Polygraph;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        footer = {"  bateleur solve formula.cnf --proof formula.drat", "  bateleur solve history.polyg --stats"})
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

    @Option(names = "--stats", description = "Print what the solver did, in c lines.")
    private boolean stats;

    Solve(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
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
        NativeSolver solver = new NativeSolver(problem);
        if (proof == null) {
            return tell(solver, solver.solve(limits()), cnf.variables(), false);
        }
        try (Sink sink = Sink.of(proof)) {
            Outcome outcome;
            try (DratFile drat = new DratFile(sink.stream())) {
                outcome = solver.proving(drat).solve(limits());
            }
            if (outcome instanceof Outcome.Refused) {
                sink.finish();
            }
            return tell(solver, outcome, cnf.variables(), false);
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
        NativeSolver solver = new NativeSolver(problem);
        return tell(solver, solver.solve(limits()), problem.variableCount(), true);
    }

    private Limits limits() {
        return Limits.steps(steps);
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

    private int tell(NativeSolver solver, Outcome outcome, int variables, boolean order) {
        PrintStream out = terminal.out();
        if (stats) {
            Statistics s = solver.statistics();
            out.println("c " + s);
        }
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
