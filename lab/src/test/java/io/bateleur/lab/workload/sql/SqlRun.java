package io.bateleur.lab.workload.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.run.Drive;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.run.SqlForm;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.JdbcSession;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A workload in SQL on a real database: what was recorded, and what lies in the tables afterwards. */
final class SqlRun implements AutoCloseable {
    private final Database database;
    private final JdbcConnections connections;
    private final SqlWords words;
    private final JdbcSession byHand;
    private final Path trace;

    SqlRun(String spec, String level, Path trace) throws Exception {
        this.database = start(spec);
        Isolation isolation = database.levels().stream()
                .filter(each -> each.word().equals(level))
                .findFirst()
                .orElseThrow();
        this.connections = database.sql(isolation).orElseThrow();
        this.words = SqlForm.words(connections, false);
        this.byHand = connections.session(connections.open());
        this.trace = trace;
    }

    private static Database start(String spec) {
        try {
            return new Databases(line -> {}).start(spec, Map.of());
        } catch (ServerException e) {
            abort("no " + spec + " here: " + e.problem());
            throw new IllegalStateException(e);
        }
    }

    /** What was recorded of a run with the default settings. */
    History of(String name, int sessions, int transactions) throws Exception {
        return of(name, Workloads.named(name).defaults(), sessions, transactions, false);
    }

    History of(String name, Settings settings, int sessions, int transactions, boolean locks) throws Exception {
        SqlWorkload workload = SqlWorkloads.of(name, settings, SqlForm.words(connections, locks))
                .orElseThrow();
        Plan plan = new Plan(sessions, Duration.ofSeconds(60), transactions, 1, Duration.ZERO, 0, 0);
        try (Recorder recorder = new Recorder(TraceStream.open(trace), false, Map.of());
                SqlForm form = new SqlForm(connections, workload, recorder)) {
            form.prepare();
            form.prepare(); // what an earlier run left does not matter
            Drive drive = new Drive(form, plan, () -> false);
            drive.load();
            drive.run();
            assertThat(drive.stuck()).isEmpty();
            drive.look();
            assertThat(drive.counts().committed()).isPositive();
            assertThat(drive.counts().unknown()).isZero();
            if (sessions == 1) {
                assertThat(drive.counts().reasons()).isEmpty();
            }
        }
        return Traces.read(trace).history();
    }

    /** Of a transaction that nobody records. */
    List<Sql.Row> rows(String query) throws Exception {
        List<Sql.Row> found = new ArrayList<>();
        transact(connection -> found.addAll(new Sql(connection, words).rows(query)));
        return found;
    }

    long number(String query) throws Exception {
        return rows(query).get(0).number(0);
    }

    SqlWords words() {
        return words;
    }

    /** Runs a transaction, which nobody records, to its end. */
    void transact(SqlWorkload.Body body) throws Exception {
        byHand.begin();
        if (byHand.attempt(body::run)) {
            byHand.commit();
        } else {
            byHand.abort();
        }
    }

    void load(SqlWorkload workload) throws Exception {
        connections.create(workload.tables());
        for (SqlWorkload.Body body : workload.load()) {
            transact(body);
        }
    }

    /** In how many transactions a statement occurs that contains this. */
    static long having(History history, String words) {
        return history.transactions().stream()
                .filter(transaction -> !transaction.session().name().equals(Value.of("load")))
                .filter(transaction -> statements(transaction).stream().anyMatch(text -> text.contains(words)))
                .count();
    }

    static List<String> statements(Transaction transaction) {
        return transaction.operations().stream()
                .filter(operation -> operation.kind() == OpKind.SQL)
                .map(Operation::statement)
                .toList();
    }

    @Override
    public void close() {
        byHand.close();
        database.close();
    }
}
