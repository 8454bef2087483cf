package io.bateleur.bench;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.encode.Encoding;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.LazyCheck;
import io.bateleur.core.solve.Limits;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import java.util.Optional;

/**
 * The way from the graph of a history to an answer, as the checker goes it, from the same parts, but so that parts can be left out
 * and counted. The checker itself is measured beside it: where the two differ, this is out of date.
 */
final class Pipeline {
    private final Knobs knobs;
    private final long end;

    /** @param end when to give up, by the clock of {@link System#nanoTime} */
    Pipeline(Knobs knobs, long end) {
        this.knobs = knobs;
        this.end = end;
    }

    /**
     * How it went.
     *
     * @param edges known when the passes were done
     * @param variables that the solver had in the end; -1 when it was not needed
     */
    record Course(String answer, int edges, int variables, long decisions, long conflicts) {
        static Course unsolved(String answer, Ir ir) {
            return new Course(answer, ir.edges().size(), -1, -1, -1);
        }
    }

    private static final class TimeIsUp extends RuntimeException {
        TimeIsUp() {
            super("the time is up", null, false, false);
        }
    }

    Course run(Asg asg, Level level) {
        boolean unordered = level.order() == Order.NONE && !level.criterion().sessions();
        if (knobs.sessionsFirst() && unordered) {
            Course stronger = decide(asg, Level.of(level.criterion(), Order.SESSION));
            if (!stronger.answer().equals(Answer.VIOLATED)) {
                return stronger;
            }
        }
        return decide(asg, level);
    }

    private Course decide(Asg asg, Level level) {
        Ir ir = Passes.run(IrBuilder.build(asg, level), knobs.passes(), this::isLate);
        if (ir.isContradictory()) {
            return Course.unsolved(Answer.VIOLATED, ir);
        }
        if (isLate()) {
            return Course.unsolved(Answer.UNDECIDED, ir);
        }
        FirstOrder first = FirstOrder.of(ir);
        boolean drawn = knobs.passes().containsAll(Passes.STANDARD);
        if (knobs.firstOrder() && first.resolution(drawn).isPresent()) {
            return Course.unsolved(Answer.HOLDS, ir);
        }
        Optional<Encoding> encoding = Encoding.of(first);
        return encoding.map(each -> solve(ir, each)).orElseGet(() -> Course.unsolved(Answer.VIOLATED, ir));
    }

    private Course solve(Ir ir, Encoding encoding) {
        NativeSolver solver = new NativeSolver(encoding.problem()).with(untilTimeIsUp(encoding));
        String answer;
        try {
            answer = solver.solve(new Limits(Long.MAX_VALUE, this::isLate))
                    .match(satisfied -> Answer.HOLDS, refused -> Answer.VIOLATED, gaveUp -> Answer.UNDECIDED);
        } catch (TimeIsUp e) {
            answer = Answer.UNDECIDED;
        }
        return new Course(
                answer,
                ir.edges().size(),
                encoding.problem().variableCount(),
                solver.statistics().decisions(),
                solver.statistics().conflicts());
    }

    /** The solver looks at the clock only now and then, and a single look at a large candidate takes long without passes. */
    private LazyCheck untilTimeIsUp(LazyCheck check) {
        return new LazyCheck() {
            @Override
            public void check(Candidate candidate, Problem problem) {
                if (isLate()) {
                    throw new TimeIsUp();
                }
                check.check(candidate, problem);
            }

            @Override
            public boolean wantsPartial() {
                return check.wantsPartial();
            }
        };
    }

    private boolean isLate() {
        return System.nanoTime() - end > 0;
    }
}
