package io.bateleur.sql.lift;

import static io.bateleur.sql.lift.Recording.row;
import static io.bateleur.sql.lift.Recording.told;
import static io.bateleur.sql.lift.Recording.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of docs/lift.md on a small trace. */
class LiftTest {
    private static final String EVERYTHING = "SELECT * FROM account WHERE id = ?";
    private static final String LABELS = "id,owner,balance,version,seen";

    /** Somebody reads all columns, so that writes of them are told. */
    private static Recording reading() {
        return reading("PostgreSQL");
    }

    private static Recording reading(String engine) {
        Recording recording = new Recording(engine).unknownInitially();
        recording
                .begin("r", "R")
                .rows(EVERYTHING, values(99), LABELS, List.of(row(99, "o", 1, 1, "t")))
                .rows("SELECT id FROM account", values(), "id", List.of(row(99)))
                .rows(
                        "SELECT * FROM line WHERE bill = ? AND pos = ?",
                        values(1, 1),
                        "pos,bill,amount",
                        List.of(row(1, 1, 5)))
                .commit();
        return recording;
    }

    private static String lifted(Recording recording) {
        return told(recording.lifted().history(), "T");
    }

    @Test
    void aRowByItsKey() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows(EVERYTHING, values(1), LABELS, List.of(row(1, "ann", Value.number("50.00"), 3, "2020")))
                .commit();
        assertThat(lifted(recording)).isEqualTo("""
                        get [public.account,owner,1] ann
                        get [public.account,balance,1] 50
                        get [public.account,version,1] 3""");
    }

    @Test
    void aRowThatIsNotThere() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows("SELECT balance FROM account WHERE id = 7", values(), "balance", List.of())
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,id,7] _");
    }

    @Test
    void anInsertWritesEveryColumn() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("INSERT INTO account(id, owner, balance) VALUES (?, ?, 1.5)", 1, 4, "bob")
                .commit();
        assertThat(lifted(recording)).isEqualTo("""
                        put [public.account,id,4] 4
                        put [public.account,owner,4] bob
                        put [public.account,balance,4] 1.5
                        put [public.account,version,4] ?""");
    }

    @Test
    void namesWithTheirSchemaAndInAnyCase() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("insert into Public.Line (pos, bill, amount) values (?, 2 + ?, 7)", 1, 1, 3)
                .commit();
        assertThat(lifted(recording)).isEqualTo("put [public.line,amount,5,1] 7");
    }

    @Test
    void aTemporaryTableHidesAnotherOfItsName() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("CREATE TEMP TABLE line (pos INT, bill INT, amount INT)", 0)
                .count("insert into line (pos, bill, amount) values (?, ?, 7)", 1, 1, 3)
                .commit();
        assertThat(lifted(recording)).isEmpty();
    }

    /** Their counts are 0, whatever they did. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE line DROP COLUMN amount",
                "ALTER TABLE line RENAME COLUMN amount TO sum",
                "ALTER TABLE line RENAME TO item",
                "ALTER TABLE line ALTER COLUMN amount TYPE INT USING amount + 1",
                "CREATE TABLE line AS SELECT * FROM account",
                "CREATE OR REPLACE TABLE line (pos INT, bill INT, amount INT)",
                "CREATE TABLE pg_temp.line (pos INT, bill INT, amount INT)",
            })
    void aDefinitionThatChangesRowsOrNamesLeavesItsTableOut(String definition) {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("insert into line (pos, bill, amount) values (?, ?, 7)", 1, 1, 3)
                .commit();
        recording.begin("s", "U").count(definition, 0).commit();
        assertThat(lifted(recording)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE line ADD CONSTRAINT positive CHECK (amount > 0)",
                "ALTER TABLE line ADD CONSTRAINT one UNIQUE (bill)",
            })
    void aConstraintThatIsAddedChangesNothing(String definition) {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("insert into line (pos, bill, amount) values (?, ?, 7)", 1, 1, 3)
                .commit();
        recording.begin("s", "U").count(definition, 0).commit();
        assertThat(lifted(recording)).isNotEmpty();
    }

    @Test
    void aFailedStatementDidNothing() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .answer("INSERT INTO account(id) VALUES (1)", values(), new SqlResult.Failure("23505", "duplicate"))
                .abort();
        assertThat(lifted(recording)).isEmpty();
    }

    @Test
    void anOptimisticUpdateReadsItsVersion() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count(
                        "UPDATE account SET balance = ?, version = version + 1 WHERE id = ? AND version = ?",
                        1,
                        10,
                        1,
                        5)
                .commit();
        assertThat(lifted(recording)).isEqualTo("""
                        get [public.account,id,1] 1
                        get [public.account,version,1] 5
                        put [public.account,balance,1] 10
                        put [public.account,version,1] 6""");
    }

    /** InnoDB's updates see what is committed since their snapshot, which is no broken snapshot. */
    @Test
    void whatInnoDbChangesIsNotWhatItSaw() {
        Recording recording = reading("MariaDB");
        recording
                .begin("s", "T")
                .count("UPDATE account SET balance = 7 WHERE id = 1", 1)
                .commit();
        assertThat(lifted(recording)).isEqualTo("put [public.account,balance,1] 7");
    }

    private static final String INSERT = "INSERT INTO account (id, owner, balance, version) VALUES (1, 'a', 5, 0)";

    @Test
    void aRowThatIsInsertedAndNeverDeletedWasNotThere() {
        Recording recording = reading();
        recording.begin("s", "T").count(INSERT, 1).commit();
        assertThat(recording.lifted().history().initiallyAbsent()).hasSize(4).allMatch(key -> key.toString()
                .endsWith(",1]"));
    }

    @Test
    void aRowThatSomebodyDeletesOrWhoseInsertIsUndoneMayHaveBeenThere() {
        Recording deleted = reading();
        deleted.begin("s", "T").count(INSERT, 1).commit();
        deleted.begin("s", "U").count("DELETE FROM account WHERE id = 1", 1).abort();
        assertThat(deleted.lifted().history().initiallyAbsent()).isEmpty();
        Recording aborted = reading();
        aborted.begin("s", "T").count(INSERT, 1).abort();
        assertThat(aborted.lifted().history().initiallyAbsent()).isEmpty();
        Recording upsert = reading();
        upsert.begin("s", "T")
                .count(INSERT + " ON CONFLICT (id) DO UPDATE SET balance = excluded.balance", 1)
                .commit();
        assertThat(upsert.lifted().history().initiallyAbsent()).isEmpty();
    }

    @Test
    void nothingWasThereOfATableThatWasNotThere() {
        Recording recording = reading().tablesAtFirst("PUBLIC.Line");
        recording
                .begin("s", "T")
                .count("UPDATE account SET balance = 7 WHERE id = 1", 1)
                .commit();
        assertThat(recording.lifted().history().initiallyAbsent()).isNotEmpty().allMatch(key -> key.toString()
                .contains("account"));
    }

    @Test
    void anUpdateThatFoundNothingTellsNothing() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET version = version + 1 WHERE id = ? AND version = ?", 0, 1, 5)
                .commit();
        assertThat(lifted(recording)).isEmpty();
        assertThat(recording.lifted().coverage().left()).isZero();
    }

    @Test
    void aSumIsKnownByWhatIsReturned() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .rows(
                        "UPDATE account SET balance = balance - ? WHERE id = ? RETURNING balance",
                        values(5, 1),
                        "balance",
                        List.of(row(Value.number("95.00"))))
                .commit();
        assertThat(lifted(recording)).isEqualTo("""
                        get [public.account,id,1] 1
                        get [public.account,balance,1] 100
                        put [public.account,balance,1] 95""");
    }

    @Test
    void aSumIsUnknownWithoutItsValue() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET balance = balance + 1 WHERE id = 1", 1)
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,id,1] 1\nput [public.account,balance,1] ?");
        assertThat(recording.lifted().coverage().inPart()).isEqualTo(2);
    }

    @Test
    void aSumIsKnownAfterAnOwnWrite() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET version = 4 WHERE id = 1", 1)
                .count("UPDATE account SET version = version + 2 WHERE id = 1", 1)
                .commit();
        assertThat(lifted(recording)).endsWith("put [public.account,version,1] 6");
    }

    @Test
    void aDecimalOfTooManyDigitsIsUnknown() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET balance = ? WHERE id = 1", 1, 1.005)
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,id,1] 1\nput [public.account,balance,1] ?");
    }

    @Test
    void aRangeOfIntegers() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows("SELECT id FROM account WHERE id > ? AND id <= 9", values(3), "id", List.of(row(4), row(9)))
                .commit();
        assertThat(lifted(recording))
                .endsWith("scan [public.account,id,3,[]]..[public.account,id,9,[]] "
                        + "[public.account,id,4] [public.account,id,9]");
    }

    @Test
    void aPrefixOfTheKeyAndALimitInItsOrder() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows(
                        "SELECT pos FROM line WHERE bill = ? ORDER BY pos LIMIT 2",
                        values(3),
                        "pos",
                        List.of(row(4), row(6)))
                .commit();
        assertThat(lifted(recording))
                .endsWith("scan [public.line,bill,3]..[public.line,bill,3,6,[]] "
                        + "[public.line,bill,3,4] [public.line,bill,3,6]");
    }

    @Test
    void aLimitWithoutOrderTellsOfReturnedRowsOnly() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows("SELECT id FROM account LIMIT 1", values(), "id", List.of(row(4)))
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,id,4] 4");
    }

    @Test
    void skippedRowsAreNotMissing() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows("SELECT id FROM account WHERE id = 1 FOR UPDATE SKIP LOCKED", values(), "id", List.of())
                .commit();
        assertThat(lifted(recording)).isEmpty();
    }

    @Test
    void rowsOutsideOfASampleAreNotMissing() {
        Recording recording = new Recording();
        recording
                .begin("s", "T")
                .rows("SELECT id FROM account TABLESAMPLE BERNOULLI (50) WHERE id = 1", values(), "id", List.of())
                .rows("SELECT id FROM account TABLESAMPLE SYSTEM (10)", values(), "id", List.of(row(4)))
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,id,4] 4");
    }

    /** At READ COMMITTED a row that was deleted and inserted again while the query waited for it is not returned. */
    @Test
    void lockingReadsTellOfMissingRowsOnlyWhereTheyCannotPassThemOver() {
        for (String level : List.of("read committed", "repeatable read")) {
            Recording recording = new Recording();
            recording
                    .begin("s", "T")
                    .level(level)
                    .rows("SELECT id FROM account WHERE id = 1 FOR UPDATE", values(), "id", List.of())
                    .rows("SELECT id FROM account FOR UPDATE", values(), "id", List.of())
                    .commit();
            assertThat(lifted(recording).isEmpty()).as(level).isEqualTo(level.equals("read committed"));
        }
    }

    @Test
    void anUpdateOfUnknownRowsLeavesItsColumnsOut() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET version = 0 WHERE owner = 'ann'", 3)
                .rows(EVERYTHING, values(1), LABELS, List.of(row(1, "ann", 5, 0, "t")))
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [public.account,owner,1] ann\nget [public.account,balance,1] 5");
        assertThat(recording.lifted().coverage().toString()).contains("it is not told which");
    }

    @Test
    void unknownFunctionsAndTablesLeaveEverythingOut() {
        for (String sql : List.of(
                "SELECT transfer(1, 2)",
                "CALL transfer(1)",
                "UPDATE account_view SET x = 1",
                "DO $$ BEGIN END $$",
                "SELECT * FROM account WHERE transfer(id) > 1")) {
            Recording recording = reading();
            recording.begin("s", "T").count(sql, 1).commit();
            assertThat(recording.lifted().history().operationCount()).as(sql).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH x AS (DELETE FROM account RETURNING *) SELECT * FROM x",
                "WITH x AS (UPDATE account SET id = id + 1) SELECT 1",
                "COPY account FROM STDIN",
                "DELETE FROM account AS a WHERE id IN (SELECT bill FROM line)",
            })
    void aTableThatIsNamedIsLeftOutAndNoOther(String sql) {
        Recording recording = reading();
        recording.begin("s", "T").count(sql, 1).commit();
        assertThat(told(recording.lifted().history(), "R")).isEqualTo("get [public.line,amount,1,1] 5");
    }

    @Test
    void triggersLeaveEverythingOut() {
        SqlTable log = new SqlTable("public.log", List.of(), List.of(), true, List.of());
        Recording recording = reading().table(log);
        recording.begin("s", "T").count("INSERT INTO log VALUES (1)", 1).commit();
        assertThat(recording.lifted().history().operationCount()).isZero();
    }

    @Test
    void whatADeleteCascadesToIsLeftOut() {
        SqlTable parent = new SqlTable(
                "public.bill",
                List.of("id"),
                List.of(new SqlTable.Column("id", "INTEGER", 10, 0, false)),
                false,
                List.of("public.line"));
        Recording recording = reading().table(parent);
        recording.begin("s", "T").count("DELETE FROM bill WHERE id = 1", 1).commit();
        assertThat(told(recording.lifted().history(), "R")).contains("account").doesNotContain("line");
    }

    @Test
    void undoneWritesAndReadsOfThemAreGone() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count("UPDATE account SET version = 1 WHERE id = 1", 1)
                .answer("SAVEPOINT a", values(), new SqlResult.Count(0L))
                .count("UPDATE account SET version = 2 WHERE id = 1", 1)
                .rows(
                        "SELECT version, balance FROM account WHERE id = 1",
                        values(),
                        "version,balance",
                        List.of(row(2, 9)))
                .answer("ROLLBACK TO SAVEPOINT a", values(), new SqlResult.Count(0L))
                .commit();
        assertThat(lifted(recording))
                .isEqualTo(
                        "get [public.account,id,1] 1\nput [public.account,version,1] 1\nget [public.account,id,1] 1\nget [public.account,balance,1] 9");
    }

    @Test
    void anUnansweredWriteCountsOnlyWhereItsTransactionIsInDoubt() {
        Recording doubt = reading();
        doubt.begin("s", "T")
                .unanswered("UPDATE account SET version = 1 WHERE id = 1")
                .unknown();
        assertThat(lifted(doubt)).isEqualTo("put [public.account,version,1] 1");
        Recording committed = reading();
        committed
                .begin("s", "T")
                .unanswered("UPDATE account SET version = 1 WHERE id = 1")
                .commit();
        assertThat(told(committed.lifted().history(), "R")).doesNotContain("version");
    }

    @Test
    void generatedKeys() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .answer(
                        "INSERT INTO account(owner) VALUES (?)",
                        values("eve"),
                        new SqlResult.Count(1L),
                        new SqlResult.Keys(List.of("GENERATED_KEY"), List.of(row(17))))
                .commit();
        assertThat(lifted(recording)).contains("put [public.account,owner,17] eve");
    }

    @Test
    void anUpsertWritesWhatIsCertainOnEitherPath() {
        Recording recording = reading();
        recording
                .begin("s", "T")
                .count(
                        "INSERT INTO account(id, owner, version) VALUES (1, 'x', 0) ON CONFLICT (id)"
                                + " DO UPDATE SET owner = excluded.owner, version = account.version + 1",
                        1)
                .commit();
        assertThat(lifted(recording)).isEqualTo("""
                        put [public.account,id,1] 1
                        put [public.account,owner,1] x
                        put [public.account,balance,1] ?
                        put [public.account,version,1] ?""");
    }

    @Test
    void textKeysOfCollationsThatFoldCase() {
        SqlTable tag = new SqlTable(
                "tag",
                List.of("name"),
                List.of(
                        new SqlTable.Column("name", "VARCHAR", 20, 0, false),
                        new SqlTable.Column("n", "INTEGER", 10, 0, false)),
                false,
                List.of());
        for (String key : List.of("ok", "Mixed", "blank ")) {
            Recording recording = new Recording("MariaDB").table(tag);
            recording
                    .begin("s", "T")
                    .rows("SELECT n FROM tag WHERE name = ?", values(key), "n", List.of(row(1)))
                    .commit();
            assertThat(lifted(recording).isEmpty()).as(key).isEqualTo(!key.equals("ok"));
        }
    }

    /** T1 inserts a row; T2 empties the table between savepoints or after them; T3 sees whether the row is there. */
    private static Verdict emptied(boolean overlapping, boolean undone, boolean there) {
        Recording recording = new Recording();
        recording
                .begin("s", "T1")
                .at(1)
                .count("INSERT INTO account(id) VALUES (1)", 1)
                .commit(2);
        Recording.Txn txn = recording.begin("s", "T2").at(overlapping ? 1 : 3);
        if (!undone) {
            txn.count("DELETE FROM account", 1);
        }
        txn.answer("SAVEPOINT a", values(), new SqlResult.Count(0L));
        if (undone) {
            txn.count("DELETE FROM account", 1);
        }
        txn.answer("ROLLBACK TO SAVEPOINT a", values(), new SqlResult.Count(0L)).commit(4);
        recording
                .begin("s", "T3")
                .at(5)
                .rows("SELECT id FROM account", values(), "id", there ? List.of(row(1)) : List.of())
                .commit(6);
        return Recording.check(recording.lifted().history(), "strict-serializable");
    }

    @Test
    void anEmptiedTableIsEmpty() {
        assertThat(emptied(false, false, false)).isInstanceOf(Verdict.Holds.class);
        assertThat(emptied(false, false, true)).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void anEmptyingThatIsUndoneIsNone() {
        assertThat(emptied(false, true, true)).isInstanceOf(Verdict.Holds.class);
        assertThat(emptied(false, true, false)).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void aTableThatIsEmptiedWhileItIsUsedIsLeftOut() {
        assertThat(emptied(true, false, true)).isInstanceOf(Verdict.Holds.class);
        assertThat(emptied(true, false, false)).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void tablesThatTheTraceDefines() {
        Recording recording = new Recording();
        recording
                .begin("s", "D")
                .count("CREATE TABLE made (id INT PRIMARY KEY, n INT)", 0)
                .count("INSERT INTO made VALUES (1, 2)", 1)
                .commit();
        recording
                .begin("s", "T")
                .rows("SELECT n FROM made WHERE id = 1", values(), "n", List.of(row(2)))
                .commit();
        assertThat(lifted(recording)).isEqualTo("get [made,n,1] 2");
    }

    @Test
    void aDefinitionThatCommitsByItselfLeavesEverythingOut() {
        Recording recording = new Recording("MySQL");
        recording
                .begin("s", "T")
                .rows(EVERYTHING, values(1), LABELS, List.of())
                .count("CREATE TABLE made (id INT PRIMARY KEY)", 0)
                .abort();
        assertThat(recording.lifted().history().operationCount()).isZero();
    }

    @Test
    void aHistoryWithoutStatementsComesBackAsItIs() {
        History history = History.builder().build();
        assertThat(Lift.lift(history, List.of()).history()).isSameAs(history);
        assertThat(Lift.lift(history, List.of()).coverage().share()).isEqualTo(1);
    }
}
