package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Small applications made of seeds, in the language that people write: what analysis, interpreters and engines are compared on. */
final class GeneratedApplication {
    private static final String T = "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n";
    private static final String UNIQUE_T =
            "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, UNIQUE (a));\n";
    private static final String U = "CREATE TABLE u (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n";
    private static final String CHILD_U =
            "CREATE TABLE u (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, FOREIGN KEY (b) REFERENCES t (id));\n";

    private final Random random;
    private final boolean mariadb;
    private final boolean unique;
    private final boolean child;
    private int variables;
    private boolean looped;

    GeneratedApplication(long seed, EngineLevel.Engine engine) {
        this.random = new Random(seed * 7919);
        this.mariadb = engine == EngineLevel.Engine.MARIADB;
        // InnoDB locks entries of secondary indexes and rows apart; the interpreter knows rows.
        this.unique = random.nextInt(6) == 0 && !mariadb;
        this.child = random.nextInt(5) == 0;
    }

    String text() {
        StringBuilder text = new StringBuilder(unique ? UNIQUE_T : T).append(child ? CHILD_U : U);
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
        return switch (random.nextInt(7)) {
            case 0 -> "b = " + pick("0", "1", ":q");
            case 1 -> "a > 0";
            case 2 -> "id = " + pick("0", "1");
            case 3 -> "id >= :p";
            default -> "id = :p";
        };
    }

    private String lock() {
        return switch (random.nextInt(8)) {
            case 0 -> " FOR UPDATE";
            case 1 -> mariadb ? " LOCK IN SHARE MODE" : pick(" FOR SHARE", " FOR NO KEY UPDATE", " FOR KEY SHARE");
            default -> "";
        };
    }

    private String statement(boolean inner) {
        int kind = random.nextInt(inner ? 13 : 10);
        String table = table();
        switch (kind) {
            case 0, 1, 2:
                return "SELECT " + pick("a", "b") + " INTO :v" + variables++ + " FROM " + table + " WHERE " + where()
                        + lock() + ";";
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
                return variables > 0
                        ? "IF :v" + random.nextInt(variables) + pick(" > 0", " = 1", " IS NULL") + " THEN "
                                + statement(false) + " END IF;"
                        : statement(false);
            case 10:
                return loop(table);
            case 11:
                return "SELECT id, a INTO :r" + variables + " FROM " + table + " ORDER BY a" + pick("", " DESC")
                        + " LIMIT 1;";
            default:
                return "SELECT a FROM " + table + " WHERE " + where() + ";";
        }
    }

    private String loop(String table) {
        if (looped) {
            return statement(false);
        }
        looped = true;
        return "FOR :x IN (SELECT id, a FROM t WHERE b = 0) LOOP UPDATE " + table + " SET a = "
                + pick(":x.a", "1", "a + 1") + " WHERE id = :x.id; END LOOP;";
    }

    /** States to begin with, which keep the promises of the schema. */
    List<List<InitialRow>> initials(Random dice) {
        List<List<InitialRow>> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            List<InitialRow> rows = new ArrayList<>();
            List<Long> parents = new ArrayList<>();
            for (String table : List.of("t", "u")) {
                for (long id = 0; id < 2; id++) {
                    long a = unique && table.equals("t") ? id + dice.nextInt(2) * 2L : dice.nextInt(3);
                    long b = dice.nextInt(2);
                    boolean orphan = child && table.equals("u") && !parents.contains(b);
                    if (dice.nextInt(4) > 0 && !orphan) {
                        rows.add(new InitialRow(table, Map.of("id", id, "a", a, "b", b)));
                        if (table.equals("t")) {
                            parents.add(id);
                        }
                    }
                }
            }
            all.add(rows);
        }
        return all;
    }

    static Map<String, @Nullable Object> arguments(Random dice) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("p", (long) dice.nextInt(2));
        arguments.put("q", (long) dice.nextInt(2));
        return arguments;
    }
}
