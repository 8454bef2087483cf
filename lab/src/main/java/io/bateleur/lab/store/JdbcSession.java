package io.bateleur.lab.store;

import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Transactions on one connection to a SQL database, and what its failures mean for them. */
public final class JdbcSession implements AutoCloseable {
    private static final String OURS = "io.bateleur.";

    private final Connection connection;
    private final Dialect dialect;
    private final String begin;

    /** @param connection one that commits by itself if the dialect has a word for the beginning of transactions */
    JdbcSession(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
        this.begin = dialect.begin();
    }

    /** What to do inside a transaction. */
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** With JDBC a transaction begins with its first statement, unless there is a word for it. */
    public void begin() throws CallFailedException {
        if (!begin.isEmpty()) {
            try {
                execute(begin);
            } catch (SQLException e) {
                throw new CallFailedException(said(e), Fate.ABORTED, dialect.isConnectionLost(e), e);
            }
        }
    }

    public <T> T attempt(Work<T> work) throws CallFailedException {
        try {
            return work.run(connection);
        } catch (SQLException e) {
            boolean lost = dialect.isConnectionLost(e);
            Fate fate = lost ? Fate.ABORTED : dialect.afterFailure(e);
            if (fate == Fate.ABORTED && !lost) {
                lost = !rolledBack();
            }
            throw new CallFailedException(said(e), fate, lost, e);
        } catch (RuntimeException | StackOverflowError e) {
            throw broken(e, Fate.ABORTED); // it was never asked to commit
        }
    }

    /** Engines inside this program have bugs too: what they throw ends the session, and not the run. */
    private static CallFailedException broken(Throwable thrown, Fate fate) {
        boolean ours = Arrays.stream(thrown.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
                .findFirst()
                .filter(name -> name.startsWith(OURS))
                .isPresent();
        if (ours && thrown instanceof RuntimeException bug) {
            throw bug;
        }
        if (ours && thrown instanceof Error bug) {
            throw bug;
        }
        return new CallFailedException("the database threw " + thrown, fate, true, thrown);
    }

    public void commit() throws CallFailedException {
        try {
            if (begin.isEmpty()) {
                connection.commit();
            } else {
                execute("COMMIT");
            }
        } catch (SQLException e) {
            boolean lost = dialect.isConnectionLost(e);
            boolean aborted = !lost && dialect.isRolledBack(e);
            boolean usable = aborted && rolledBack();
            throw new CallFailedException(said(e), aborted ? Fate.ABORTED : Fate.UNKNOWN, !usable, e);
        } catch (RuntimeException | StackOverflowError e) {
            throw broken(e, Fate.UNKNOWN);
        }
    }

    public void abort() throws CallFailedException {
        attempt(same -> {
            rollback();
            return 0;
        });
    }

    private boolean rolledBack() {
        try {
            rollback();
            return true;
        } catch (SQLException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    private void rollback() throws SQLException {
        if (begin.isEmpty()) {
            connection.rollback();
        } else {
            execute("ROLLBACK");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String said(SQLException e) {
        return (e.getSQLState() == null ? "" : e.getSQLState() + " ") + e.getMessage();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException | RuntimeException | StackOverflowError e) {
            // It is of no use any more either way.
        }
    }
}
