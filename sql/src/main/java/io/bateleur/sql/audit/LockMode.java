package io.bateleur.sql.audit;

import io.bateleur.sql.tree.SqlDialect;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How strongly a row is locked, as PostgreSQL has it; others know fewer of them. */
enum LockMode {
    KEY_SHARE,
    SHARE,
    NO_KEY_UPDATE,
    UPDATE;

    /** Whether two transactions cannot hold these at the same time. */
    boolean conflicts(LockMode other) {
        LockMode weak = compareTo(other) < 0 ? this : other;
        LockMode strong = weak == this ? other : this;
        return switch (weak) {
            case KEY_SHARE -> strong == UPDATE;
            case SHARE -> strong != SHARE;
            case NO_KEY_UPDATE, UPDATE -> true;
        };
    }

    /** What the words of a statement come to; null: nothing. */
    static @Nullable LockMode of(String words, SqlDialect dialect) {
        LockMode mode = valueOf(words.replace(' ', '_'));
        if (dialect == SqlDialect.POSTGRES) {
            return mode;
        }
        boolean shared = mode == KEY_SHARE || mode == SHARE;
        if (dialect == SqlDialect.H2) {
            return mode == KEY_SHARE ? null : mode; // its foreign keys lock nothing
        }
        return shared ? SHARE : UPDATE;
    }

    /** That of a change. @param now null: the row is deleted */
    static LockMode ofChange(
            List<int[]> keys, Object @Nullable [] before, Object @Nullable [] now, SqlDialect dialect) {
        if (before == null || now == null || dialect != SqlDialect.POSTGRES) {
            return UPDATE;
        }
        boolean moves = keys.stream()
                .flatMapToInt(Arrays::stream)
                .anyMatch(column -> before[column] != now[column]
                        && (before[column] == null || !before[column].equals(now[column])));
        return moves ? UPDATE : NO_KEY_UPDATE;
    }

    /** Whether the sessions of an engine wait for each other's rows. */
    static boolean isOf(SqlDialect dialect) {
        return dialect == SqlDialect.POSTGRES || dialect == SqlDialect.MYSQL || dialect == SqlDialect.H2;
    }
}
