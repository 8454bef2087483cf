package io.bateleur.sql.eval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a correct database answers to a statement.
 *
 * @param rows of a query or of RETURNING; null: none
 * @param count of rows inserted, changed or deleted: a Long, or unknown; null of what changes no rows
 * @param generated the values that were generated for rows inserted, a row each
 * @param error null unless the statement was refused; nothing else was answered then
 * @param perhaps an error that a correct database may give in place of everything else; null: none
 * @param more further results of a procedure
 * @param gaps what was not evaluated; then everything may be answered
 */
public record Answer(
        @Nullable RowSet rows,
        @Nullable Object count,
        List<Object[]> generated,
        @Nullable SqlError error,
        @Nullable SqlError perhaps,
        List<Answer> more,
        List<Gap> gaps) {
    public Answer {
        generated = List.copyOf(generated);
        more = List.copyOf(more);
        gaps = List.copyOf(gaps);
    }

    /** Of a statement that has neither rows nor a count. */
    static final Answer DONE = new Answer(null, null, List.of(), null, null, List.of(), List.of());

    static Answer of(RowSet rows) {
        return new Answer(rows, null, List.of(), null, null, List.of(), List.of());
    }

    static Answer count(Object count, @Nullable RowSet rows, List<Object[]> generated, @Nullable SqlError perhaps) {
        return new Answer(rows, count, generated, null, perhaps, List.of(), List.of());
    }

    static Answer refused(SqlError error) {
        return new Answer(null, null, List.of(), error, null, List.of(), List.of());
    }

    static Answer outside(List<Gap> gaps) {
        return new Answer(null, Unknown.UNKNOWN, List.of(), null, null, List.of(), gaps);
    }

    Answer perhaps(SqlError possible) {
        return new Answer(rows, count, generated, error, possible, more, gaps);
    }

    /** Whether this may be the error that a correct database answers; null: none. */
    public boolean allowsError(@Nullable String state) {
        if (state == null) {
            return error == null;
        }
        return !gaps.isEmpty() || error != null && error.allows(state) || perhaps != null && perhaps.allows(state);
    }

    /** Whether the statement was evaluated. */
    public boolean isKnown() {
        return gaps.isEmpty();
    }
}
