package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.Holder;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.SessionLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What all sessions of a recording share: the trace, its options, and what was told of the database. */
final class Ledger {
    private static final int TEXTS_MAX = 5000;
    private static final Map<Recorder, Common> COMMON = new WeakHashMap<>();

    /** What all recordings into one trace share. */
    private static final class Common {
        final AtomicLong sessions = new AtomicLong();
        final Map<String, Schema> schemas = new HashMap<>();
        final javax.crypto.spec.SecretKeySpec key = Veil.newKey();
        long failures;
    }

    private final Recorder recorder;
    private final JdbcOptions options;
    private final Common common;
    private final Veil veil;
    private final Map<String, Sql> texts = new ConcurrentHashMap<>();

    Ledger(Recorder recorder, JdbcOptions options) {
        this.recorder = recorder;
        this.options = options;
        synchronized (COMMON) {
            this.common = COMMON.computeIfAbsent(recorder, each -> new Common());
        }
        this.veil = new Veil(options, common.key);
    }

    SessionLog log(Value session) {
        return recorder.log(session);
    }

    /** Whether somebody asks sessions which of their calls are under way. */
    boolean isAsked() {
        return recorder.hasHeartbeat();
    }

    void ask(Holder caller) {
        recorder.ask(caller);
    }

    Value newSession() {
        return Value.of("c" + common.sessions.incrementAndGet());
    }

    Veil veil() {
        return veil;
    }

    JdbcOptions options() {
        return options;
    }

    int largeBytes() {
        return options.largeBytes();
    }

    Sql sql(@Nullable String text) {
        if (text == null) {
            return Sql.of("");
        }
        Sql known = texts.get(text);
        if (known == null) {
            known = read(text);
            if (texts.size() >= TEXTS_MAX) {
                texts.clear();
            }
            texts.put(text, known);
        }
        return known;
    }

    private static Sql read(String text) {
        try {
            return Sql.of(text);
        } catch (RuntimeException e) {
            return new Sql(
                    text, Sql.Verb.OTHER, null, true, true, Set.of(), TableNames.of("")); // who knows what it does
        }
    }

    Schema schema(Connection real, Engine engine) throws SQLException {
        String place = place(real, engine);
        boolean ddlCommits = engine == Engine.OTHER
                ? real.getMetaData().dataDefinitionCausesTransactionCommit()
                : engine.has(Engine.Trait.DDL_COMMITS);
        synchronized (common) {
            boolean second = common.schemas.size() == 1 && !common.schemas.containsKey(place);
            Schema schema = common.schemas.computeIfAbsent(place, each -> new Schema(engine, ddlCommits, this));
            if (second) {
                about("databases", Value.of(2)); // tables of the same name are not the same: nobody can tell them apart
            }
            return schema;
        }
    }

    /** Which database it is. PostgreSQL's driver would ask the server, and begin a transaction by that where auto-commit is off. */
    private static String place(Connection real, Engine engine) throws SQLException {
        String url = String.valueOf(real.getMetaData().getURL()).split("[?;]", 2)[0];
        boolean named = engine == Engine.POSTGRESQL && !url.endsWith("/") && !url.endsWith(":");
        String other = engine == Engine.POSTGRESQL ? real.getMetaData().getUserName() : real.getCatalog();
        return named ? url : url + " " + other; // a database that is not named is called as the user is
    }

    /** Waits until all that was handed over is where it survives this process. */
    void flush() {
        recorder.flush();
    }

    /** Something that the trace tells of itself. */
    void about(String name, Value value) {
        recorder.about(name, value);
    }

    /** Rows that a table had before anything was recorded. */
    void rows(TableRows rows) {
        recorder.rows(rows);
    }

    /** The recording of a session ended with a failure of ours; from here on the trace does not hold everything. */
    void failed(Value session, Throwable reason) {
        try {
            long failures;
            synchronized (common) {
                failures = ++common.failures;
            }
            about(
                    "recording failed",
                    Value.of("session " + session + ": "
                            + (veil.isThick() ? reason.getClass().getName() : reason)));
            about(History.DROPPED, Value.of(failures));
        } catch (RuntimeException e) {
            // The trace cannot be written any more: that is told by whoever closes it.
        }
    }
}
