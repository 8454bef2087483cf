package io.bateleur.sql.audit;

import java.util.List;
import java.util.function.Predicate;

/**
 * The transactions of a log in the order of the log, and the moments of which one does not know when they were.
 *
 * @param hasTimes whether the log tells of times at all
 */
record LoggedWork(List<LoggedTransaction> transactions, Points points, boolean hasTimes) {
    LoggedWork {
        transactions = List.copyOf(transactions);
    }

    LoggedWork without(Predicate<LoggedTransaction> some) {
        return new LoggedWork(transactions.stream().filter(t -> !some.test(t)).toList(), points, hasTimes);
    }
}
