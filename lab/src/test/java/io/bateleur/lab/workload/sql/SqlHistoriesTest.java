package io.bateleur.lab.workload.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What workloads in SQL record, lifted to reads and writes and checked. */
class SqlHistoriesTest {
    private static final int TRANSACTIONS = 250;

    @TempDir
    Path directory;

    static Stream<Arguments> serialRuns() {
        return SqlWorkloads.names().stream()
                .flatMap(name -> Stream.of(Arguments.of("h2", name), Arguments.of("sqlite", name)));
    }

    private static Lifted lift(History recorded) {
        return Lift.lift(recorded, SqlTable.of(recorded.about()));
    }

    private static void assertHolds(Lifted lifted, Level level) {
        assertThat(new Checker().check(lifted.history(), level, Budget.unlimited()))
                .as("%s", lifted.coverage())
                .isInstanceOf(Verdict.Holds.class);
    }

    @ParameterizedTest
    @MethodSource("serialRuns")
    void oneSessionIsSerializable(String database, String workload) throws Exception {
        try (SqlRun run = new SqlRun(database, "serializable", directory.resolve("trace.jsonl"))) {
            History recorded = run.of(workload, 1, TRANSACTIONS);
            assertThat(recorded.transactionCount()).isGreaterThanOrEqualTo(TRANSACTIONS);
            assertThat(recorded.transactions()).allSatisfy(transaction -> {
                assertThat(transaction.ending()).isNotEqualTo(Ending.UNKNOWN);
                assertThat(transaction.operations()).allSatisfy(operation -> {
                    assertThat(operation.kind()).isEqualTo(OpKind.SQL);
                    assertThat(operation.content()).isInstanceOf(Content.Live.class);
                });
            });
            Lifted lifted = lift(recorded);
            assertThat(lifted.coverage().share()).as("%s", lifted.coverage()).isGreaterThan(0.8);
            assertHolds(lifted, Level.SERIALIZABLE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite", "derby", "hsqldb"})
    void nearlyAllOfSmallBankIsLifted(String database) throws Exception {
        try (SqlRun run = new SqlRun(database, "serializable", directory.resolve("trace.jsonl"))) {
            Lifted lifted = lift(run.of("smallbank", 1, TRANSACTIONS));
            assertThat(lifted.coverage().share()).isGreaterThanOrEqualTo(0.95);
        }
    }

    @Test
    void postgresIsSerializableUnderSmallBank() throws Exception {
        try (SqlRun run = new SqlRun("postgres", "serializable", directory.resolve("trace.jsonl"))) {
            Lifted lifted = lift(run.of("smallbank", 8, 1000));
            assertThat(lifted.coverage().share()).isGreaterThanOrEqualTo(0.95);
            assertHolds(lifted, Level.SERIALIZABLE);
        }
    }

    /** A balance sees withdrawn savings, but not the check that was written without seeing that. */
    @Test
    void postgresShowsTheSkewOfSmallBankAtRepeatableRead() throws Exception {
        try (SqlRun run = new SqlRun("postgres", "repeatable-read", directory.resolve("trace.jsonl"))) {
            Lifted lifted = lift(run.of("smallbank", 16, 3000));
            assertHolds(lifted, Level.of("snapshot-isolation").orElseThrow());
            assertThat(new Checker().check(lifted.history(), Level.SERIALIZABLE, Budget.unlimited()))
                    .isInstanceOf(Verdict.Violated.class);
        }
    }
}
