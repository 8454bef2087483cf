package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Operations of a small history in the order of their times, as people write them. */
final class TimedLines {
    private TimedLines() {}

    /** Below that, times are in nanoseconds. */
    private static final long SHORT = 100_000;

    private static final int NANOS_OF_A_MILLI = 6;

    private record Line(long before, long after, String text) {}

    /** Times are those of the trace. */
    static List<String> of(History history) {
        List<Line> lines = new ArrayList<>();
        List<String> untimed = new ArrayList<>();
        for (Transaction transaction : history.transactions()) {
            String name = transaction.name() + ": ";
            transaction.begin().ifPresent(at -> lines.add(line(at, name + "begin")));
            for (Operation operation : transaction.operations()) {
                String text = name + history.names().operation(operation);
                operation.times().ifPresentOrElse(at -> lines.add(line(at, text)), () -> untimed.add(text));
            }
            transaction.end().ifPresent(at -> lines.add(line(at, name + transaction.ending())));
        }
        lines.sort(Comparator.comparingLong(Line::before));
        boolean nanos = lines.stream().allMatch(line -> line.before > -SHORT && line.after < SHORT);
        Stream<String> without = untimed.stream().map(text -> String.format(Locale.ROOT, "%27s  %s", "no time", text));
        Stream<String> timed = lines.stream()
                .map(line -> String.format(
                        Locale.ROOT,
                        "%10s to %10s %s  %s",
                        number(line.before, nanos),
                        number(line.after, nanos),
                        nanos ? "ns" : "ms",
                        line.text));
        return Stream.concat(without, timed).toList();
    }

    private static String number(long time, boolean nanos) {
        return nanos
                ? Long.toString(time)
                : BigDecimal.valueOf(time, NANOS_OF_A_MILLI).toPlainString();
    }

    private static Line line(Interval at, String text) {
        return new Line(at.before(), at.after(), text);
    }
}
