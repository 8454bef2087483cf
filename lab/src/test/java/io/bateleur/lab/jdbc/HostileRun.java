package io.bateleur.lab.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Several sessions that run random statements at once, and the trace of it. */
final class HostileRun {
    /** Opens connections to a database that nothing else uses. */
    interface Opens {
        Connection open() throws SQLException;
    }

    private final Opens database;
    private final Tongue tongue;
    private final String level;
    private final Random random;
    final Temper temper;
    /** What was planted: nothing, "lost update" or "write skew". */
    final String planted;

    HostileRun(Opens database, Tongue tongue, String level, long seed) {
        this.database = database;
        this.tongue = tongue;
        this.level = level;
        this.random = new Random(seed);
        this.temper = Temper.of(random);
        boolean locks = tongue.is(Tongue.MARIADB) && level.equals("SERIALIZABLE") || tongue.is(Tongue.SQLITE);
        boolean forbidden = tongue.is(Tongue.POSTGRES) && level.equals("SERIALIZABLE");
        boolean snapshot = !tongue.is(Tongue.MARIADB) && !level.startsWith("READ");
        this.planted = locks || forbidden ? "nothing" : snapshot ? "write skew" : "lost update";
    }

    History record(Path trace, int transactions) throws Exception {
        prepare();
        boolean beats = random.nextBoolean();
        Recorder recorder = new Recorder(
                new FileSink(trace),
                new TraceHeader(InitialState.UNKNOWN, false, Map.of()),
                Patience.forEver(),
                beats ? Duration.ofMillis(2) : Duration.ZERO);
        JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
        if (random.nextBoolean()) {
            try (Connection idle = session(recording, "load")) {
                HostileSession load = speaker(idle, new AtomicInteger(100));
                for (int i = 0; i < 20; i++) {
                    load.transaction();
                }
            }
        }
        List<Connection> open = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicInteger values = new AtomicInteger(1000);
        List<Future<?>> work = new ArrayList<>();
        try {
            int sessions = random.nextInt(4, 9);
            for (int s = 0; s < sessions; s++) {
                Connection connection = session(recording, "s" + s);
                open.add(connection);
                HostileSession speaker = speaker(connection, values);
                work.add(threads.submit(() -> {
                    for (int i = 0; i < transactions / sessions; i++) {
                        speaker.transaction();
                    }
                    return null;
                }));
            }
            if (!planted.equals("nothing")) {
                open.add(session(recording, Planted.SESSION + " a"));
                open.add(session(recording, Planted.SESSION + " b"));
                plant(new Planted(open.get(sessions), open.get(sessions + 1)));
            }
            for (Future<?> each : work) {
                each.get();
            }
        } finally {
            threads.shutdown();
            for (Connection each : open) {
                each.close();
            }
            recorder.close();
        }
        if (beats) {
            Promises.requireKept(trace);
        }
        return Traces.read(trace).history();
    }

    private void plant(Planted mistakes) throws SQLException {
        for (int i = 0; i < 3; i++) {
            if (planted.equals("write skew")) {
                mistakes.writeSkew();
            } else {
                mistakes.lostUpdate();
            }
        }
    }

    private HostileSession speaker(Connection connection, AtomicInteger values) {
        return new HostileSession(connection, tongue, temper, new Random(random.nextLong()), values);
    }

    private Connection session(JdbcRecording recording, String name) throws SQLException {
        Connection real = database.open();
        String ask = tongue.ask(level);
        if (!ask.isEmpty()) {
            try (Statement statement = real.createStatement()) {
                statement.execute(ask);
            }
        }
        return recording.connection(real, Value.of(name));
    }

    /** Not recorded. */
    private void prepare() throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            for (int i = 1; i < 6; i++) {
                statement.execute("DROP TABLE IF EXISTS other" + i);
            }
            for (String table : tongue.tables()) {
                statement.execute("DROP " + (table.equals("sales") ? "VIEW" : "TABLE") + " IF EXISTS " + table);
            }
            for (String each : tongue.definitions(temper.cascades())) {
                statement.execute(each);
            }
            if (random.nextBoolean()) {
                for (int i = 1; i < 6; i++) {
                    statement.execute("INSERT INTO account (id, version, balance) VALUES (" + i + ", " + i + ", 1.5)");
                    statement.execute("INSERT INTO line VALUES (" + i + ", 1, 0)");
                    statement.execute("INSERT INTO entry (note) VALUES ('a')");
                    statement.execute("INSERT INTO parent VALUES (" + i + ", 0)");
                }
                statement.execute("INSERT INTO tag VALUES ('a', 0), ('b', 0), ('bb', 3)");
            }
            if (temper.triggers()) {
                trigger(statement);
            }
        }
    }

    private void trigger(Statement statement) throws SQLException {
        if (tongue.is(Tongue.POSTGRES)) {
            statement.execute("CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN UPDATE account SET version = -1 WHERE id = NEW.id; RETURN NEW; END $$");
            statement.execute("CREATE TRIGGER audits AFTER UPDATE ON parent FOR EACH ROW EXECUTE FUNCTION audited()");
        } else if (!tongue.is(Tongue.H2)) {
            statement.execute("CREATE TRIGGER audits AFTER UPDATE ON parent FOR EACH ROW"
                    + (tongue.is(Tongue.SQLITE) ? " BEGIN " : " ")
                    + "UPDATE account SET version = -1 WHERE id = NEW.id"
                    + (tongue.is(Tongue.SQLITE) ? "; END" : ""));
        }
    }
}
