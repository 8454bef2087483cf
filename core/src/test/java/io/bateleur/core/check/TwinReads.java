package io.bateleur.core.check;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.TwinRead.Sight;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The reads of a small history and, for each by itself, everything that may explain it. A read that nothing may explain is not
 * among them: its transaction is {@link #invalid}.
 */
final class TwinReads {
    private final TwinFacts facts;
    private final History history;
    private final OwnWrites policy;
    private final List<TwinRead> reads = new ArrayList<>();
    /** The transactions that have a read which no resolution can explain. */
    private int invalid;

    private TwinReads(TwinFacts facts, OwnWrites policy) {
        this.facts = facts;
        this.history = facts.history;
        this.policy = policy;
    }

    static TwinReads of(TwinFacts facts, OwnWrites policy) {
        TwinReads result = new TwinReads(facts, policy);
        for (int t = 0; t < facts.transactions; t++) {
            if (facts.mayHappen(t)) {
                result.transaction(t);
            }
        }
        return result;
    }

    List<TwinRead> all() {
        return reads;
    }

    int invalid() {
        return invalid;
    }

    private void transaction(int t) {
        TwinWrite[] own = new TwinWrite[facts.keys];
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            OpKind kind = history.kind(o);
            if (kind.isWrite()) {
                own[history.key(o)] = facts.after(own[history.key(o)], o);
            } else if (kind.isRangeRead()) {
                range(t, o, own);
            } else if (kind.isItemRead() && history.value(o) != History.UNKNOWN) {
                int key = history.key(o);
                read(t, o, key, false, TwinContent.of(history, history.value(o), history.isDead(o)), own[key]);
            }
        }
    }

    private void range(int t, int o, TwinWrite[] own) {
        boolean[] told = new boolean[facts.keys];
        int items = history.liveItems(o) + history.deadItems(o);
        for (int i = 0; i < items; i++) {
            int key = history.itemKey(o, i);
            told[key] = true;
            if (history.itemValue(o, i) != History.UNTOLD) {
                boolean dead = i >= history.liveItems(o);
                read(t, o, key, false, TwinContent.of(history, history.itemValue(o, i), dead), own[key]);
            }
        }
        for (int key = 0; key < facts.keys; key++) {
            if (!told[key] && covers(o, items, history.keys().get(key))) {
                read(t, o, key, true, TwinContent.ABSENT, own[key]);
            }
        }
    }

    /** Whether a range read tells of a key even by not returning it. */
    private boolean covers(int o, int items, Value key) {
        int low = history.rangeLow(o);
        int high = history.rangeHigh(o);
        if (low >= 0 && key.compareTo(history.values().get(low)) < 0
                || high >= 0 && key.compareTo(history.values().get(high)) >= 0) {
            return false;
        }
        if (!history.stoppedEarly(o)) {
            return true;
        }
        for (int i = 0; i < items; i++) {
            if (key.compareTo(history.keys().get(history.itemKey(o, i))) < 0) {
                return true;
            }
        }
        return false;
    }

    private void read(int t, int o, int key, boolean predicate, TwinContent seen, TwinWrite own) {
        List<Sight> sights = new ArrayList<>();
        if (own == null || policy != OwnWrites.MUST) {
            addExternal(sights, t, key, seen);
        }
        if (own != null && policy != OwnWrites.EXTERNAL) {
            addOwn(sights, t, key, seen, own);
        }
        if (sights.isEmpty()) {
            invalid |= 1 << t;
        } else if (sights.size() > 1 || sights.get(0).writer() != TwinRead.OWN) {
            reads.add(new TwinRead(t, o, key, predicate, List.copyOf(sights)));
        }
    }

    /** Ways in which the transaction sees what it has written itself, and of a list what was there before. */
    private void addOwn(List<Sight> sights, int t, int key, TwinContent seen, TwinWrite own) {
        if (!facts.isList[key]) {
            if (own.base().explains(seen)) {
                sights.add(new Sight(TwinRead.OWN, seen));
            }
            return;
        }
        int before = seen.list().length - own.appended().length;
        if (!seen.hasAt(before, own.appended())) {
            return;
        }
        if (!own.replaces()) {
            addExternal(sights, t, key, seen.prefix(before));
        } else if (before == own.base().list().length
                && seen.hasAt(0, own.base().list())) {
            sights.add(new Sight(TwinRead.OWN, seen));
        }
    }

    private void addExternal(List<Sight> sights, int t, int key, TwinContent seen) {
        TwinContent initial = facts.initial[key];
        boolean isList = facts.isList[key];
        if (initial == null || (isList ? begins(seen, seen.list().length, initial) : isInitially(initial, seen))) {
            sights.add(new Sight(TwinRead.INITIAL, seen));
        }
        for (int w = 0; w < facts.transactions; w++) {
            if (w == t || (facts.writers[key] >> w & 1) == 0) {
                continue;
            }
            if (isList
                    ? mayEndWith(key, w, seen, seen.list().length, 1 << t | 1 << w)
                    : facts.writes[key][w].base().explains(seen)) {
                sights.add(new Sight(w, seen));
            }
        }
    }

    /** What was never there has no tombstone. */
    private static boolean isInitially(TwinContent initial, TwinContent seen) {
        return initial.explains(seen) && !(seen.dead() && seen.value() != History.ABSENT);
    }

    /** Whether the first elements of a list are all that a version held. */
    private static boolean begins(TwinContent seen, int length, TwinContent base) {
        return base.list().length == length && seen.hasAt(0, base.list());
    }

    /** Whether some versions of which a writer's is the last may together hold the first elements of a list. */
    private boolean mayEndWith(int key, int writer, TwinContent seen, int length, int used) {
        TwinWrite write = facts.writes[key][writer];
        int before = length - write.appended().length;
        if (!seen.hasAt(before, write.appended())) {
            return false;
        }
        if (write.replaces()) {
            return begins(seen, before, write.base());
        }
        TwinContent initial = facts.initial[key];
        if (initial == null || begins(seen, before, initial)) {
            return true;
        }
        for (int w = 0; w < facts.transactions; w++) {
            boolean free = ((facts.writers[key] & ~used) >> w & 1) != 0;
            if (free && mayEndWith(key, w, seen, before, used | 1 << w)) {
                return true;
            }
        }
        return false;
    }
}
