package oncall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bateleur.core.explain.LevelReport;
import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static final int SHIFTS = 100;

    /** Both doctors of each shift want to go home at the same time. */
    private static void evening(Roster roster) throws Exception {
        roster.open(SHIFTS);
        ExecutorService doctors = Executors.newFixedThreadPool(2);
        try {
            for (int shift = 1; shift <= SHIFTS; shift++) {
                List<Callable<Boolean>> wishes = new ArrayList<>();
                for (int doctor = 1; doctor <= 2; doctor++) {
                    int which = shift;
                    int who = doctor;
                    wishes.add(() -> roster.goHome(which, who));
                }
                for (Future<Boolean> gone : doctors.invokeAll(wishes)) {
                    gone.get();
                }
            }
        } finally {
            doctors.shutdownNow();
        }
    }

    /** The database does what it promises at this level, and nobody is left on call. */
    @Isolated
    static class AtRepeatableRead {
        @Test
        void bothGoHome(Recording recording) throws Exception {
            try (Postgres postgres = Postgres.start()) {
                evening(new Roster(
                        recording.dataSource(postgres.dataSource()), Connection.TRANSACTION_REPEATABLE_READ));
            }
            LevelReport verdict = recording.check("serializable");
            assertEquals(LevelReport.Status.VIOLATED, verdict.status());
            assertEquals("G2-item", verdict.why().orElseThrow().name());
            assertEquals(
                    LevelReport.Status.HOLDS,
                    recording.check("snapshot-isolation").status());
        }
    }

    @Isolated(level = "serializable")
    static class AtSerializable {
        @Test
        void oneStays(Recording recording) throws Exception {
            try (Postgres postgres = Postgres.start()) {
                evening(new Roster(recording.dataSource(postgres.dataSource()), Connection.TRANSACTION_SERIALIZABLE));
            }
        }
    }
}
