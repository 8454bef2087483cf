package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Mini-transactions: at most two reads and two writes of rows, each write after a read of its row. */
final class MiniTransactions implements SqlWorkload {
    /** Reads and writes of two different rows, x and y. */
    private static final List<String> SHAPES =
            List.of("rx", "rx ry", "rx wx", "rx ry wx", "rx wx ry", "rx ry wx wy", "rx wx ry wy");

    private static final Sql.Cell VALUE = new Sql.Cell("bateleur_mini", "v", "id = ?");

    private final int rows;
    private final SqlWords words;
    private final Stamps stamps;
    private final KeyChoice choice;
    private final SplittableRandom loading = new SplittableRandom(0);

    MiniTransactions(Settings settings, SqlWords words) {
        this.rows = Math.max(2, settings.keys()); // the shapes need two
        this.words = words;
        this.stamps = new Stamps(settings);
        this.choice = new KeyChoice(rows, settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of("bateleur_mini", "id BIGINT NOT NULL PRIMARY KEY, v BIGINT NOT NULL");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int row = 0; row < rows; row++) {
            inserts.row("bateleur_mini (id, v)", row, stamps.next(loading));
        }
        return inserts.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        String shape = SHAPES.get(random.nextInt(SHAPES.size()));
        SqlProgram program = (sql, numbers) -> run(shape, sql, numbers);
        return program.with(words, random);
    }

    private boolean run(String shape, Sql sql, SplittableRandom random) throws SQLException {
        int[] both = choice.distinct(2, random);
        for (String step : shape.split(" ", -1)) {
            int row = both[step.endsWith("x") ? 0 : 1];
            if (step.startsWith("r")) {
                sql.read(VALUE, row);
            } else {
                sql.write(VALUE, stamps.next(random), row);
            }
        }
        return true;
    }
}
