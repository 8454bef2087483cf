package io.bateleur.core.report;

import io.bateleur.core.model.Names;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * No correct execution explains an answer that a database gave.
 *
 * @param trace the file, as it was named
 * @param names of its transactions
 * @param level at which it was audited, by its name
 * @param transaction whose answer it is
 * @param statement with its parameters; empty: all its answers may be right, but not that it committed
 * @param answer what the database said
 * @param possible what it could have said, each in words
 * @param why in sentences, why nothing else was possible
 * @param semantics whether no isolation level explains it
 * @param others the transactions that matter besides
 * @param lines what all of them said
 */
public record ImpossibleAnswer(
        String trace,
        Names names,
        String level,
        Value transaction,
        Optional<String> statement,
        String answer,
        List<String> possible,
        List<String> why,
        boolean semantics,
        List<Value> others,
        List<String> lines)
        implements Finding {
    public ImpossibleAnswer {
        possible = List.copyOf(possible);
        why = List.copyOf(why);
        others = List.copyOf(others);
        lines = List.copyOf(lines);
    }

    @Override
    public String kind() {
        return "impossible-answer";
    }

    @Override
    public Title title() {
        return semantics
                ? new Title("wrong-answer", "an answer that no order of the statements gives", SOURCE)
                : new Title("impossible-answer", "an answer that the isolation level does not allow", SOURCE);
    }

    private static final String SOURCE = "Pick et al., Checking Observational Correctness of Database Systems";

    @Override
    public String claim() {
        return statement.isPresent()
                ? "No correct execution at " + level + " explains what " + name() + " was answered."
                : "No correct execution at " + level + " lets " + name() + " commit.";
    }

    private String name() {
        return names.transaction(transaction);
    }

    @Override
    public String meaning() {
        return semantics
                ? "The database evaluated a statement wrongly, or lost or invented rows."
                : "The database let transactions see or overwrite each other's changes in a way that the level forbids.";
    }

    @Override
    public List<Sentence> steps() {
        List<Sentence> steps = new ArrayList<>();
        statement.ifPresent(text -> steps.add(new Sentence(0, name() + " said: " + text)));
        if (statement.isPresent()) {
            steps.add(new Sentence(0, "The answer was " + answer + "."));
        }
        if (!possible.isEmpty()) {
            steps.add(new Sentence(0, "Possible was " + String.join(", or ", possible) + "."));
        }
        why.forEach(sentence -> steps.add(new Sentence(0, sentence)));
        if (steps.isEmpty()) {
            steps.add(new Sentence(0, "No order of what happened explains all answers up to here."));
        }
        return steps;
    }

    @Override
    public List<Location> locations() {
        List<Location> locations = new ArrayList<>();
        locations.add(Location.of(trace, transaction, names));
        others.forEach(other -> locations.add(Location.of(trace, other, names)));
        return locations;
    }

    @Override
    public List<Evidence> evidence() {
        return lines.isEmpty() ? List.of() : List.of(new Evidence("The transactions that matter", lines));
    }

    @Override
    public List<String> remarks() {
        return List.of();
    }

    @Override
    public Severity severity() {
        return Severity.VIOLATION;
    }

    @Override
    public List<String> identity() {
        List<String> identity = new ArrayList<>(List.of(level, transaction.toString(), statement.orElse("")));
        others.stream().map(Value::toString).sorted().forEach(identity::add);
        return identity;
    }
}
