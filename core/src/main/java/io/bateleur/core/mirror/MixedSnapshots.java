package io.bateleur.core.mirror;

import java.util.Arrays;

/**
 * The writers whose changes one snapshot shows, and those whose changes it does not. A writer has one commit instant for all that it
 * wrote, so it cannot be both, however its commit and the snapshot overlap.
 */
final class MixedSnapshots {
    private static final int NONE = VersionChains.NONE;

    private final VersionChains versions;
    private int stamp;
    /** By writer, in which round it was seen, and by which operation. */
    private int[] seenIn = new int[64];

    private int[] seenBy = new int[64];
    private int[] missedIn = new int[64];
    private int[] missedBy = new int[64];
    private int culprit = NONE;

    MixedSnapshots(VersionChains versions) {
        this.versions = versions;
    }

    /** The next snapshot. */
    void clear() {
        stamp++;
    }

    /**
     * An operation saw a version; whether that makes some writer both seen and missed.
     *
     * @param earliest what was committed before can only be seen
     */
    boolean note(int operation, int version, int key, long earliest, boolean locked) {
        int writer = versions.writer[version];
        if (writer >= 0 && versions.high[version] >= earliest) {
            grow(writer);
            seenIn[writer] = stamp;
            seenBy[writer] = operation;
            if (missedIn[writer] == stamp) {
                culprit = writer;
                return true;
            }
        }
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            int later = versions.writer[y];
            if (y != version && later >= 0 && !versions.maybe[y] && versions.isBefore(version, y, locked)) {
                grow(later);
                missedIn[later] = stamp;
                missedBy[later] = operation;
                if (seenIn[later] == stamp) {
                    culprit = later;
                    return true;
                }
            }
        }
        return false;
    }

    int seenBy() {
        return seenBy[culprit];
    }

    int missedBy() {
        return missedBy[culprit];
    }

    private void grow(int writer) {
        if (writer >= seenIn.length) {
            int room = Math.max(writer + 1, 2 * seenIn.length);
            seenIn = Arrays.copyOf(seenIn, room);
            seenBy = Arrays.copyOf(seenBy, room);
            missedIn = Arrays.copyOf(missedIn, room);
            missedBy = Arrays.copyOf(missedBy, room);
        }
    }
}
