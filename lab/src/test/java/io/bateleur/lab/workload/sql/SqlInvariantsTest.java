package io.bateleur.lab.workload.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.lab.workload.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application may rely on when its transactions run one after another. */
class SqlInvariantsTest {
    private static final int MOVES = 400;

    @TempDir
    Path directory;

    private SqlRun run(String database) throws Exception {
        return new SqlRun(database, "serializable", directory.resolve("trace.jsonl"));
    }

    /** Balances after each transaction, by account. */
    private interface Balances {
        Map<String, Long> now() throws Exception;
    }

    /** What is moved from one account to another is neither made nor lost; tells how often that happened. */
    private static int moves(SqlRun run, SqlWorkload workload, Balances balances) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        int moves = 0;
        run.load(workload);
        Map<String, Long> before = balances.now();
        for (int i = 0; i < MOVES; i++) {
            run.transact(workload.next(random));
            Map<String, Long> after = balances.now();
            Map<String, Long> changes = new HashMap<>(after);
            for (Map.Entry<String, Long> account : before.entrySet()) {
                changes.merge(account.getKey(), -account.getValue(), Long::sum);
            }
            changes.values().removeIf(change -> change == 0);
            if (changes.values().stream().anyMatch(change -> change > 0) && changes.size() > 1) {
                assertThat(changes.values().stream().mapToLong(Long::longValue).sum())
                        .as("transaction %d: %s", i, changes)
                        .isZero();
                moves++;
            }
            before = after;
        }
        return moves;
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void smallBankMovesMoneyWithoutLossAndSavingsAreNeverOverdrawn(String database) throws Exception {
        try (SqlRun run = run(database)) {
            SqlWorkload workload = new SmallBank(new Settings(5, 1, 0, 0), run.words());
            int moves = moves(run, workload, () -> {
                Map<String, Long> all = new HashMap<>();
                for (String table : List.of("savings", "checking")) {
                    run.rows("SELECT custid, bal FROM bateleur_" + table)
                            .forEach(row -> all.put(table + row.number(0), row.number(1)));
                }
                return all;
            });
            assertThat(moves).isGreaterThan(MOVES / 10);
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_savings WHERE bal < 0"))
                    .isZero();
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_checking")).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void theBankTransfersMoneyWithoutLoss(String database) throws Exception {
        try (SqlRun run = run(database)) {
            SqlWorkload workload = new Bank(new Settings(6, 1, 0, 0), run.words());
            int moves = moves(run, workload, () -> {
                Map<String, Long> all = new HashMap<>();
                run.rows("SELECT id, balance FROM bateleur_accounts")
                        .forEach(row -> all.put(row.text(0), row.number(1)));
                return all;
            });
            assertThat(moves).isGreaterThan(MOVES / 10);
        }
    }

    /** Consistency conditions of TPC-C, and its mix. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void tpccBooksMoneyNumbersOrdersAndDeliversEachOnce(String database) throws Exception {
        try (SqlRun run = run(database)) {
            History history = run.of("tpcc", new Settings(13, 1, 0, 0), 1, 1000, false);
            long paid = run.number("SELECT SUM(h_amount) FROM bateleur_history");
            assertThat(run.number("SELECT SUM(w_ytd) FROM bateleur_warehouse")).isEqualTo(paid);
            assertThat(run.number("SELECT SUM(d_ytd) FROM bateleur_district")).isEqualTo(paid);
            assertThat(run.number("SELECT SUM(c_ytd_payment) FROM bateleur_customer"))
                    .isEqualTo(paid);
            long delivered =
                    run.number("SELECT SUM(ol_amount) FROM bateleur_order_line WHERE ol_delivery_d IS NOT NULL");
            assertThat(delivered).isPositive();
            assertThat(run.number("SELECT SUM(c_balance) FROM bateleur_customer"))
                    .isEqualTo(delivered - paid);
            long orders = run.number("SELECT COUNT(*) FROM bateleur_orders");
            assertThat(run.number("SELECT SUM(d_next_o_id - 1) FROM bateleur_district"))
                    .isEqualTo(orders);
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_order_line"))
                    .isEqualTo(run.number("SELECT SUM(o_ol_cnt) FROM bateleur_orders"));
            long carried = run.number("SELECT COUNT(*) FROM bateleur_orders WHERE o_carrier_id IS NOT NULL");
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_new_order")).isEqualTo(orders - carried);
            assertThat(run.number("SELECT SUM(c_delivery_cnt) FROM bateleur_customer"))
                    .isEqualTo(carried);
            assertThat(run.number("SELECT MIN(s_quantity) FROM bateleur_stock")).isPositive();
            mix(history);
        }
    }

    private static void mix(History history) {
        assertThat(SqlRun.having(history, "INSERT INTO bateleur_orders")).isBetween(410L, 490L);
        assertThat(SqlRun.having(history, "INSERT INTO bateleur_history")).isBetween(390L, 470L);
        assertThat(SqlRun.having(history, "SELECT no_o_id FROM")).isBetween(20L, 60L);
        assertThat(SqlRun.having(history, "SELECT c_balance, c_first, c_last")).isBetween(20L, 60L);
        assertThat(SqlRun.having(history, "SELECT COUNT(DISTINCT s_i_id)")).isBetween(20L, 60L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void stocksShrinkByWhatWasBoughtAndNicknamesAreTakenOnce(String database) throws Exception {
        try (SqlRun run = run(database)) {
            run.of("rubis", 1, 600);
            assertThat(run.number("SELECT SUM(" + Rubis.INITIAL_STOCK + " - quantity) FROM bateleur_items"))
                    .isPositive()
                    .isEqualTo(run.number("SELECT SUM(qty) FROM bateleur_buy_now"));
            assertThat(run.number("SELECT SUM(rating) FROM bateleur_users"))
                    .isPositive()
                    .isEqualTo(run.number("SELECT SUM(rating) FROM bateleur_comments"));
            assertThat(run.number("SELECT COUNT(DISTINCT nickname) FROM bateleur_users"))
                    .isGreaterThan(10)
                    .isEqualTo(run.number("SELECT COUNT(*) FROM bateleur_users"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void whoFollowsIsFollowed(String database) throws Exception {
        try (SqlRun run = run(database)) {
            run.of("twitter", 1, 600);
            List<Sql.Row> mirrored = run.rows("SELECT f2, f1 FROM bateleur_followers ORDER BY f2, f1");
            assertThat(mirrored)
                    .isNotEmpty()
                    .isEqualTo(run.rows("SELECT f1, f2 FROM bateleur_follows ORDER BY f1, f2"));
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_tweets")).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void coursesAreNotOverfullAndHaveStudentsThatExist(String database) throws Exception {
        try (SqlRun run = run(database)) {
            run.of("courseware", 1, 600);
            List<Sql.Row> sizes = run.rows("SELECT course, COUNT(*) FROM bateleur_enrolment GROUP BY course");
            assertThat(sizes).isNotEmpty().allMatch(row -> row.number(1) <= Courseware.PLACES);
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_enrolment e WHERE NOT EXISTS "
                            + "(SELECT 1 FROM bateleur_student s WHERE s.id = e.student)"))
                    .isZero();
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_enrolment e WHERE NOT EXISTS "
                            + "(SELECT 1 FROM bateleur_course c WHERE c.id = e.course)"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void retwisKeepsItsRows(String database) throws Exception {
        try (SqlRun run = run(database)) {
            History history = run.of("retwis", 1, 400);
            assertThat(run.number("SELECT COUNT(*) FROM bateleur_retwis")).isEqualTo(30);
            assertThat(SqlRun.having(history, " IN (")).isBetween(160L, 240L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void entriesAndInodesOfTheFileSystemAgree(String database) throws Exception {
        try (SqlRun run = run(database)) {
            run.of("filesystem", 1, 600);
            assertThat(run.rows("SELECT inode FROM bateleur_entry ORDER BY inode"))
                    .hasSizeGreaterThan(5)
                    .isEqualTo(run.rows(
                            "SELECT inode FROM bateleur_inode WHERE inode <> " + FileSystem.ROOT + " ORDER BY inode"));
            assertThat(run.rows("SELECT inode, links FROM bateleur_inode i WHERE EXISTS "
                            + "(SELECT 1 FROM bateleur_entry e WHERE e.parent = i.inode) ORDER BY inode"))
                    .isEqualTo(run.rows("SELECT parent, COUNT(*) FROM bateleur_entry GROUP BY parent ORDER BY parent"));
        }
    }
}
