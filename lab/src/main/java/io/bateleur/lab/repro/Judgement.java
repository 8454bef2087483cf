package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Reply;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a run says of the bug: the first expectation that is not met decides.
 *
 * @param why the expectation and what came in its place; empty where all were met
 */
record Judgement(CaseOutcome outcome, String why) {
    private static final Judgement RIGHT = new Judgement(CaseOutcome.NOT_REPRODUCED, "");

    static Judgement of(BugCase bugCase, SqlLevel level, List<Played> steps, List<Looked> finals) {
        for (Played step : steps) {
            Judgement judgement = of(bugCase, level, step);
            if (judgement.outcome != CaseOutcome.NOT_REPRODUCED) {
                return judgement;
            }
        }
        for (Looked look : finals) {
            Judgement judgement = of(level, look);
            if (judgement.outcome != CaseOutcome.NOT_REPRODUCED) {
                return judgement;
            }
        }
        return RIGHT;
    }

    private static Judgement of(BugCase bugCase, SqlLevel level, Played step) {
        boolean crashed = step.response() instanceof Response.Crashed;
        boolean crashSeen = false;
        for (Expect expect : Expect.at(level, step.step().expects())) {
            Optional<Judgement> unmet = unmet(bugCase, level, step, expect);
            if (unmet.isPresent()) {
                return unmet.get();
            }
            crashSeen |= expect.about() instanceof Expect.Result;
        }
        if (crashed && !crashSeen) {
            return new Judgement(CaseOutcome.DIFFERS, at(step) + ": the server crashed");
        }
        return RIGHT;
    }

    private static Optional<Judgement> unmet(BugCase bugCase, SqlLevel level, Played step, Expect expect) {
        Response response = response(step, expect);
        Comparison comparison = Comparison.of(statement(bugCase, step, expect));
        boolean met = expect.about() instanceof Expect.Wakes wakes
                ? new TreeSet<>(wakes.sessions()).equals(new TreeSet<>(step.woken()))
                : comparison.isMet(((Expect.Result) expect.about()).reply(), response);
        if (met) {
            return Optional.empty();
        }
        boolean bug = expect.bug()
                .filter(each -> each.isAt(level))
                .filter(each -> isBug(each.answer(), step, expect, comparison, response))
                .isPresent();
        return Optional.of(new Judgement(
                bug ? CaseOutcome.REPRODUCED : CaseOutcome.DIFFERS,
                at(step) + ": " + shown(step, expect, response) + ", expected " + wanted(expect)));
    }

    /** What the bug shows in place of waking somebody: {@code none} is nobody. */
    private static boolean isBug(Reply bug, Played step, Expect expect, Comparison comparison, Response response) {
        if (expect.about() instanceof Expect.Wakes && bug instanceof Reply.Count count && count.rows() == 0) {
            return step.woken().isEmpty();
        }
        return comparison.isMet(bug, response);
    }

    private static Response response(Played step, Expect expect) {
        if (expect.about() instanceof Expect.Result result) {
            Optional<String> other =
                    result.session().filter(name -> !name.equals(step.step().session()));
            return other.isPresent() ? step.other(other.get()).orElse(new Response.Unsaid()) : step.response();
        }
        return step.response();
    }

    /** The one whose answer is compared. */
    private static String statement(BugCase bugCase, Played step, Expect expect) {
        Optional<String> other = expect.about() instanceof Expect.Result result
                ? result.session().filter(name -> !name.equals(step.step().session()))
                : Optional.empty();
        CaseStep.Action action = other.flatMap(step::otherStep)
                .map(played -> played.step().action())
                .orElse(step.step().action());
        return text(bugCase, action);
    }

    /** The SQL of a step. */
    static String text(BugCase bugCase, CaseStep.Action action) {
        return action instanceof CaseStep.Prepared call
                ? bugCase.prepared(call.name()).map(each -> each.text()).orElse("")
                : ((CaseStep.Sql) action).text();
    }

    private static Judgement of(SqlLevel level, Looked look) {
        Comparison comparison = Comparison.of(look.look().text());
        for (Expect expect : Expect.at(level, look.look().expects())) {
            Expect.Result result = (Expect.Result) expect.about();
            if (!comparison.isMet(result.reply(), look.response())) {
                boolean bug = expect.bug()
                        .filter(each -> each.isAt(level))
                        .filter(each -> comparison.isMet(each.answer(), look.response()))
                        .isPresent();
                return new Judgement(
                        bug ? CaseOutcome.REPRODUCED : CaseOutcome.DIFFERS,
                        "final " + look.look().text() + ": " + look.response() + ", expected " + wanted(expect));
            }
        }
        return RIGHT;
    }

    private static String at(Played step) {
        return "step " + step.number() + " (" + step.step().session() + "> "
                + step.step().action() + ")";
    }

    private static String shown(Played step, Expect expect, Response response) {
        if (expect.about() instanceof Expect.Wakes) {
            return step.woken().isEmpty() ? "wakes nobody" : "wakes " + String.join(" ", step.woken());
        }
        String session = ((Expect.Result) expect.about())
                .session()
                .map(name -> name + " ")
                .orElse("");
        return session + (response instanceof Response.Unsaid && !session.isEmpty() ? "did not wait" : response);
    }

    private static String wanted(Expect expect) {
        if (expect.about() instanceof Expect.Wakes wakes) {
            return "wakes " + (wakes.sessions().isEmpty() ? "none" : String.join(" ", wakes.sessions()));
        }
        Expect.Result result = (Expect.Result) expect.about();
        return result.session().map(name -> name + " ").orElse("")
                + result.reply().text();
    }
}
