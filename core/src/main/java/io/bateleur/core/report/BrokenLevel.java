package io.bateleur.core.report;

import io.bateleur.core.model.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace does not satisfy an isolation level.
 *
 * @param trace the file, as it was named
 */
public record BrokenLevel(String trace, Cause cause, Severity severity) implements Finding {

    /** An explanation by itself, of a level that was promised. */
    public static BrokenLevel of(String trace, Explanation why) {
        return new BrokenLevel(trace, new Cause(why, List.of(), List.of(), List.of()), Severity.VIOLATION);
    }

    private Explanation why() {
        return cause.why();
    }

    @Override
    public String kind() {
        return "broken-level";
    }

    @Override
    public Title title() {
        return new Title(
                why().name(),
                why().anomaly().words() + beyondTheData(),
                why().anomaly().source());
    }

    private String beyondTheData() {
        return switch (why().order()) {
            case NONE -> "";
            case SESSION -> ", given the order of a session";
            case REAL_TIME -> ", given the clients' times";
        };
    }

    @Override
    public String claim() {
        return "This breaks " + why().level() + (severity == Severity.NOTE ? ", which was not promised." : ".");
    }

    @Override
    public String meaning() {
        return Meaning.of(why());
    }

    @Override
    public List<Sentence> steps() {
        return Outline.of(why());
    }

    @Override
    public List<Location> locations() {
        return new Onstage(why())
                .culpritsFirst().stream()
                        .map(transaction -> Location.of(
                                trace, transaction.id(), transaction.history().names()))
                        .toList();
    }

    @Override
    public List<Evidence> evidence() {
        Onstage stage = new Onstage(why());
        List<String> lines = new ArrayList<>(PartLines.lines(why().part(), stage.transactions()));
        if (!stage.others().isEmpty()) {
            lines.add(stage.others());
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence("The part of the history that shows it", lines));
        if (!cause.said().isEmpty()) {
            evidence.add(new Evidence("What they said", cause.said()));
        }
        return evidence;
    }

    @Override
    public List<String> remarks() {
        return cause.alsoViolated();
    }

    @Override
    public List<String> identity() {
        List<String> identity = new ArrayList<>(List.of(why().level().name(), why().name()));
        why().part().transactions().stream().map(Transaction::id).sorted().forEach(id -> identity.add(id.toString()));
        return identity;
    }
}
