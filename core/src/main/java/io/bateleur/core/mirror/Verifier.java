package io.bateleur.core.mirror;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.RangeRead;
import io.bateleur.core.trace.TraceListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a database while it runs.
 *
 * <pre>{@code
 * Verifier verifier = new Verifier(VerifierSettings.of("trace.jsonl").findings(finding -> show(finding)));
 * TraceListener listener = verifier.stream("");      // one for each recorder
 * Traces.read(source, null, listener);               // or event by event; now and then:
 * verifier.advance();
 * verifier.endOfStream(listener);                    // or verifier.silent(listener), for one that has died
 * verifier.finish();
 * }</pre>
 *
 * <p>Events wait until nothing with an earlier time can come: a recorder says so by its punctuations, and a trace that ends has said
 * everything. So a trace without punctuations is verified when it has ended.
 *
 * <p>Not for several threads at once: who reads several streams does so in one thread, or holds a lock while events are passed.
 */
public final class Verifier {
    private final VerifierSettings settings;
    private final ValueCodes codes = new ValueCodes();
    private final KeyTable keys = new KeyTable();
    private final TransactionTable transactions = new TransactionTable();
    private final InitialContents initial = new InitialContents();
    private final RangeReads ranges = new RangeReads();
    private final FindingLog findings;
    private final Evolver evolver;
    private final MergeQueue queue = new MergeQueue();
    private final List<StreamListener> streams = new ArrayList<>();
    private final List<SessionRing> sessions = new ArrayList<>();
    private final List<Value> sessionNames = new ArrayList<>();
    private final Map<String, ProfileUse> chosen = new LinkedHashMap<>();
    private final Set<String> missing = new LinkedHashSet<>();

    private long received;
    private long verified;
    private long late;
    private long untimed;
    private boolean gap;
    private long delivered = Long.MIN_VALUE;

    public Verifier(VerifierSettings settings) {
        this.settings = settings;
        findings = new FindingLog(settings.source(), slack(), keys::rowOf, settings.findings());
        evolver = new Accuser(
                        transactions,
                        codes,
                        keys,
                        initial,
                        ranges,
                        sessionNames::get,
                        findings,
                        () -> !missing.isEmpty(),
                        () -> untimed > 0)
                .evolver();
    }

    private long slack() {
        return settings.clockError() / 2 + settings.clockError() % 2;
    }

    /**
     * Where the events of a recorder go.
     *
     * @param name tells recorders apart; before the names of its sessions and transactions unless it is empty
     */
    public TraceListener stream(String name) {
        StreamListener stream = new StreamListener(this, name, slack());
        streams.add(stream);
        return stream;
    }

    /** A recorder has ended properly, or has been cut off: what its transactions left open may have happened. */
    public void endOfStream(TraceListener stream) {
        of(stream).end();
    }

    /** A recorder is waited for no longer. What it may still have said makes findings that need it provisional. */
    public void silent(TraceListener stream) {
        StreamListener silent = of(stream);
        incomplete("a recorder fell silent: " + silent.name());
        silent.end();
    }

    private StreamListener of(TraceListener stream) {
        if (stream instanceof StreamListener own && streams.contains(own)) {
            return own;
        }
        throw new IllegalArgumentException("a stream of another verifier");
    }

    /** Whether a recorder is ahead of others by so much that nothing more of it should be read for now. */
    public boolean isAhead(TraceListener stream, long eventsMax) {
        return queue.events() > eventsMax && of(stream).bound() > watermark();
    }

    /** The time up to which everything is there. */
    private long watermark() {
        long least = Long.MAX_VALUE;
        for (StreamListener stream : streams) {
            least = Math.min(least, stream.bound());
        }
        return least;
    }

    /** Verifies what nothing can come before any more. */
    public void advance() {
        long watermark = watermark();
        while (!queue.isEmpty() && queue.firstTime() <= watermark) {
            SessionRing ring = queue.first();
            int at = ring.first();
            long before = ring.before[at];
            delivered = Math.max(delivered, before);
            evolver.event(
                    ring.kinds[at],
                    ring.flags[at],
                    ring.transactions[at],
                    ring.keys[at],
                    ring.values[at],
                    before,
                    ring.after[at]);
            ring.removeFirst();
            queue.taken();
            verified++;
        }
        if (codes.isFull()) {
            sweep();
        }
    }

