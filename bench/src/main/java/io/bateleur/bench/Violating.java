package io.bateleur.bench;

import io.bateleur.bench.Recipe.Form;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Histories that violate a level beside histories of the same shape that do not: finding fault should not take longer than finding none. */
final class Violating {
    private final Cases cases;
    private final Meter meter;
    private final Scale scale;
    private final Table table;

    Violating(Cases cases, Meter meter, Scale scale, PrintStream out) {
        this.cases = cases;
        this.meter = meter;
        this.scale = scale;
        this.table = new Table(
                out,
                "what",
                "transactions",
                "keys",
                "level",
                "verdict",
                "seconds",
                "best",
                "peak MB",
                "accepting, seconds",
                "ratio",
                "goal",
                "met");
    }

    void print() throws IOException {
        for (String level : List.of(Cases.SERIALIZABLE, Cases.SNAPSHOT_ISOLATION)) {
            // Without session order an old read may be no fault at all, where keys are many.
            rows(cases.middle(level), bug(cases.middle(level)), lateFault(cases.middle(level)));
            rows(cases.large(level), bug(cases.large(level)));
            for (Case ordered :
                    List.of(cases.middle("strong-session-" + level), cases.large("strong-session-" + level))) {
                rows(ordered, lateFault(ordered));
            }
        }
        for (Case accepting : cases.hard()) {
            rows(accepting, accepting.violatedBy(Bug.LONG_FORK.word(), forked(accepting.recipe())));
        }
    }

    private static Case bug(Case accepting) {
        Bug bug = bugOf(accepting.level());
        return accepting.violatedBy(bug.word(), accepting.recipe().bug(bug));
    }

    private static Case lateFault(Case accepting) {
        return accepting.violatedBy("one late fault", accepting.recipe().form(Form.LATE_FAULT));
    }

    /** The subtlest that each store can have: a write skew is snapshot isolation, a long fork is parallel snapshot isolation. */
    private static Bug bugOf(String level) {
        return level.equals(Cases.SERIALIZABLE) ? Bug.WRITE_SKEW : Bug.LONG_FORK;
    }

    /** Of the hard shapes some give write skews no opportunity; long forks break both levels. */
    private static Recipe forked(Recipe recipe) {
        return new Recipe(
                        ConcurrencyControl.SNAPSHOT_ISOLATION,
                        recipe.mix(),
                        recipe.sessions(),
                        recipe.keys(),
                        recipe.transactions(),
                        recipe.zipf(),
                        recipe.bug(),
                        recipe.form())
                .bug(Bug.LONG_FORK);
    }

    private void rows(Case accepting, Case... violating) throws IOException {
        Measured accepted = meter.measure(accepting);
        for (Case each : violating) {
            Measured measured = meter.measure(each);
            double ratio = measured.runs().median() / accepted.runs().median();
            boolean met = ratio <= 1 && measured.answer().verdict().equals(Answer.VIOLATED);
            table.row(
                    each.what(),
                    Table.number(each.recipe().transactions()),
                    Table.number(each.recipe().keys()),
                    each.level(),
                    measured.answer(),
                    Table.seconds(measured.runs().median()),
                    Table.seconds(measured.runs().best()),
                    Table.optional(measured.megabytes()),
                    Table.seconds(accepted.runs().median()) + accepted(accepted),
                    Table.seconds(ratio),
                    scale.isFull() ? "1" : "-",
                    scale.isFull() ? met ? "yes" : "no" : "-");
        }
    }

    private static String accepted(Measured measured) {
        return measured.answer().verdict().equals(Answer.HOLDS)
                ? ""
                : ", " + measured.answer().verdict();
    }
}
