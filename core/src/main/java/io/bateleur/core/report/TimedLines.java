package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Operations of a small history in the order of their times, as people write them. */
final class TimedLines {
    private TimedLines() {}

    /** Below that, times are in nanoseconds. */
    private static final long SHORT = 100_000;

    private record Line(long before, long after, String text) {}

    /** Times are since the first of them. */
    static List<String> of(History history) {
        List<Line> lines = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            String name = transaction.name() + ": ";
            transaction.begin().ifPresent(at -> lines.add(line(at, name + "begin")));
            for (Operation operation : transaction.operations()) {
                operation
                        .times()
                        .ifPresent(
                                at -> lines.add(line(at, name + history.names().operation(operation))));
            }
            transaction.end().ifPresent(at -> lines.add(line(at, name + transaction.ending())));
        }
        lines.sort(Comparator.comparingLong(Line::before));
        long origin = origin(history);
        boolean nanos = lines.stream().allMatch(line -> line.after - origin < SHORT);
        return lines.stream()
                .map(line -> String.format(
                        Locale.ROOT,
                        "%10s to %10s %s  %s",
                        number(line.before - origin, nanos),
                        number(line.after - origin, nanos),
                        nanos ? "ns" : "ms",
                        line.text))
                .toList();
    }

    private static String number(long time, boolean nanos) {
        return nanos ? Long.toString(time) : String.format(Locale.ROOT, "%.3f", time / 1e6);
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

    private static Line line(Interval at, String text) {
        return new Line(at.before(), at.after(), text);
    }
}
