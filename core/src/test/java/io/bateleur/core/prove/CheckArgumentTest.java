package io.bateleur.core.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Argument.Case;
import io.bateleur.core.report.Argument.Cases;
import io.bateleur.core.report.Argument.Cycle;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What the prover finds stands; nothing else does. */
class CheckArgumentTest {
    private static final Asg SKEW = ProverTest.asg("T1: r(x,_) w(y,1) c; T2: r(y,_) w(x,1) c");
    private static final Asg UPDATES =
            ProverTest.asg("initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c; T3: r(y,_) c");
    private static final Asg INFERRED =
            ProverTest.asg("T1: w(x,1) w(y,1) c; T2: w(x,2) w(z,2) c; T3: r(x,1) r(z,2) w(y,3) c; T4: r(y,3) r(x,2) c");
    private static final Asg EQUAL = ProverTest.asg("T1: w(x,1) w(y,1) c; T2: w(x,1) w(y,2) c; T3: r(x,1) r(y,_) c");

    @Test
    void acceptsWhatTheProverFinds() {
        assertThat(problem(SKEW, "serializable", why -> why)).isEmpty();
        assertThat(problem(UPDATES, "snapshot-isolation", why -> why)).isEmpty();
        assertThat(problem(INFERRED, "serializable", why -> why)).isEmpty();
        assertThat(problem(EQUAL, "serializable", why -> why)).isEmpty();
    }

    @Test
    void refusesAnotherHistory() {
        Explanation why = found(SKEW, "serializable");
        assertThat(CheckArgument.problem(UPDATES, why)).contains("it is about another history");
    }

    @Test
    void refusesCyclesThatDoNotClose() {
        assertThat(problem(SKEW, "serializable", onSteps(steps -> steps.subList(0, 1))))
                .contains("a cycle of 1 steps");
        assertThat(problem(INFERRED, "serializable", onSteps(steps -> steps.subList(0, 2))))
                .contains("T3 -wr(y)-> T4 does not lead to T1 -wr(x)-> T3");
        assertThat(problem(SKEW, "serializable", onSteps(steps -> List.of()))).contains("a cycle of 0 steps");
    }

