package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns what the search found into what an explanation holds: numbers into transactions, reasons into sentences. */
final class Steps {
    private final Asg asg;
    private final History history;
    private final Sentences sentences;

    Steps(World world) {
        this.asg = world.asg();
        this.history = asg.history();
        this.sentences = new Sentences(world);
    }

    Argument.Cycle cycle(List<ArgumentEdge> links) {
        return new Argument.Cycle(links.stream().map(this::step).toList());
    }

    private Step step(ArgumentEdge link) {
        Fact fact = link.fact();
        Optional<Argument> otherwise =
                fact != null && fact.isForced() ? Optional.of(cycle(fact.otherwise())) : Optional.empty();
        return new Step(
                history.transaction(link.from()),
                history.transaction(link.to()),
                link.kind(),
                key(link),
                sentences.because(link),
                evidence(link),
                otherwise);
    }

    private Optional<Value> key(ArgumentEdge link) {
        Fact fact = link.fact();
        if (fact != null) {
            return Optional.of(history.keys().get(asg.writeKey(fact.newer())));
        }
        return link.read() < 0 ? Optional.empty() : Optional.of(history.keys().get(asg.readKey(link.read())));
    }

    private List<Operation> evidence(ArgumentEdge link) {
        List<Operation> operations = new ArrayList<>();
        Fact fact = link.fact();
        if (link.kind() == EdgeKind.WW && fact != null) {
            operations.add(writing(fact.older()));
        } else if (!link.kind().isAnti() && link.read() >= 0) {
            operations.add(writing(asg.writeOf(link.from(), asg.readKey(link.read()))));
        }
        if (link.read() >= 0) {
            operations.add(new Operation(history, asg.readOperation(link.read())));
        }
        if (fact != null) {
            operations.add(writing(fact.newer()));
        }
        return operations;
    }

    private Operation writing(int write) {
        return new Operation(history, asg.writeOperation(write));
    }
}
