package io.bateleur.core.sim;

import io.bateleur.core.model.History;
import java.util.Arrays;

/** The transaction that a session is running; the object is used again for the session's next one. */
final class SimTxn {
    static final long NO_HOLE = -1;

    final int session;
    final SimReads reads = new SimReads();
    final Writes writes = new Writes();
    final Ranges ranges = new Ranges();
    final Items items = new Items();
    final SimProgram program = new SimProgram();

    /** The step of the program that comes next. */
    int step;
    /** Its number in the history. */
    int number;
    /** Where it runs; 0 in stores of one site. */
    int site;
    /** Its snapshot: how many commits of each site it sees. */
    final long[] seen;
    /** A commit that it does not see although it sees later ones: a bug. */
    long hole = NO_HOLE;
    /** The commits that it saw at its begin, even if its snapshot has moved: a bug. */
    long start;
    /** The newest snapshot of its session's earlier transactions, in stores of one site. */
    long past;
    /** The newest of that and of the commits of its session. */
    long floor;

    /** The last commit of its session that had effects, by its site and its number there; 0 if there is none. */
    int lastSite;

    long lastCommit;

    /** Time of the call that began it. */
    long beganAt;
    /** Time at which the call being made is answered. */
    long answerAt;

    boolean active;
    boolean waiting;
    /** It has been told that it can be tried again. */
    boolean woken;
    /** It must abort at its next call. */
    boolean doomed;
    /** It must not abort, because another one that hangs on it has committed. */
    boolean pinned;
    /** Somebody has locked what it had locked: a bug. */
    boolean bypassed;
    /** It commits, but its client is told that it has aborted: a bug. */
    boolean ghost;
    /** How often a bug struck it. */
    int struck;

    /** What the last read returned. */
    int value = History.ABSENT;

    private int[] locked = new int[4];
    private int lockedSize;

    SimTxn(int session, int sites) {
        this.session = session;
        this.seen = new long[sites];
    }

    /** Makes it as good as new, for a transaction whose begin is called at this time. */
    void reset(long time) {
        beganAt = time;
        reads.clear();
        writes.clear();
        ranges.clear();
        lockedSize = 0;
        hole = NO_HOLE;
        doomed = false;
        pinned = false;
        ghost = false;
        bypassed = false;
        struck = 0;
    }

    /** Notes that it read the key with a lock. */
    void lock(int key) {
        if (lockedSize == locked.length) {
            locked = Arrays.copyOf(locked, 2 * lockedSize);
        }
        locked[lockedSize++] = key;
    }

    int lockedSize() {
        return lockedSize;
    }

    int locked(int index) {
        return locked[index];
    }

    /** Whether it leaves anything behind that others can conflict with. */
    boolean hasEffects() {
        return writes.size() + lockedSize > 0;
    }
}
