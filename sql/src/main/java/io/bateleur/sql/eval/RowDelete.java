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

    private static final int[] NONE = {};

    @Override
    public @Nullable Returning returning() {
        return returning;
    }

    @Override
    public Answer run(Frame frame) {
        RowCount count = new RowCount();
        List<Tuple> tuples = new ArrayList<>();
        Writer writer = new Writer(target.rulebook, frame);
        target.triggers.statement("BEFORE", "DELETE", frame, NONE);
        List<Matches.Match> found = matches.find(frame);
        target.triggers.checkOrder("DELETE", found.size());
        boolean triggers = target.triggers.seeRows("DELETE");
        List<Object[]> gone = new ArrayList<>();
        for (Matches.Match match : found) {
            Presence presence = match.presence().and(match.row().presence());
            Object[] old = match.row().values();
            if (triggers && presence != Presence.SURE) {
                throw new Outside(null, "triggers on rows that may be there");
            }
            if (triggers && target.triggers.before("DELETE", frame, old, null, NONE) == null) {
                continue;
            }
            gone.add(old);
            count.add(1, presence);
            if (returning != null) {
                match.kept().restore(frame, matches.slots());
                tuples.add(returning.row(frame, presence));
            }
            writer.delete(target.table, match.row(), match.presence() == Presence.SURE);
        }
        writer.finish();
        if (triggers) {
            gone.forEach(old -> target.triggers.after("DELETE", frame, old, null, NONE));
        }
        target.triggers.statement("AFTER", "DELETE", frame, NONE);
        frame.perhaps.forEach(writer::may);
        return Answer.count(
                count.value(), returning == null ? null : returning.rows(tuples), List.of(), writer.perhaps());
    }
}
