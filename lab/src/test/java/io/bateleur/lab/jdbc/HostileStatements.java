package io.bateleur.lab.jdbc;

import java.sql.SQLException;
import java.util.Random;
import java.util.UUID;

/** Statements of many shapes on a few hot rows. */
final class HostileStatements {
    private final HostileSession session;
    private final Random random;
    private final Tongue tongue;
    private final Temper temper;

    HostileStatements(HostileSession session) {
        this.session = session;
        this.random = session.random;
        this.tongue = session.tongue;
        this.temper = session.temper;
    }

    void any() throws SQLException {
        switch (random.nextInt(16)) {
            case 0, 1 -> insert();
            case 2, 3, 4 -> update();
            case 5 -> returning();
            case 6 -> delete();
            case 7 -> more();
            case 8 -> family();
            case 9, 10 -> locking();
            default -> query();
        }
    }

    private void say(String sql, Object... parameters) throws SQLException {
        session.run(sql, parameters);
    }

    private int id() {
        return session.id();
    }

    private Integer n() {
        return session.n();
    }

    private void insert() throws SQLException {
        switch (random.nextInt(9)) {
            case 0 ->
                say(
                        "INSERT INTO account (id, owner, balance, version, open, since) VALUES (?, ?, ?, ?, ?, ?)",
                        id(),
                        session.text(),
                        session.decimal(),
                        n(),
                        random.nextBoolean(),
                        session.date());
            case 1 -> say("INSERT INTO account (id, balance, code) VALUES (?, 1.5, 'ab')", id());
            case 2 -> say("INSERT INTO line VALUES (?, ?, ?), (?, ?, NULL)", id(), id(), n(), id(), id());
            case 3 -> say("INSERT INTO line (pos, bill, amount) VALUES (?, ?, ?)", id(), id(), n());
            case 4 -> say("INSERT INTO tag (name, hits) VALUES (?, 0)", session.text());
            case 5 -> session.insert("INSERT INTO entry (note, n) VALUES (?, ?)", session.text(), n());
            case 6 -> session.insert("INSERT INTO entry (note) VALUES (?), (?)", session.text(), session.text());
            case 7 -> ticket();
            default ->
                session.batch(
                        "INSERT INTO line (bill, pos, amount) VALUES (?, ?, ?)",
                        new Object[] {id(), id(), n()},
                        new Object[] {id(), id() + 5, n()});
        }
    }

    private void ticket() throws SQLException {
        UUID id = new UUID(7, random.nextInt(6));
        boolean own = tongue.is(Tongue.POSTGRES) || tongue.is(Tongue.H2);
        say("INSERT INTO ticket (id, n) VALUES (?, ?)", own ? id : id.toString(), n());
    }

    private void update() throws SQLException {
        switch (random.nextInt(15)) {
            case 0, 1 -> say("UPDATE account SET balance = ? WHERE id = ?", session.decimal(), id());
            case 2 -> say("UPDATE account SET balance = balance + 1 WHERE id = ?", id());
            case 3, 4 ->
                say(
                        "UPDATE account SET version = version + 1, owner = ? WHERE id = ? AND version = ?",
                        session.text(),
                        id(),
                        n());
            case 5 -> say("UPDATE line SET amount = amount + 1 WHERE bill = ? AND pos = ?", id(), id());
            case 6, 7 -> say("UPDATE line SET amount = ? WHERE bill = ? AND pos = ?", n(), id(), id());
            case 8 -> say("UPDATE tag SET hits = hits + 1 WHERE name = ?", session.text());
            case 9 ->
                say(
                        "UPDATE account SET balance = NULL, version = ?, open = ? WHERE id = ?",
                        n(),
                        random.nextBoolean(),
                        id());
            case 10 -> say("UPDATE account SET version = ? WHERE id IN (?, ?)", n(), id(), temper.untold() ? id() : 99);
            case 11 -> say("UPDATE account SET owner = ? WHERE id = ? AND balance > 3", session.text(), id());
            case 12 -> say("UPDATE entry SET n = ? WHERE id = ?", n(), id());
            case 13 ->
                session.batch(
                        "UPDATE account SET version = ? WHERE id = ?", new Object[] {n(), id()}, new Object[] {n(), id()
                        });
            default -> say("UPDATE account SET code = ?, version = ? WHERE id = ?", session.text(), n(), id());
        }
    }

