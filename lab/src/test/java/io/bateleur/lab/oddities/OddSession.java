package io.bateleur.lab.oddities;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;

/** One that says lines at random, in one way or another. */
final class OddSession {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z])\\}");
    private static final String[] TEXTS = {"a", "A", "a ", "á", "b", "B", "ab", "AB", "", "1", "01", "a-b"};
    private static final String[] NUMBERS = {"0", "1", "1.5", "2.50", "-0.125", "99.999", "1000000", "2.005"};

    /** Opens a recorded connection with settings for its driver. */
    interface Opens {
        Connection open(String settings) throws SQLException;
    }

    private final String name;
    private final Opens opens;
    private final Random random;
    private final List<String> said;
    private Connection connection;

    OddSession(String name, Opens opens, Random random, List<String> said) throws SQLException {
        this.name = name;
        this.opens = opens;
        this.random = random;
        this.said = said;
        this.connection = opens.open("");
    }

    /** A connection that is lost, because a server ended it, is made anew. */
    void transaction(List<String> lines) throws SQLException {
        try {
            oneTransaction(lines);
        } catch (SQLException e) {
            if (!connection.isClosed()) {
                throw e;
            }
            tell("  lost: " + e.getMessage());
            connection = opens.open("");
        }
    }

    private void oneTransaction(List<String> lines) throws SQLException {
        boolean alone = random.nextInt(3) == 0;
        tell(alone ? "alone" : "begin");
        if (connection.getAutoCommit() != alone) {
            connection.setAutoCommit(alone);
        }
        try {
            several(lines, alone);
        } catch (SQLException e) { // of a savepoint in a transaction that had failed
            tell("  " + e.getMessage());
        }
        if (!alone) {
            end(random.nextInt(6) == 0);
        }
    }

    private void several(List<String> lines, boolean alone) throws SQLException {
        Savepoint saved = null;
        for (int i = alone ? 1 : 1 + random.nextInt(5); i > 0; i--) {
            String line = lines.get(random.nextInt(lines.size()));
            if (alone && line.startsWith("COMMIT")) {
                continue; // AND CHAIN would leave a transaction open while it is another one's turn
            }
            if (!alone && !line.startsWith("@") && random.nextInt(7) == 0) {
                saved = connection.setSavepoint();
                tell("savepoint");
            } else if (saved != null && random.nextInt(5) == 0) {
                connection.rollback(saved);
                tell("rollback to");
            }
            if (!attempt(line, saved)) {
                break;
            }
        }
    }

    private void end(boolean back) throws SQLException {
        if (connection.getAutoCommit()) {
            return; // it was opened anew
        }
        tell(back ? "rollback" : "commit");
        try {
            if (back) {
                connection.rollback();
            } else {
                connection.commit();
            }
        } catch (SQLException e) {
            tell("  " + e.getMessage());
            rolledBack();
        }
    }

    /** Unless a failure has done so. */
    private void rolledBack() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            tell("  " + e.getMessage());
        }
    }

    /** Whether the transaction can go on. */
    private boolean attempt(String line, Savepoint saved) throws SQLException {
        try {
            say(line);
            return true;
        } catch (SQLException
                | IOException
                | ArrayIndexOutOfBoundsException e) { // the last is what SQLite's driver throws
            tell("  " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            if (connection.getAutoCommit()) {
                return true;
            }
            if (saved != null && random.nextBoolean()) {
                connection.rollback(saved);
                tell("rollback to");
                return true;
            }
            return random.nextBoolean(); // where a database goes on after an error, it may
        }
    }

    private void say(String line) throws SQLException, IOException {
        if (!line.startsWith("@")) {
            execute(line);
            return;
        }
        String[] parts = line.substring(1).split(" ", 2);
        switch (parts[0]) {
            case "batch" -> batch(parts[1]);
            case "schema" -> {
                tell(line);
                connection.setSchema(parts[1]);
            }
            case "catalog" -> {
                tell(line);
                connection.setCatalog(parts[1]);
            }
            case "open" -> {
                if (!connection.getAutoCommit()) {
                    connection.commit();
                }
                tell(line);
                connection.close();
                connection = opens.open(parts[1]);
                connection.setAutoCommit(true);
            }
            case "copy" -> {
                String row = random.nextInt(5) + "\t" + random.nextInt(9) + "\n";
                tell(line + " " + row.strip());
                connection.unwrap(PGConnection.class).getCopyAPI().copyIn(parts[1], new StringReader(row));
            }
            case "rows" -> throughRows(parts[1]);
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void execute(String line) throws SQLException {
        List<Object> values = new ArrayList<>();
        boolean literal = random.nextInt(3) == 0;
        String text = filled(line, literal, values);
        tell(text + (values.isEmpty() ? "" : "  " + values));
        if (values.isEmpty() && random.nextBoolean()) {
            try (Statement statement = connection.createStatement()) {
                results(statement, statement.execute(text));
            }
            return;
        }
        boolean keys = text.startsWith("INSERT") && !text.contains("RETURNING") && random.nextInt(3) == 0;
        try (PreparedStatement statement = keys
                ? connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(text)) {
            set(statement, values);
            results(statement, statement.execute());
            if (keys) {
                read(statement.getGeneratedKeys());
            }
        }
    }

    private void batch(String line) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        String text = "";
        for (int i = 0; i < 3; i++) {
            List<Object> values = new ArrayList<>();
            text = filled(line, false, values);
            all.add(values);
        }
        tell("batch " + text + " " + all);
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (List<Object> values : all) {
                set(statement, values);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Changes the rows of a query through its result. */
    private void throughRows(String line) throws SQLException {
        List<Object> values = new ArrayList<>();
        String text = filled(line, false, values);
        tell("rows of " + text + " " + values);
        try (PreparedStatement statement =
                connection.prepareStatement(text, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            set(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    rows.updateInt(2, random.nextInt(9));
                    rows.updateRow();
                }
            }
        }
    }

    private static void set(PreparedStatement statement, List<Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    private void results(Statement statement, boolean first) throws SQLException {
        boolean rows = first;
        while (rows || statement.getUpdateCount() >= 0) {
            if (rows) {
                read(statement.getResultSet());
            }
            rows = statement.getMoreResults();
        }
    }

    private void read(ResultSet result) throws SQLException {
        StringBuilder cells = new StringBuilder("  =>");
        try (ResultSet rows = result) {
            while (rows.next()) {
                cells.append(" (");
                for (int c = 1; c <= rows.getMetaData().getColumnCount(); c++) {
                    cells.append(c == 1 ? "" : ", ").append(rows.getObject(c));
                }
                cells.append(')');
            }
        }
        tell(cells.toString());
    }

    /** With values in its places, or with question marks and the values apart. */
    private String filled(String line, boolean literal, List<Object> values) {
        Matcher places = PLACE.matcher(line);
        StringBuilder text = new StringBuilder();
        while (places.find()) {
            Object value = value(places.group(1).charAt(0));
            if (!literal && value != null) {
                values.add(value);
            }
            String written = value == null
                    ? "NULL"
                    : !literal ? "?" : value instanceof String string ? "'" + string + "'" : value.toString();
            places.appendReplacement(text, Matcher.quoteReplacement(written));
        }
        places.appendTail(text);
        return text.toString();
    }

    private Object value(char kind) {
        return switch (kind) {
            case 'k' -> 1 + random.nextInt(4);
            case 'z' -> random.nextInt(3);
            case 's' -> TEXTS[random.nextInt(TEXTS.length)];
            case 'd' -> new BigDecimal(NUMBERS[random.nextInt(NUMBERS.length)]);
            case 'n' -> random.nextInt(4) == 0 ? null : random.nextInt(9);
            default -> random.nextInt(9);
        };
    }

    private void tell(String what) {
        said.add(name + " " + what);
    }

    void close() throws SQLException {
        if (!connection.isClosed()) {
            connection.close();
        }
    }
}
