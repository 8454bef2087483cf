package io.bateleur.lab.repro;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.MemorySink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The trace of one run: which rows there were before, and what the sessions said and heard. Set-up, questions who waits, and the looks at
 * what is left are no part of it.
 */
final class CaseRecording implements Closeable {
    private final MemorySink sink = new MemorySink();
    private final List<TableRows> atFirst;
    private final Recorder recorder;
    private final JdbcRecording recording;

    /** @param about what the trace shall tell of itself */
    CaseRecording(Arena arena, Map<String, Value> about) throws SQLException, IOException {
        try (Connection connection = arena.connect("")) {
            this.atFirst = InitialRows.read(connection);
        }
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, about);
        this.recorder = new Recorder(sink, header, Patience.forEver());
        this.recording = new JdbcRecording(recorder, JdbcOptions.standard());
    }

    /** The same connection, recorded from now on. */
    Connection of(Connection real, String session) {
        return recording.connection(real, Value.of(session));
    }

    /** Everything that was recorded, once all sessions have gone. */
    History history() throws IOException {
        recorder.close();
        HistoryListener history = new HistoryListener();
        atFirst.forEach(history::rows);
        Traces.read(Source.of("the trace of the run", sink.bytes()), null, history);
        return history.history();
    }

    @Override
    public void close() throws IOException {
        recorder.close();
    }
}
