package io.bateleur.sql.lift;

import static io.bateleur.sql.lift.Recording.ACCOUNT;
import static io.bateleur.sql.lift.Recording.row;
import static io.bateleur.sql.lift.Recording.told;
import static io.bateleur.sql.lift.Recording.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Inserts that may find their row: which rows they concern, and what is certain of them. */
class UpsertTest {
    private static final String DUPLICATE = "INSERT INTO account(id, owner, version) VALUES (1, 'x', 0)"
            + " ON DUPLICATE KEY UPDATE owner = VALUES(owner), version = version + 1";
    private static final String REPLACE = "REPLACE INTO account(id, owner, version) VALUES (1, 'x', NULL)";
    private static final String UNKNOWN_BUT_OWNER = """
            put [public.account,id,1] 1
            put [public.account,owner,1] x
            put [public.account,balance,1] ?
            put [public.account,version,1] ?""";

    /** Somebody reads every column, so that writes of it are told. */
    private static Recording reading(String engine) {
        Recording recording = new Recording(engine);
        recording
                .begin("r", "R")
                .rows(
                        "SELECT id, owner, balance, version FROM account WHERE id = 9",
                        values(),
                        "id,owner,balance,version",
                        List.of(row(9, "o", 0, 0)))
                .rows("SELECT id FROM account WHERE id = 8", values(), "id", List.of())
                .commit();
        return recording;
    }

    private static String lifted(Recording recording, String sql, int count) {
        recording.begin("s", "T").count(sql, count).commit();
        return told(recording.lifted().history(), "T");
    }

    @Test
    void aDuplicateKeyThatCountsTwiceUpdated() {
        assertThat(lifted(reading("MariaDB").keyOnly(ACCOUNT), DUPLICATE, 2)).isEqualTo("""
                put [public.account,owner,1] x
                put [public.account,version,1] ?""");
    }

    @Test
    void aDuplicateKeyThatCountsOnceInsertedOrFoundWhatItWouldWrite() {
        assertThat(lifted(reading("MariaDB").keyOnly(ACCOUNT), DUPLICATE, 1)).isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("MariaDB").keyOnly(ACCOUNT), DUPLICATE, 0)).isEmpty();
    }

    @Test
    void whereOtherKeysMayBeUniqueAnotherRowMayHaveChanged() {
        Recording updated = reading("MariaDB");
        assertThat(lifted(updated, DUPLICATE, 2)).isEmpty();
        assertThat(told(updated.lifted().history(), "R"))
                .contains("get [public.account,balance,9]")
                .doesNotContain("owner")
                .doesNotContain("version");
        Recording inserted = reading("MariaDB");
        assertThat(lifted(inserted, DUPLICATE, 1)).isEmpty();
        assertThat(told(inserted.lifted().history(), "R")).isEmpty();
    }

    @Test
    void whatIsReplacedIsCounted() {
        assertThat(lifted(reading("MySQL"), REPLACE, 1)).isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("MySQL"), REPLACE, 2)).isEmpty();
        assertThat(lifted(reading("MySQL").keyOnly(ACCOUNT), REPLACE, 2)).isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("SQLite"), REPLACE, 1)).isEmpty();
        assertThat(lifted(reading("SQLite").keyOnly(ACCOUNT), REPLACE, 1)).isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("nobody knows").keyOnly(ACCOUNT), REPLACE, 1)).isEmpty();
    }

    @Test
    void whatIsIgnoredIsNotCounted() {
        String ignore = "INSERT IGNORE INTO account(id, owner, version) VALUES (1, 'x', NULL)";
        assertThat(lifted(reading("MariaDB"), ignore, 1)).isEqualTo(UNKNOWN_BUT_OWNER);
        Recording nothing = reading("MariaDB");
        assertThat(lifted(nothing, ignore, 0)).isEmpty();
        assertThat(told(nothing.lifted().history(), "R")).contains("owner");
    }

    @Test
    void aTableThatTheTraceMakesHasTheKeysThatItShows() {
        String create =
                "CREATE TABLE account (id BIGINT PRIMARY KEY, owner VARCHAR(20), balance NUMERIC(12,2), version INT)";
        for (String more : List.of("", "; CREATE UNIQUE INDEX i ON account (owner)")) {
            for (String text : List.of(create, create.replace("version INT", "version INT UNIQUE"))) {
                Recording recording = reading("MariaDB").tablesAtFirst("other");
                recording.begin("s", "C").count(text, 0).commit();
                if (!more.isEmpty()) {
                    recording.begin("s", "I").count(more.substring(2), 0).commit();
                }
                boolean plain = more.isEmpty() && text.equals(create);
                assertThat(lifted(recording, REPLACE, 2)).as(text + more).isEqualTo(plain ? UNKNOWN_BUT_OWNER : "");
            }
        }
    }

    @Test
    void aMergeByTheKeyWritesWhatIsGiven() {
        assertThat(lifted(reading("H2"), "MERGE INTO account(id, owner) KEY (id) VALUES (1, 'x')", 1))
                .isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("H2"), "MERGE INTO account(id, owner) KEY (owner) VALUES (1, 'x')", 1))
                .isEmpty();
    }

    @Test
    void aMergeThatLooksForOneRowAndInsertsAnotherIsNotFollowed() {
        String merge = "MERGE INTO account USING DUAL ON id = %d WHEN MATCHED THEN UPDATE SET owner = 'x'"
                + " WHEN NOT MATCHED THEN INSERT (id, owner, version) VALUES (1, 'x', 5)";
        assertThat(lifted(reading("H2"), merge.formatted(1), 1)).isEqualTo(UNKNOWN_BUT_OWNER);
        assertThat(lifted(reading("H2"), merge.formatted(2), 1)).isEmpty();
    }

    @Test
    void whatInnoDbSetsToWhatItHoldsItDoesNotSee() {
        for (String level : List.of("REPEATABLE READ", "READ COMMITTED")) {
            Recording recording = new Recording("MariaDB");
            recording
                    .begin("a", "A")
                    .count("INSERT INTO account(id, version) VALUES (1, 1)", 1)
                    .commit();
            Recording.Txn old = recording.begin("b", "B").level(level);
            recording
                    .begin("a", "C")
                    .count("UPDATE account SET version = 2 WHERE id = 1", 1)
                    .commit();
            old.rows("SELECT version FROM account WHERE id = 1", values(), "version", List.of(row(1)))
                    .count("UPDATE account SET version = 2 WHERE id = 1", 1)
                    .rows("SELECT version FROM account WHERE id = 1", values(), "version", List.of(row(1)))
                    .commit();
            boolean snapshot = level.startsWith("REPEATABLE");
            assertThat(
                            Recording.check(recording.lifted().history(), "monotonic-atomic-view")
                                    instanceof Verdict.Violated)
                    .as(level)
                    .isNotEqualTo(snapshot);
        }
    }
}
