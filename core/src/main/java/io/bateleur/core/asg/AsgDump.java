package io.bateleur.core.asg;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import java.io.IOException;
import java.util.Locale;

/** Writes a graph as text, a line for each thing. The form is described in docs/dumps.md. */
public final class AsgDump {
    private final Asg asg;
    private final History history;
    private final Appendable out;

    private AsgDump(Asg asg, Appendable out) {
        this.asg = asg;
        this.history = asg.history();
        this.out = out;
    }

    public static void write(Asg asg, Appendable out) throws IOException {
        new AsgDump(asg, out).write();
    }

    private void write() throws IOException {
        line("asg: %d transactions, %d writes, %d reads, %d known orders, own writes %s"
                .formatted(
                        asg.transactionCount(),
                        asg.writeCount(),
                        asg.readCount(),
                        asg.knownCount(),
                        asg.ownWrites().word()));
        for (int t = 0; t < asg.transactionCount(); t++) {
            String fate = asg.fate(t).name().toLowerCase(Locale.ROOT);
            String session = history.sessionName(history.sessionOf(t)).toString();
            String bad = asg.hasBadRead(t) ? " bad-read" : "";
            line("transaction " + history.transactionId(t) + " session " + session + " " + fate + bad);
        }
        for (int w = 0; w < asg.writeCount(); w++) {
            Operation operation = new Operation(history, asg.writeOperation(w));
            line("write " + version(w) + " " + history.transactionId(asg.writeTransaction(w)) + " "
                    + Notation.operation(operation));
        }
        for (int r = 0; r < asg.readCount(); r++) {
            line(read(asg, r) + " <-" + candidates(r));
        }
        for (int i = 0; i < asg.knownCount(); i++) {
            line("known " + version(asg.knownBefore(i)) + " < " + version(asg.knownAfter(i)));
        }
        for (BadRead finding : asg.badReads()) {
            line("finding " + finding);
        }
        for (String gap : asg.gaps()) {
            line("gap " + gap);
        }
        for (String warning : asg.warnings()) {
            line("warning " + warning);
        }
    }

    private void line(String text) throws IOException {
        out.append(text).append('\n');
    }

    private String candidates(int read) {
        StringBuilder result = new StringBuilder();
        for (int c = asg.firstCandidate(read); c < asg.firstCandidate(read + 1); c++) {
            result.append(' ').append(version(asg.candidate(c)));
        }
        return result.toString();
    }

    /** How a version is called in dumps. */
    public static String version(int write) {
        return write == Asg.INITIAL ? "initial" : "w" + write;
    }

    /** A read as dumps tell it, without what it may have seen. */
    public static String read(Asg asg, int read) {
        History history = asg.history();
        int value = asg.readValue(read);
        boolean list = history.kind(asg.readOperation(read)) == OpKind.READ_LIST;
        String seen = value == History.UNKNOWN
                ? Notation.UNKNOWN
                : value >= 0 && (list || !asg.sawDead(read))
                        ? history.values().get(value).toString()
                        : Notation.ABSENT;
        return "read r" + read + " " + history.transactionId(asg.readTransaction(read)) + " "
                + history.keys().get(asg.readKey(read)) + "=" + seen + " by "
                + history.kind(asg.readOperation(read)).word()
                + (asg.isPredicateRead(read) ? " unreturned" : "");
    }
}
