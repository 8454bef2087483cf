package io.bateleur.lab.oddities;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.MemorySink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Some sessions that take turns: each transaction ends before the next one of another session begins. So whatever they say, every level
 * holds.
 */
final class OddProgram {
    private static final int SESSIONS = 3;
    private static final int TRANSACTIONS = 14;

    private final OddDatabase database;
    private final Random random;
    private final List<Oddity> oddities = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    /** What was said, for people. */
    private final List<String> said = new ArrayList<>();

    private final MemorySink sink = new MemorySink();

    OddProgram(OddDatabase database, List<Oddity> all, long seed) throws SQLException {
        this.database = database;
        this.random = new Random(seed);
        database.clear(seed);
        List<Oddity> left = new ArrayList<>(all);
        for (int i = 1 + random.nextInt(3); i > 0 && !left.isEmpty(); i--) {
            Oddity each = left.remove(random.nextInt(left.size()));
            oddities.add(each);
            lines.addAll(each.lines());
            database.execute(each.definitions());
        }
    }

    History record() throws Exception {
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder = new Recorder(sink, header, Patience.forEver())) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            List<OddSession> sessions = new ArrayList<>();
            int[] opened = {0};
            OddSession.Opens opens = settings -> {
                Connection real = database.open(settings);
                return recording.connection(real, Value.of("s" + opened[0]++));
            };
            try {
                for (int s = 0; s < SESSIONS; s++) {
                    sessions.add(new OddSession("s" + s, opens, random, said));
                }
                for (int t = 0; t < TRANSACTIONS; t++) {
                    sessions.get(random.nextInt(SESSIONS)).transaction(lines);
                }
            } finally {
                for (OddSession each : sessions) {
                    each.close();
                }
            }
        }
        return sink.history();
    }

    /** The trace, as a file would hold it. */
    byte[] trace() {
        return sink.bytes();
    }

    @Override
    public String toString() {
        return oddities.stream().map(Oddity::name).toList() + "\n  " + String.join("\n  ", said);
    }
}
