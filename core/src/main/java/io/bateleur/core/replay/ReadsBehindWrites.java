package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.Optional;

/**
 * Writes follow reads: one walk along each session that keeps what its transactions so far had read from.
 *
 * <pre>
 *   Tk -wr-> Ti -so*-> Tj          Tj's version of any key is newer than Tk's,
 *                       \-wr-> T3  and T3, which saw something of Tj, misses nothing of Tk
 * </pre>
 */
final class ReadsBehindWrites {
    private final Execution execution;
    private final Asg asg;
    private final History history;
    private final Duties duties;
    private final Timeline timeline;

    /** By transaction Tj, those T3 that read from it and from no later one of its session; what is behind Tj only grows. */
    private int[] readerStart = {};

    private int[] reader = {};
    private int[] scope = {};
    private int scopeSize;

    ReadsBehindWrites(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.history = asg.history();
        this.duties = execution.duties();
        this.timeline = execution.timeline();
    }

    Optional<String> flaw() {
        if (!duties.any(level -> level.criterion().visibility() == Visibility.READS_BEHIND_WRITES)) {
            return Optional.empty();
        }
        indexReaders();
        int largest = 0;
        for (int t = 0; t < asg.transactionCount(); t++) {
            largest = Math.max(largest, asg.firstWrite(t + 1) - asg.firstWrite(t));
        }
        Floors floors = new Floors(execution);
        int[] notedIn = new int[asg.transactionCount()];
        Arrays.fill(notedIn, -1);
        for (int s = 0; s < history.sessionCount(); s++) {
            floors.clear();
            takeScope(s, largest);
            for (int i = 0; i < history.sessionSize(s); i++) {
                int t = history.transactionOfSession(s, i);
                if (!timeline.happened(t)) {
                    continue;
                }
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    int source = execution.source(r);
                    if (source >= 0 && notedIn[source] != s) {
                        notedIn[source] = s;
                        floors.raise(source, scope, scopeSize);
                    }
                }
                Optional<String> flaw = writes(t, floors).or(() -> readers(t, floors));
                if (flaw.isPresent()) {
                    return flaw;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isHeld(int t) {
        return duties.visibility(t) == Visibility.READS_BEHIND_WRITES;
    }

    private Optional<String> writes(int t, Floors floors) {
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1) && isHeld(t); w++) {
            int floor = floors.ofOthers(asg.writeKey(w), t);
            if (floor > execution.versions().rank(w)) {
                return Optional.of("the session of " + execution.name(t) + " had read from " + writerAt(floor)
                        + ", and the version of " + execution.keyName(asg.writeKey(w)) + " that "
                        + execution.name(t) + " wrote is older than that of " + writerAt(floor));
            }
        }
        return Optional.empty();
    }

    private Optional<String> readers(int t, Floors floors) {
        for (int i = readerStart[t]; i < readerStart[t + 1]; i++) {
            int t3 = reader[i];
            for (int r = asg.firstRead(t3); r < asg.firstRead(t3 + 1); r++) {
                int floor = execution.lineage().seen(r) == Lineage.NONE
                        ? VersionOrder.NOT_RANKED
                        : floors.ofOthers(asg.readKey(r), t3);
                if (floor > execution.rankSeen(r)) {
                    return Optional.of(execution.missing(t3, r, floor) + ", from which the session of "
                            + execution.name(t) + " had read, and it read from " + execution.name(t));
                }
            }
        }
        return Optional.empty();
    }

    private String writerAt(int place) {
        return execution.name(asg.writeTransaction(execution.versions().at(place)));
    }

    private void indexReaders() {
        int[] positionInSession = new int[asg.transactionCount()];
        for (int s = 0; s < history.sessionCount(); s++) {
            for (int i = 0; i < history.sessionSize(s); i++) {
                positionInSession[history.transactionOfSession(s, i)] = i;
            }
        }
        int[] lastOfSession = new int[history.sessionCount()];
        Arrays.fill(lastOfSession, -1);
        IntList sources = new IntList();
        IntList readers = new IntList();
        IntList sessions = new IntList();
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (!timeline.happened(t) || !isHeld(t)) {
                continue;
            }
            sessions.clear();
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                int source = execution.source(r);
                if (source < 0) {
                    continue;
                }
                int s = history.sessionOf(source);
                if (lastOfSession[s] < 0) {
                    sessions.add(s);
                    lastOfSession[s] = source;
                } else if (positionInSession[lastOfSession[s]] < positionInSession[source]) {
                    lastOfSession[s] = source;
                }
            }
            for (int i = 0; i < sessions.size; i++) {
                sources.add(lastOfSession[sessions.get(i)]);
                readers.add(t);
                lastOfSession[sessions.get(i)] = -1;
            }
        }
        readerStart = new int[asg.transactionCount() + 1];
        for (int i = 0; i < sources.size; i++) {
            readerStart[sources.get(i) + 1]++;
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            readerStart[t + 1] += readerStart[t];
        }
        reader = new int[readers.size];
        int[] next = readerStart.clone();
        for (int i = 0; i < sources.size; i++) {
            reader[next[sources.get(i)]++] = readers.get(i);
        }
    }

    /** The keys that will be asked for along a session, unless they are so many that nothing is won by knowing them. */
    private void takeScope(int session, int largest) {
        IntList keys = new IntList();
        for (int i = 0; i < history.sessionSize(session) && keys.size < largest; i++) {
            int t = history.transactionOfSession(session, i);
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                keys.add(asg.writeKey(w));
            }
            for (int j = readerStart[t]; j < readerStart[t + 1] && keys.size < largest; j++) {
                for (int r = asg.firstRead(reader[j]); r < asg.firstRead(reader[j] + 1); r++) {
                    keys.add(asg.readKey(r));
                }
            }
        }
        scope = keys.toArray();
        scopeSize = keys.size;
    }
}
