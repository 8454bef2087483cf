package io.bateleur.recorder.jdbc;

import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/**
 * Notices that an application has lost a connection: neither it nor any of its statements and results can be reached, and nobody closed
 * it. What is known of its transactions is told then, and no more is kept.
 */
final class Abandonment implements Runnable {
    private static final Cleaner CLEANER = Cleaner.create(task -> {
        Thread thread = new Thread(task, "bateleur-recorder-lost");
        thread.setDaemon(true);
        return thread;
    });

    private volatile @Nullable Session session;
    private Cleaner.@Nullable Cleanable cleanable;

    private Abandonment(Session session) {
        this.session = session;
    }

    /** @param handle what the application holds, and the session does not */
    static Abandonment watch(Object handle, Session session) {
        Abandonment made = new Abandonment(session);
        made.cleanable = CLEANER.register(handle, made);
        return made;
    }

    /** It was closed, as it should be. */
    void end() {
        session = null;
        if (cleanable != null) {
            cleanable.clean();
        }
    }

    @Override
    public void run() {
        Session left = session;
        if (left != null) {
            left.abandoned();
        }
    }
}
