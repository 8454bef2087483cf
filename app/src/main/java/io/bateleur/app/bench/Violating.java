package io.bateleur.app.bench;

import io.bateleur.app.bench.Recipe.Form;
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
            for (Case accepting : List.of(cases.middle(level), cases.large(level))) {
                Recipe recipe = accepting.recipe();
                rows(
                        accepting,
                        accepting.violatedBy(bugOf(level).word(), recipe.bug(bugOf(level))),
                        accepting.violatedBy("one late fault", recipe.form(Form.LATE_FAULT)));
            }
        }
        for (Case accepting : cases.hard()) {
            rows(accepting, accepting.violatedBy(Bug.LONG_FORK.word(), forked(accepting.recipe())));
        }
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