    private void returning() throws SQLException {
        if (!tongue.returning()) {
            update();
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> say("UPDATE account SET version = version + 1 WHERE id = ? RETURNING id, version", id());
            case 1 -> say("UPDATE account SET version = ? WHERE id > ? RETURNING id, version, balance", n(), id());
            case 2 -> say("UPDATE line SET amount = amount + 1 WHERE bill = ? RETURNING *", id());
            case 3 -> say("INSERT INTO entry (n) VALUES (?) RETURNING id, note", n());
            case 4 -> say("UPDATE tag SET hits = hits + 1 RETURNING name, hits");
            default -> {
                if (temper.deletes()) {
                    say("DELETE FROM line WHERE bill = ? RETURNING bill, pos, amount", id());
                }
            }
        }
    }

    private void delete() throws SQLException {
        if (!temper.deletes()) {
            query();
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> say("DELETE FROM account WHERE id = ?", id());
            case 1 -> say("DELETE FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 2 -> say("DELETE FROM account WHERE id = ? AND version = ?", id(), n());
            case 3 -> say("DELETE FROM tag WHERE name = ?", session.text());
            case 4 -> say("DELETE FROM entry WHERE id = ?", id());
            default -> {
                say("DELETE FROM line WHERE bill = ? AND pos = ?", 1, 1);
                say("INSERT INTO line VALUES (1, 1, ?)", n());
            }
        }
    }

    private void family() throws SQLException {
        switch (random.nextInt(6)) {
            case 0 -> say("INSERT INTO parent VALUES (?, ?)", id(), n());
            case 1 -> say("INSERT INTO child VALUES (?, ?, ?)", id(), id(), n());
            case 2 -> say("UPDATE parent SET n = ? WHERE id = ?", n(), id());
            case 3 -> say("SELECT c.id, c.n, p.id, p.n FROM child c JOIN parent p ON c.parent = p.id");
            case 4 -> say("SELECT id, n FROM parent WHERE id = ?", id());
            default -> {
                if (temper.deletes()) {
                    say("DELETE FROM parent WHERE id = ?", id());
                }
            }
        }
    }

    /** What lifting leaves things out for. */
    private void more() throws SQLException {
        int kind = random.nextInt(12);
        if (kind < 3 && temper.upserts()) {
            upsert();
        } else if (kind < 6 && temper.untold()) {
            untold();
        } else if (kind < 7 && temper.empties()) {
            say(random.nextBoolean() ? "DELETE FROM tag" : "DELETE FROM line");
        } else if (kind == 7 && temper.defines()) {
            say("CREATE TABLE IF NOT EXISTS other" + id() + " (id INT PRIMARY KEY, n INT)" + tongue.tail());
        } else if (kind == 8 && temper.defines()) {
            say("CREATE TEMPORARY TABLE IF NOT EXISTS scratch (id INT PRIMARY KEY, n INT)");
        } else if (kind == 9 && temper.triggers()) {
            say("UPDATE parent SET n = ? WHERE id = ?", n(), id());
        } else {
            query();
        }
    }

    private void upsert() throws SQLException {
        if (tongue.conflicts()) {
            switch (random.nextInt(3)) {
                case 0 ->
                    say(
                            "INSERT INTO tag (name, hits) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET hits = tag.hits + 1",
                            session.text());
                case 1 ->
                    say(
                            "INSERT INTO account (id, version) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
                            id(),
                            n());
                default -> say("INSERT INTO line VALUES (?, ?, ?) ON CONFLICT DO NOTHING", id(), id(), n());
            }
        } else if (tongue.is(Tongue.MARIADB)) {
            say("INSERT INTO tag (name, hits) VALUES (?, 1) ON DUPLICATE KEY UPDATE hits = hits + 1", session.text());
        } else {
            say("MERGE INTO tag (name, hits) KEY (name) VALUES (?, 5)", session.text());
        }
    }

    private void untold() throws SQLException {
        switch (random.nextInt(4)) {
            case 0 -> say("UPDATE account SET owner = ? WHERE balance < ?", session.text(), session.decimal());
            case 1 -> say("INSERT INTO line SELECT id, id + 50, version FROM account WHERE id > ?", id());
            case 2 -> say("UPDATE account SET code = (SELECT max(name) FROM tag) WHERE id > 1");
            default -> say("UPDATE tag SET hits = hits + 1 WHERE hits < ?", n());
        }
    }

    private void locking() throws SQLException {
        String lock = tongue.locking();
        switch (random.nextInt(5)) {
            case 0 -> say("SELECT id, version, balance FROM account WHERE id = ?" + lock, id());
            case 1 -> say("SELECT hits FROM tag WHERE name = ?" + lock, session.text());
            case 2 -> say("SELECT pos, amount FROM line WHERE bill = ?" + lock, id());
            case 3 -> {
                boolean skips = tongue.is(Tongue.POSTGRES) || tongue.is(Tongue.MARIADB);
                say("SELECT id, n FROM entry ORDER BY id LIMIT 1" + lock + (skips ? " SKIP LOCKED" : ""));
            }
            default -> say("SELECT id, n FROM parent WHERE id = ?" + lock, id());
        }
    }

    private void query() throws SQLException {
        switch (random.nextInt(24)) {
            case 0, 1 -> say("SELECT * FROM account WHERE id = ?", id());
            case 2 -> say("SELECT balance, version FROM account WHERE id = ?", id());
            case 3 -> say("SELECT id, balance FROM account");
            case 4 -> say("SELECT a.id, a.balance AS b FROM account a WHERE a.id BETWEEN ? AND ?", id(), id());
            case 5 -> say("SELECT id, owner FROM account WHERE id > ? ORDER BY id LIMIT 2", id());
            case 6 -> {
                // What H2 answers here is wrong: docs/findings/h2-descending.md.
                String order = tongue.is(Tongue.H2) ? "" : " DESC";
                say("SELECT id FROM account WHERE id <= ? ORDER BY id" + order + " LIMIT 1", id());
            }
            case 7 -> say("SELECT * FROM line WHERE bill = ?", id());
            case 8 -> say("SELECT pos, amount FROM line WHERE bill = ? AND pos >= ?", id(), id());
            case 9 -> say("SELECT bill, pos FROM line ORDER BY bill, pos LIMIT 3");
            case 10 -> say("SELECT amount FROM line WHERE bill = ? AND pos = ?", id(), id());
            case 11 -> say("SELECT id, balance FROM account WHERE balance > ?", session.decimal());
            case 12 -> say("SELECT id FROM account WHERE version = ?", n());
            case 13 ->
                say(
                        "SELECT a.id, l.bill, l.pos, l.amount FROM account a JOIN line l ON a.id = l.bill WHERE a.id = ?",
                        id());
            case 14 ->
                say(
                        "SELECT a.id, a.version, l.bill, l.pos, l.amount FROM account a LEFT JOIN line l ON a.id = l.bill AND l.pos = ?",
                        id());
            case 15 -> say("SELECT name, hits FROM tag");
            case 16 -> say("SELECT count(*), sum(balance) FROM account");
            case 17 -> say("SELECT id, upper(owner), owner, open FROM account WHERE id IN (?, ?, 99)", id(), id());
            case 18 -> say("SELECT id, n FROM ticket");
            case 19 -> say("SELECT id FROM account WHERE balance IS NULL");
            case 20 -> say("SELECT id, code, since FROM account WHERE id = ? OR id = ?", id(), id());
            case 21 -> say("SELECT * FROM sales");
            case 22 -> say("SELECT id, note, n FROM entry WHERE id < ?", id());
            default -> say("SELECT id, version FROM account WHERE id >= ? AND id < ? ORDER BY id", id(), id());
        }
    }
}
