package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.InitialState;
import io.bateleur.recorder.Destination;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.SocketSink;
import io.bateleur.recorder.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The traces of this JVM that {@link BateleurDriver} writes: one recorder for each file, which flushes when the JVM ends. A trace is of
 * one database, because tables of the same name in two are not the same: a second database that is told the same file gets one beside it.
 */
final class OpenTraces {
    private static final Map<Path, Recorder> RECORDERS = new HashMap<>();
    private static final Map<Path, Map<String, Path>> PLACES = new HashMap<>();
    private static final Map<Path, Map<JdbcOptions, JdbcRecording>> RECORDINGS = new HashMap<>();

    /** By their receivers and databases. */
    private static final Map<List<String>, Recorder> SENDERS = new HashMap<>();

    private static final Map<List<String>, Map<JdbcOptions, JdbcRecording>> SENT = new HashMap<>();
    private static final long SPOOL_BYTES = 1L << 30;

    private OpenTraces() {}

    /**
     * The recording that a connection of this URL goes into. Where the trace goes and how often it is handed over counts when the first
     * connection comes.
     */
    static synchronized JdbcRecording of(DriverUrl parts, JdbcOptions options) throws IOException, SQLException {
        Optional<Destination> receiver = parts.destination();
        if (receiver.isPresent()) {
            return to(receiver.get(), parts, options);
        }
        Path file = Path.of(parts.trace());
        Path asked = file.toAbsolutePath().normalize();
        Map<String, Path> places = PLACES.computeIfAbsent(asked, each -> new LinkedHashMap<>());
        Path path = places.computeIfAbsent(parts.url().split("[?;]", 2)[0], each -> numbered(asked, places.size() + 1));
        Recorder recorder = RECORDERS.get(path);
        if (recorder == null) {
            TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of(), parts.clockError());
            recorder = new Recorder(new FileSink(path, parts.fileBytes()), header, Patience.brief(), parts.heartbeat());
            RECORDERS.put(path, recorder);
        }
        Recorder into = recorder;
        return RECORDINGS
                .computeIfAbsent(path, each -> new HashMap<>())
                .computeIfAbsent(options, each -> new JdbcRecording(into, each));
    }

    /** The same of a trace that goes to a receiver, as a run of its own for each database. */
    private static JdbcRecording to(Destination receiver, DriverUrl parts, JdbcOptions options)
            throws IOException, SQLException {
        List<String> place = List.of(receiver.toString(), parts.url().split("[?;]", 2)[0]);
        Recorder recorder = SENDERS.get(place);
        if (recorder == null) {
            TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of(), parts.clockError());
            SocketSink sink = new SocketSink(receiver, parts.spool(), SPOOL_BYTES);
            recorder = new Recorder(sink, header, Patience.brief(), parts.heartbeat());
            SENDERS.put(place, recorder);
        }
        Recorder into = recorder;
        return SENT.computeIfAbsent(place, each -> new HashMap<>())
                .computeIfAbsent(options, each -> new JdbcRecording(into, each));
    }

    /** {@code app.jsonl.zst}, and then {@code app-2.jsonl.zst}. */
    private static Path numbered(Path file, int number) {
        if (number == 1) {
            return file;
        }
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.', 1);
        return file.resolveSibling(
                dot < 0 ? name + "-" + number : name.substring(0, dot) + "-" + number + name.substring(dot));
    }

    static synchronized Map<Path, Recorder> all() {
        return Map.copyOf(RECORDERS);
    }
}
