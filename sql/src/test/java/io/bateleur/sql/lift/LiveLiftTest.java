package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.HistoryEvents;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that are lifted while they come, on their way into a verifier. */
class LiveLiftTest {
    private final Verifier verifier = new Verifier(VerifierSettings.of("live").profile("postgres/repeatable-read"));
    private final LiftedStream stream = new LiveLift(Optional.empty()).stream(verifier.stream(""));
    private final Map<String, Integer> numbers = new HashMap<>();

    LiveLiftTest() {
        stream.header(new HeaderFacts(
                0,
                Optional.of(InitialState.UNKNOWN),
                false,
                Map.of("engine", Value.of("PostgreSQL"), FirstTables.ABOUT, Value.list()),
                Optional.empty(),
                Optional.empty(),
                Map.of()));
        for (SqlTable table : List.of(Recording.ACCOUNT, Recording.LINE)) {
            stream.about(SqlTable.ABOUT + table.name(), table.toValue());
        }
    }

    private void begin(String id, long at) {
        int session = stream.session(Value.of("of " + id));
        numbers.put(id, stream.begin(session, Value.of(id), null, null, at, at + 1));
    }

    private void sql(String id, long at, String text, SqlResult... answer) {
        Content content = answer.length == 0 ? Content.unknown() : Content.live(SqlResult.toValue(List.of(answer)));
        stream.sql(numbers.get(id), text, List.of(), content, at, at + 1);
    }

    private void end(String id, long at, Ending how) {
        stream.end(numbers.get(id), how, null, at, at + 1);
    }

    private static SqlResult count(long rows) {
        return new SqlResult.Count(rows);
    }

    private static SqlResult amount(Object... row) {
        return new SqlResult.Rows(List.of("amount"), row.length == 0 ? List.of() : List.of(Recording.row(row)), true);
    }

    private List<String> found() {
        stream.end();
        verifier.finish();
        return verifier.findings().stream().map(BrokenMechanism::claim).toList();
    }

    /** At 10 a row with 1; at 100 somebody sets it to 2. */
    private void written() {
        begin("w1", 10);
        sql("w1", 12, "INSERT INTO line (bill, pos, amount) VALUES (1, 1, 1)", count(1));
        end("w1", 14, Ending.COMMITTED);
        begin("w2", 100);
        sql("w2", 102, "UPDATE line SET amount = 2 WHERE bill = 1 AND pos = 1", count(1));
        end("w2", 104, Ending.COMMITTED);
    }

    private static final String READ = "SELECT amount FROM line WHERE bill = 1 AND pos = 1";

