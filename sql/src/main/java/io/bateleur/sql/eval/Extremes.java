package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.List;

/** GREATEST and LEAST. */
final class Extremes {
    private Extremes() {}

    static Code code(List<Code> arguments, int wanted, SqlDialect dialect) {
        SqlType type = Types.common(arguments, dialect);
        Alignment alignment = new Alignment(type, dialect);
        Comparing comparing = Comparisons.comparing(dialect, type, type);
        boolean skipsNull = dialect == SqlDialect.POSTGRES;
        return Code.of(type, frame -> {
            Object best = null;
            for (Code argument : arguments) {
                Object value = alignment.align(argument.value(frame));
                if (value == null && !skipsNull) {
                    return null;
                }
                if (value == null) {
                    continue;
                }
                if (best == null) {
                    best = value;
                } else {
                    int sign = Unknown.is(best) ? Comparing.UNKNOWN : comparing.compare(value, best);
                    boolean unclear = sign > 1 || sign == 0 && !value.equals(best);
                    best = unclear ? Unknown.UNKNOWN : sign == wanted ? value : best;
                }
            }
            return best;
        });
    }
}
