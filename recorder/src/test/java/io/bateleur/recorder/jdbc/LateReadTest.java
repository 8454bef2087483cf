package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream of a large object that is read when its transaction is over tells nothing of what that transaction saw. */
class LateReadTest {
    @TempDir
    Path directory;

    private String trace(boolean late) throws SQLException, IOException {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect(Recording.h2WithOneRow(), "s")) {
            Recording.say(connection, "CREATE TABLE c (t CLOB)", "INSERT INTO c VALUES (LOWER('SEEN'))");
            connection.setAutoCommit(false);
            try (ResultSet rows = connection.createStatement().executeQuery("SELECT t FROM c")) {
                rows.next();
                Reader text = rows.getCharacterStream(1);
                if (late) {
                    connection.commit();
                }
                StringWriter read = new StringWriter();
                text.transferTo(read);
                assertThat(read.toString()).isEqualTo("seen");
            }
            connection.commit();
        }
        return recording.text();
    }

    @Test
    void whatIsReadInTimeIsTold() throws Exception {
        assertThat(trace(false)).contains("[[\"seen\"]]");
    }

    @Test
    void whatIsReadLaterIsNot() throws Exception {
        assertThat(trace(true)).contains("[[[\"hidden\"]]]").doesNotContain("\"seen\"");
    }
}
