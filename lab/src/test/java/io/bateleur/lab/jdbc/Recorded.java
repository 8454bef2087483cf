package io.bateleur.lab.jdbc;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.StreamSink;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/** Everything recorded, into memory. */
final class Recorded implements Wrapping {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Recorder recorder;
    private final JdbcRecording recording;
    private final Path file;
    private int sessions;

    /** @param file where the driver writes, which has no recorder of ours */
    Recorded(Path file) throws IOException {
        this.file = file;
        recorder = new Recorder(
                new StreamSink(bytes), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.forEver());
        recording = new JdbcRecording(recorder, JdbcOptions.standard());
    }

    @Override
    public Connection connection(Connection real) {
        return recording.connection(real, Value.of("s" + ++sessions));
    }

    @Override
    public DataSource dataSource(DataSource real) {
        return recording.dataSource(real);
    }

    @Override
    public XADataSource xaDataSource(XADataSource real) {
        return recording.xaDataSource(real);
    }

    @Override
    public String url(String real) {
        return real.replaceFirst("^jdbc:", "jdbc:bateleur:");
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("bateleur.trace", file.toString());
    }

    @Override
    public void close() throws IOException {
        recorder.close();
    }

    /** What was recorded, after {@link #close}. */
    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The same, read as anybody would. */
    Trace trace() throws IOException {
        return Traces.read(Source.of("recorded", bytes.toByteArray()), null);
    }
}
