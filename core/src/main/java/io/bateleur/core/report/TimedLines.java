package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Operations of a small history in the order of their times, as people write them. */
final class TimedLines {
    private TimedLines() {}

    private record Line(long time, String text) {}

    /** Times are in milliseconds since the first of them. */
    static List<String> of(History history) {
        List<Line> lines = new ArrayList<>();
        long origin = origin(history);
        for (Transaction transaction : history.transactions()) {
            String name = transaction.name();
            transaction.begin().ifPresent(at -> lines.add(line(at, origin, name, "begin")));
            for (Operation operation : transaction.operations()) {
                operation
                        .times()
                        .ifPresent(at ->
                                lines.add(line(at, origin, name, history.names().operation(operation))));
            }
            transaction
                    .end()
                    .ifPresent(at -> lines.add(line(
                            at,
                            origin,
                            name,
                            transaction.ending() + " (" + Notation.ending(transaction.ending()) + ")")));
        }
        lines.sort(Comparator.comparingLong(Line::time));
        return lines.stream().map(Line::text).toList();
    }

    /** The first time of a history, or zero. */
    static long origin(History history) {
        long first = Long.MAX_VALUE;
        for (Transaction transaction : history.transactions()) {
            first = Math.min(first, transaction.begin().map(Interval::before).orElse(Long.MAX_VALUE));
            first = Math.min(first, transaction.end().map(Interval::before).orElse(Long.MAX_VALUE));
            for (Operation operation : transaction.operations()) {
                first = Math.min(first, operation.times().map(Interval::before).orElse(Long.MAX_VALUE));
            }
        }
        return first == Long.MAX_VALUE ? 0 : first;
    }

    private static Line line(Interval at, long origin, String name, String what) {
        return new Line(
                at.before(),
                String.format(
                        Locale.ROOT,
                        "%12s %12s  %s: %s",
                        ms(at.before() - origin),
                        ms(at.after() - origin),
                        name,
                        what));
    }

    private static String ms(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }
}
