package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.encode.Encoding;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.encode.Guarantees;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Outcome;
import java.util.Optional;

/** From the graph of a history to a decision: what needs no solver is decided without it. */
final class Engine {
    private Engine() {}

    static Decision decide(Asg asg, Level level, Budget budget) {
        Criterion criterion = level.criterion();
        if (criterion.visibility().perKey()) {
            return guarantee(asg, criterion, budget);
        }
        Ir ir = Passes.run(IrBuilder.build(asg, level), Passes.STANDARD);
        if (ir.isContradictory()) {
            return new Decision.Refused(ir.contradiction());
        }
        Optional<Resolution> first = FirstOrder.resolution(ir);
        if (first.isPresent()) {
            return new Decision.Holds(first.get());
        }
        return Encoding.of(ir).map(encoding -> solve(encoding, budget)).orElse(new Decision.Refused(new int[0]));
    }

    private static Decision solve(Encoding encoding, Budget budget) {
        Outcome outcome = new NativeSolver(encoding.problem()).with(encoding).solve(budget.limits());
        return outcome.match(
                model -> new Decision.Holds(encoding.resolution(model)),
                refused -> new Decision.Refused(new int[0]),
                gaveUp -> new Decision.GaveUp(gaveUp.reason()));
    }

    private static Decision guarantee(Asg asg, Criterion criterion, Budget budget) {
        Guarantees encoding = Guarantees.of(asg, criterion.visibility());
        Outcome outcome = new NativeSolver(encoding.problem()).solve(budget.limits());
        return outcome.match(
                model -> new Decision.Holds(encoding.resolution(model)),
                refused -> new Decision.Refused(new int[0]),
                gaveUp -> new Decision.GaveUp(gaveUp.reason()));
    }
}
