package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE as it is evaluated. */
final class RowDelete implements StatementPlan {
    private final Target target;
    private final Matches matches;
    private final @Nullable Returning returning;

    RowDelete(Target target, Matches matches, @Nullable Returning returning) {
        this.target = target;
        this.matches = matches;
        this.returning = returning;
    }

    @Override
    public @Nullable Returning returning() {
        return returning;
    }

    @Override
    public Answer run(Frame frame) {
        RowCount count = new RowCount();
        List<Tuple> tuples = new ArrayList<>();
        Writer writer = new Writer(target.rulebook, frame);
        for (Matches.Match match : matches.find(frame)) {
            Presence presence = match.presence().and(match.row().presence());
            count.add(1, presence);
            if (returning != null) {
                match.kept().restore(frame, matches.slots());
                tuples.add(returning.row(frame, presence));
            }
            writer.delete(target.table, match.row(), match.presence() == Presence.SURE);
        }
        writer.finish();
        return Answer.count(
                count.value(), returning == null ? null : returning.rows(tuples), List.of(), writer.perhaps());
    }
}
