package io.bateleur.core.sim;

import io.bateleur.core.ints.IntList;

/** What a range read returned. */
final class Items {
    private final IntList keys = new IntList(16);
    private final IntList values = new IntList(16);
    private boolean stopped;

    void clear() {
        keys.clear();
        values.clear();
        stopped = false;
    }

    void add(int key, int value) {
        keys.add(key);
        values.add(value);
    }

    void remove(int item) {
        keys.remove(item);
        values.remove(item);
    }

    int size() {
        return keys.size;
    }

    int key(int item) {
        return keys.get(item);
    }

    int value(int item) {
        return values.get(item);
    }

    void stopped(boolean early) {
        stopped = early;
    }

    boolean isStopped() {
        return stopped;
    }
}
