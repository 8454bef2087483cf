package io.bateleur.lab.run;

import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import java.io.IOException;
import java.util.Map;

/** The moment in which an engine inside this program makes its files, and may find that it cannot. */
final class Opening {
    private Opening() {}

    /**
     * Whatever an engine throws here, it is of no use: settings and level have been looked at before. On a full disk that may be an error
     * too, when its native library cannot be unpacked.
     */
    static Store of(EmbeddedStore adapter, TemporaryHome home, Isolation level, Map<String, String> settings)
            throws CallFailedException {
        try {
            return adapter.open(home.fresh(), level, settings);
        } catch (IOException | RuntimeException | LinkageError e) {
            String problem = "the engine does not open: " + said(e) + "\n  hint: is the disk full?";
            throw new CallFailedException(problem, Fate.ABORTED, true, e);
        }
    }

    /** The first cause: those around it often say just that there is one. */
    private static String said(Throwable thrown) {
        Throwable first = thrown;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first.toString();
    }
}
