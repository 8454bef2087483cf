package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.From;
import java.util.ArrayList;
import java.util.List;

/** TRUNCATE: all rows go, whatever a snapshot shows. */
final class Truncation {
    private Truncation() {}

    static StatementPlan plan(Change.Truncate truncate, Compilation compilation, Rulebook rulebook) {
        if (truncate.words().has("CASCADE") || truncate.words().has("RESTART")) {
            throw new Outside(truncate, "TRUNCATE with CASCADE or RESTART");
        }
        List<Target> targets = new ArrayList<>();
        for (From.Table table : truncate.tables()) {
            targets.add(new Target(compilation, rulebook, table));
        }
        for (Target target : targets) {
            if (target.table.table().triggers().stream()
                    .anyMatch(trigger -> trigger.events().contains("TRUNCATE"))) {
                throw new Outside(truncate, "TRUNCATE with triggers");
            }
            for (References.Link link : rulebook.references(target.table).children) {
                boolean along = targets.stream().anyMatch(other -> other.table == link.child());
                if (!along) {
                    throw new Outside(truncate, "TRUNCATE of a table that others refer to");
                }
            }
        }
        return frame -> {
            for (Target target : targets) {
                for (Row row : frame.tables.all(target.table, Purpose.CHANGE)) {
                    frame.changes.delete(target.table, row);
                }
            }
            return Answer.DONE;
        };
    }
}
