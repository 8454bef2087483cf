package io.bateleur.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What an engine throws beside its own exceptions; HSQLDB's search for deadlocks was seen to overflow the stack. */
class JdbcSessionTest {
    @Test
    void whatAnEngineThrowsEndsTheSession() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        JdbcSession session = new JdbcSession(connection, new Dialect());
        assertThatThrownBy(() -> session.attempt(same -> {
                    throw thrownBy("org.hsqldb.TransactionManager");
                }))
                .isInstanceOfSatisfying(CallFailedException.class, failed -> {
                    assertThat(failed.fate()).isEqualTo(Fate.ABORTED);
                    assertThat(failed.isConnectionLost()).isTrue();
                });
        session.close();
    }

    @Test
    void whatWeThrowIsABug() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                JdbcSession session = new JdbcSession(connection, new Dialect())) {
            assertThatThrownBy(() -> session.attempt(same -> {
                        throw new IllegalStateException("a bug");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static StackOverflowError thrownBy(String type) {
        StackOverflowError error = new StackOverflowError();
        error.setStackTrace(new StackTraceElement[] {new StackTraceElement(type, "checkDeadlock", null, -1)});
        return error;
    }
}