    /** Everything has come. */
    public void finish() {
        streams.forEach(StreamListener::end);
        advance();
        evolver.finish();
    }

    /** What was found so far, each cause once. */
    public List<BrokenMechanism> findings() {
        return findings.all();
    }

    /** The profiles that transactions ran at. */
    public List<Profile> profiles() {
        return chosen.values().stream().map(use -> use.profile).distinct().toList();
    }

    private Map<String, Long> byProfile() {
        Map<String, Long> counts = new LinkedHashMap<>();
        chosen.values().forEach(use -> counts.merge(use.profile.name(), use.count, Long::sum));
        return counts;
    }

    private void sweep() {
        sessions.forEach(ring -> ring.mark(codes));
        evolver.mark();
        codes.sweep();
    }

    public VerifierStatus status() {
        int oldest = evolver.oldestOpen();
        return new VerifierStatus(
                received,
                verified,
                queue.events(),
                evolver.operations(),
                evolver.commits(),
                watermark(),
                holder(),
                evolver.now(),
                evolver.horizon(),
                evolver.openCount(),
                oldest < 0 ? "" : transactions.id(oldest).toString(),
                keys.size(),
                evolver.versions.size(),
                evolver.versions.readerCount(),
                evolver.holders.size(),
                evolver.certifier.nodeCount(),
                evolver.certifier.edgeCount(),
                transactions.size(),
                codes.size(),
                evolver.reads.certain(),
                evolver.reads.ambiguous(),
                evolver.reads.unjudged(),
                late,
                untimed,
                findings.unconfirmed(),
                evolver.certifier.forgotten(),
                findings.count(),
                byProfile(),
                List.copyOf(missing));
    }

    private String holder() {
        long watermark = watermark();
        return streams.stream()
                .filter(stream -> stream.bound() == watermark && watermark != Long.MAX_VALUE)
                .map(StreamListener::name)
                .findFirst()
                .orElse("");
    }

    // ---- for the streams

    long waiting() {
        return queue.events();
    }

    ValueCodes codes() {
        return codes;
    }

    KeyTable keys() {
        return keys;
    }

    TransactionTable transactions() {
        return transactions;
    }

    SessionRing session(Value name) {
        SessionRing ring = new SessionRing(sessions.size());
        sessions.add(ring);
        sessionNames.add(name);
        return ring;
    }

    int range(RangeRead read) {
        return ranges.add(read);
    }

    void initialState(InitialState state) {
        initial.otherwise(state == InitialState.UNKNOWN ? ValueCodes.UNKNOWN : ValueCodes.ABSENT);
    }

    void initial(int key, long content) {
        initial.give(key, content);
    }

    /** Something is missing that is not known here: findings that argue from what is missing are provisional. */
    public void incomplete(String why) {
        missing.add(why);
    }

    void gap() {
        gap = true;
        incomplete("events are missing in the trace");
    }

    boolean hadGap() {
        return gap;
    }

    void untimed() {
        untimed++;
    }

    /** A profile, and how many transactions are held to it. */
    static final class ProfileUse {
        final Profile profile;
        long count;

        ProfileUse(Profile profile) {
            this.profile = profile;
        }
    }

    /** What a transaction is held to. */
    ProfileUse profile(@Nullable String system, @Nullable String level) {
        return chosen.computeIfAbsent(system + "\n" + level, words -> new ProfileUse(choose(system, level)));
    }

    void statement() {
        incomplete("statements that were not lifted");
    }

    /** What has been verified already was over by then: nothing comes any more that is older than a punctuation. */
    void unknownWrites(List<Value> parts, long since) {
        evolver.unknown.add(parts, since);
    }

    private Profile choose(@Nullable String system, @Nullable String level) {
        if (settings.profile().isEmpty()) {
            return settings.profiles().of(system, level);
        }
        String asked = settings.profile().get();
        return asked.contains("/")
                ? settings.profiles().named(asked).orElse(Profile.nothing(asked))
                : settings.profiles().of(asked, level);
    }

    void received(
            SessionRing ring, byte kind, byte flag, int t, int key, long value, long before, long after, long bound) {
        received++;
        long at = before;
        if (before < delivered || before < bound) {
            late++;
            transactions.late[t] = true;
            incomplete("events came too late");
        }
        if (at < ring.last) {
            at = ring.last; // a session's events stay in their order
        }
        ring.add(kind, flag, t, key, value, at, Math.max(at, after));
        queue.added(ring);
    }
}
