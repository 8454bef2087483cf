package io.bateleur.lab.jdbc;

import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.PlainDatabase;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Unknown;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Random statements, one after the other, on an engine and in the evaluator. */
final class RandomComparison {
    private static final int STATEMENTS = 100;
    private static final int ROWS = 30;

    private final Connection connection;
    private final SqlDialect dialect;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> gaps = new TreeMap<>();
    private final Map<String, Integer> explained = new TreeMap<>();
    private int compared;
    private int inPart;
    private int refused;
    private PlainDatabase database;
    private final List<String> log = new ArrayList<>();

    RandomComparison(Connection connection, SqlDialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    List<String> differences() {
        return differences;
    }

    boolean isMostlyKnown() {
        int outside = gaps.values().stream().mapToInt(Integer::intValue).sum();
        return inPart + outside <= compared / 20 + 1;
    }

    String summary() {
        int outside = gaps.values().stream().mapToInt(Integer::intValue).sum();
        return dialect + ": " + compared + " statements: " + (compared - inPart - outside) + " evaluated wholly, "
                + inPart + " in part, " + outside + " outside " + gaps + "; " + refused + " refused by both; "
                + differences.size() + " differences, bugs of the engine: " + explained;
    }

    void session(long seed) throws SQLException {
        SampledSql sql = new SampledSql(seed, dialect);
        database = empty();
        log.clear();
        try (Statement statement = connection.createStatement()) {
            for (int t = 2; t >= 0; t--) {
                statement.execute("DROP TABLE IF EXISTS t" + t);
                statement.execute("DROP TABLE IF EXISTS l" + t);
            }
            for (String definition : sql.schema()) {
                log.add(definition);
                statement.execute(definition);
                database.execute(definition);
            }
            for (int i = 0; i < STATEMENTS + ROWS; i++) {
                one(statement, i < ROWS ? sql.insert() : sql.statement(), "seed " + seed + ": ");
            }
            for (BaseTable table : database.evaluator().catalog().tables()) {
                one(statement, "SELECT * FROM " + table.name().name(), "seed " + seed + ", at last: ");
            }
        }
    }

    /** What made the tables, and the last changes; all of it with {@code -Dbateleur.log=true}. */
    private String tail() {
        if (Boolean.getBoolean("bateleur.log")) {
            return String.join(";\n      ", log);
        }
        List<String> made =
                log.stream().filter(each -> each.startsWith("CREATE")).toList();
        List<String> last = log.subList(Math.max(0, log.size() - 12), log.size());
        return String.join(";\n      ", made) + ";\n      ...\n      " + String.join(";\n      ", last);
    }

    private PlainDatabase empty() {
        PlainDatabase empty = new PlainDatabase(dialect);
        empty.checkReferences(true);
        return empty;
    }

    private void one(Statement statement, String text, String where) throws SQLException {
        EngineReply reply = EngineReply.to(text, statement);
        String bug = EngineBugs.of(text, dialect, reply);
        compared++;
        Answer answer;
        database.execute("BEGIN");
        try {
            answer = database.execute(text);
        } catch (RuntimeException e) {
            differences.add(where + text + "\n   failed: " + e + Arrays.toString(Arrays.copyOf(e.getStackTrace(), 6)));
            restart(statement);
            return;
        }
        boolean perhaps = Agreement.isRefusedPerhaps(answer, reply);
        database.execute(perhaps ? "ROLLBACK" : "COMMIT");
        String difference = perhaps || !answer.gaps().isEmpty() ? null : Agreement.difference(answer, reply);
        if (!answer.gaps().isEmpty()) {
            gaps.merge(answer.gaps().get(0).what(), 1, Integer::sum);
        } else if (difference != null && bug != null) {
            explained.merge(bug, 1, Integer::sum);
        } else if (difference != null) {
            differences.add(where + text + "\n   " + difference + "\n   after " + tail());
        } else if (reply.error() != null) {
            refused++;
        }
        boolean whole = Agreement.isDetermined(answer);
        inPart += !whole && answer.gaps().isEmpty() ? 1 : 0;
        boolean changes = !text.startsWith("SELECT") && !text.startsWith("WITH RECURSIVE");
        if (changes && reply.error() == null) {
            log.add(text);
        }
        if (difference != null
                || changes && !perhaps && (!whole || !answer.gaps().isEmpty())) {
            restart(statement);
        }
    }

    /** Goes on from what the engine has: where we do not know all of it, later answers would say little. */
    private void restart(Statement statement) throws SQLException {
        database = new PlainDatabase(database.evaluator().catalog());
        database.checkReferences(true);
        for (BaseTable table : database.evaluator().catalog().tables()) {
            TableShape shape = database.evaluator().table(table.name().toString());
            String name = table.name().name();
            for (Object[] row : EngineReply.rows(statement.executeQuery("SELECT * FROM " + name))) {
                for (int c = 0; c < row.length; c++) {
                    // A date of zeros, which drivers give as NULL.
                    boolean hidden = row[c] == null && shape.columns().get(c).notNull();
                    row[c] = hidden ? Unknown.UNKNOWN : row[c];
                }
                database.tables().insert(shape, row, Presence.SURE);
            }
        }
        database.execute("COMMIT");
    }
}
