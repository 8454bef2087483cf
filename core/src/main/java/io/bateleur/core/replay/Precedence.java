package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.Optional;

/**
 * The edges that go from a commit to a later start: reads after what they read, session order and real time; and the start of
 * a transaction that is one point just before its commit.
 */
final class Precedence {
    private final Execution execution;
    private final Asg asg;
    private final History history;
    private final Duties duties;
    private final Timeline timeline;

    Precedence(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.history = asg.history();
        this.duties = execution.duties();
        this.timeline = execution.timeline();
    }

    Optional<String> flaw() {
        return reads().or(this::sessions).or(this::realTime);
    }

    private Optional<String> reads() {
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (!timeline.happened(t)) {
                continue;
            }
            int start = timeline.start(t);
            if (duties.areOnePoint(t) && timeline.commit(t) != start + 1) {
                return Optional.of(execution.name(t) + " is one point at " + duties.level(t)
                        + ", and something stands between its start and its commit");
            }
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1) && duties.countReads(t); r++) {
                int source = execution.source(r);
                if (source >= 0 && timeline.commit(source) > start) {
                    return Optional.of(
                            execution.reading(t, r) + ", which commits only after " + execution.name(t) + " starts");
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> sessions() {
        if (!duties.any(Duties::countsSessions)) {
            return Optional.empty();
        }
        for (int session = 0; session < history.sessionCount(); session++) {
            int latest = -1;
            for (int i = 0; i < history.sessionSize(session); i++) {
                int t = history.transactionOfSession(session, i);
                if (!timeline.happened(t)) {
                    continue;
                }
                if (duties.countSessions(t) && latest > timeline.start(t)) {
                    return Optional.of(execution.name(t) + " comes after "
                            + execution.name(timeline.transactionAt(latest)) + " in session "
                            + history.sessionName(session) + ", and starts before its commit");
                }
                latest = Math.max(latest, timeline.commit(t));
            }
        }
        return Optional.empty();
    }

    private Optional<String> realTime() {
        if (!duties.any(Level::countsRealTime)) {
            return Optional.empty();
        }
        RealTime time = new RealTime(history, timeline);
        for (int t = 0; t < asg.transactionCount(); t++) {
            int tick = timeline.happened(t) && duties.countRealTime(t) ? time.lastTickBefore(t) : -1;
            if (tick >= 0 && time.latestCommit(tick) > timeline.start(t)) {
                return Optional.of(execution.name(t) + " began after "
                        + execution.name(timeline.transactionAt(time.latestCommit(tick)))
                        + " had ended, and starts before its commit");
            }
        }
        return Optional.empty();
    }
}
