package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OFFSET and LIMIT. */
final class Cut {
    private final @Nullable Code count;
    private final @Nullable Code offset;
    private final boolean ties;
    private final SqlDialect dialect;

    private Cut(@Nullable Code count, @Nullable Code offset, boolean ties, SqlDialect dialect) {
        this.count = count;
        this.offset = offset;
        this.ties = ties;
        this.dialect = dialect;
    }

    static Cut of(ExpressionCompiler compiler, Query.@Nullable Limit limit) {
        if (limit == null) {
            return new Cut(null, null, false, compiler.compilation.dialect);
        }
        if (limit.words().startsWith("PERCENT")) {
            throw new Outside(limit, "a part of the rows in percent");
        }
        boolean ties = limit.words().equals("WITH TIES");
        Code count = limit.count() == null
                ? limit.form() == Query.LimitForm.FETCH && limit.offset() == null
                        ? new Code.Constant(SqlType.BIGINT, 1L)
                        : null
                : compiler.code(limit.count());
        return new Cut(
                count,
                limit.offset() == null ? null : compiler.code(limit.offset()),
                ties,
                compiler.compilation.dialect);
    }

    boolean isNone() {
        return count == null && offset == null;
    }

    RowSet cut(List<String> columns, List<Tuple> tuples, int @Nullable [] ranks, Frame frame) {
        if (isNone()) {
            return new RowSet(columns, tuples, ranks, 0, Long.MAX_VALUE, true);
        }
        Object most = number(count, Long.MAX_VALUE, frame, "2201W");
        Object skipped = number(offset, 0, frame, "2201X");
        if (!(most instanceof Long limit) || !(skipped instanceof Long first)) {
            return new RowSet(columns, tuples, ranks, 0, Long.MAX_VALUE, false);
        }
        if (ties && ranks != null && limit > 0 && first + limit < tuples.size()) {
            int last = (int) (first + limit);
            while (last < ranks.length && ranks[last] == ranks[(int) (first + limit) - 1]) {
                last++;
            }
            return new RowSet(columns, tuples, ranks, first, last - first, true);
        }
        return new RowSet(columns, tuples, ranks, first, limit, !ties || ranks != null);
    }

    /** How many rows are needed at most from the beginning; {@link Long#MAX_VALUE} where that is not known. */
    long needed(Frame frame) {
        Object most = number(count, Long.MAX_VALUE, frame, "2201W");
        Object skipped = number(offset, 0, frame, "2201X");
        boolean plain = !ties && most instanceof Long && skipped instanceof Long && (Long) most < Long.MAX_VALUE;
        return plain ? Math.max(0, (Long) most + (Long) skipped) : Long.MAX_VALUE;
    }

    private Object number(@Nullable Code code, long otherwise, Frame frame, String state) {
        if (code == null) {
            return otherwise;
        }
        Object value = code.value(frame);
        if (value == null) {
            return otherwise;
        }
        Object whole = value instanceof Long ? value : new Casting(dialect, SqlType.BIGINT, true).cast(value);
        if (whole instanceof Long number && number < 0) {
            if (dialect == SqlDialect.SQLITE) {
                return otherwise;
            }
            throw new SqlError(dialect == SqlDialect.H2 ? "90008" : state, "LIMIT and OFFSET must not be negative");
        }
        return whole == null ? otherwise : whole;
    }
}
