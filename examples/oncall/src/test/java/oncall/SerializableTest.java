package oncall;

import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** The annotation is what fails: when both went home, and also when that could not be told. */
@Isolated(level = "serializable", failUndecided = true)
class SerializableTest {
    @Test
    void oneStays(Recording recording) throws Exception {
        try (Postgres postgres = Postgres.start()) {
            Evening.of(new Roster(recording.dataSource(postgres.dataSource()), Connection.TRANSACTION_SERIALIZABLE));
        }
    }
}
