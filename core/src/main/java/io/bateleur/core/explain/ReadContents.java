package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Finding;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether what was read is explained by the versions chosen: no read that nothing explains; and a version whose content the
 * trace does not tell (an initial one, or a write without its value) had one content, on which all its readers agree.
 */
final class ReadContents {
    private final Execution execution;
    private final Asg asg;
    private final History history;
    /** By key and by write, the first read of a version of unknown content, or -1. */
    private final int[] firstOfInitial;

    private final int[] firstOfWrite;

    private ReadContents(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.history = asg.history();
        this.firstOfInitial = new int[history.keyCount()];
        this.firstOfWrite = new int[asg.writeCount()];
        Arrays.fill(firstOfInitial, -1);
        Arrays.fill(firstOfWrite, -1);
    }

    static Optional<String> flaw(Execution execution) {
        ReadContents contents = new ReadContents(execution);
        return contents.unexplained().or(contents::disagreement);
    }

    private Optional<String> unexplained() {
        for (Finding finding : asg.findings()) {
            if (execution.duties().countReads(finding.reader().number())) {
                return Optional.of(finding.sentence());
            }
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.hasBadRead(t)
                    && execution.timeline().happened(t)
                    && execution.duties().countReads(t)) {
                return Optional.of(execution.name(t) + " made a read that nothing explains, and the witness has it");
            }
        }
        return Optional.empty();
    }

    private Optional<String> disagreement() {
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (!execution.duties().countReads(t)) {
                continue;
            }
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                int first = firstReadOfSameUnknown(r);
                if (first >= 0 && seen(first) != seen(r)) {
                    return Optional.of(execution.reading(t, r)
                            + ", and saw something else there than another reader of the same version");
                }
            }
        }
        return Optional.empty();
    }

    /** The first read of the version that a read saw, where its content is unknown; else -1. */
    private int firstReadOfSameUnknown(int read) {
        int write = execution.lineage().seen(read);
        int key = asg.readKey(read);
        if (write == Lineage.NONE) {
            return -1;
        }
        if (write == Asg.INITIAL) {
            if (asg.initialValue(key) != History.UNKNOWN) {
                return -1;
            }
            firstOfInitial[key] = firstOfInitial[key] < 0 ? read : firstOfInitial[key];
            return firstOfInitial[key];
        }
        int operation = asg.writeOperation(write);
        if (history.value(operation) != History.UNKNOWN || history.kind(operation) != OpKind.PUT) {
            return -1;
        }
        firstOfWrite[write] = firstOfWrite[write] < 0 ? read : firstOfWrite[write];
        return firstOfWrite[write];
    }

    private int seen(int read) {
        return asg.sawDead(read) ? History.ABSENT : asg.readValue(read);
    }
}
