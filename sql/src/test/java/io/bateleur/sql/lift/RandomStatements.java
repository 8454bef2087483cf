package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.sql.SQLException;
import java.util.Random;

/** Statements of many shapes, some of which are lifted wholly, some in part and some not at all. */
final class RandomStatements {
    private final Random random;
    private final SerialDatabase database;
    /** Whether statements may occur that leave out whole columns. */
    private final boolean wild;

    RandomStatements(Random random, SerialDatabase database, boolean wild) {
        this.random = random;
        this.database = database;
        this.wild = wild;
    }

    void transaction() throws SQLException {
        if (random.nextInt(12) == 0) {
            emptied();
            return;
        }
        database.begin(random);
        int statements = 1 + random.nextInt(6);
        boolean saved = false;
        for (int i = 0; i < statements; i++) {
            if (random.nextInt(8) == 0) {
                database.run("SAVEPOINT a");
                saved = true;
            } else if (saved && random.nextInt(4) == 0) {
                database.run("ROLLBACK TO SAVEPOINT a");
            } else {
                statement();
            }
        }
        if (random.nextInt(5) == 0) {
            database.abort();
        } else {
            database.commit();
        }
    }

    /** As tests do before each run. */
    private void emptied() throws SQLException {
        String[] tables = {"account", "line", "tag", "entry"};
        String table = tables[random.nextInt(tables.length)];
        database.begin(random);
        if (random.nextInt(4) == 0) {
            database.run("TRUNCATE TABLE " + table);
            database.commit();
            return;
        }
        boolean saved = random.nextBoolean();
        if (saved) {
            database.run("SAVEPOINT b");
        }
        query();
        database.run("DELETE FROM " + table);
        query();
        if (saved && random.nextBoolean()) {
            database.run("ROLLBACK TO SAVEPOINT b");
        }
        insert();
        query();
        if (random.nextInt(4) == 0) {
            database.abort();
        } else {
            database.commit();
        }
    }

    private void statement() throws SQLException {
        int kind = random.nextInt(wild ? 14 : 11);
        switch (kind) {
            case 0, 1 -> insert();
            case 2, 3 -> update();
            case 4 -> delete();
            case 5, 6, 7, 8, 9 -> query();
            case 10 -> entries();
            default -> wild();
        }
    }

    private void insert() throws SQLException {
        switch (random.nextInt(9)) {
            case 7, 8 -> merge();
            case 0 ->
                database.run(
                        "INSERT INTO account(id, owner, balance, version) VALUES (?, ?, ?, ?)",
                        id(),
                        text(),
                        decimal(),
                        n());
            case 1 -> database.run("INSERT INTO account(id, balance, code, rate) VALUES (?, 1.5, 'ab', 0.1)", id());
            case 2 -> database.run("INSERT INTO line VALUES (?, ?, ?), (?, ?, NULL)", id(), id(), n(), id(), id());
            case 3 ->
                database.run("insert into Public.Line (pos, bill, amount) values (?, ? + 1, 3 - ?)", id(), id(), n());
            case 4 -> database.run("INSERT INTO tag(name, hits) VALUES (?, ?)", text(), n());
            case 5 ->
                database.run("INSERT INTO account VALUES (?, ?, ?, DEFAULT, ?, 0.5)", id(), text(), decimal(), text());
            default -> database.run("INSERT INTO \"TAG\" (\"NAME\") VALUES ('it''s')");
        }
    }

