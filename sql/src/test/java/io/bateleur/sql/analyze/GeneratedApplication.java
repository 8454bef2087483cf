package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small applications with all kinds of statements, in the language that people write. */
final class GeneratedApplication {
    static final String SCHEMA = "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n"
            + "CREATE TABLE u (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n";

    private final Random random;
    private int variables;
    private boolean looped;

    GeneratedApplication(long seed) {
        this.random = new Random(seed);
    }

    String text() {
        StringBuilder text = new StringBuilder(SCHEMA);
        int programs = 1 + random.nextInt(2);
        for (int i = 0; i < programs; i++) {
            variables = 0;
            looped = false;
            text.append("-- transaction P").append(i).append("(p int, q int)\n");
            int statements = 1 + random.nextInt(3) + (random.nextInt(3) == 0 ? 1 : 0);
            for (int n = 0; n < statements; n++) {
                text.append(statement(n > 0)).append("\n");
            }
        }
        return text.toString();
    }

    private String table() {
        return random.nextInt(3) == 0 ? "u" : "t";
    }

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    private String value() {
        return variables > 0 && random.nextBoolean() ? ":v" + random.nextInt(variables) : pick("0", "1", ":q");
    }

    private String where() {
        return switch (random.nextInt(6)) {
            case 0 -> "b = " + pick("0", "1", ":q");
            case 1 -> "a > 0";
            case 2 -> "id = " + pick("0", "1");
            default -> "id = :p";
        };
    }

    private String statement(boolean inner) {
        int kind = random.nextInt(inner ? 13 : 10);
        String table = table();
        switch (kind) {
            case 0, 1, 2:
                return "SELECT " + pick("a", "b") + " INTO :v" + variables++ + " FROM " + table + " WHERE " + where()
                        + pick("", "", "", " FOR UPDATE", " FOR SHARE") + ";";
            case 3:
                return "SELECT " + pick("COUNT(*)", "MIN(a)", "MAX(a)", "MAX(id)", "SUM(a)") + " INTO :v" + variables++
                        + " FROM " + table + pick("", " WHERE b = 1") + ";";
            case 4, 5, 6:
                return "UPDATE " + table + " SET " + pick("a", "a", "b") + " = " + pick("a + 1", value(), value(), "1")
                        + " WHERE " + where() + ";";
            case 7:
                return "INSERT INTO " + table + " VALUES (" + pick("0", "1", ":p") + ", " + value() + ", "
                        + pick("0", "1") + ");";
            case 8:
                return "DELETE FROM " + table + " WHERE " + where() + ";";
            case 9:
                if (variables > 0) {
                    return "IF :v" + random.nextInt(variables) + pick(" > 0", " = 1", " IS NULL") + " THEN "
                            + statement(false) + " END IF;";
                }
                return statement(false);
            case 10:
                if (looped) {
                    return statement(false);
                }
                looped = true;
                return "FOR :x IN (SELECT id, a FROM t WHERE b = 0) LOOP UPDATE " + table + " SET a = "
                        + pick(":x.a", "1", "a + 1") + " WHERE id = :x.id; END LOOP;";
            case 11:
                return "SELECT id, a INTO :r" + variables + " FROM " + table + " ORDER BY a" + pick("", " DESC")
                        + " LIMIT 1;";
            default:
                return "SELECT a FROM " + table + " WHERE " + where() + ";";
        }
    }

    static List<List<InitialRow>> initials(Random random, Application application) {
        List<List<InitialRow>> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            List<InitialRow> rows = new ArrayList<>();
            for (String table : application.tables().keySet()) {
                for (long id = 0; id < 2; id++) {
                    if (random.nextInt(4) > 0) {
                        rows.add(new InitialRow(
                                table, java.util.Map.of("id", id, "a", (long) random.nextInt(3), "b", (long)
                                        random.nextInt(2))));
                    }
                }
            }
            all.add(rows);
        }
        return all;
    }
}