    @Test
    void aReadThatIsTooOldIsFound() {
        written();
        begin("r", 200);
        sql("r", 202, READ, amount(1));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).hasSize(1);
        assertThat(verifier.status().missing()).isEmpty();
    }

    /** It is not told what the first statement read; but it may have taken the snapshot. */
    @Test
    void aStatementThatIsLeftOutMayTakeTheSnapshot() {
        begin("r", 50);
        sql("r", 52, "SELECT sum(amount) AS amount FROM line", amount(1));
        written();
        sql("r", 202, READ, amount(1));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    @Test
    void aStatementThatIsLeftOutNeedNotTakeTheSnapshot() {
        begin("r", 50);
        sql("r", 52, "SET LOCAL work_mem = 1000", count(0));
        written();
        sql("r", 202, READ, amount(2));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    @Test
    void whatSomethingUnknownMayHaveWrittenIsUnknownFromThenOn() {
        written();
        begin("u", 150);
        sql("u", 152, "UPDATE line SET amount = 7 WHERE amount > 0", count(1));
        end("u", 154, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, amount(7));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    @Test
    void whatWasReadBeforeSomethingUnknownIsStillHeldAgainstIt() {
        written();
        begin("r", 110);
        sql("r", 112, READ, amount(1));
        begin("u", 150);
        sql("u", 152, "UPDATE line SET amount = 7 WHERE amount > 0", count(1));
        end("u", 154, Ending.COMMITTED);
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).hasSize(1);
    }

    /** What it writes elsewhere changes nothing of this table. */
    @Test
    void aStatementThatIsNotFollowedConcernsItsOwnTablesOnly() {
        written();
        begin("u", 150);
        sql("u", 152, "UPDATE account SET version = 7 WHERE balance > 0", count(1));
        end("u", 154, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, amount(1));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).hasSize(1);
    }

    @Test
    void whatIsUndoneIsNotWritten() {
        begin("w1", 10);
        sql("w1", 12, "INSERT INTO line (bill, pos, amount) VALUES (1, 1, 1)", count(1));
        sql("w1", 14, "SAVEPOINT a", count(0));
        sql("w1", 16, "UPDATE line SET amount = 2 WHERE bill = 1 AND pos = 1", count(1));
        sql("w1", 18, "ROLLBACK TO SAVEPOINT a", count(0));
        stream.punctuation(20);
        end("w1", 24, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, amount(1));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
        assertThat(verifier.status().late()).isZero();
    }

    /** Nobody knows whether it happened: what it would have written may be there or not. */
    @Test
    void aChangeWithoutAnAnswerMayHaveHappened() {
        for (int seen = 1; seen <= 2; seen++) {
            LiveLiftTest each = new LiveLiftTest();
            each.begin("w1", 10);
            each.sql("w1", 12, "INSERT INTO line (bill, pos, amount) VALUES (1, 1, 1)", count(1));
            each.end("w1", 14, Ending.COMMITTED);
            each.begin("w2", 100);
            each.sql("w2", 102, "UPDATE line SET amount = 2 WHERE bill = 1 AND pos = 1");
            each.stream.punctuation(300);
            each.begin("r", 310);
            each.sql("r", 312, READ, amount(seen));
            each.end("r", 314, Ending.COMMITTED);
            assertThat(each.found()).isEmpty();
            assertThat(each.verifier.status().late()).isZero();
        }
    }

    /** An answer that comes later has the times of its statement. */
    @Test
    void anAnswerMayComeLater() {
        written();
        begin("w3", 150);
        sql("w3", 152, "UPDATE line SET amount = 3 WHERE bill = 1 AND pos = 1");
        stream.punctuation(160);
        stream.answer(numbers.get("w3"), SqlResult.toValue(List.of(count(1))), 152, 170);
        end("w3", 171, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, amount(2));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).hasSize(1);
        assertThat(verifier.status().late()).isZero();
    }

    @Test
    void aTableThatIsMadeOnTheWayIsKnownFromThenOn() {
        begin("d", 1);
        sql("d", 2, "CREATE TABLE made (id INT PRIMARY KEY, amount INT)", count(0));
        end("d", 4, Ending.COMMITTED);
        begin("w1", 10);
        sql("w1", 12, "INSERT INTO made VALUES (1, 1)", count(1));
        end("w1", 14, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, "SELECT amount FROM made WHERE id = 1", amount());
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).hasSize(1);
    }

    @Test
    void aTableThatIsEmptiedIsUnknownFromThenOn() {
        written();
        begin("d", 150);
        sql("d", 152, "DELETE FROM line", count(1));
        end("d", 154, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, amount());
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    @Test
    void aTableThatIsChangedIsLeftOut() {
        written();
        begin("d", 150);
        sql("d", 152, "ALTER TABLE line ALTER COLUMN amount TYPE text", count(0));
        end("d", 154, Ending.COMMITTED);
        begin("r", 200);
        sql("r", 202, READ, new SqlResult.Rows(List.of("amount"), List.of(Recording.row("2.0")), true));
        end("r", 204, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    /** On databases that commit before a definition, what came before it is there from then on. */
    @Test
    void aDefinitionMayCommitWhatCameBefore() {
        stream.about("engine", Value.of("MariaDB"));
        begin("w1", 10);
        sql("w1", 12, "INSERT INTO line (bill, pos, amount) VALUES (1, 1, 1)", count(1));
        sql("w1", 14, "CREATE TABLE other (id INT PRIMARY KEY)", count(0));
        begin("w2", 20);
        sql("w2", 22, "UPDATE line SET amount = 2 WHERE bill = 1 AND pos = 1", count(1));
        end("w2", 24, Ending.COMMITTED);
        begin("r", 30);
        sql("r", 32, READ, amount(2));
        end("r", 34, Ending.COMMITTED);
        sql("w1", 40, "UPDATE line SET amount = 3 WHERE bill = 1 AND pos = 1", count(1));
        begin("s", 50);
        sql("s", 52, READ, amount(3));
        end("s", 54, Ending.COMMITTED);
        end("w1", 60, Ending.COMMITTED);
        assertThat(found()).isEmpty();
    }

    // ---- whatever a serial database does

    @Test
    void nothingIsFoundInASerialDatabase() throws SQLException {
        check(0, 100);
    }

    @Test
    @Tag("soak")
    void nothingIsFoundInASerialDatabaseForLong() throws SQLException {
        check(100, 20_000);
    }

    private static void check(long from, long to) throws SQLException {
        long reads = 0;
        for (long seed = from; seed < to; seed++) {
            Verifier verifier = verified(NoFalseAlarmTest.recorded(seed));
            assertThat(verifier.findings()).as("seed %d", seed).isEmpty();
            assertThat(verifier.status().missing()).as("seed %d", seed).isEmpty();
            reads += verifier.status().certainReads();
        }
        assertThat(reads).as("reads that are certain").isGreaterThan(10 * (to - from));
    }

    static Verifier verified(History recorded) {
        Verifier verifier = new Verifier(VerifierSettings.of("serial").profile("postgres/serializable"));
        LiftedStream stream = new LiveLift(Optional.empty()).stream(verifier.stream(""));
        for (SqlTable table : new ArrayList<>(SerialDatabase.TABLES)) {
            stream.about(SqlTable.ABOUT + table.name(), table.toValue());
        }
        HistoryEvents.pass(recorded, stream);
        stream.end();
        verifier.finish();
        return verifier;
    }
}
