package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.BitSet;

/**
 * The initial state that register formats imply: a key that somebody read as 0 although nobody wrote 0 there started at 0.
 * A key that somebody did write 0 to started absent, as every key that is not mentioned.
 */
public final class ZeroInitial {
    private final BitSet read = new BitSet();
    private final BitSet written = new BitSet();

    public void readZero(int key) {
        read.set(key);
    }

    public void wroteZero(int key) {
        written.set(key);
    }

    /** What a register format would imply of a history. */
    static ZeroInitial of(History history) {
        ZeroInitial initial = new ZeroInitial();
        int zero = history.values().find(0);
        for (int o = 0; zero >= 0 && o < history.operationCount(); o++) {
            if (history.value(o) == zero && history.kind(o) == OpKind.GET && !history.isDead(o)) {
                initial.readZero(history.key(o));
            } else if (history.value(o) == zero && history.kind(o) == OpKind.PUT) {
                initial.wroteZero(history.key(o));
            }
        }
        return initial;
    }

    /** The keys that would have started at 0. */
    BitSet keys() {
        BitSet keys = (BitSet) read.clone();
        keys.andNot(written);
        return keys;
    }

    boolean isWrittenZero(int key) {
        return written.get(key);
    }

    /** Tells the history its initial contents; call it once, at the end. */
    public void give(HistoryBuilder history) {
        keys().stream().forEach(key -> history.initial(history.keys().get(key), Value.of(0)));
    }
}
