package io.bateleur.bench;

import io.bateleur.bench.Case.Goal;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How time grows with the history, ten transactions a key. */
final class Growth {
    private static final List<Integer> SIZES = List.of(10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000);

    private static final List<String> LEVELS = List.of(Cases.SERIALIZABLE, Cases.SNAPSHOT_ISOLATION);

    private Growth() {}

    /** Prints the table and gives what a plot shows. */
    static LogPlot print(Cases cases, Meter meter, PrintStream out) throws IOException {
        Table table = new Table(out, "transactions", "keys", "serializable, seconds", "snapshot-isolation, seconds");
        Map<String, List<LogPlot.Point>> series = new LinkedHashMap<>();
        LEVELS.forEach(level -> series.put(level, new ArrayList<>()));
        for (int size : SIZES) {
            List<Object> row = new ArrayList<>();
            for (String level : LEVELS) {
                Recipe recipe = cases.recipe(level, size, size / 10);
                if (row.isEmpty()) {
                    row.addAll(List.of(Table.number(recipe.transactions()), Table.number(recipe.keys())));
                }
                Measured measured = meter.measure(
                        Case.of("growth", recipe, level, Cases.HEAP_OF_4_GB, new Goal(Double.MAX_VALUE, 0)));
                boolean holds = measured.answer().verdict().equals(Answer.HOLDS);
                double seconds = measured.runs().median();
                row.add(holds ? Table.seconds(seconds) : Table.seconds(seconds) + ", " + measured.answer());
                series.getOrDefault(level, new ArrayList<>()).add(new LogPlot.Point(recipe.transactions(), seconds));
            }
            table.row(row.toArray());
        }
        return new LogPlot("transactions", "seconds", series);
    }
}
