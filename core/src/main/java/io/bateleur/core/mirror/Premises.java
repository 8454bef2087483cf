package io.bateleur.core.mirror;

import java.util.ArrayList;
import java.util.List;

/** What must be believed for a finding to follow, in sentences. */
final class Premises {
    private Premises() {}

    static List<String> of(Profile profile, Mechanism mechanism, long slack, boolean isFinal) {
        List<String> premises = new ArrayList<>();
        if (profile.reads() == Profile.Reads.TRANSACTION && mechanism != Mechanism.MUTUAL_EXCLUSION) {
            premises.add("Premise: " + profile.name() + " takes the snapshot at "
                    + switch (profile.snapshot()) {
                        case BEGIN -> "the begin.";
                        case FIRST_STATEMENT -> "the first statement.";
                        case FIRST_READ -> "the first read without a lock.";
                        case BEGIN_OR_STATEMENT -> "some instant between the begin and the first statement's answer.";
                    });
        } else if (profile.reads() == Profile.Reads.STATEMENT && mechanism == Mechanism.CONSISTENT_READ) {
            premises.add("Premise: " + profile.name() + " reads what is committed at an instant of the statement.");
        }
        if (mechanism == Mechanism.MUTUAL_EXCLUSION) {
            premises.add("Premise: " + profile.name() + " holds a written row until the transaction ends.");
        }
        if (mechanism == Mechanism.CERTIFIER) {
            premises.add("Premise: the versions of a key are in the order of the commits.");
        }
        if (slack > 0) {
            premises.add("Premise: two clocks differ by at most " + Clock.words(2 * slack)
                    + ", so in the argument every interval is longer by half of that at both ends.");
        }
        if (!isFinal) {
            premises.add("Provisional: events, or times of events, are missing that might explain it.");
        }
        return premises;
    }
}
