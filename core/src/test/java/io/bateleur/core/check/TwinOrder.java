package io.bateleur.core.check;

import io.bateleur.core.check.TwinRead.Sight;
import java.util.Arrays;

/** A version order of one key, and what it makes of the reads of that key. */
final class TwinOrder {
    private final TwinFacts facts;
    final int key;
    final int[] writers;
    final int size;
    /** By writer, {@link TwinRead#INITIAL} included: who installed a later version. */
    final int[] later = new int[TwinRead.INITIAL + 1];

    TwinOrder(TwinFacts facts, int key, int[] writers, int size) {
        this.facts = facts;
        this.key = key;
        this.writers = writers;
        this.size = size;
        int after = 0;
        for (int i = size - 1; i >= 0; i--) {
            later[writers[i]] = after;
            after |= 1 << writers[i];
        }
        later[TwinRead.INITIAL] = after;
    }

    boolean isInstalledBy(int transaction) {
        return (later[TwinRead.INITIAL] >> transaction & 1) != 0;
    }

    /** Whether every list that was read of this key is what the version seen holds in this order. */
    boolean fits(TwinRead[] reads, Sight[] seen, int count) {
        if (!facts.isList[key]) {
            return true;
        }
        return new Lists(reads, seen, count).fit();
    }

    /** Adds what this order means to the edges. */
    void addTo(TwinEdges edges, TwinRead[] reads, Sight[] seen, int count, int[] sourcesBefore) {
        for (int i = 0; i < size; i++) {
            edges.ww |= Relation.toAll(writers[i], later[writers[i]]);
        }
        for (int r = 0; r < count; r++) {
            if (reads[r].key() == key && seen[r].writer() != TwinRead.OWN) {
                addTo(edges, reads[r], later[seen[r].writer()], sourcesBefore[r]);
            }
        }
    }

    private void addTo(TwinEdges edges, TwinRead read, int unseen, int sourcesBefore) {
        int reader = read.transaction();
        int others = unseen & ~(1 << reader);
        edges.missed |= Relation.toAll(reader, others);
        if (read.predicate()) {
            edges.prw |= Relation.toAll(reader, others & facts.liveWriters[key]);
        } else {
            edges.rw |= Relation.toAll(reader, others);
            if (isInstalledBy(reader)) {
                edges.cursor |= Relation.toAll(reader, others);
                edges.lostUpdate |= (others & ~later[reader]) != 0;
            }
        }
        edges.vanished |= (unseen & sourcesBefore) != 0 ? 1 << reader : 0;
    }

    /** Follows the list through the versions. What was there first may be unknown: then all reads must agree on it. */
    private final class Lists {
        private final TwinRead[] reads;
        private final Sight[] seen;
        private final int count;
        private int[] content = {};
        /** Whether the list still begins with what was there first, of which nothing is known. */
        private boolean afterUnknown;

        private int[] initial;
        /** Whose elements are in the list. */
        private int contributors;

        Lists(TwinRead[] reads, Sight[] seen, int count) {
            this.reads = reads;
            this.seen = seen;
            this.count = count;
        }

        boolean fit() {
            TwinContent known = facts.initial[key];
            afterUnknown = known == null;
            content = known == null ? content : known.list();
            if (!fit(TwinRead.INITIAL)) {
                return false;
            }
            for (int i = 0; i < size; i++) {
                install(writers[i]);
                if (!fit(writers[i])) {
                    return false;
                }
            }
            return true;
        }

        private void install(int writer) {
            TwinWrite write = facts.writes[key][writer];
            if (write.replaces()) {
                content = write.base().list();
                afterUnknown = false;
                contributors = 0;
            }
            int[] longer = Arrays.copyOf(content, content.length + write.appended().length);
            System.arraycopy(write.appended(), 0, longer, content.length, write.appended().length);
            content = longer;
            contributors |= 1 << writer;
        }

        private boolean fit(int writer) {
            for (int r = 0; r < count; r++) {
                if (reads[r].key() == key && seen[r].writer() == writer && !fit(reads[r], seen[r].content())) {
                    return false;
                }
            }
            return true;
        }

        private boolean fit(TwinRead read, TwinContent list) {
            int before = list.list().length - content.length;
            if ((contributors >> read.transaction() & 1) != 0 || !list.hasAt(before, content)) {
                return false;
            }
            if (!afterUnknown) {
                return before == 0;
            }
            int[] first = Arrays.copyOf(list.list(), before);
            initial = initial == null ? first : initial;
            return Arrays.equals(initial, first);
        }
    }
}
