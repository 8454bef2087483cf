package io.bateleur.core.mirror;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HeaderFacts;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The events of one recorder on their way into the verifier. */
final class StreamListener implements TraceListener {
    private final Verifier verifier;
    private final ValueCodes codes;
    private final KeyTable keys;
    private final TransactionTable transactions;
    /** Before the ids of transactions and names of sessions, where there are several recorders. */
    private final String prefix;

    private final Map<Value, SessionRing> sessions = new HashMap<>();
    private final List<SessionRing> rings = new ArrayList<>();
    private final OpenIds open = new OpenIds();
    private final List<SessionRing> ringOf = new ArrayList<>();
    private final List<Value> ownIds = new ArrayList<>();

    private long pending;
    /** The profile of the last transaction, and the level by which it was found. */
    private Verifier.@Nullable ProfileUse use;

    private @Nullable String usedWords;
    /** Events of one transaction often follow each other. */
    private long lastId;

    private int lastTransaction = NOT_BEGUN;
    private @Nullable String system;
    private @Nullable String level;
    /** Half of the error of this clock: what an interval is widened by at both ends. */
    private final long slack;

    /** Nothing that follows has a time before this one. */
    private long bound = Long.MIN_VALUE;

    private boolean ended;

    StreamListener(Verifier verifier, String prefix, long slack) {
        this.verifier = verifier;
        this.codes = verifier.codes();
        this.keys = verifier.keys();
        this.transactions = verifier.transactions();
        this.prefix = prefix;
        this.slack = slack;
    }

    String name() {
        return prefix.isEmpty() ? "the trace" : prefix;
    }

    /** The time before which nothing can come from here any more. */
    long bound() {
        return ended ? Long.MAX_VALUE : bound;
    }

    // ---- what the trace says of itself

    @Override
    public void header(HeaderFacts header) {
        header.about().forEach(this::about);
        verifier.initialState(header.initial().orElse(InitialState.ABSENT));
    }

    @Override
    public void about(String name, Value value) {
        switch (name) {
            case "engine" -> {
                system = text(value);
                use = null;
            }
            case "store" -> {
                system = "simulated";
                level = text(value);
                use = null;
            }
            case "isolation" -> level = text(value);
            case History.DROPPED -> verifier.incomplete("the recorder left out events");
            default -> {}
        }
    }

    private static String text(Value value) {
        return value instanceof Value.Text text ? text.value() : value.toString();
    }

    @Override
    public void initial(Value key, Content content) {
        verifier.initial(
                keys.number(key), content instanceof Content.Live live ? codes.of(live.value()) : ValueCodes.ABSENT);
    }

    @Override
    public void versionOrder(Value key, List<Value> writers) {
        // A hint, which is not needed.
    }

    // ---- numbers

    @Override
    public int session(Value name) {
        return ring(name).session;
    }

    private SessionRing ring(Value name) {
        SessionRing ring = sessions.get(name);
        if (ring == null) {
            Value shown = prefix.isEmpty()
                    ? name
                    : Value.of(prefix + "/" + (name instanceof Value.Text text ? text.value() : name));
            ring = verifier.session(shown);
            sessions.put(name, ring);
            while (rings.size() <= ring.session) {
                rings.add(ring);
            }
            rings.set(ring.session, ring);
        }
        return ring;
    }

    @Override
    public int transaction(Value id) {
        return known(open.of(id));
    }

    private int known(int number) {
        return number >= 0 ? number : verifier.hadGap() ? LEFT_OUT : NOT_BEGUN;
    }

    @Override
    public int transaction(long id) {
        if (lastTransaction < 0 || id != lastId) {
            lastId = id;
            lastTransaction = known(open.of(id));
        }
        return lastTransaction;
    }

    @Override
    public int key(Value key) {
        return keys.number(key);
    }

    @Override
    public int key(long key) {
        return keys.number(key);
    }

    @Override
    public int value(int key, Value value) {
        if (value instanceof Value.Elements list) {
            long[] elements = new long[list.value().size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = codes.of(list.value().get(i));
            }
            pending = codes.list(elements);
        } else {
            pending = codes.of(value);
        }
        return 0;
    }

    @Override
    public int value(int key, long value) {
        pending = codes.of(value);
        return 0;
    }

    @Override
    public int list(int key, long[] elements, int count) {
        long[] list = new long[count];
        for (int i = 0; i < count; i++) {
            list[i] = codes.of(elements[i]);
        }
        pending = codes.list(list);
        return 0;
    }

    // ---- transactions

    @Override
    public int begin(
            int session, Value id, @Nullable String ownLevel, @Nullable Timestamp snapshot, long before, long after) {
        SessionRing ring = rings.get(session);
        String words = ownLevel == null ? level : ownLevel;
        if (use == null || !Objects.equals(words, usedWords)) {
            use = verifier.profile(system, words);
            usedWords = words;
        }
        use.count++;
        Value shown =
                prefix.isEmpty() ? id : Value.of(prefix + "/" + (id instanceof Value.Text text ? text.value() : id));
        // Without a time, it comes after what came before, and its snapshot at any time until it did something.
        boolean timed = before != History.NO_TIME;
        long from = timed ? before - slack : Math.max(time(ring), bound);
        long to = timed ? after + slack : from;
        int t = transactions.begin(session, shown, use.profile, from, to);
        transactions.startStamp[t] = snapshot;
        open.put(id, t);
        lastTransaction = NOT_BEGUN;
        while (ringOf.size() <= t) {
            ringOf.add(ring);
            ownIds.add(id);
        }
        ringOf.set(t, ring);
        ownIds.set(t, id);
        verifier.received(ring, SessionRing.BEGIN, (byte) 0, t, 0, 0, from, timed ? to : Long.MAX_VALUE, bound);
        return t;
    }

