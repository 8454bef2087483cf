package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.InitialState;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The traces of this JVM that {@link BateleurDriver} writes: one recorder for each file, closed when the JVM ends. */
final class OpenTraces {
    private static final Map<Path, Recorder> RECORDERS = new HashMap<>();
    private static final Map<Path, Map<JdbcOptions, JdbcRecording>> RECORDINGS = new HashMap<>();

    private OpenTraces() {}

    static synchronized JdbcRecording of(Path file, JdbcOptions options) throws IOException {
        Path path = file.toAbsolutePath().normalize();
        Recorder recorder = RECORDERS.get(path);
        if (recorder == null) {
            recorder = new Recorder(TraceStream.open(path), InitialState.UNKNOWN, false, Map.of());
            if (RECORDERS.isEmpty()) {
                Runtime.getRuntime().addShutdownHook(new Thread(OpenTraces::close, "bateleur-shutdown"));
            }
            RECORDERS.put(path, recorder);
        }
        Recorder into = recorder;
        return RECORDINGS
                .computeIfAbsent(path, each -> new HashMap<>())
                .computeIfAbsent(options, each -> new JdbcRecording(into, each));
    }

    private static synchronized void close() {
        for (Recorder recorder : RECORDERS.values()) {
            try {
                recorder.close();
            } catch (IOException e) {
                // The trace ends where its disk did, and whoever reads it is told.
            }
        }
    }
}
