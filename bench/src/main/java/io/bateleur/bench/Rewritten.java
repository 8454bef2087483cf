package io.bateleur.bench;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.BitSet;

/** Copies of histories of gets and puts of integers, each with one thing changed; times are left out. */
final class Rewritten {
    private final History from;
    private final HistoryBuilder to = History.builder();
    private boolean apart;
    private boolean zeroForAbsent;
    private int changed = -1;
    private int changedTo;

    private Rewritten(History from) {
        this.from = from;
    }

    /** Each transaction in a session of its own. */
    static History apart(History history) {
        Rewritten copy = new Rewritten(history);
        copy.apart = true;
        return copy.make();
    }

    /** With 0 in every key that was read before anybody had written it, for formats that know no absent keys. */
    static History zeroForAbsent(History history) {
        Rewritten copy = new Rewritten(history);
        copy.zeroForAbsent = true;
        return copy.make();
    }

    /** With another value, by its number, in one read. */
    static History withRead(History history, int operation, int value) {
        Rewritten copy = new Rewritten(history);
        copy.changed = operation;
        copy.changedTo = value;
        return copy.make();
    }

    private History make() {
        BitSet readAbsent = new BitSet();
        for (int t = 0; t < from.transactionCount(); t++) {
            Value session = apart ? from.transactionId(t) : from.sessionName(from.sessionOf(t));
            int copy = to.begin(to.session(session), from.transactionId(t));
            for (int o = from.firstOperation(t); o < from.firstOperation(t + 1); o++) {
                operation(copy, o, readAbsent);
            }
            to.end(copy, from.ending(t));
        }
        readAbsent.stream().forEach(key -> to.initial(to.keys().get(key), Value.of(0)));
        from.about().forEach(to::about);
        return to.uniqueValues(from.uniqueValues()).build();
    }

    private void operation(int transaction, int o, BitSet readAbsent) {
        OpKind kind = from.kind(o);
        if (kind != OpKind.GET && kind != OpKind.PUT) {
            throw new IllegalArgumentException("a " + kind.word() + " is neither a get nor a put");
        }
        int key = to.keys().intern(from.keys().integer(from.key(o)));
        int value = o == changed ? changedTo : from.value(o);
        if (zeroForAbsent && value == History.UNKNOWN) {
            return; // a read that the store refused: there is no word for it either
        }
        if (zeroForAbsent && value == History.ABSENT) {
            readAbsent.set(key);
            to.operation(transaction, kind, key, to.values().intern(0), 0);
        } else {
            int copy = value < 0 ? value : to.values().intern(from.values().integer(value));
            to.operation(transaction, kind, key, copy, 0);
        }
    }
}
