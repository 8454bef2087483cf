package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of several rows of which a database may take any. */
final class Ties {
    /** With more ways than these, nobody chooses among them. */
    private static final long WAYS_MAX = 40;

    private Ties() {}

    /** The rows that were chosen; null where nobody chooses. */
    static <T> @Nullable List<T> choose(List<T> rows, int count, Tables chooser) {
        if (ways(rows.size(), count) > WAYS_MAX) {
            return null;
        }
        List<T> chosen = new ArrayList<>(count);
        for (int i = 0; i < rows.size() && chosen.size() < count; i++) {
            boolean forced = rows.size() - i == count - chosen.size();
            int way = forced ? 0 : chooser.choose(2);
            if (way < 0) {
                return null;
            }
            if (way == 0) {
                chosen.add(rows.get(i));
            }
        }
        return chosen;
    }

    private static long ways(int all, int some) {
        long ways = 1;
        for (int i = 1; i <= Math.min(some, all - some) && ways <= WAYS_MAX; i++) {
            ways = ways * (all - i + 1) / i;
        }
        return ways;
    }
}
