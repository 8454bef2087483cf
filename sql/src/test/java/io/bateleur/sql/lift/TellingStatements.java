package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.sql.SQLException;
import java.util.Random;

/** Statements of which docs/lift.md says that they are told wholly: what they wrote is known, and what they read is compared. */
final class TellingStatements {
    private final Random random;
    private final SerialDatabase database;
    private int next = 10;

    TellingStatements(Random random, SerialDatabase database) {
        this.random = random;
        this.database = database;
    }

    void transaction() throws SQLException {
        database.begin(random);
        boolean saved = false;
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            if (random.nextInt(10) == 0) {
                database.run("SAVEPOINT a");
                saved = true;
            } else if (saved && random.nextInt(5) == 0) {
                database.run("ROLLBACK TO SAVEPOINT a");
            } else if (random.nextBoolean()) {
                write();
            } else {
                read();
            }
        }
        if (random.nextInt(6) == 0) {
            database.abort();
        } else {
            database.commit();
        }
    }

    /** Changes whose counts matter, because everything is read afterwards. */
    void last() throws SQLException {
        database.begin(random);
        database.run("DELETE FROM line WHERE bill = ? AND pos = ?", id(), id());
        database.run("INSERT INTO line VALUES (8, 8, 1), (9, 9, 2)");
        database.run("UPDATE line SET amount = 3 WHERE bill = ? AND pos = ?", Value.of(8), Value.of(8));
        database.run("UPDATE tag SET hits = 5 WHERE name = 'nobody'");
        database.run("DELETE FROM line WHERE bill = ? AND pos = ?", Value.of(9), Value.of(9));
        database.commit();
        database.begin(random);
        database.run("SELECT * FROM line");
        database.run("SELECT name, hits FROM tag");
        database.commit();
    }

    private void write() throws SQLException {
        switch (random.nextInt(11)) {
            case 0, 1 -> database.run("INSERT INTO tag(name, hits) VALUES (?, ?)", name(), n());
            case 2, 3 -> database.run("INSERT INTO line VALUES (?, ?, ?)", id(), id(), n());
            case 4 -> database.run("INSERT INTO line VALUES (?, ?, ?), (7, ?, NULL)", id(), id(), n(), id());
            case 5 -> database.run("UPDATE tag SET hits = ? WHERE name = ?", n(), name());
            case 6 -> database.run("UPDATE line SET amount = ? WHERE bill = ? AND pos = ?", n(), id(), id());
            case 7 -> database.run("MERGE INTO tag(name, hits) KEY (name) VALUES (?, ?)", name(), n());
            case 8 ->
                database.run(
                        "MERGE INTO line USING (SELECT CAST(? AS INT) AS b, CAST(? AS INT) AS p, CAST(? AS INT) AS a) s"
                                + " ON bill = s.b AND pos = s.p WHEN MATCHED THEN UPDATE SET amount = s.a"
                                + " WHEN NOT MATCHED THEN INSERT (bill, pos, amount) VALUES (s.b, s.p, s.a)",
                        id(),
                        id(),
                        n());
            case 9 -> database.run("DELETE FROM tag WHERE name = ?", name());
            default -> database.run("DELETE FROM line WHERE bill = ? AND pos = ?", id(), id());
        }
    }

    private void read() throws SQLException {
        switch (random.nextInt(9)) {
            case 0 -> database.run("SELECT * FROM line");
            case 1 -> database.run("SELECT pos, amount FROM line WHERE bill = ?", id());
            case 2 -> database.run("SELECT pos, amount FROM line WHERE bill = ? AND pos >= ?", id(), id());
            case 3 -> database.run("SELECT bill, pos, amount FROM line ORDER BY bill, pos LIMIT 99");
            case 4 -> database.run("SELECT bill, pos, amount FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 5 -> database.run("SELECT name, hits FROM tag");
            case 6 -> database.run("SELECT name, hits FROM tag WHERE name = ?", name());
            case 7 -> database.run("SELECT name, hits FROM tag WHERE name IN (?, ?)", name(), name());
            default -> database.run("SELECT pos, amount FROM line WHERE bill = ? ORDER BY pos DESC", id());
        }
    }

    private Value id() {
        return Value.of(random.nextInt(1, 4));
    }

    private Value name() {
        String[] names = {"a", "A", "bb", "it's"};
        return Value.of(names[random.nextInt(names.length)]);
    }

    private Value n() {
        return Value.of(++next);
    }
}
