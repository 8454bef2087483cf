package io.bateleur.lab.repro;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A case of a few sessions that step on each other's feet, over tables with all kinds of rules. */
final class RandomSchedule {
    private final Random random;
    private final String engine;

    RandomSchedule(long seed, String engine) {
        this.random = new Random(seed * 7919 + engine.hashCode());
        this.engine = engine;
    }

    private boolean is(String name) {
        return engine.equals(name);
    }

    String text() {
        StringBuilder text = new StringBuilder("case RANDOM \"random\" affects " + engine + " 1.0-999.0\n");
        text.append("setup\n").append(setup()).append("steps\n");
        int sessions = 2 + random.nextInt(2);
        List<List<String>> programs = new ArrayList<>();
        for (int s = 0; s < sessions; s++) {
            programs.add(program());
        }
        while (programs.stream().anyMatch(each -> !each.isEmpty())) {
            int s = random.nextInt(sessions);
            if (!programs.get(s).isEmpty()) {
                text.append((char) ('a' + s))
                        .append("> ")
                        .append(programs.get(s).remove(0))
                        .append(";\n");
            }
        }
        return text.append("a> SELECT id, n FROM p;\na> SELECT id, p, v FROM c;\na> SELECT id, w FROM u;\na> COMMIT;\n")
                .toString();
    }

    private String setup() {
        String action = pick("", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON DELETE CASCADE ON UPDATE CASCADE");
        String deferred = is("postgres") ? pick("", "", " DEFERRABLE INITIALLY DEFERRED") : "";
        return """
                CREATE TABLE p (id INT PRIMARY KEY, n INT CHECK (n >= 0));
                CREATE TABLE c (id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES p (id)%s);
                CREATE TABLE u (id INT PRIMARY KEY, w INT, UNIQUE (w)%s);
                INSERT INTO p VALUES (1, 10), (2, 10), (3, NULL);
                INSERT INTO c VALUES (1, 1, 5), (2, 1, 5), (3, 2, 7);
                INSERT INTO u VALUES (1, 1), (2, 2);
                """.formatted(action, deferred);
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }

    private List<String> program() {
        List<String> all = new ArrayList<>();
        int transactions = 1 + random.nextInt(2);
        for (int i = 0; i < transactions; i++) {
            int size = 1 + random.nextInt(4);
            boolean saved = random.nextInt(5) == 0;
            for (int j = 0; j < size; j++) {
                if (saved && j == size / 2) {
                    all.add("SAVEPOINT x");
                }
                all.add(statement());
            }
            if (saved) {
                all.add(random.nextBoolean() ? "ROLLBACK TO SAVEPOINT x" : "RELEASE SAVEPOINT x");
            }
            if (saved && random.nextBoolean()) {
                all.add(statement());
            }
            all.add(random.nextInt(4) == 0 ? "ROLLBACK" : "COMMIT");
        }
        return all;
    }

    private String statement() {
        int k = 1 + random.nextInt(4);
        int n = random.nextInt(15);
        return switch (random.nextInt(26)) {
            case 0 -> "SELECT n FROM p WHERE id = " + k;
            case 1 -> "SELECT id, n FROM p WHERE n >= " + n;
            case 2 -> "SELECT COUNT(*), SUM(v) FROM c WHERE p = " + k;
            case 3, 4 -> "UPDATE p SET n = n + 1 WHERE id = " + k;
            case 5 -> "UPDATE p SET n = n - " + n + " WHERE n < 12";
            case 6 -> "INSERT INTO p VALUES (" + k + ", " + n + ")";
            case 7, 8 -> "DELETE FROM p WHERE id = " + k;
            case 9, 10 ->
                "INSERT INTO c VALUES (" + (k + random.nextInt(3)) + ", " + (1 + random.nextInt(4)) + ", " + n + ")";
            case 11 -> "DELETE FROM c WHERE v > " + n;
            case 12 -> "UPDATE c SET p = " + k + " WHERE id = " + (1 + random.nextInt(3));
            case 13 -> "SELECT id, n FROM p WHERE id <= " + k + " ORDER BY n, id" + lock();
            case 14 -> "SELECT n FROM p WHERE id = " + k + lock();
            case 15 -> "SELECT id FROM p WHERE n > 5 ORDER BY n DESC LIMIT 1" + lock();
            case 16 -> "UPDATE u SET w = " + k + " WHERE id = " + (1 + random.nextInt(3));
            case 17 -> "UPDATE u SET w = w + 1";
            case 18 -> "INSERT INTO u VALUES (" + (1 + random.nextInt(4)) + ", " + k + ")";
            case 19 -> "DELETE FROM u WHERE w = " + k;
            case 20 -> upsert(k, n);
            case 21 -> "UPDATE p SET n = (SELECT COUNT(*) FROM c) WHERE id = " + k;
            case 22 ->
                is("mysql") || is("mariadb")
                        ? "UPDATE c SET v = v + 1 ORDER BY v LIMIT 1"
                        : "UPDATE c SET v = v + 1 WHERE id = (SELECT id FROM c ORDER BY v LIMIT 1)";
            case 23 -> "UPDATE p SET id = id + 10 WHERE id = " + k;
            case 24 ->
                "SELECT p.id, c.v FROM p JOIN c ON c.p = p.id WHERE p.n > 3" + (random.nextBoolean() ? "" : lock());
            default -> "INSERT INTO c SELECT id + 10, id, n FROM p WHERE id = " + k;
        };
    }

    private String lock() {
        if (is("sqlite")) {
            return "";
        }
        if (is("h2")) {
            return pick(" FOR UPDATE", " FOR UPDATE", " FOR UPDATE NOWAIT", "");
        }
        if (is("mariadb")) {
            return pick(" FOR UPDATE", " LOCK IN SHARE MODE", " FOR UPDATE NOWAIT", " FOR UPDATE SKIP LOCKED");
        }
        return pick(
                " FOR UPDATE",
                " FOR UPDATE",
                " FOR SHARE",
                " FOR NO KEY UPDATE",
                " FOR KEY SHARE",
                " FOR UPDATE NOWAIT",
                " FOR UPDATE SKIP LOCKED");
    }

    private String upsert(int k, int n) {
        String row = "(" + k + ", " + n + ")";
        return switch (engine) {
            case "postgres", "sqlite" ->
                "INSERT INTO p VALUES " + row
                        + (random.nextBoolean()
                                ? " ON CONFLICT DO NOTHING"
                                : " ON CONFLICT (id) DO UPDATE SET n = p.n + 1");
            case "mariadb" -> "INSERT INTO p VALUES " + row + " ON DUPLICATE KEY UPDATE n = n + 1";
            default -> "MERGE INTO p (id, n) KEY (id) VALUES " + row;
        };
    }
}
