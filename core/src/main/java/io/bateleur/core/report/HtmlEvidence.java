package io.bateleur.core.report;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The operations of a part of a history that a step is about. */
final class HtmlEvidence {
    private HtmlEvidence() {}

    /** What the step names, where that is of this part; else what reads and writes its key in its two transactions. */
    static List<Operation> of(Step step, History part) {
        boolean named = !step.evidence().isEmpty()
                && step.evidence().stream()
                        .allMatch(operation -> operation.history().equals(part));
        return named ? step.evidence() : byKey(step, part);
    }

    private static List<Operation> byKey(Step step, History part) {
        if (step.key().isEmpty()) {
            return List.of();
        }
        Value key = step.key().get();
        boolean reads = step.kind() == EdgeKind.WR || step.kind() == EdgeKind.PWR;
        List<Operation> found = new ArrayList<>();
        add(found, part, step.from(), key, step.kind().isAnti());
        add(found, part, step.to(), key, reads);
        return found;
    }

    /** The reads that are wrong, and the writes that show it. */
    static List<Operation> of(BadRead finding, History part) {
        List<Operation> found = new ArrayList<>();
        add(found, part, finding.reader(), finding.key(), true);
        finding.writer().ifPresent(writer -> add(found, part, writer, finding.key(), false));
        return found;
    }

    private static void add(List<Operation> found, History part, Transaction of, Value key, boolean reads) {
        Optional<Transaction> known = part.transaction(of.id());
        if (known.isEmpty()) {
            return;
        }
        for (Operation operation : known.get().operations()) {
            OpKind kind = operation.kind();
            if (kind == OpKind.SQL || kind.isWrite() == reads) {
                continue;
            }
            if (kind.isRangeRead() ? covers(operation, key) : operation.key().equals(key)) {
                found.add(operation);
            }
        }
    }

    private static boolean covers(Operation range, Value key) {
        return range.low().map(low -> low.compareTo(key) <= 0).orElse(true)
                && range.high().map(high -> key.compareTo(high) < 0).orElse(true);
    }
}
