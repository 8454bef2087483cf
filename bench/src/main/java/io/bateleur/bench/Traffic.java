package io.bateleur.bench;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.TraceListener;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A database with many sessions that is simulated on the fly, with memory that does not grow, and told as a recorder would: each
 * session's events when its transaction ends, all open ones at each heartbeat, then a punctuation. It takes snapshots at the first
 * operation, locks what it writes, lets the first updater win and, if asked, commits only what is serializable.
 */
final class Traffic {
    private static final int SESSIONS = 64;
    /** So many versions of a key can be read; who needs an older one rolls back. */
    private static final int VERSIONS = 8;

    private static final int STEP_NANOS = 100_000;
    private static final long HEARTBEAT_NANOS = 2_000_000;

    /**
     * @param serializable rather than snapshot isolation
     * @param rests whether one transaction reads something at first and then stays open to the end
     * @param punctuated whether it is said until when everything is there
     */
    record Plan(TrafficPrograms programs, boolean serializable, boolean rests, boolean punctuated) {
        String name() {
            return programs.word() + (serializable ? " SER" : " SI") + (rests ? ", one rests" : "");
        }
    }

    private final Plan plan;
    private final TraceListener out;
    private final SplittableRandom random = new SplittableRandom(7);
    private final Session[] sessions = new Session[SESSIONS];

    private final long[] versionSeq;
    private final long[] versionValue;
    private final int[] newest;
    private final Session[] lock;
    private long sequence;
    private long values;
    private long transactions;
    private long operations;
    private long heartbeat = HEARTBEAT_NANOS;

    /** A client, with its current transaction. */
    private static final class Session {
        final int number;
        final TrafficPrograms.Steps steps = new TrafficPrograms.Steps();
        final long[] read = new long[80];
        final long[] before = new long[80];
        final long[] after = new long[80];
        long id;
        int next;
        int told;
        boolean begun;
        long snapshot;
        long begin;
        long call;
        long run;

        Session(int number) {
            this.number = number;
        }
    }

    Traffic(Plan plan, TraceListener out) {
        this.plan = plan;
        this.out = out;
        int keys = plan.programs.keys;
        versionSeq = new long[keys * VERSIONS];
        versionValue = new long[keys * VERSIONS];
        newest = new int[keys];
        lock = new Session[keys];
        Arrays.fill(versionValue, -1);
        for (int i = 0; i < SESSIONS; i++) {
            sessions[i] = new Session(i);
            start(sessions[i], random.nextInt(STEP_NANOS));
        }
        out.header(new HeaderFacts(
                0,
                Optional.empty(),
                true,
                Map.of(
                        "engine", Value.of("postgres"),
                        "isolation", Value.of(plan.serializable ? "serializable" : "repeatable-read")),
                Optional.empty(),
                Optional.empty(),
                Map.of()));
    }

    long operations() {
        return operations;
    }

    /** Goes on until there were so many operations in all. */
    void run(long until) {
        while (operations < until) {
            Session earliest = sessions[0];
            long least = Long.MAX_VALUE;
            for (Session session : sessions) {
                least = Math.min(least, session.call);
                if (session.run < earliest.run) {
                    earliest = session;
                }
            }
            if (least >= heartbeat) {
                beat(least);
            }
            step(earliest);
        }
    }

    /** Ends all transactions. */
    void finish() {
        for (Session session : sessions) {
            end(session, false);
        }
    }

    private void start(Session session, long time) {
        session.id = ++transactions;
        session.steps.size = 0;
        plan.programs.next(random, session.steps);
        session.next = 0;
        session.told = 0;
        session.begun = false;
        session.begin = time;
        session.call = time + 1;
        session.run = session.call + random.nextInt(STEP_NANOS);
    }