    /** Of a row that may be there. */
    private void merge() throws SQLException {
        Value id = id();
        Value n = n();
        switch (random.nextInt(8)) {
            case 0 -> database.run("MERGE INTO tag(name, hits) KEY (name) VALUES (?, ?)", text(), n);
            case 1 -> database.run("MERGE INTO account(id, balance) VALUES (?, ?)", id, decimal());
            case 2 -> database.run("MERGE INTO line KEY (bill, pos) VALUES (?, ?, ?), (9, ?, 1)", id, id(), n, id());
            case 3 ->
                database.run(
                        "MERGE INTO account a USING (SELECT CAST(? AS BIGINT) AS id, CAST(? AS INT) AS v) s ON a.id = s.id"
                                + " WHEN MATCHED THEN UPDATE SET version = s.v"
                                + " WHEN NOT MATCHED THEN INSERT (id, version) VALUES (s.id, s.v)",
                        id,
                        n);
            case 4 ->
                database.run(
                        "MERGE INTO line USING (VALUES (0)) d(x) ON bill = ? AND ? = pos"
                                + " WHEN MATCHED THEN UPDATE SET amount = amount + 1"
                                + " WHEN NOT MATCHED THEN INSERT VALUES (?, ?, ?)",
                        id,
                        Value.of(2),
                        id,
                        Value.of(2),
                        n);
            case 5 ->
                database.run(
                        "MERGE INTO account USING DUAL ON (id = ?) WHEN NOT MATCHED THEN INSERT (id, version) VALUES (?, ?)",
                        id,
                        random.nextBoolean() ? id : id(),
                        n);
            case 6 ->
                database.run(
                        "MERGE INTO tag t USING (VALUES (?, 3)) AS s(name, n) ON t.name = s.name"
                                + " WHEN MATCHED THEN UPDATE SET hits = s.n",
                        text());
            default ->
                database.run(
                        "MERGE INTO account a USING DUAL ON a.id = ? WHEN MATCHED THEN UPDATE SET version = ?, balance = 1"
                                + " WHEN NOT MATCHED THEN INSERT (id, version, balance) VALUES (?, ?, 1)",
                        id,
                        n,
                        id,
                        random.nextBoolean() ? n : n());
        }
    }

    private void update() throws SQLException {
        switch (random.nextInt(13)) {
            case 0 -> database.run("UPDATE account SET balance = ? WHERE id = ?", decimal(), id());
            case 1 -> database.run("UPDATE account SET balance = balance + ? WHERE id = ?", decimal(), id());
            case 2 ->
                database.run(
                        "UPDATE account SET version = version + 1, owner = ? WHERE id = ? AND version = ?",
                        text(),
                        id(),
                        n());
            case 3 -> database.run("UPDATE line SET amount = 1 + amount WHERE bill = ? AND pos = ?", id(), id());
            case 4 -> database.run("UPDATE line x SET x.amount = ? WHERE x.pos = ? AND ? = x.bill", n(), id(), id());
            case 5 -> database.run("UPDATE tag SET hits = hits - ? WHERE name = ?", n(), text());
            case 6 -> database.run("UPDATE account SET balance = NULL, version = NULL WHERE id = ?", id());
            case 7 -> database.run("UPDATE account SET balance = ? WHERE id IN (?, ?)", decimal(), id(), id());
            case 8 -> database.run("UPDATE account SET owner = ? WHERE id = ? AND balance > 3", text(), id());
            case 9 ->
                database.run("UPDATE account SET balance = 2.555, code = 'x', rate = rate + 1 WHERE id = ?", id());
            case 10 ->
                database.run("UPDATE account SET version = ? WHERE id = ? AND balance = ?", n(), id(), decimal());
            case 11 -> database.run("UPDATE account SET owner = lower(owner), version = 3 WHERE id = ?", id());
            default -> database.run("UPDATE line SET amount = ? WHERE bill = ? AND pos = ?", n(), id(), id());
        }
    }

