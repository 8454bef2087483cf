package io.bateleur.core.asg;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;

/** A graph in words that tests can compare: transactions by their names, no numbers. */
final class AsgText {
    private final Asg asg;
    private final History history;

    private AsgText(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
    }

    static AsgText of(String... lines) {
        return of(OwnWrites.MUST, lines);
    }

    static AsgText of(OwnWrites policy, String... lines) {
        return new AsgText(AsgBuilder.build(Mini.parse(String.join("\n", lines) + "\n"), policy));
    }

    Asg asg() {
        return asg;
    }

    /** {@code T1 x}, or {@code T1 x dead}, in the order of transactions. */
    List<String> writes() {
        List<String> result = new ArrayList<>();
        for (int w = 0; w < asg.writeCount(); w++) {
            result.add(
                    name(asg.writeTransaction(w)) + " " + key(asg.writeKey(w)) + (asg.isDeadWrite(w) ? " dead" : ""));
        }
        return result;
    }

    /** {@code T2 x=1 <- T1}, with all candidates; {@code (range)} marks a key of a range that was not returned. */
    List<String> reads() {
        List<String> result = new ArrayList<>();
        for (int r = 0; r < asg.readCount(); r++) {
            int value = asg.readValue(r);
            StringBuilder text = new StringBuilder()
                    .append(name(asg.readTransaction(r)))
                    .append(' ')
                    .append(key(asg.readKey(r)))
                    .append('=')
                    .append(value < 0 ? "_" : history.values().get(value).toString())
                    .append(asg.isPredicateRead(r) ? " (range)" : "")
                    .append(" <-");
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                text.append(' ').append(version(asg.candidate(c)));
            }
            result.add(text.toString());
        }
        return result;
    }

    /** {@code x: T1 < T2}. */
    List<String> known() {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < asg.knownCount(); i++) {
            result.add(key(asg.writeKey(asg.knownBefore(i))) + ": " + version(asg.knownBefore(i)) + " < "
                    + version(asg.knownAfter(i)));
        }
        return result;
    }

    /** {@code G1a T2}: the anomaly and the reader. */
    List<String> badReads() {
        return asg.badReads().stream()
                .map(finding -> finding.anomaly().title() + " " + finding.reader())
                .toList();
    }

    /** The transactions of a fate. */
    List<String> fated(Asg.Fate fate) {
        List<String> result = new ArrayList<>();
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) == fate) {
                result.add(name(t));
            }
        }
        return result;
    }

    private String version(int write) {
        return write == Asg.INITIAL ? "initial" : name(asg.writeTransaction(write));
    }

    private String key(int key) {
        return history.keys().get(key).toString();
    }

    private String name(int transaction) {
        return history.transactionId(transaction).toString();
    }
}