    /** The next call of a session happens in the database. */
    private void step(Session session) {
        int i = session.next;
        if (i == session.steps.size) {
            end(session, isValid(session));
            return;
        }
        int key = session.steps.keys[i];
        if (i == 0) {
            session.snapshot = sequence;
        }
        if (session.steps.writes[i]) {
            if (lock[key] != null && lock[key] != session || versionSeq[newest(key)] > session.snapshot) {
                end(session, false);
                return;
            }
            lock[key] = session;
            session.read[i] = ++values;
        } else {
            session.read[i] = read(session, key, i);
            if (session.read[i] == Long.MIN_VALUE) {
                end(session, false);
                return;
            }
        }
        session.before[i] = session.call;
        session.after[i] = session.run + random.nextInt(STEP_NANOS / 2);
        session.next++;
        operations++;
        session.call = session.after[i] + 100;
        session.run = session.call + random.nextInt(STEP_NANOS);
        if (plan.rests && session.id == 1 && session.next == 1) {
            session.run = Long.MAX_VALUE;
            session.call = Long.MAX_VALUE;
        }
    }

    private int newest(int key) {
        return key * VERSIONS + newest[key];
    }

    private long read(Session session, int key, int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (session.steps.writes[i] && session.steps.keys[i] == key) {
                return session.read[i];
            }
        }
        for (int back = 0; back < VERSIONS; back++) {
            int v = key * VERSIONS + (newest[key] + VERSIONS - back) % VERSIONS;
            if (versionSeq[v] <= session.snapshot) {
                return versionValue[v];
            }
        }
        return Long.MIN_VALUE;
    }

    private boolean isValid(Session session) {
        for (int i = 0; plan.serializable && i < session.next; i++) {
            if (versionSeq[newest(session.steps.keys[i])] > session.snapshot) {
                return false;
            }
        }
        return true;
    }

    private void end(Session session, boolean commits) {
        long sequenceOfThis = ++sequence;
        for (int i = 0; i < session.next; i++) {
            int key = session.steps.keys[i];
            if (session.steps.writes[i] && lock[key] == session) {
                lock[key] = null;
                if (commits) {
                    newest[key] = (newest[key] + 1) % VERSIONS;
                    versionSeq[newest(key)] = sequenceOfThis;
                    versionValue[newest(key)] = last(session, key);
                }
            }
        }
        tell(session);
        long call = session.call == Long.MAX_VALUE ? session.after[session.next - 1] : session.call;
        long after = session.call == Long.MAX_VALUE ? call : session.run + random.nextInt(STEP_NANOS / 2);
        if (session.begun) {
            out.end(out.transaction(session.id), commits ? Ending.COMMITTED : Ending.ABORTED, null, call, after);
        }
        start(session, after + 100);
    }

    private static long last(Session session, int key) {
        int i = session.next - 1;
        while (!session.steps.writes[i] || session.steps.keys[i] != key) {
            i--;
        }
        return session.read[i];
    }

    private void beat(long least) {
        if (plan.punctuated) {
            for (Session session : sessions) {
                tell(session);
            }
            long bound = least;
            for (Session session : sessions) {
                if (!session.begun) {
                    bound = Math.min(bound, session.begin);
                }
            }
            out.punctuation(bound);
        }
        heartbeat = least + HEARTBEAT_NANOS;
    }

    /** Passes on what has happened in a transaction and was not told yet. */
    private void tell(Session session) {
        if (session.next == 0) {
            return;
        }
        if (!session.begun) {
            session.begun = true;
            out.begin(out.session(session.number), session.id, session.begin, session.begin);
        }
        for (int i = session.told; i < session.next; i++) {
            int transaction = out.transaction(session.id);
            int key = out.key(session.steps.keys[i]);
            int value = session.read[i] < 0 ? History.ABSENT : out.value(key, session.read[i]);
            out.operation(
                    transaction,
                    session.steps.writes[i] ? OpKind.PUT : OpKind.GET,
                    key,
                    value,
                    0,
                    session.before[i],
                    session.after[i]);
        }
        session.told = session.next;
    }
}
