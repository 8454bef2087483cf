package io.bateleur.sql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements on small tables, and what they answer. */
class EvaluatorTest {
    private PlainDatabase database = new PlainDatabase(SqlDialect.POSTGRES);

    @BeforeEach
    void fill() {
        run("CREATE TABLE accounts (id INT PRIMARY KEY, owner VARCHAR(10), balance DECIMAL(12,2) NOT NULL)");
        run(
                "CREATE TABLE entries (account INT REFERENCES accounts (id) ON DELETE CASCADE, amount INT CHECK (amount > 0))");
        run("INSERT INTO accounts VALUES (1, 'ann', 100), (2, 'bob', 300), (3, NULL, 50)");
        run("INSERT INTO entries VALUES (1, 10), (1, 20), (2, 5)");
    }

    private Answer run(String sql, Object... parameters) {
        Answer answer = database.execute(sql, parameters);
        assertThat(answer.gaps()).as(sql).isEmpty();
        return answer;
    }

    private List<List<Object>> rows(String sql, Object... parameters) {
        Answer answer = run(sql, parameters);
        assertThat(answer.error()).as(sql).isNull();
        List<List<Object>> rows = new ArrayList<>();
        answer.rows().settled(new PlainTables()).forEach(tuple -> rows.add(Arrays.asList(tuple.values())));
        return rows;
    }

    @Test
    void updatesByKeyWithoutReadingWhatWasThere() {
        assertThat(run("UPDATE accounts SET balance = balance + ? WHERE id = ?", 10L, 1L)
                        .count())
                .isEqualTo(1L);
        assertThat(rows("SELECT balance FROM accounts WHERE id = 1"))
                .containsExactly(List.of(new BigDecimal("110.00")));
    }

    @Test
    void joinsAndGroups() {
        assertThat(
                        rows(
                                "SELECT a.owner, sum(e.amount), count(*) FROM accounts a JOIN entries e ON e.account = a.id GROUP BY a.owner ORDER BY 1"))
                .containsExactly(List.of("ann", 30L, 2L), List.of("bob", 5L, 1L));
    }

    @Test
    void keepsRowsWithoutAPartner() {
        assertThat(
                        rows(
                                "SELECT a.id, e.amount FROM accounts a LEFT JOIN entries e ON e.account = a.id AND e.amount > 5 ORDER BY 1, 2"))
                .containsExactly(
                        Arrays.asList(1L, 10L),
                        Arrays.asList(1L, 20L),
                        Arrays.asList(2L, null),
                        Arrays.asList(3L, null));
    }

    @Test
    void refusesWhatBreaksARule() {
        assertThat(run("INSERT INTO accounts VALUES (1, 'x', 1)").error().state())
                .isEqualTo("23505");
        assertThat(run("INSERT INTO accounts VALUES (4, 'x', NULL)").error().state())
                .isEqualTo("23502");
        assertThat(run("INSERT INTO entries VALUES (1, 0)").error().state()).isEqualTo("23514");
        assertThat(run("INSERT INTO entries VALUES (9, 1)").error().state()).isEqualTo("23503");
    }

    @Test
    void deletesWhatRefersToADeletedRow() {
        assertThat(run("DELETE FROM accounts WHERE id = 1").count()).isEqualTo(1L);
        assertThat(rows("SELECT amount FROM entries")).containsExactly(List.of(5L));
    }

    @Test
    void takesAFailedStatementBack() {
        assertThat(run("INSERT INTO accounts VALUES (7, 'x', 1), (1, 'y', 1)").error())
                .isNotNull();
        assertThat(rows("SELECT count(*) FROM accounts")).containsExactly(List.of(3L));
    }

    @Test
    void saysThatAnUpdateThatMovesKeysMayMeetThem() {
        run("DELETE FROM entries");
        Answer answer = run("UPDATE accounts SET id = id + 1");
        assertThat(answer.count()).isEqualTo(3L);
        assertThat(answer.perhaps()).isNotNull();
    }

    @Test
    void allowsEveryOrderWithinTies() {
        RowSet rows = run("SELECT id FROM accounts ORDER BY owner IS NULL").rows();
        assertThat(rows.allows(List.of(new Object[] {2L}, new Object[] {1L}, new Object[] {3L})))
                .isTrue();
        assertThat(rows.allows(List.of(new Object[] {3L}, new Object[] {1L}, new Object[] {2L})))
                .isFalse();
        RowSet two = run("SELECT id FROM accounts LIMIT 2").rows();
        assertThat(two.allows(List.of(new Object[] {3L}, new Object[] {1L}))).isTrue();
        assertThat(two.allows(List.of(new Object[] {3L}, new Object[] {3L}))).isFalse();
        assertThat(two.allows(List.<Object[]>of(new Object[] {3L}))).isFalse();
    }

    @Test
    void spreadsWhatIsNotKnown() {
        run("UPDATE accounts SET balance = random() WHERE id = 1");
        assertThat(rows("SELECT balance > 0, balance IS NULL OR true FROM accounts WHERE id = 1"))
                .containsExactly(List.of(Unknown.UNKNOWN, true));
        Answer answer = run("UPDATE accounts SET owner = 'z' WHERE balance < 200");
        assertThat(answer.count()).isEqualTo(Unknown.UNKNOWN);
        assertThat(rows("SELECT owner FROM accounts ORDER BY id"))
                .containsExactly(List.of(Unknown.UNKNOWN), List.of("bob"), List.of("z"));
    }

    @Test
    void namesWhatItDoesNotEvaluateAndForgetsWhatThatMayChange() {
        Answer answer = database.execute("UPDATE accounts SET balance = width_bucket(1, 2, 3, 4)");
        assertThat(answer.gaps()).extracting(Gap::what).containsExactly("the function width_bucket");
        assertThat(run("SELECT id FROM accounts").rows().tuples())
                .extracting(Tuple::presence)
                .containsExactly(Presence.MANY);
        assertThat(rows("SELECT count(*) FROM entries")).containsExactly(List.of(3L));
    }

    @Test
    void insertsOrUpdates() {
        String upsert =
                "INSERT INTO accounts VALUES (?, 'new', 5) ON CONFLICT (id) DO UPDATE SET balance = accounts.balance + excluded.balance RETURNING id, balance";
        assertThat(rows(upsert, 2L)).containsExactly(List.of(2L, new BigDecimal("305.00")));
        assertThat(rows(upsert, 8L)).containsExactly(List.of(8L, new BigDecimal("5.00")));
    }

    @Test
    void asksSubqueriesForEachRow() {
        assertThat(
                        rows(
                                "SELECT id FROM accounts a WHERE EXISTS (SELECT 1 FROM entries e WHERE e.account = a.id AND e.amount >= 10)"))
                .containsExactly(List.of(1L));
        assertThat(
                        rows(
                                "SELECT (SELECT max(amount) FROM entries e WHERE e.account = a.id) FROM accounts a ORDER BY id"))
                .containsExactly(List.of(20L), List.of(5L), Arrays.asList((Object) null));
        assertThat(
                        rows(
                                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT sum(i) FROM n"))
                .containsExactly(List.of(10L));
    }
}
