package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Answer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates a unit, a transaction or one of its statements, under all choices that matter to it. */
final class UnitSearch {
    /** So many combinations of choices are tried; beyond, nothing is concluded from what was not. */
    static final int COMBINATIONS_MAX = 4096;

    private final Sight sight;
    private final Choices choices;
    private final Evaluation evaluation;
    private final @Nullable Dependencies dependencies;

    private final List<UnitEffect> effects = new ArrayList<>();
    private boolean exhausted;
    private boolean allExplain;
    private boolean chose;
    private long evaluated;
    /** The statement that no combination got past, and what would have been right there. */
    private int deepest;

    private final List<Answer> possible = new ArrayList<>();
    private @Nullable LoggedTransaction conflict;

    UnitSearch(Sight sight, Choices choices, Evaluation evaluation) {
        this(sight, choices, evaluation, null);
    }

    UnitSearch(Sight sight, Choices choices, Evaluation evaluation, @Nullable Dependencies dependencies) {
        this.dependencies = dependencies;
        this.sight = sight;
        this.choices = choices;
        this.evaluation = evaluation;
        sight.chooseBy(choices);
    }

    /** Different things that the statements may have done, so that all their answers are explained. */
    List<UnitEffect> effects() {
        return effects;
    }

    /** Whether all combinations were tried. */
    boolean isExhausted() {
        return exhausted;
    }

    /** Whether every combination explains the answers, so that nothing is learnt. */
    boolean explainsAlways() {
        return allExplain;
    }

    /** Whether something that others did at the same time mattered. */
    boolean hadChoices() {
        return chose;
    }

    int deepest() {
        return deepest;
    }

    List<Answer> possible() {
        return possible;
    }

    @Nullable
    LoggedTransaction conflict() {
        return conflict;
    }

    long evaluated() {
        return evaluated;
    }

    /** The statements from one place to before another; what the transaction did before is in {@link Sight#own}. */
    void run(LoggedTransaction t, int from, int to) {
        effects.clear();
        possible.clear();
        deepest = from;
        conflict = null;
        exhausted = true;
        allExplain = true;
        chose = false;
        choices.clear();
        int start = sight.own.mark();
        int combinations = 0;
        do {
            sight.own.undo(start);
            choices.restart();
            if (dependencies != null) {
                dependencies.restart();
            }
            boolean explains = runOnce(t, from, to);
            if (explains) {
                keep(sight.own.since(start));
            } else {
                allExplain = false;
            }
            chose |= !choices.isEmpty();
            if (++combinations >= COMBINATIONS_MAX) {
                exhausted = false;
                break;
            }
        } while (choices.next());
        sight.own.undo(start);
    }

    private void keep(List<OwnChanges.Entry> entries) {
        Choices.Chosen way = choices.chosen();
        for (UnitEffect effect : effects) {
            if (effect.does(entries)) {
                effect.ways().add(way);
                return;
            }
        }
        effects.add(UnitEffect.of(
                entries, way, dependencies == null ? Dependencies.Noted.NOTHING : dependencies.present()));
    }

    private boolean runOnce(LoggedTransaction t, int from, int to) {
        for (int i = from; i < to; i++) {
            LoggedStatement s = t.statements.get(i);
            sight.at(t, s);
            evaluated++;
            if (savepoint(s)) {
                continue;
            }
            int mark = sight.own.mark();
            try {
                if (!runs(t, s, i)) {
                    return false;
                }
            } catch (Conflict e) {
                if (i >= deepest) {
                    conflict = e.other;
                    advance(i);
                }
                return false;
            }
            if (s.failure() != null) {
                sight.own.undo(mark);
            }
        }
        return true;
    }

    private boolean runs(LoggedTransaction t, LoggedStatement s, int place) {
        if (!s.outOfPlace.isEmpty()) {
            advance(place);
            return false;
        }
        io.bateleur.core.model.SqlResult.Failure failure = s.failure();
        if (failure != null && !AnswerCheck.isAboutRows(failure.state())) {
            return true; // it did nothing, and may always be answered
        }
        if (s.mayHaveFailed() && choices.way(2) == 1) {
            return true;
        }
        Answer answer = evaluation.answer(s, sight, sight);
        boolean unchecked = t.rules == SightRules.DIRTY_READS && answer.count() == null && answer.error() == null;
        if (unchecked || AnswerCheck.allows(answer, s)) {
            return true;
        }
        if (place > deepest) {
            advance(place);
        }
        if (place == deepest && possible.size() < 16) {
            possible.add(answer);
        }
        return false;
    }

    private void advance(int place) {
        if (place > deepest) {
            possible.clear();
            deepest = place;
        }
    }

    /** Whether a statement was only about savepoints; it is done then. */
    boolean savepoint(LoggedStatement s) {
        if (!s.outOfPlace.isEmpty() || !TransactionCourse.isAboutSavepoints(s.tree())) {
            return false;
        }
        if (s.marks) {
            sight.own.savepoint(s.place);
        } else if (s.backTo >= 0) {
            sight.own.rollbackTo(s.backTo);
        }
        return true;
    }
}
