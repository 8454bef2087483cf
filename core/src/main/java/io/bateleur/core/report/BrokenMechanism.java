package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What a database did contradicts the mechanism that it says it uses: no choice of instants inside the recorded intervals explains it.
 *
 * @param trace the file, or where the events came from
 * @param mechanism in words, such as {@code consistent read}
 * @param profile what was held against it, such as {@code postgres/repeatable-read}
 * @param title what it is called
 * @param meaning for somebody whose data it happened to
 * @param steps the inequalities that contradict each other
 * @param culprits the transactions in question, the most important one first
 * @param part the few transactions that show it, with their times
 * @param premises what must be believed for it to follow
 * @param repetitions how often the same was found in all, and when first and last; empty where it was once
 * @param isFinal whether nothing that may still come can change it
 */
public record BrokenMechanism(
        String trace,
        String mechanism,
        String profile,
        Title title,
        String meaning,
        List<Sentence> steps,
        List<Value> culprits,
        History part,
        List<String> premises,
        List<String> repetitions,
        Severity severity,
        boolean isFinal)
        implements Finding {
    public BrokenMechanism {
        steps = List.copyOf(steps);
        culprits = List.copyOf(culprits);
        premises = List.copyOf(premises);
        repetitions = List.copyOf(repetitions);
    }

    @Override
    public String kind() {
        return "broken-mechanism";
    }

    @Override
    public String claim() {
        return "This breaks " + mechanism + " of " + profile + ".";
    }

    @Override
    public List<Location> locations() {
        return culprits.stream().map(id -> Location.of(trace, id, part.names())).toList();
    }

    @Override
    public List<Evidence> evidence() {
        return List.of(
                new Evidence("The transactions that show it, with the times of their clients", TimedLines.of(part)));
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>(premises);
        remarks.addAll(repetitions);
        return remarks;
    }

    @Override
    public List<String> identity() {
        List<String> identity = new ArrayList<>(List.of(profile, title.name()));
        part.transactions().stream().map(Transaction::id).sorted().forEach(id -> identity.add(id.toString()));
        return identity;
    }
}
