package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever statements a serial database runs: the lifted history is serializable, also in real time. */
class NoFalseAlarmTest {
    @Test
    void aSerialDatabaseIsFoundSerializable() throws SQLException {
        check(0, 1_500);
    }

    @Test
    @Tag("soak")
    void aSerialDatabaseIsFoundSerializableForLong() throws SQLException {
        check(1_500, 60_000);
    }

    private static void check(long from, long to) throws SQLException {
        double shares = 0;
        for (long seed = from; seed < to; seed++) {
            Lifted lifted = Lift.lift(recorded(seed), SerialDatabase.TABLES);
            for (String level : new String[] {"strict-serializable", "serializable"}) {
                Verdict verdict = Recording.check(lifted.history(), level);
                assertThat(verdict)
                        .as("seed %d, %s: %s", seed, level, why(verdict))
                        .isInstanceOf(Verdict.Holds.class);
            }
            shares += lifted.coverage().share();
        }
        assertThat(shares / (to - from)).as("share lifted").isGreaterThan(0.6);
    }

    static History recorded(long seed) throws SQLException {
        Random random = new Random(seed);
        try (SerialDatabase database = new SerialDatabase(seed)) {
            RandomStatements statements = new RandomStatements(random, database, random.nextBoolean());
            int transactions = 3 + random.nextInt(25);
            for (int i = 0; i < transactions; i++) {
                statements.transaction();
            }
            return database.history();
        }
    }

    private static String why(Verdict verdict) {
        return verdict instanceof Verdict.Violated violated ? violated.why().toString() : verdict.toString();
    }
}
