package oncall;

import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

@Isolated(level = "serializable")
class SerializableTest {
    @Test
    void oneStays(Recording recording) throws Exception {
        try (Postgres postgres = Postgres.start()) {
            Evening.of(new Roster(recording.dataSource(postgres.dataSource()), Connection.TRANSACTION_SERIALIZABLE));
        }
    }
}