    @Test
    void refusesStepsThatAreNotThere() {
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.WR, step.key()))))
                .contains("T1 -wr(x)-> T2 is not in the history");
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.SO, Optional.empty()))))
                .contains("T1 -so-> T2 is not in the history");
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.RT, Optional.empty()))))
                .contains("T1 -rt-> T2 is not in the history");
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.RW, Optional.of(Value.of("y"))))))
                .contains("T1 -rw(y)-> T2 is not in the history");
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.PRW, step.key()))))
                .contains("T1 -prw(x)-> T2 is not in the history");
        assertThat(problem(SKEW, "serializable", onFirst(step -> with(step, EdgeKind.WW, step.key()))))
                .contains("T1 -ww(x)-> T2 is not in the history");
    }

    @Test
    void refusesOrdersThatNothingShows() {
        assertThat(problem(INFERRED, "serializable", onLast(step -> with(step, Optional.empty()))))
                .contains("T4 -rw(x)-> T1 is not in the history");
        // The reason must be one for this order.
        assertThat(problem(INFERRED, "serializable", onLast(step -> with(step, Optional.of(new Cycle(List.of()))))))
                .contains("T4 -rw(x)-> T1 is not in the history");
    }

    @Test
    void refusesWhatTheLevelAllows() {
        Explanation skew = found(SKEW, "serializable");
        for (String level : List.of("snapshot-isolation", "consistent-view", "read-committed", "causal")) {
            Explanation weaker = new Explanation(
                    Level.of(level).orElseThrow(), skew.anomaly(), skew.order(), skew.argument(), skew.part());
            assertThat(CheckArgument.problem(SKEW, weaker))
                    .as(level)
                    .contains("the level allows the cycle T1 -rw(x)-> T2, T2 -rw(y)-> T1");
        }
    }

    @Test
    void refusesEvidenceOfSomebodyElse() {
        Explanation updates = found(UPDATES, "serializable");
        Step foreign = ((Cycle) updates.argument()).steps().get(0);
        Step damaged = new Step(
                foreign.from(),
                foreign.to(),
                foreign.kind(),
                foreign.key(),
                foreign.because(),
                updates.part().transaction(2).operations(),
                foreign.otherwise());
        assertThat(problem(UPDATES, "serializable", onFirst(step -> damaged)))
                .contains("T1 -rw(x)-> T2 rests on an operation of somebody else");
    }

    @Test
    void refusesCasesThatAreNotAll() {
        assertThat(problem(UPDATES, "snapshot-isolation", onCases(cases -> cases.subList(0, 1))))
                .contains("Which of T1 and T2 wrote x first? does not name both orders of two writers");
        assertThat(problem(EQUAL, "serializable", onCases(cases -> cases.subList(1, 2))))
                .contains("Who wrote what T3 read as x = 1? leaves out a version that may have been read");
        assertThat(problem(EQUAL, "serializable", onCases(cases -> List.of())))
                .contains("Who wrote what T3 read as x = 1? has answers");
    }

    @Test
    void refusesRefutationsOfAnotherCase() {
        assertThat(problem(UPDATES, "snapshot-isolation", onCases(CheckArgumentTest::exchanged)))
                .contains("T1 wrote x first: T2 -ww(x)-> T1 is not in the history");
        assertThat(problem(EQUAL, "serializable", onCases(CheckArgumentTest::exchanged)))
                .contains("T1 wrote it: T2 -wr(x)-> T3 is not in the history");
    }

    @Test
    void refusesBadReadsThatAreNone() {
        Asg bad = ProverTest.asg("T1: w(x,1) a; T2: r(x,1) c");
        Explanation why = found(bad, "read-committed");
        assertThat(CheckArgument.problem(bad, why)).isEmpty();
        Asg good = ProverTest.asg("T1: w(x,1) c; T2: r(x,1) c");
        Explanation moved = new Explanation(why.level(), why.anomaly(), why.order(), why.argument(), good.history());
        assertThat(CheckArgument.problem(good, moved).orElseThrow()).startsWith("no such bad read");
    }

    // ---- damage

    private static Explanation found(Asg asg, String level) {
        return Prover.explain(asg, Level.of(level).orElseThrow(), () -> false).orElseThrow();
    }

    private static Optional<String> problem(Asg asg, String level, UnaryOperator<Argument> damage) {
        Explanation why = found(asg, level);
        return CheckArgument.problem(
                asg,
                new Explanation(why.level(), why.anomaly(), why.order(), damage.apply(why.argument()), why.part()));
    }

    private static UnaryOperator<Argument> onSteps(UnaryOperator<List<Step>> damage) {
        return argument -> new Cycle(damage.apply(((Cycle) argument).steps()));
    }

    private static UnaryOperator<Argument> onFirst(UnaryOperator<Step> damage) {
        return onSteps(steps -> replaced(steps, 0, damage));
    }

    private static UnaryOperator<Argument> onLast(UnaryOperator<Step> damage) {
        return onSteps(steps -> replaced(steps, steps.size() - 1, damage));
    }

    private static List<Step> replaced(List<Step> steps, int at, UnaryOperator<Step> damage) {
        List<Step> damaged = new ArrayList<>(steps);
        damaged.set(at, damage.apply(steps.get(at)));
        return damaged;
    }

    private static UnaryOperator<Argument> onCases(UnaryOperator<List<Case>> damage) {
        return argument -> {
            Cases cases = (Cases) argument;
            return new Cases(cases.question(), damage.apply(cases.cases()));
        };
    }

    /** Each case with the refutation of the other. */
    private static List<Case> exchanged(List<Case> cases) {
        List<Argument> refutations =
                new ArrayList<>(cases.stream().map(Case::refutation).toList());
        Collections.reverse(refutations);
        List<Case> exchanged = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            exchanged.add(new Case(cases.get(i).answer(), cases.get(i).assumption(), refutations.get(i)));
        }
        return exchanged;
    }

    private static Step with(Step step, EdgeKind kind, Optional<Value> key) {
        return new Step(step.from(), step.to(), kind, key, step.because(), step.evidence(), step.otherwise());
    }

    private static Step with(Step step, Optional<Argument> otherwise) {
        return new Step(step.from(), step.to(), step.kind(), step.key(), step.because(), step.evidence(), otherwise);
    }
}
