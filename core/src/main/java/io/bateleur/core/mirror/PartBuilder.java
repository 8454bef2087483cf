package io.bateleur.core.mirror;

import io.bateleur.core.mirror.SmallPart.Act;
import io.bateleur.core.mirror.SmallPart.Content;
import io.bateleur.core.mirror.SmallPart.Deed;
import io.bateleur.core.mirror.SmallPart.Member;
import io.bateleur.core.mirror.SmallPart.Span;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Cuts the few transactions out of the state that a suspicion is about, with all that may have written what their reads saw. */
final class PartBuilder {
    private static final int VERSIONS_MAX = 6;
    private static final int MEMBERS_MAX = 16;

    private final TransactionTable transactions;
    private final VersionChains versions;
    private final ValueCodes codes;
    private final KeyTable keys;
    private final InitialContents initial;
    private final IntFunction<Value> sessionNames;
    /** What is open now has not committed before. */
    private final long now;

    /** By transaction, the operations that are in the part. */
    private final Map<Integer, Set<Deed>> deeds = new LinkedHashMap<>();

    private final Set<Integer> initialKeys = new LinkedHashSet<>();

    PartBuilder(
            TransactionTable transactions,
            VersionChains versions,
            ValueCodes codes,
            KeyTable keys,
            InitialContents initial,
            IntFunction<Value> sessionNames,
            long now) {
        this.transactions = transactions;
        this.versions = versions;
        this.codes = codes;
        this.keys = keys;
        this.initial = initial;
        this.sessionNames = sessionNames;
        this.now = now;
    }

    void member(int t) {
        deeds.computeIfAbsent(t, unknown -> new LinkedHashSet<>());
    }

    /** All that a transaction wrote to a key; where that is forgotten, what its version tells. */
    void writes(int t, int key) {
        member(t);
        OpLog log = transactions.log[t];
        if (log != null) {
            for (int i = 0; i < log.size; i++) {
                if (OpLog.isWrite(log.kinds[i]) && log.keys[i] == key) {
                    add(t, deed(log, i));
                }
            }
            return;
        }
        for (int v = versions.head(key); v != VersionChains.NONE; v = versions.older[v]) {
            if (versions.writer[v] == t) {
                add(
                        t,
                        new Deed(
                                Act.WRITE,
                                keys.key(key),
                                content(versions.value[v]),
                                false,
                                0,
                                new Span(versions.writeBefore[v], versions.writeAfter[v])));
            }
        }
    }

    /** All that a transaction did to hold a row. */
    void row(int t, int row) {
        member(t);
        OpLog log = transactions.log[t];
        for (int i = 0; log != null && i < log.size; i++) {
            if (keys.row(log.keys[i]) == row) {
                if (OpLog.isWrite(log.kinds[i])) {
                    writes(t, log.keys[i]);
                } else if (transactions.profile[t].locks() == Profile.Locks.READS) {
                    add(t, deed(log, i));
                }
            }
        }
    }

    /** A read, with what its transaction wrote to the key before, and everybody who may have written what it saw. */
    void read(int t, int i) {
        OpLog log = transactions.log(t);
        int key = log.keys[i];
        for (int j = 0; j < i; j++) {
            if (OpLog.isWrite(log.kinds[j]) && keys.row(log.keys[j]) == keys.row(key)) {
                add(t, deed(log, j));
            }
        }
        add(t, deed(log, i));
        around(key, log.values[i], transactions.anchorBefore[t]);
    }

    /** A read that a dependency comes from. */
    void readOf(int t, int key, long seen, long before, long after) {
        initialKeys.add(key);
        OpLog log = transactions.log[t];
        for (int i = 0; log != null && i < log.size; i++) {
            if (log.keys[i] == key
                    && log.values[i] == seen
                    && log.before[i] == before
                    && log.after[i] == after
                    && !OpLog.isWrite(log.kinds[i])) {
                add(t, deed(log, i));
                return;
            }
        }
        Act act = codes.isList(seen) ? Act.READ_LIST : Act.READ;
        add(t, new Deed(act, keys.key(key), content(seen), false, 0, new Span(before, after)));
    }

    /** Something that a transaction wrote, if it wrote anything. */
    void aWrite(int t) {
        OpLog log = transactions.log[t];
        for (int i = 0; log != null && i < log.size; i++) {
            if (OpLog.isWrite(log.kinds[i])) {
                add(t, deed(log, i));
                return;
            }
        }
    }

    /** The last read of a transaction that was answered. */
    void success(int t) {
        OpLog log = transactions.log[t];
        for (int i = log == null ? -1 : log.size - 1; i >= 0; i--) {
            if (!OpLog.isWrite(log.kinds[i]) && log.values[i] != ValueCodes.UNKNOWN) {
                add(t, deed(log, i));
                return;
            }
        }
    }

