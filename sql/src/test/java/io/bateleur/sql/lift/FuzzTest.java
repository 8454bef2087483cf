package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Broken SQL and strange answers never throw. */
class FuzzTest {
    private static final List<String> STATEMENTS = List.of(
            "SELECT * FROM account WHERE id = ?",
            "SELECT id, balance FROM account a JOIN line l ON a.id = l.bill WHERE a.id IN (?, 2) ORDER BY id LIMIT 1",
            "INSERT INTO account(id, owner) VALUES (?, 'x''y'), (DEFAULT, $1) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner",
            "UPDATE account SET balance = balance + ?, version = -1.5e3 WHERE id BETWEEN 1 AND ? RETURNING *",
            "DELETE FROM line WHERE bill = 1 AND pos = ? /* c */ -- d",
            "TRUNCATE TABLE account, line CASCADE",
            "CREATE TABLE t(id INT PRIMARY KEY, x VARCHAR(5) REFERENCES account ON DELETE CASCADE)",
            "MERGE INTO account USING line ON id = bill WHEN MATCHED THEN UPDATE SET version = 1",
            "ROLLBACK TO SAVEPOINT a",
            "WITH x AS (SELECT 1) SELECT count(*) OVER () FROM \"account\", `line`, [x];");
    private static final String NOISE = "()'\"`?,;.*=<>$@#{}[]\\-/ \n\u00e9\u0000";

    @Test
    void nothingThrows() {
        for (long seed = 0; seed < 1_000; seed++) {
            long current = seed;
            assertThatCode(() -> {
                        History history = history(new Random(current));
                        Lifted lifted = Lift.lift(history, List.of(Recording.ACCOUNT, Recording.LINE));
                        assertThat(lifted.coverage().toString()).startsWith("lifted ");
                        new Checker()
                                .check(
                                        lifted.history(),
                                        Level.of("serializable").orElseThrow(),
                                        new Budget(1_000, () -> false));
                    })
                    .as("seed %d", seed)
                    .doesNotThrowAnyException();
        }
    }

    private static History history(Random random) {
        var builder = History.builder().about("engine", Value.of(random.nextBoolean() ? "PostgreSQL" : "x"));
        for (int t = 0; t < 3; t++) {
            TransactionBuilder transaction = builder.begin("s" + t, "T" + t);
            for (int i = 0; i < 4; i++) {
                List<Value> parameters = new ArrayList<>();
                for (int p = random.nextInt(4); p > 0; p--) {
                    parameters.add(value(random, 2));
                }
                transaction.sql(broken(random), parameters, answer(random));
            }
            switch (random.nextInt(3)) {
                case 0 -> transaction.commit();
                case 1 -> transaction.abort();
                default -> transaction.unknown();
            }
        }
        return builder.build();
    }

    private static String broken(Random random) {
        StringBuilder text = new StringBuilder(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, NOISE.charAt(random.nextInt(NOISE.length())));
                case 1 -> text.setLength(at);
                default ->
                    text.insert(
                            at,
                            " "
                                    + STATEMENTS.get(random.nextInt(STATEMENTS.size()))
                                            .split(" ")[0] + " ");
            }
        }
        return text.toString();
    }

    private static Content answer(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> Content.unknown();
            case 1 -> Content.live(value(random, 3));
            case 2 -> Content.live(SqlResult.toValue(List.of(new SqlResult.Count((long) random.nextInt(4) - 1))));
            case 3 ->
                Content.live(SqlResult.toValue(List.of(
                        new SqlResult.Count(null),
                        new SqlResult.Keys(List.of("id"), List.of(List.of(value(random, 1)))))));
            default -> {
                List<String> columns = random.nextBoolean()
                        ? List.of("id", "owner", "balance", "version", "seen")
                        : List.of("id", "balance");
                List<List<Value>> rows = new ArrayList<>();
                for (int r = random.nextInt(3); r > 0; r--) {
                    rows.add(columns.stream().map(c -> value(random, 1)).toList());
                }
                yield Content.live(SqlResult.toValue(List.of(new SqlResult.Rows(columns, rows, random.nextBoolean()))));
            }
        };
    }

    private static Value value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> Value.NULL;
            case 1 -> Value.of(random.nextBoolean());
            case 2 -> Value.of(random.nextInt(4));
            case 3 -> Value.number("9".repeat(1 + random.nextInt(60)));
            case 4 -> Value.number("1.5e" + random.nextInt(9999));
            case 5 -> Value.of(new byte[] {1, 2});
            case 6 -> Value.of(random.nextBoolean() ? "1" : "");
            case 7 -> Value.list(Value.of("text"), Value.of("x"), value(random, depth - 1));
            default -> Value.list(value(random, depth - 1));
        };
    }
}
