package io.bateleur.core.sim;

import io.bateleur.core.model.History;
import java.util.Arrays;

/**
 * The committed versions of all keys: per key a chain from the newest version to the oldest that somebody may still read.
 *
 * <p>A version's <em>order</em> is its place among the versions of its key. Its <em>site</em> and <em>index</em> say which commit
 * of which site installed it, which decides who sees it. A key without a version is absent; so is a deleted one.
 */
final class Versions {
    /** In place of a version: there is none. */
    static final int NONE = -1;

    /** In place of a value: there is none, not even an absent one. */
    static final int NO_VALUE = History.UNKNOWN;

    /** In place of a writer: the initial state. */
    static final int INITIAL = -1;

    private static final long NEVER = Long.MAX_VALUE;

    private int[] newest = {};

    private int size;
    private int free = NONE;
    private int[] values = new int[64];
    private int[] older = new int[64];
    private int[] sites = new int[64];
    private long[] indexes = new long[64];
    private long[] orders = new long[64];
    private int[] writers = new int[64];
    private int[] sessions = new int[64];
    private int[] intermediates = new int[64];
    private long[] began = new long[64];
    private long[] ended = new long[64];
    private long[] lost = new long[64];
    private boolean[] based = new boolean[64];
    private boolean[] ghosts = new boolean[64];

    /** The newest version of a key, or {@link #NONE}. */
    int newest(int key) {
        return key < newest.length ? newest[key] : NONE;
    }

    /** The newest version of a key that is in the transaction's snapshot, or {@link #NONE}. */
    int visible(int key, SimTxn t) {
        int version = newest(key);
        while (version != NONE && !sees(t, version)) {
            version = older[version];
        }
        return version;
    }

    boolean sees(SimTxn t, int version) {
        return indexes[version] <= t.seen[sites[version]] && indexes[version] != t.hole;
    }

    /** The version that directly replaced this one, or {@link #NONE}. */
    int successor(int key, int version) {
        int above = NONE;
        for (int v = newest(key); v != version && v != NONE; v = older[v]) {
            above = v;
        }
        return above;
    }

    int older(int version) {
        return older[version];
    }

    int value(int version) {
        return version == NONE ? History.ABSENT : values[version];
    }

    boolean isLive(int version) {
        return value(version) != History.ABSENT;
    }

    long order(int version) {
        return version == NONE ? 0 : orders[version];
    }

    long index(int version) {
        return indexes[version];
    }

    int writer(int version) {
        return version == NONE ? INITIAL : writers[version];
    }

    int session(int version) {
        return sessions[version];
    }

    /** A value that the writer wrote before the one it installed, or {@link #NO_VALUE}. */
    int intermediate(int version) {
        return version == NONE ? NO_VALUE : intermediates[version];
    }

    /** When the writer's last call was answered. */
    long ended(int version) {
        return ended[version];
    }

    /** Whether the writer had read, or appended to, the version that this one replaced: clients can tell their order. */
    boolean isBased(int version) {
        return based[version];
    }

    /** Whether clients can tell that this version replaced the one below it, if they look at the clock. */
    boolean isProven(int version) {
        return based[version] || older[version] == NONE || ended[older[version]] < began[version];
    }

    /** Whether the writer was told that it has aborted. */
    boolean isGhost(int version) {
        return version != NONE && ghosts[version];
    }

    void markGhost(int version) {
        ghosts[version] = true;
    }

    /** When the delete was answered that should have removed this version and did not; far in the future if there is none. */
    long lostAt(int version) {
        return version == NONE ? NEVER : lost[version];
    }

    void lose(int version, long time) {
        lost[version] = Math.min(lost[version], time);
    }

    /** Puts the initial value of a key. */
    void load(int key, int value) {
        int version = link(key, value, 0);
        sites[version] = 0;
        indexes[version] = 0;
        writers[version] = INITIAL;
        sessions[version] = INITIAL;
        began[version] = Long.MIN_VALUE;
        ended[version] = Long.MIN_VALUE;
    }

    /** Installs a transaction's write at its place in the key's order. */
    int install(SimTxn t, int write, long order, long index) {
        int key = t.writes.key(write);
        int version = link(key, t.writes.value(write), order);
        sites[version] = t.site;
        indexes[version] = index;
        writers[version] = t.number;
        sessions[version] = t.session;
        intermediates[version] = t.writes.earlier(write);
        began[version] = t.beganAt;
        ended[version] = t.answerAt;
        based[version] = t.writes.base(write) != Writes.BLIND && t.writes.base(write) == order(older[version]);
        return version;
    }

    private int link(int key, int value, long order) {
        if (key >= newest.length) {
            int old = newest.length;
            newest = Arrays.copyOf(newest, Math.max(key + 1, old + (old >> 1)));
            Arrays.fill(newest, old, newest.length, NONE);
        }
        int version = allocate();
        values[version] = value;
        orders[version] = order;
        intermediates[version] = NO_VALUE;
        lost[version] = NEVER;
        based[version] = false;
        ghosts[version] = false;
        int above = NONE;
        int below = newest[key];
        while (below != NONE && orders[below] > order) {
            above = below;
            below = older[below];
        }
        older[version] = below;
        if (above == NONE) {
            newest[key] = version;
        } else {
            older[above] = version;
        }
        return version;
    }

    /** Forgets the versions of a key that nobody can see any more, now that everybody sees so many commits of each site. */
    void prune(int key, long[] horizon) {
        int version = newest(key);
        while (version != NONE && indexes[version] > horizon[sites[version]]) {
            version = older[version];
        }
        if (version == NONE) {
            return;
        }
        int dead = older[version];
        older[version] = NONE;
        while (dead != NONE) {
            int next = older[dead];
            older[dead] = free;
            free = dead;
            dead = next;
        }
    }

    private int allocate() {
        if (free != NONE) {
            int version = free;
            free = older[version];
            return version;
        }
        if (size == values.length) {
            grow(size + (size >> 1));
        }
        return size++;
    }

    private void grow(int capacity) {
        values = Arrays.copyOf(values, capacity);
        older = Arrays.copyOf(older, capacity);
        sites = Arrays.copyOf(sites, capacity);
        indexes = Arrays.copyOf(indexes, capacity);
        orders = Arrays.copyOf(orders, capacity);
        writers = Arrays.copyOf(writers, capacity);
        sessions = Arrays.copyOf(sessions, capacity);
        intermediates = Arrays.copyOf(intermediates, capacity);
        began = Arrays.copyOf(began, capacity);
        ended = Arrays.copyOf(ended, capacity);
        lost = Arrays.copyOf(lost, capacity);
        based = Arrays.copyOf(based, capacity);
        ghosts = Arrays.copyOf(ghosts, capacity);
    }
}
