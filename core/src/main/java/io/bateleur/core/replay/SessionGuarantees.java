package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import java.util.Optional;

/** Read your writes, monotonic reads and monotonic writes: one walk along each session. */
final class SessionGuarantees {
    private final Execution execution;
    private final Asg asg;
    private final History history;
    private final Duties duties;
    private final VersionOrder versions;
    /** By key, the newest versions that the session has written, has written and not deleted, and has read. */
    private final Newest written;

    private final Newest writtenLive;
    private final Newest read;

    SessionGuarantees(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.history = asg.history();
        this.duties = execution.duties();
        this.versions = execution.versions();
        boolean asked = duties.any(Duties::isSessionGuarantee);
        this.written = new Newest(asked ? history.keyCount() : 0);
        this.writtenLive = new Newest(asked ? history.keyCount() : 0);
        this.read = new Newest(asked ? history.keyCount() : 0);
    }

    Optional<String> flaw() {
        if (!duties.any(Duties::isSessionGuarantee)) {
            return Optional.empty();
        }
        for (int session = 0; session < history.sessionCount(); session++) {
            for (int i = 0; i < history.sessionSize(session); i++) {
                int t = history.transactionOfSession(session, i);
                if (execution.timeline().happened(t)) {
                    Optional<String> flaw = reads(session, t).or(() -> writes(t));
                    if (flaw.isPresent()) {
                        return flaw;
                    }
                    noteWrites(t);
                }
            }
            written.clear();
            writtenLive.clear();
            read.clear();
        }
        return Optional.empty();
    }

    private Optional<String> reads(int session, int t) {
        Visibility visibility = duties.visibility(t);
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            if (execution.lineage().seen(r) == Lineage.NONE) {
                continue;
            }
            int key = asg.readKey(r);
            int rank = execution.rankSeen(r);
            // A range that did not return a key does not miss a delete of it.
            int own = (asg.isPredicateRead(r) ? writtenLive : written).of(key);
            if (visibility == Visibility.SESSION_WRITES && own > rank) {
                return Optional.of(execution.missing(t, r, own) + ", which session " + history.sessionName(session)
                        + " had written");
            }
            if (visibility == Visibility.SESSION_READS && read.of(key) > rank) {
                return Optional.of(execution.missing(t, r, read.of(key)) + ", which session "
                        + history.sessionName(session) + " had read");
            }
            read.raise(key, rank);
        }
        return Optional.empty();
    }

    private Optional<String> writes(int t) {
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            int before = written.of(asg.writeKey(w));
            if (duties.visibility(t) == Visibility.SESSION_WRITE_ORDER && before > versions.rank(w)) {
                return Optional.of(execution.name(t) + " comes after "
                        + execution.name(asg.writeTransaction(versions.at(before)))
                        + " in its session, and its version of "
                        + execution.keyName(asg.writeKey(w)) + " is older");
            }
        }
        return Optional.empty();
    }

    private void noteWrites(int t) {
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            written.raise(asg.writeKey(w), versions.rank(w));
            if (!asg.isDeadWrite(w)) {
                writtenLive.raise(asg.writeKey(w), versions.rank(w));
            }
        }
    }
}
