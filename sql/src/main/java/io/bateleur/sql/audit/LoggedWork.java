package io.bateleur.sql.audit;

import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a log in the order of the log, and the moments of which one does not know when they were.
 *
 * @param hasTimes whether the log tells of times at all
 * @param engine the database whose sessions wait for each other's rows; null: nothing is said of locks
 */
record LoggedWork(
        List<LoggedTransaction> transactions,
        Points points,
        boolean hasTimes,
        @Nullable SqlDialect engine) {
    LoggedWork {
        transactions = List.copyOf(transactions);
    }

    LoggedWork only(List<LoggedTransaction> some) {
        return new LoggedWork(some, points, hasTimes, engine);
    }

    LoggedWork without(Predicate<LoggedTransaction> some) {
        return new LoggedWork(transactions.stream().filter(t -> !some.test(t)).toList(), points, hasTimes, engine);
    }
}
