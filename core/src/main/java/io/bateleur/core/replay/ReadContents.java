package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.History;
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
        for (BadRead finding : asg.badReads()) {
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
        if (!asg.hasBlanks()) {
            return Optional.empty();
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (!execution.duties().countReads(t)) {
                continue;
            }
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                int first = firstReadOfSameUnknown(r);
                if (first >= 0 && !Asg.agree(asg.seenContent(first), asg.seenContent(r))) {
                    return Optional.of(execution.reading(t, r)
                            + ", and saw something else there than another reader of the same version");
                }
            }
        }
        return Optional.empty();
    }

    /** The first read of the version that a read saw, or one that tells more, where its content is unknown; else -1. */
    private int firstReadOfSameUnknown(int read) {
        int write = execution.lineage().seen(read);
        int key = asg.readKey(read);
        if (write == Lineage.NONE || !isUntold(write, key)) {
            return -1;
        }
        int[] first = write == Asg.INITIAL ? firstOfInitial : firstOfWrite;
        int place = write == Asg.INITIAL ? key : write;
        int known = first[place];
        boolean tellsMore = known >= 0
                && Asg.agree(asg.seenContent(known), asg.seenContent(read))
                && Asg.telling(asg.seenContent(known), asg.seenContent(read)) != asg.seenContent(known);
        if (known < 0 || tellsMore) {
            first[place] = read;
        }
        return first[place];
    }

    private boolean isUntold(int write, int key) {
        if (write == Asg.INITIAL) {
            return asg.initialValue(key) == History.UNKNOWN;
        }
        int operation = asg.writeOperation(write);
        return switch (history.kind(operation)) {
            case PUT -> history.value(operation) == History.UNKNOWN;
            case DELETE -> history.value(operation) < 0;
            default -> false;
        };
    }
}
