package io.bateleur.core.prove;

import io.bateleur.core.prove.Question.Answer;
import io.bateleur.core.report.Argument;
import java.util.ArrayList;
import java.util.List;

/** A question tried out: the world of each answer, and what follows in it. */
record Tried(Question question, List<World> worlds, List<Deduction> deductions) {

    static Tried out(Question question, World world, Effort effort) {
        List<World> worlds = new ArrayList<>();
        List<Deduction> deductions = new ArrayList<>();
        for (Answer answer : question.answers()) {
            World next = world.with(answer.assumption());
            worlds.add(next);
            deductions.add(Deduction.in(next, effort));
        }
        return new Tried(question, worlds, deductions);
    }

    /** How many answers are refuted at once. */
    long refuted() {
        return deductions.stream().filter(Deduction::isRefuted).count();
    }

    /** How many are not. */
    long open() {
        return deductions.size() - refuted();
    }

    /** How much of the refutation there is to read already. */
    long cost() {
        return deductions.stream().mapToLong(Deduction::cost).sum();
    }

    /** How little the least telling answer tells. */
    long progress() {
        return deductions.stream()
                .filter(deduction -> !deduction.isRefuted())
                .mapToLong(Deduction::size)
                .min()
                .orElse(0);
    }

    /** All answers with their refutations. */
    Argument.Cases cases(List<Argument> refutations) {
        List<Argument.Case> cases = new ArrayList<>();
        for (int i = 0; i < refutations.size(); i++) {
            Answer answer = question.answers().get(i);
            cases.add(new Argument.Case(answer.text(), answer.assumption(), refutations.get(i)));
        }
        return new Argument.Cases(question.text(), cases);
    }
}
