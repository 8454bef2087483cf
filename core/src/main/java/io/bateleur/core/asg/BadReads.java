package io.bateleur.core.asg;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** What is wrong with a history whatever the order, and what its trace leaves open or contradicts. */
final class BadReads {
    /** So many are told; that there are more does not change any verdict. */
    private static final int TOLD_MAX = 100;

    private final WriteHistory writes;
    private final History history;
    private final List<BadRead> findings = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    final BitSet badReaders = new BitSet();

    /** Whether something that is not here may have written anything. */
    private final boolean incomplete;

    BadReads(WriteHistory writes) {
        this.writes = writes;
        this.history = writes.history;
        Value dropped = history.about().get(History.DROPPED);
        this.incomplete = dropped != null || !writes.withStatements.isEmpty();
        if (dropped != null) {
            gap("the trace lacks " + dropped
                    + " events, which its recorder had to leave out or which are in a part that is not here");
        }
        if (!writes.withStatements.isEmpty()) {
            gap("transaction " + history.transactionId(writes.withStatements.nextSetBit(0))
                    + " has SQL statements that were not lifted to reads and writes of keys");
        }
    }

    void fill(Asg asg) {
        asg.badReads = List.copyOf(findings);
        asg.gaps = List.copyOf(gaps);
        asg.warnings = List.copyOf(warnings);
        asg.badReaders = badReaders;
    }

    void gap(String gap) {
        if (gaps.size() < TOLD_MAX) {
            gaps.add(gap);
        }
    }

    void warning(String warning) {
        if (warnings.size() < TOLD_MAX) {
            warnings.add(warning);
        }
    }

    /** A read that no version explains: by what the nearest miss was. */
    void unexplained(int t, int o, int key, int value, boolean dead) {
        int aborted = -1;
        int overwritten = -1;
        int ownLater = -1;
        for (int w = dead ? -1 : firstMiss(key, value); w >= 0; w = nextMiss(w, key, value)) {
            int writer = writes.transactionOf[w];
            if (writer == t) {
                ownLater = w;
            } else if (history.ending(writer) == Ending.ABORTED) {
                aborted = aborted < 0 ? w : aborted;
            } else {
                overwritten = overwritten < 0 ? w : overwritten;
            }
        }
        Content seen = content(value, dead);
        if (overwritten >= 0) {
            bad(Anomaly.G1B, t, o, key, seen, writes.transactionOf[overwritten]);
        } else if (aborted >= 0) {
            bad(Anomaly.G1A, t, o, key, seen, writes.transactionOf[aborted]);
        } else if (ownLater >= 0) {
            bad(Anomaly.FUTURE_READ, t, o, key, seen, t);
        } else {
            bad(Anomaly.UNWRITTEN_READ, t, o, key, seen, -1);
        }
    }

    private int firstMiss(int key, int value) {
        return value == History.UNKNOWN ? nextMiss(-1, key, value) : writes.index.first(key, value);
    }

    /** The next write of a value, or of any value; that search is long, and its result is only told for the first reads. */
    private int nextMiss(int operation, int key, int value) {
        if (value != History.UNKNOWN) {
            return writes.index.next(operation);
        }
        int o = findings.size() < TOLD_MAX ? operation + 1 : history.operationCount();
        while (o < history.operationCount() && !isLiveWrite(o, key)) {
            o++;
        }
        return o < history.operationCount() ? o : -1;
    }

    private boolean isLiveWrite(int operation, int key) {
        return history.kind(operation).isWrite() && history.key(operation) == key && !history.isDead(operation);
    }

    void bad(Anomaly anomaly, int t, int o, int key, Content seen, int writer) {
        if (incomplete) {
            return;
        }
        badReaders.set(t);
        if (writes.hasHappened(t) && findings.size() < TOLD_MAX) {
            findings.add(new BadRead(
                    anomaly,
                    history.transaction(t),
                    new Operation(history, o),
                    history.keys().get(key),
                    seen,
                    writer < 0 ? Optional.empty() : Optional.of(history.transaction(writer))));
        }
    }

    Content content(int value, boolean dead) {
        if (value == History.UNKNOWN && !dead) {
            return Content.unknown();
        }
        return value < 0 || dead
                ? Content.absent()
                : Content.live(history.values().get(value));
    }
}
