package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parameters that are not where, or what, they mostly are. */
class OddParametersTest {
    @TempDir
    Path directory;

    /** The driver refuses it, and nobody makes room for two thousand million others. */
    @Test
    void anAbsurdNumberIsLeftToTheDriver() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect(Recording.h2WithOneRow(), "s")) {
            Recording.say(connection, "CREATE TABLE c (k INT)");
            PreparedStatement insert = connection.prepareStatement("INSERT INTO c VALUES (?)");
            for (int number : new int[] {Integer.MAX_VALUE, 0, -1, Integer.MIN_VALUE}) {
                assertThatThrownBy(() -> insert.setInt(number, 7)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> insert.setObject(number, 7)).isInstanceOf(SQLException.class);
            }
            insert.setInt(1, 41);
            insert.executeUpdate();
        }
        assertThat(recording.text()).contains("[41]").doesNotContain("recording failed");
    }

    @Test
    void aStreamThatIsGivenAsAnObjectIsReadByTheDriverAndTold() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect(Recording.h2WithOneRow(), "s")) {
            Recording.say(connection, "CREATE TABLE c (t CLOB)");
            PreparedStatement insert = connection.prepareStatement("INSERT INTO c VALUES (?)");
            insert.setObject(1, new StringReader("streamed"));
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        assertThat(recording.text()).contains("[\"streamed\"]");
    }
}
