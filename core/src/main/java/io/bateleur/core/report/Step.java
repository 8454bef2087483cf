package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.List;
import java.util.Optional;

/**
 * One transaction comes before another.
 *
 * @param key the key in question, for dependencies
 * @param because the operations that prove it, in a sentence
 * @param evidence those operations: the reads and writes that the sentence is about
 * @param otherwise a step may rest on the order of two versions that the trace does not tell: then this is why the other order
 *     cannot be, found under the assumption that it were so. Empty where the history itself shows the step
 */
public record Step(
        Transaction from,
        Transaction to,
        EdgeKind kind,
        Optional<Value> key,
        String because,
        List<Operation> evidence,
        Optional<Argument> otherwise) {
    public Step {
        evidence = List.copyOf(evidence);
    }

    /** What people read in place of the key. */
    public Optional<String> keyName() {
        return key.map(from.history().names()::key);
    }

    /** The step without its reasons, such as {@code T1 -rw(x)-> T2}. */
    @Override
    public String toString() {
        return from.name() + " -" + kind.word()
                + keyName().map(k -> "(" + k + ")").orElse("") + "-> " + to.name();
    }
}
