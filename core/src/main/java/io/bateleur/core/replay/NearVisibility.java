package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Readers do not miss what the transactions installed that they read from; nor, at one level, what their session installed
 * before: the visibilities that need no chain of dependencies.
 */
final class NearVisibility {
    private static final Set<Visibility> NEAR =
            Set.of(Visibility.EARLIER_SOURCES, Visibility.SOURCES, Visibility.SESSION_AND_SOURCES);

    private final Execution execution;
    private final Asg asg;
    private final History history;
    private final Duties duties;

    /** By transaction, the last reader for which it was noted. */
    private int[] notedFor = {};

    private int[] scope = {};
    private int scopeSize;

    NearVisibility(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.history = asg.history();
        this.duties = execution.duties();
    }

    Optional<String> flaw() {
        if (!duties.any(level -> NEAR.contains(level.criterion().visibility()))) {
            return Optional.empty();
        }
        return sources().or(this::sessions);
    }

    private Optional<String> sources() {
        StaleReads stale = new StaleReads(execution, NEAR);
        Floors sources = new Floors(execution);
        notedFor = new int[asg.transactionCount()];
        Arrays.fill(notedFor, -1);
        Optional<String> flaw = Optional.empty();
        for (int i = 0; i < stale.size() && flaw.isEmpty(); i++) {
            int t = stale.reader(i);
            if (i == 0 || stale.reader(i - 1) != t) {
                sources.clear();
                takeScope(t);
                flaw = duties.visibility(t) == Visibility.EARLIER_SOURCES
                        ? earlierSources(t, sources)
                        : anySources(t, sources);
            }
        }
        return flaw;
    }

    private Optional<String> anySources(int t, Floors sources) {
        int from = asg.firstRead(t);
        int to = asg.firstRead(t + 1);
        note(t, from, to, sources);
        return misses(t, from, to, sources::of, ", from which it read too");
    }

    /** Operation by operation: what one operation returned, a range say, was read together. */
    private Optional<String> earlierSources(int t, Floors sources) {
        int from = asg.firstRead(t);
        while (from < asg.firstRead(t + 1)) {
            int to = from + 1;
            while (to < asg.firstRead(t + 1) && asg.readOperation(to) == asg.readOperation(from)) {
                to++;
            }
            Optional<String> flaw = misses(t, from, to, sources::of, ", from which it had read before");
            if (flaw.isPresent()) {
                return flaw;
            }
            note(t, from, to, sources);
            from = to;
        }
        return Optional.empty();
    }

    private Optional<String> sessions() {
        if (!duties.any(level -> level.criterion().visibility() == Visibility.SESSION_AND_SOURCES)) {
            return Optional.empty();
        }
        Newest written = new Newest(history.keyCount());
        for (int s = 0; s < history.sessionCount(); s++) {
            written.clear();
            for (int i = 0; i < history.sessionSize(s); i++) {
                int t = history.transactionOfSession(s, i);
                if (!execution.timeline().happened(t)) {
                    continue;
                }
                if (duties.visibility(t) == Visibility.SESSION_AND_SOURCES) {
                    Optional<String> flaw = misses(
                            t,
                            asg.firstRead(t),
                            asg.firstRead(t + 1),
                            written::of,
                            ", which is earlier in its session");
                    if (flaw.isPresent()) {
                        return flaw;
                    }
                }
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    written.raise(asg.writeKey(w), execution.versions().rank(w));
                }
            }
        }
        return Optional.empty();
    }

    private void takeScope(int t) {
        int from = asg.firstRead(t);
        scopeSize = asg.firstRead(t + 1) - from;
        if (scope.length < scopeSize) {
            scope = new int[2 * scopeSize];
        }
        for (int i = 0; i < scopeSize; i++) {
            scope[i] = asg.readKey(from + i);
        }
    }

    private void note(int t, int from, int to, Floors sources) {
        for (int r = from; r < to; r++) {
            int source = execution.source(r);
            if (source >= 0 && notedFor[source] != t) {
                notedFor[source] = t;
                sources.raise(source, scope, scopeSize);
            }
        }
    }

    private Optional<String> misses(int t, int from, int to, IntUnaryOperator floors, String why) {
        for (int r = from; r < to; r++) {
            int floor = floors.applyAsInt(asg.readKey(r));
            if (floor > execution.rankSeen(r)) {
                return Optional.of(execution.missing(t, r, floor) + why);
            }
        }
        return Optional.empty();
    }
}
