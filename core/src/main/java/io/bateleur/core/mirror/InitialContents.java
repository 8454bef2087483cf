package io.bateleur.core.mirror;

import java.util.HashMap;
import java.util.Map;

/** What keys held before the first transaction. */
final class InitialContents {
    private final Map<Integer, Long> given = new HashMap<>();
    private long otherwise = ValueCodes.ABSENT;

    void otherwise(long code) {
        otherwise = code;
    }

    void give(int key, long code) {
        given.put(key, code);
    }

    long of(int key) {
        return given.isEmpty() ? otherwise : given.getOrDefault(key, otherwise);
    }

    void mark(ValueCodes codes) {
        given.values().forEach(codes::mark);
    }
}
