package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

/**
 * What formats that only know integers call sessions and transactions: by their own names when all of these are integers
 * that the format allows, else by their numbers.
 */
final class IntegerNames {
    private IntegerNames() {}

    static long[] ofSessions(History history, LongPredicate allowed) {
        return names(history.sessionCount(), history::sessionName, session -> true, allowed);
    }

    /** @param named the transactions that the format has names for */
    static long[] ofTransactions(History history, IntPredicate named, LongPredicate allowed) {
        return names(history.transactionCount(), history::transactionId, named, allowed);
    }

    private static long[] names(int count, IntFunction<Value> nameOf, IntPredicate named, LongPredicate allowed) {
        long[] names = new long[count];
        for (int i = 0; i < count; i++) {
            if (!named.test(i)) {
                continue;
            }
            if (!(nameOf.apply(i) instanceof Value.Int name) || !allowed.test(name.value())) {
                return numbers(count);
            }
            names[i] = name.value();
        }
        return names;
    }

    private static long[] numbers(int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }
}
