package io.bateleur.recorder;

import io.bateleur.core.trace.nativ.EventWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An event that knows which comes next: a list of them would be one more thing to make, and to find in memory, with every transaction. */
public abstract class Chained implements Event {
    @Nullable
    Chained next;

    static Chained of(Event event) {
        return new Chained() {
            @Override
            public void write(EventWriter out) throws IOException {
                event.write(out);
            }
        };
    }
}
