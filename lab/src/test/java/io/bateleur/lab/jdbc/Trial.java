package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/** One run of one behaviour: where it gets its connections, and where it writes down what it sees. */
final class Trial {
    private final Subject subject;
    private final Wrapping wrapping;
    private final Transcript transcript;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private Trial(Subject subject, Wrapping wrapping) {
        this.subject = subject;
        this.wrapping = wrapping;
        this.transcript = new Transcript(subject::normal);
    }

    static Transcript of(Behaviour behaviour, Subject subject, Wrapping wrapping) throws SQLException {
        subject.reset();
        Trial trial = new Trial(subject, wrapping);
        try {
            behaviour.body().run(trial);
            trial.transcript.complete();
        } catch (Exception | LinkageError e) {
            trial.transcript.ended(e);
        } finally {
            trial.end();
        }
        return trial.transcript;
    }

    private void end() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                transcript.line("closing failed with " + Transcript.thrown(e));
            }
        }
        if (Thread.interrupted()) {
            transcript.line("left an interrupt");
        }
    }

    Subject subject() {
        return subject;
    }

    Transcript transcript() {
        return transcript;
    }

    /** A new connection, closed after the trial at the latest. */
    Connection connect() throws SQLException {
        return connect(Map.of());
    }

    Connection connect(Map<String, String> properties) throws SQLException {
        Properties all = new Properties();
        all.putAll(subject.login());
        all.putAll(properties);
        return closing(wrapping.connection(DriverManager.getConnection(subject.url(), all)));
    }

    /** A connection that nobody records, for what happens outside. */
    Connection outside() throws SQLException {
        return closing(DriverManager.getConnection(subject.url(), subject.login()));
    }

    String url() {
        return wrapping.url(subject.url());
    }

    /** What goes with the URL. */
    Properties login() {
        Properties all = new Properties();
        all.putAll(subject.login());
        all.putAll(wrapping.settings());
        return all;
    }

    DataSource dataSource() throws SQLException {
        return wrapping.dataSource(subject.dataSource());
    }

    XADataSource wrap(XADataSource real) throws SQLException {
        return wrapping.xaDataSource(real);
    }

    <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    void note(String what, Callable<?> value) {
        transcript.note(what, value);
    }

    void rows(String what, Callable<ResultSet> result) {
        transcript.rows(what, result);
    }

    void warnings(String what, Callable<SQLWarning> first) {
        transcript.warnings(what, first);
    }

    /** Does something and notes whether it worked. */
    void attempt(String what, Action action) {
        transcript.note(what, () -> {
            action.run();
            return "done";
        });
    }

    interface Action {
        void run() throws Exception;
    }

    /** What is in {@code item}, seen by a connection that is not part of the trial. */
    void items() {
        transcript.rows("items", () -> subject.ask("select id, name, qty from item order by id"));
    }

    /** Whether an object is equal to itself, to another of its kind, and to what it cannot be equal to. */
    void equality(Object object, Object other) {
        for (Object each : Arrays.asList(object, other, null, "text")) {
            note("equal", () -> object.equals(each));
        }
        int code = object.hashCode();
        note("same code", () -> object.hashCode() == code);
    }

    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** The first column of the first row. */
    static Object ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getObject(1) : null;
        }
    }
}
