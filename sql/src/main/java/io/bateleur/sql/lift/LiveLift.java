package io.bateleur.sql.lift;

import io.bateleur.core.trace.TraceListener;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lifts recorded SQL while it comes, event by event, for one or more recorders of one database.
 *
 * <pre>{@code
 * LiveLift lift = new LiveLift(Optional.empty());
 * LiftedStream stream = lift.stream(verifier.stream(""));   // one for each recorder
 * Traces.read(source, null, stream);
 * stream.end();                                             // nothing more comes
 * }</pre>
 *
 * <p>What a statement read and wrote is passed on at once, as operations on cells; where it may still be undone by a rollback to a
 * savepoint, when its transaction ends. What something unknown may have written is passed on as {@link TraceListener#unknownWrites}. What
 * needs the whole trace is left out: which columns somebody reads, which rows certainly were not there at first because they were inserted,
 * and which rows went when a table was emptied; {@link Lift} knows these.
 *
 * <p>Not for several threads at once.
 */
public final class LiveLift {
    private final LiveWorld world;

    /** @param schema a file of CREATE TABLE statements that is believed in place of the traces */
    public LiveLift(Optional<Path> schema) {
        this.world = new LiveWorld(schema);
    }

    /** Where the events of a recorder go. @param to receives what they are lifted to */
    public LiftedStream stream(TraceListener to) {
        return new LiftedStream(world, to);
    }
}
