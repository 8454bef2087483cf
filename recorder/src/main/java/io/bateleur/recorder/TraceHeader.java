package io.bateleur.recorder;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceClock;
import io.bateleur.core.trace.nativ.EventWriter;
import io.bateleur.core.trace.nativ.TracePart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a trace, and of every part of it. What a recorder learns later stands in the headers that are written from then
 * on. For several threads.
 */
public final class TraceHeader {
    /** Of the format: the clock is in no older one. */
    static final int VERSION = 2;

    private final InitialState initial;
    private final boolean uniqueValues;
    private final String run = UUID.randomUUID().toString();
    private final Map<String, Value> about;
    private final TraceClock clock;

    /** With a clock of which nobody said how wrong it may be. */
    public TraceHeader(InitialState initial, boolean uniqueValues, Map<String, Value> about) {
        this(initial, uniqueValues, about, Optional.empty());
    }

    /**
     * @param initial what is known of the keys before the first event; of an application's own database, that is nothing
     * @param uniqueValues whether no two writes of one key will write the same value
     * @param about what the trace tells of itself
     * @param clockError by how much the wall clock of this machine may be wrong while the trace lasts, where somebody said so
     */
    public TraceHeader(
            InitialState initial, boolean uniqueValues, Map<String, Value> about, Optional<Duration> clockError) {
        this.initial = initial;
        this.uniqueValues = uniqueValues;
        this.about = new LinkedHashMap<>(about);
        this.clock = HostClock.of(clockError);
    }

    /** What all parts of this trace have in common, and nothing else. */
    public String run() {
        return run;
    }

    /** The header of a trace that is in one piece. */
    public byte[] line() {
        return line(null);
    }

    /**
     * The header of a part.
     *
     * @param part from 0
     * @param from how many events come before it
     */
    public byte[] line(int part, long from) {
        return line(new TracePart(run, part, from));
    }

    private synchronized byte[] line(@Nullable TracePart part) {
        return bytes(out -> out.header(initial, uniqueValues, about, part, clock));
    }

    synchronized void about(String name, Value value) {
        about.put(name, value);
    }

    private static byte[] bytes(Event header) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EventWriter events = new EventWriter(bytes, VERSION);
        try {
            header.write(events);
            events.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** How many events these lines are. */
    static int events(byte[] lines, int from, int to) {
        int events = 0;
        for (int i = from; i < to; i++) {
            events += lines[i] == '\n' ? 1 : 0;
        }
        return events;
    }
}
