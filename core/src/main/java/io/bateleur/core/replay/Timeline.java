package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Asg.Fate;
import java.util.Arrays;
import java.util.Optional;

/** Where the start and the commit of each transaction stand among the events of a witness. */
final class Timeline {
    private static final int NOWHERE = -1;

    private final Asg asg;
    private final int[] events;
    private final int[] start;
    private final int[] commit;
    private final Optional<String> flaw;

    Timeline(Asg asg, int[] events) {
        this.asg = asg;
        this.events = events;
        this.start = new int[asg.transactionCount()];
        this.commit = new int[asg.transactionCount()];
        Arrays.fill(start, NOWHERE);
        Arrays.fill(commit, NOWHERE);
        this.flaw = place().or(this::missing);
    }

    private Optional<String> place() {
        for (int position = 0; position < events.length; position++) {
            int event = events[position];
            int t = event >> 1;
            if (event < 0 || t >= start.length) {
                return Optional.of("the witness names event " + event + ", and there is no such transaction");
            }
            int[] places = isCommit(event) ? commit : start;
            if (places[t] != NOWHERE) {
                return Optional.of(name(t) + (isCommit(event) ? " commits" : " starts") + " twice in the witness");
            }
            if (isCommit(event) && start[t] == NOWHERE) {
                return Optional.of(name(t) + " commits in the witness before it has started");
            }
            places[t] = position;
        }
        return Optional.empty();
    }

    private Optional<String> missing() {
        for (int t = 0; t < start.length; t++) {
            Fate fate = asg.fate(t);
            if (start[t] != NOWHERE && commit[t] == NOWHERE) {
                return Optional.of(name(t) + " starts in the witness and does not commit");
            }
            if (fate == Fate.HAPPENED && !happened(t)) {
                return Optional.of(name(t) + " happened, and the witness leaves it out");
            }
            if (fate == Fate.GONE && happened(t)) {
                return Optional.of(name(t) + " did not happen, and the witness has it");
            }
        }
        return Optional.empty();
    }

    Optional<String> flaw() {
        return flaw;
    }

    static boolean isCommit(int event) {
        return (event & 1) != 0;
    }

    int eventCount() {
        return events.length;
    }

    int event(int position) {
        return events[position];
    }

    /** The transaction that starts or commits at a position. */
    int transactionAt(int position) {
        return events[position] >> 1;
    }

    boolean happened(int transaction) {
        return commit[transaction] != NOWHERE;
    }

    int start(int transaction) {
        return start[transaction];
    }

    int commit(int transaction) {
        return commit[transaction];
    }

    private String name(int transaction) {
        return asg.history().transactionId(transaction).toString();
    }
}
