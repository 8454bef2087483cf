package oncall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bateleur.core.report.LevelReport;
import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** The database does what it promises at this level, which {@code @Isolated} alone asks for, and nobody is left on call. */
@Isolated
class RepeatableReadTest {
    @Test
    void bothGoHome(Recording recording) throws Exception {
        try (Postgres postgres = Postgres.start()) {
            Evening.of(new Roster(recording.dataSource(postgres.dataSource()), Connection.TRANSACTION_REPEATABLE_READ));
        }
        LevelReport verdict = recording.check("serializable");
        assertEquals(LevelReport.Status.VIOLATED, verdict.status());
        assertEquals("G2-item", verdict.why().orElseThrow().name());
        assertEquals(
                LevelReport.Status.HOLDS, recording.check("snapshot-isolation").status());
    }
}
