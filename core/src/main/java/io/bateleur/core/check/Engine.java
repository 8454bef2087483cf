package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.encode.Encoding;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.encode.Guarantees;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.encode.published.Translation;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.LazyCheck;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Outcome;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.Solver;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * From the graph of a history to a decision. What needs no solver is decided without it.
 *
 * @param passes what is drawn from what is known, in this order
 * @param extensions what users add
 * @param solver another solver than our own, if any: it is asked again each time its answer breaks something
 * @param alternative another encoding than our own, if any
 */
record Engine(
        List<Pass> passes,
        Optional<Function<Problem, Solver>> solver,
        Extensions extensions,
        Optional<AlternativeEncoding> alternative) {

    static Engine standard() {
        return new Engine(Passes.STANDARD, Optional.empty(), Extensions.none(), Optional.empty());
    }

    Decision decide(Asg asg, Level level, Budget budget) {
        Optional<String> unsupported = alternative.flatMap(encoding -> encoding.unsupported(asg, level));
        if (unsupported.isPresent()) {
            return new Decision.GaveUp(unsupported.get());
        }
        if (level.criterion().visibility().perKey()) {
            return Guarantees.of(asg, level.criterion().visibility(), budget.cancelled())
                    .map(encoding -> solve(encoding.problem(), (candidate, problem) -> {}, budget)
                            .<Decision>match(
                                    model -> new Decision.Holds(encoding.resolution(model)),
                                    refused -> new Decision.Refused(everything(asg)),
                                    gaveUp -> new Decision.GaveUp(gaveUp.reason())))
                    .orElseGet(() -> new Decision.GaveUp("the time is up"));
        }
        Ir asked = extensions
                .of(level)
                .map(extension -> IrBuilder.build(asg, level, extension))
                .orElseGet(() -> IrBuilder.build(asg, level));
        Ir ir = Passes.run(asked, passes, budget.cancelled());
        if (ir.isContradictory()) {
            return new Decision.Refused(ir.contradiction());
        }
        if (alternative.isPresent()) {
            return decide(alternative.get(), ir, budget);
        }
        if (budget.cancelled().getAsBoolean()) {
            return new Decision.GaveUp("the time is up"); // and the passes may have stopped early
        }
        FirstOrder first = FirstOrder.of(ir);
        Optional<Resolution> resolution = first.resolution(passes.containsAll(Passes.STANDARD));
        if (resolution.isPresent()) {
            return new Decision.Holds(resolution.get());
        }
        return Encoding.of(first)
                .map(encoding -> decide(encoding, ir, budget))
                .orElseGet(() -> new Decision.Refused(inOrder(ir)));
    }

    private Decision decide(Encoding encoding, Ir ir, Budget budget) {
        if (solver.isPresent()) {
            return decision(solve(encoding.problem(), encoding, budget), encoding, () -> inOrder(ir));
        }
        NativeSolver ours = new NativeSolver(encoding.problem()).with(encoding);
        return decision(ours.solve(budget.limits()), encoding, () -> ours.involved()
                .map(encoding::suspects)
                .orElseGet(() -> inOrder(ir)));
    }

    private static Decision decision(Outcome outcome, Encoding encoding, Supplier<int[]> suspects) {
        return outcome.match(
                model -> new Decision.Holds(encoding.resolution(model)),
                refused -> new Decision.Refused(suspects.get()),
                gaveUp -> new Decision.GaveUp(gaveUp.reason()));
    }

    private Decision decide(AlternativeEncoding encoding, Ir ir, Budget budget) {
        Optional<? extends Translation> translation = encoding.encode(ir, budget.cancelled());
        if (translation.isEmpty()) {
            return new Decision.GaveUp(
                    budget.cancelled().getAsBoolean()
                            ? "the time is up"
                            : "the history is too large for the encoding " + encoding.word());
        }
        return solve(translation.get().problem(), (candidate, problem) -> {}, budget)
                .match(
                        model -> new Decision.Holds(translation.get().resolution(model)),
                        refused -> {
                            int[] suspects = translation.get().suspects(refused);
                            return new Decision.Refused(suspects.length > 0 ? suspects : inOrder(ir));
                        },
                        gaveUp -> new Decision.GaveUp(gaveUp.reason()));
    }

    private Outcome solve(Problem problem, LazyCheck check, Budget budget) {
        if (solver.isEmpty()) {
            return new NativeSolver(problem).with(check).solve(budget.limits());
        }
        Solver other = solver.get().apply(problem);
        try {
            while (true) {
                Outcome outcome = other.solve(budget.limits());
                if (!(outcome instanceof Outcome.Satisfied model) || !grows(problem, check, model)) {
                    return outcome;
                }
            }
        } finally {
            close(other);
        }
    }

    private static void close(Solver solver) {
        if (solver instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("a solver could not be closed", e);
            }
        }
    }

    private static boolean grows(Problem problem, LazyCheck check, Outcome.Satisfied model) {
        int variables = problem.variableCount();
        int clauses = problem.clauseCount();
        int edges = problem.edgeCount();
        int[] position = new int[model.order().length];
        for (int i = 0; i < position.length; i++) {
            position[model.order()[i]] = i;
        }
        check.check(
                new LazyCheck.Candidate() {
                    @Override
                    public int value(int literal) {
                        int variable = Math.abs(literal);
                        boolean known = variable < model.values().length;
                        return !known ? 0 : model.values()[variable] == literal > 0 ? 1 : -1;
                    }

                    @Override
                    public int position(int node) {
                        return position[node];
                    }

                    @Override
                    public boolean isComplete() {
                        return true;
                    }
                },
                problem);
        return problem.variableCount() > variables || problem.clauseCount() > clauses || problem.edgeCount() > edges;
    }

    private static int[] everything(Asg asg) {
        return IntStream.range(0, asg.transactionCount())
                .filter(t -> asg.fate(t) != Asg.Fate.GONE)
                .toArray();
    }

    /** All transactions by their place in the order of what is known. */
    private static int[] inOrder(Ir ir) {
        return IntStream.range(0, ir.points())
                .map(ir::transactionAt)
                .filter(t -> t >= 0)
                .distinct()
                .toArray();
    }
}