    /** The writers of a key; of many, those that matter. */
    private void around(int key, long seen, long snapshot) {
        initialKeys.add(key);
        int base = newestBefore(key, snapshot);
        int kept = 0;
        for (int v = versions.head(key); v != VersionChains.NONE; v = versions.older[v]) {
            boolean matters =
                    codes.match(seen, versions.value[v]) || codes.isList(seen) || v == base || kept < VERSIONS_MAX;
            kept++;
            if (matters && versions.writer[v] >= 0) {
                writes(versions.writer[v], key);
            }
        }
    }

    private int newestBefore(int key, long snapshot) {
        int base = VersionChains.NONE;
        for (int v = versions.head(key); v != VersionChains.NONE; v = versions.older[v]) {
            if (versions.high[v] < snapshot && (base == VersionChains.NONE || versions.low[v] > versions.low[base])) {
                base = v;
            }
        }
        return base;
    }

    private void add(int t, Deed deed) {
        deeds.computeIfAbsent(t, unknown -> new LinkedHashSet<>()).add(deed);
    }

    private Deed deed(OpLog log, int i) {
        Act act =
                switch (log.kinds[i]) {
                    case OpLog.READ -> Act.READ;
                    case OpLog.READ_LIST -> Act.READ_LIST;
                    case OpLog.WRITE -> Act.WRITE;
                    default -> Act.APPEND;
                };
        return new Deed(
                act,
                keys.key(log.keys[i]),
                content(log.values[i]),
                (log.flags[i] & OpLog.LOCKING) != 0,
                (log.flags[i] & OpLog.OF_RANGE) != 0 ? log.statementStart(i) + 1 : 0,
                new Span(log.before[i], log.after[i]));
    }

    private Optional<Content> content(long code) {
        if (code == ValueCodes.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(codes.isDead(code) ? Content.NOTHING : new Content(Optional.of(codes.value(code))));
    }

    SmallPart build() {
        sightings();
        List<Member> members = new ArrayList<>();
        deeds.forEach((t, done) -> members.add(member(t, done)));
        members.sort(Comparator.comparingLong((Member member) -> member.begin().before())
                .thenComparing(Member::id));
        Map<Value, Content> contents = new TreeMap<>();
        for (int key : initialKeys) {
            content(initial.of(key)).ifPresent(content -> contents.put(keys.key(key), content));
        }
        return new SmallPart(members, contents);
    }

    /** Who is known to have committed because somebody saw what it wrote comes with that read. */
    private void sightings() {
        List<Integer> open = new ArrayList<>(deeds.keySet());
        for (int i = 0; i < open.size() && i < MEMBERS_MAX; i++) {
            TransactionTable.Sighting read = transactions.sighting[open.get(i)];
            if (read != null) {
                if (!deeds.containsKey(read.reader())) {
                    open.add(read.reader());
                }
                readOf(read.reader(), read.key(), read.seen(), read.before(), read.after());
                writes(open.get(i), read.key());
            }
        }
    }

    private Member member(int t, Set<Deed> done) {
        List<Deed> all = new ArrayList<>(done);
        Optional<Span> anchor = transactions.hasAnchor(t)
                ? Optional.of(new Span(transactions.anchorBefore[t], transactions.anchorAfter[t]))
                : Optional.empty();
        Profile profile = transactions.profile[t];
        if (anchor.isPresent() && !isShown(profile, anchor.get(), all)) {
            OpLog log = transactions.log[t];
            Value key = log != null && log.size > 0
                    ? keys.key(log.keys[0])
                    : all.stream().map(Deed::key).findFirst().orElse(Value.of("anchor"));
            all.add(new Deed(Act.ANCHOR, key, Optional.empty(), false, 0, anchor.get()));
        }
        all.sort(Comparator.comparingLong((Deed deed) -> deed.at().before()));
        long beginBefore = transactions.beginBefore[t];
        long first = all.isEmpty() ? transactions.endBefore[t] : all.get(0).at().before();
        boolean timed = beginBefore != History.NO_TIME;
        boolean open = transactions.state[t] == TransactionTable.BEGUN;
        return new Member(
                transactions.id(t),
                sessionNames.apply(transactions.session[t]),
                profile,
                new Span(timed ? beginBefore : first, timed ? transactions.beginAfter[t] : first),
                open ? new Span(now, Long.MAX_VALUE) : new Span(transactions.endBefore[t], transactions.endAfter[t]),
                ending(transactions.state[t]),
                anchor,
                Optional.ofNullable(transactions.startStamp[t]),
                Optional.ofNullable(transactions.commitStamp[t]),
                all);
    }

    /** Whether the operations of the part show by themselves when the snapshot was taken. */
    private static boolean isShown(Profile profile, Span anchor, List<Deed> done) {
        return profile.reads() != Profile.Reads.TRANSACTION
                || profile.snapshot() == Profile.Snapshot.BEGIN
                || done.stream().anyMatch(deed -> deed.at().equals(anchor));
    }

    private static Ending ending(byte state) {
        return switch (state) {
            case TransactionTable.COMMITTED -> Ending.COMMITTED;
            case TransactionTable.ABORTED -> Ending.ABORTED;
            default -> Ending.UNKNOWN;
        };
    }
}
