package io.bateleur.core.trace;

import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Value;
import java.util.BitSet;

/**
 * The initial state that register formats imply: a key that somebody read as 0 although nobody wrote 0 there started at 0.
 * A key that somebody did write 0 to started absent, as every key that is not mentioned.
 */
final class ZeroInitial {
    private final BitSet read = new BitSet();
    private final BitSet written = new BitSet();

    void readZero(int key) {
        read.set(key);
    }

    void wroteZero(int key) {
        written.set(key);
    }

    /** Tells the history its initial contents; call it once, at the end. */
    void give(HistoryBuilder history) {
        read.andNot(written);
        read.stream().forEach(key -> history.initial(history.keys().get(key), Value.of(0)));
    }
}
