package io.bateleur.app.cli;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Assumption;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.Step;
import io.bateleur.examine.Judge;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A judge whose verdict hangs on nothing but the level: what the command makes of each can be seen. */
final class FakeJudge implements Judge {
    @Override
    public Verdict check(Asg graph, Level level, Budget budget) {
        History history = graph.history();
        return switch (level.name()) {
            case "serializable", "recorded" -> new Verdict.Violated(cycle(history, level));
            case "strong-session-serializable" -> new Verdict.Violated(cases(history, level));
            case "snapshot-isolation" -> holds(graph);
            case "read-committed" -> new Verdict.Undecided("the trace is too poor");
            case "strict-serializable" -> slow(budget);
            case "causal" -> throw new IllegalStateException("pass lost an edge");
            case "repeatable-read" -> throw new OutOfMemoryError("Java heap space");
            case "prefix-consistency" -> new Verdict.Undecided("steps: " + budget.steps());
            default ->
                level.criterion().reads() && level.countsSessions()
                        ? new Verdict.Violated(cycle(history, level))
                        : holds(graph);
        };
    }

    @Override
    public Explanation minimize(Explanation why, Budget budget) {
        return new Explanation(why.level(), Anomaly.LOST_UPDATE, why.order(), why.argument(), why.part());
    }

    /** Stops when it is told to, and only then. */
    private static Verdict slow(Budget budget) {
        try {
            while (!budget.cancelled().getAsBoolean()) {
                Thread.sleep(5);
            }
            return new Verdict.Undecided("17 choices are left");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Verdict holds(Asg asg) {
        int[] events = IntStream.range(0, 2 * asg.transactionCount()).toArray();
        int[] sources = new int[asg.readCount()];
        Arrays.fill(sources, Asg.INITIAL);
        return new Verdict.Holds(asg, new Resolution(events, sources, new int[0]));
    }

    static Explanation cycle(History history, Level level) {
        return new Explanation(level, Anomaly.G2_ITEM, level.order(), cycle(history), history);
    }

    private static Explanation cases(History history, Level level) {
        Argument.Cases cases = new Argument.Cases(
                "Which of T1 and T2 wrote x first?", List.of(answer(history, "T1 did"), answer(history, "T2 did")));
        return new Explanation(level, Anomaly.G0, Order.SESSION, cases, history);
    }

    private static Argument.Case answer(History history, String words) {
        Transaction any = history.transaction(0);
        return new Argument.Case(words, new Assumption.WroteFirst(Value.of("x"), any, any), cycle(history));
    }

    private static Argument.Cycle cycle(History history) {
        return new Argument.Cycle(List.of(
                step(history.transaction(0), history.transaction(1)),
                step(history.transaction(1), history.transaction(0))));
    }

    private static Step step(Transaction from, Transaction to) {
        return new Step(
                from,
                to,
                EdgeKind.RW,
                Optional.of(Value.of("x")),
                from + " did not see what " + to + " wrote to x",
                List.of(),
                Optional.empty());
    }
}
