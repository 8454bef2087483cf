package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.JdbcSession;
import io.bateleur.lab.workload.sql.SqlWords;
import io.bateleur.lab.workload.sql.SqlWorkload;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A workload that speaks SQL, on connections of which every statement and its answer is recorded. */
public final class SqlForm implements Form<SqlWorkload.Body> {
    private final JdbcConnections connections;
    private final SqlWorkload workload;
    private final JdbcRecording recording;

    public SqlForm(JdbcConnections connections, SqlWorkload workload, Recorder recorder) {
        this.connections = connections;
        this.workload = workload;
        this.recording = new JdbcRecording(recorder, JdbcOptions.standard());
    }

    /**
     * What a workload has to know of a database.
     *
     * @param locks whether reads on which writes depend lock their rows
     */
    public static SqlWords words(JdbcConnections connections, boolean locks) throws CallFailedException {
        return new SqlWords(connections.isReturning(), locks ? connections.locking() : "", connections::limit);
    }

    /** Nothing of this is recorded: the trace begins with empty tables. */
    @Override
    public void prepare() throws CallFailedException {
        connections.create(workload.tables());
        // The recorder asks for the tables where no transaction is open, and the sessions to come always have one.
        try (Connection idle = connections.connect()) {
            recording.connection(idle, Value.of("tables"));
        } catch (SQLException e) {
            throw new CallFailedException(String.valueOf(e.getMessage()), CallFailedException.Fate.ABORTED, true, e);
        }
    }

    @Override
    public Session<SqlWorkload.Body> open(Value name, Caller caller) throws CallFailedException {
        Connection real = connections.open();
        return new SqlSession(real, connections.session(NotedCalls.of(recording.connection(real, name), caller)));
    }

    @Override
    public List<SqlWorkload.Body> load() {
        return workload.load();
    }

    @Override
    public SqlWorkload.Body next(SplittableRandom random) {
        return workload.next(random);
    }

    @Override
    public SqlWorkload.Body look() {
        return connection -> {
            for (String table : new TreeSet<>(workload.tables().keySet())) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
                    while (rows.next()) {
                        rows.getObject(1); // a row that was not looked at is not recorded
                    }
                }
            }
            return true;
        };
    }

    @Override
    public void close() {}

    private record SqlSession(Connection real, JdbcSession recorded) implements Session<SqlWorkload.Body> {
        @Override
        public void begin() throws CallFailedException {
            recorded.begin();
        }

        @Override
        public boolean run(SqlWorkload.Body body) throws CallFailedException {
            return recorded.attempt(body::run);
        }

        @Override
        public void commit() throws CallFailedException {
            recorded.commit();
        }

        @Override
        public void abort() throws CallFailedException {
            recorded.abort();
        }

        @Override
        public void cutOff() {
            try {
                real.close();
            } catch (SQLException e) {
                // It is of no use any more either way.
            }
        }

        /** Derby does not close a connection whose transaction is open, and whoever asks for its tables opens one. */
        @Override
        public void close() {
            recorded.close();
            try {
                if (!real.isClosed()) {
                    real.rollback();
                    real.close();
                }
            } catch (SQLException e) {
                // It is of no use any more either way.
            }
        }
    }
}
