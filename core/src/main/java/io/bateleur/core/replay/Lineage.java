package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Duties;
import java.util.Arrays;
import java.util.Optional;

/** Which write each read saw, by a witness that names only the writers. */
final class Lineage {
    /** In place of a write: the read is by a transaction that did not happen, or nobody asks what it saw. */
    static final int NONE = -2;

    private final Asg asg;
    private final Duties duties;
    private final Timeline timeline;
    private final int[] sources;
    private final int[] seen;
    private final Optional<String> flaw;

    Lineage(Asg asg, Duties duties, Timeline timeline, int[] sources) {
        this.asg = asg;
        this.duties = duties;
        this.timeline = timeline;
        this.sources = sources;
        this.seen = new int[asg.readCount()];
        Arrays.fill(seen, NONE);
        this.flaw = sources.length == seen.length
                ? find().or(this::companions)
                : Optional.of("the witness tells of " + sources.length + " reads, and there are " + seen.length);
    }

    private Optional<String> find() {
        for (int t = 0; t < asg.transactionCount(); t++) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1) && isJudged(t); r++) {
                seen[r] = candidateFrom(r, sources[r]);
                if (seen[r] == NONE) {
                    return Optional.of(reading(t, r) + ", whose version cannot have been the one that it read");
                }
                if (seen[r] != Asg.INITIAL && !timeline.happened(sources[r])) {
                    return Optional.of(reading(t, r) + ", which did not happen");
                }
            }
        }
        return Optional.empty();
    }

    /** At levels below read committed reads are not judged; only session guarantees ask what they saw. */
    private boolean isJudged(int t) {
        return timeline.happened(t) && (duties.countReads(t) || Duties.isSessionGuarantee(duties.level(t)));
    }

    /** A list shows more writers than the one whose version it is. */
    private Optional<String> companions() {
        int[] pairs = asg.companions();
        for (int i = 0; i < pairs.length; i += 2) {
            if (isJudged(pairs[i]) && !timeline.happened(pairs[i + 1])) {
                return Optional.of(asg.history().transactionId(pairs[i]) + " read a list with an element of "
                        + asg.history().transactionId(pairs[i + 1]) + ", which did not happen in the witness");
            }
        }
        return Optional.empty();
    }

    /** The candidate of a read that a transaction wrote, found among the candidates: that needs no index of writes. */
    private int candidateFrom(int read, int source) {
        for (int i = asg.firstCandidate(read); i < asg.firstCandidate(read + 1); i++) {
            int write = asg.candidate(i);
            int writer = write == Asg.INITIAL ? Asg.INITIAL : asg.writeTransaction(write);
            if (writer == source) {
                return write;
            }
        }
        return NONE;
    }

    private String reading(int t, int r) {
        boolean known = sources[r] >= 0 && sources[r] < asg.transactionCount();
        return "in the witness " + asg.history().transactionId(t) + " read "
                + asg.history().keys().get(asg.readKey(r)) + " from "
                + (known ? asg.history().transactionId(sources[r]) : "the initial state");
    }

    Optional<String> flaw() {
        return flaw;
    }

    /** The write that a read saw, {@link Asg#INITIAL}, or {@link #NONE}. */
    int seen(int read) {
        return seen[read];
    }
}
