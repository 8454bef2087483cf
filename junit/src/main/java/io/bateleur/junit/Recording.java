package io.bateleur.junit;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Traces;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Examination;
import io.bateleur.examine.Inquiry;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Where the tests of a class record what they do in one database. Tests of a class with {@link Isolated} take it as a parameter, in
 * {@code @BeforeAll}, {@code @BeforeEach}, the constructor or the test itself. All that write to the tables in question have to be recorded: what somebody
 * else writes looks like a value from nowhere. What was there before the first recorded transaction is no matter.
 */
public final class Recording {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Path trace;
    private final Recorder recorder;
    private final JdbcRecording jdbc;
    private final AtomicInteger connections = new AtomicInteger();

    private Recording(Path trace, Recorder recorder) {
        this.trace = trace;
        this.recorder = recorder;
        this.jdbc = new JdbcRecording(recorder, JdbcOptions.standard().withInitialRows(JdbcOptions.SMALL_TABLES));
    }

    /** Into a file of its own. */
    static Recording into(Path trace) {
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try {
            // A test can wait for its disk; a trace with holes decides nothing.
            return new Recording(trace, new Recorder(new FileSink(trace), header, Patience.forEver()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot record into " + trace, e);
        }
    }

    /** What somebody else records. */
    static Recording of(Path trace, Recorder recorder) {
        return new Recording(trace, recorder);
    }

    /** The same data source, recorded; each connection that is taken from it is a session. */
    public DataSource dataSource(DataSource real) {
        return jdbc.dataSource(real);
    }

    /** The same connection, recorded. */
    public Connection connection(Connection real) {
        return jdbc.connection(real, Value.of("c" + connections.incrementAndGet()));
    }

    /** The file that what is done is recorded into, as {@code bateleur check} takes it. */
    public Path trace() {
        return trace;
    }

    /** Checks what was recorded so far. */
    public LevelReport check(String level) {
        Level wanted = Level.of(level).orElseThrow(() -> new IllegalArgumentException("unknown level '" + level + "'"));
        Allowance allowance = Allowance.of(LONG, "the limit of Recording.check");
        return examine(Inquiry.of(List.of(wanted), allowance)).levels().get(0);
    }

    /** What comes of what was recorded so far. */
    FileReport examine(Inquiry inquiry) {
        recorder.flush();
        try {
            return Examination.of(trace.toString(), Traces.read(trace), inquiry);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read back " + trace, e);
        }
    }

    /** How many transactions there were. */
    long transactions() {
        return recorder.transactions();
    }

    void close() {
        try {
            recorder.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot record into " + trace, e);
        }
    }
}