    private static long time(SessionRing ring) {
        return ring.last;
    }

    @Override
    public void operation(int t, OpKind kind, int key, int value, int flags, long before, long after) {
        if (t >= 0) {
            operate(t, kind, key, value, flags, before, after);
        }
    }

    private void operate(int t, OpKind kind, int key, int value, int flags, long before, long after) {
        long content = value == History.ABSENT
                ? ValueCodes.ABSENT
                : value == History.UNKNOWN
                        ? ValueCodes.UNKNOWN
                        : (flags & HistoryBuilder.DEAD) != 0 ? codes.tombstone(pending) : pending;
        byte code =
                switch (kind) {
                    case GET -> OpLog.READ;
                    case READ_LIST -> OpLog.READ_LIST;
                    case APPEND -> OpLog.APPEND;
                    default -> OpLog.WRITE;
                };
        if (kind == OpKind.DELETE && value < 0) {
            content = ValueCodes.ABSENT;
        }
        byte flag = (flags & HistoryBuilder.LOCKING) != 0 ? OpLog.LOCKING : 0;
        put(t, code, flag, key, content, before, after);
    }

    @Override
    public void range(int t, RangeRead read, long before, long after) {
        if (t >= 0) {
            put(t, SessionRing.RANGE, (byte) 0, verifier.range(read), 0, before, after);
        }
    }

    /** What a statement did is not known here: who lifts it passes on what it is. */
    @Override
    public void sql(int t, String statement, List<Value> parameters, Content answer, long before, long after) {
        if (t >= 0) {
            verifier.statement();
            put(t, SessionRing.STATEMENT, (byte) 0, 0, 0, before, after);
        }
    }

    @Override
    public void cells() {
        keys.areCells();
    }

    @Override
    public void executed(int t, long before, long after) {
        if (t >= 0) {
            put(t, SessionRing.EXECUTED, (byte) 0, 0, 0, before, after);
        }
    }

    @Override
    public void unknownWrites(List<Value> parts, long since) {
        verifier.unknownWrites(parts, since == History.NO_TIME ? Long.MIN_VALUE : since - slack);
    }

    @Override
    public void answer(int t, Value answer, long before, long after) {
        // Only the answer of a statement, of which nothing is known.
    }

    private void put(int t, byte kind, byte flag, int key, long value, long before, long after) {
        SessionRing ring = ringOf.get(t);
        if (before == History.NO_TIME) {
            verifier.untimed();
            verifier.received(ring, kind, flag, t, key, value, time(ring), time(ring), bound);
        } else {
            verifier.received(ring, kind, flag, t, key, value, before - slack, after + slack, bound);
        }
    }

    @Override
    public void end(int t, Ending ending, @Nullable Timestamp commit, long before, long after) {
        if (t >= 0) {
            transactions.commitStamp[t] = commit;
            ended(t, ending, before, after);
        }
    }

    private void ended(int t, Ending ending, long before, long after) {
        open.remove(ownIds.get(t));
        lastTransaction = NOT_BEGUN;
        byte kind =
                switch (ending) {
                    case COMMITTED -> SessionRing.COMMIT;
                    case ABORTED -> SessionRing.ABORT;
                    case UNKNOWN -> SessionRing.UNKNOWN;
                };
        put(t, kind, (byte) 0, 0, 0, before, after);
    }

    // ---- the rest

    @Override
    public void snapshot(int t, boolean atBegin, long before, long after) {
        if (t >= 0) {
            put(t, atBegin ? SessionRing.SNAPSHOT : SessionRing.ELSEWHERE, (byte) 0, 0, 0, before, after);
        }
    }

    @Override
    public void punctuation(long before) {
        bound = Math.max(bound, before - slack);
        verifier.advance();
    }

    @Override
    public void gap(long events) {
        verifier.gap();
        giveUp();
    }

    @Override
    public void brokenOff() {
        verifier.incomplete("the trace breaks off");
    }

    @Override
    public List<Value> unfinished() {
        if (!open.isEmpty()) {
            verifier.incomplete("transactions without an ending: the trace may have been cut off");
        }
        return open.ids();
    }

    /** Nothing more comes: what is open may have committed. */
    void end() {
        if (!ended) {
            giveUp();
            ended = true;
        }
    }

    private void giveUp() {
        for (Value id : open.ids()) {
            int t = open.of(id);
            SessionRing ring = ringOf.get(t);
            long from = Math.max(ring.last, bound);
            verifier.received(ring, SessionRing.UNKNOWN, (byte) 0, t, 0, 0, from, from, bound);
        }
        open.clear();
    }
}
