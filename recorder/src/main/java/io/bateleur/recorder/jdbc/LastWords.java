package io.bateleur.recorder.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/** When the program ends, sessions that nobody has closed hand over what they hold: the trace shows it, and no ending. */
final class LastWords {
    private static final long LONGEST_MILLIS = 5000;
    private static final Map<Session, Boolean> SESSIONS = Collections.synchronizedMap(new WeakHashMap<>());

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(LastWords::atEnd, "bateleur-recorder-sessions"));
        } catch (IllegalStateException e) {
            // The program is ending already.
        }
    }

    private LastWords() {}

    static void of(Session session) {
        SESSIONS.put(session, true);
    }

    /** A sink that hangs does not hold up the end for long. */
    private static void atEnd() {
        Thread thread = new Thread(LastWords::say, "bateleur-recorder-last");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(LONGEST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say() {
        List<Session> all;
        synchronized (SESSIONS) {
            all = new ArrayList<>(SESSIONS.keySet());
        }
        all.forEach(Session::hand);
        Set<Ledger> ledgers = all.stream().map(Session::ledger).collect(Collectors.toSet());
        ledgers.forEach(Ledger::flush);
    }
}