    private void delete() throws SQLException {
        switch (random.nextInt(4)) {
            case 0 -> database.run("DELETE FROM account WHERE id = ?", id());
            case 1 -> database.run("DELETE FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 2 -> database.run("DELETE FROM account WHERE id = ? AND version = ?", id(), n());
            default -> database.run("DELETE FROM tag t WHERE t.name = ?", text());
        }
    }

    private void query() throws SQLException {
        switch (random.nextInt(28)) {
            case 0 -> database.run("SELECT * FROM account WHERE id = ?", id());
            case 1 -> database.run("SELECT balance, version FROM account WHERE id = ?", id());
            case 2 -> database.run("SELECT id, balance FROM account");
            case 3 -> database.run("SELECT a.id, a.balance AS b FROM account a WHERE a.id BETWEEN ? AND ?", id(), id());
            case 4 -> database.run("SELECT id, owner FROM account WHERE id > ? ORDER BY id LIMIT 2", id());
            case 5 -> database.run("SELECT id FROM account WHERE id <= ? ORDER BY id DESC LIMIT 1", id());
            case 6 -> database.run("SELECT * FROM line WHERE bill = ?", id());
            case 7 -> database.run("SELECT pos, amount FROM line WHERE bill = ? AND pos >= ?", id(), id());
            case 8 -> database.run("SELECT bill, pos FROM line ORDER BY bill, pos FETCH FIRST 3 ROWS ONLY");
            case 9 ->
                database.run(
                        "SELECT pos FROM line WHERE bill = ? ORDER BY pos LIMIT ?", id(), Value.of(random.nextInt(4)));
            case 10 -> database.run("SELECT amount FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 11 -> database.run("SELECT id, balance FROM account WHERE balance > ?", decimal());
            case 12 -> database.run("SELECT id FROM account WHERE version = ?", n());
            case 13 ->
                database.run(
                        "SELECT a.id, l.bill, l.pos, l.amount FROM account a JOIN line l ON a.id = l.bill WHERE a.id = ?",
                        id());
            case 14 ->
                database.run(
                        "SELECT a.id, a.version, l.bill, l.pos, l.amount FROM account a LEFT JOIN line l ON a.id = l.bill AND l.pos = ?",
                        id());
            case 15 -> database.run("SELECT name, hits FROM tag");
            case 16 -> database.run("SELECT hits FROM tag WHERE name = ? FOR UPDATE", text());
            case 17 -> database.run("SELECT count(*), sum(balance) FROM account");
            case 18 -> database.run("SELECT id, upper(owner), owner FROM account WHERE id IN (?, ?, 99)", id(), id());
            case 19 -> database.run("SELECT DISTINCT owner FROM account WHERE id > ?", id());
            case 20 -> database.run("SELECT l.*, a.* FROM line l, account a WHERE l.bill = a.id");
            case 21 -> database.run("SELECT id FROM account ORDER BY id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY");
            case 22 -> database.run("SELECT id, code, rate FROM account WHERE id = ? OR id = ?", id(), id());
            case 23 -> database.run("SELECT bill, pos FROM line WHERE pos = ? ORDER BY bill", id());
            case 24 -> database.run("SELECT count(*) FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 25 -> database.run("SELECT count(1) FROM line WHERE bill = ? AND pos >= ?", id(), id());
            case 26 -> database.run("SELECT count(*) FROM account WHERE id IN (?, ?) AND version = ?", id(), id(), n());
            default -> database.run("SELECT id, version FROM account WHERE id >= ? AND id < ? ORDER BY id", id(), id());
        }
    }

    private void entries() throws SQLException {
        switch (random.nextInt(6)) {
            case 0 -> database.run("INSERT INTO entry(note, n) VALUES (?, ?)", text(), n());
            case 1 -> database.run("INSERT INTO entry(note, n) VALUES (?, 1), (?, 1)", text(), text());
            case 2 -> database.run("SELECT id, note, twice, n FROM entry");
            case 3 -> database.run("UPDATE entry SET n = ? WHERE id = ?", n(), id());
            case 4 -> database.run("INSERT INTO entry(id, n) VALUES (?, ?)", Value.of(100 + random.nextInt(100)), n());
            default -> database.run("DELETE FROM entry WHERE id = ?", id());
        }
    }

    /** Statements whose rows are not told: their columns must be left out. */
    private void wild() throws SQLException {
        if (random.nextInt(12) != 0) {
            query();
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> database.run("UPDATE account SET owner = ? WHERE balance < ?", text(), decimal());
            case 1 -> database.run("DELETE FROM line WHERE amount = ?", n());
            case 2 -> database.run("MERGE INTO account(id, version) KEY (version) VALUES (?, ?)", id(), n());
            case 3 -> database.run("INSERT INTO line SELECT id, id + 50, version FROM account WHERE id > ?", id());
            case 4 -> database.run("DELETE FROM tag");
            case 5 -> database.run("UPDATE account SET version = (SELECT max(amount) FROM line) WHERE id > 1");
            case 6 ->
                database.run(
                        "MERGE INTO tag t USING (SELECT * FROM tag) u ON t.name = u.name WHEN MATCHED THEN UPDATE SET hits = 5");
            default -> database.run("UPDATE line SET pos = pos + 10 WHERE bill = ?", id());
        }
    }

    private Value id() {
        return Value.of(1 + random.nextInt(5));
    }

    private Value n() {
        return random.nextInt(10) == 0 ? Value.NULL : Value.of(random.nextInt(8));
    }

    private Value decimal() {
        return switch (random.nextInt(5)) {
            case 0 -> Value.of(random.nextInt(6));
            case 1 -> Value.number("2.50");
            case 2 -> Value.number("0.125");
            case 3 -> Value.NULL;
            default -> Value.number(random.nextInt(100) + ".5");
        };
    }

    private Value text() {
        String[] texts = {"a", "A", "bb", "b ", "", "a long text", "1"};
        return Value.of(texts[random.nextInt(texts.length)]);
    }
}
