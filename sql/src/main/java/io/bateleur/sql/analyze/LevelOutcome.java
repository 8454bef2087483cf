package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the analysis says of one level.
 *
 * @param findings violations that were executed
 * @param candidates those that were not
 * @param proof by which method, in how many steps; empty: not proved
 * @param facts what a proof or a bound takes for granted about the initial state
 * @param counts how many cycles of programs there were, how many were left after the queries, how many were executed
 * @param hidden executed violations that a comment or a filter hides, and why
 * @param limits what ran into a limit
 * @param unproved why a proof failed; empty: none was looked for, or it did not
 */
public record LevelOutcome(
        LevelPlan plan,
        int k,
        List<Violation> findings,
        List<Violation> candidates,
        String proof,
        List<String> facts,
        Counts counts,
        List<String> hidden,
        List<String> limits,
        String unproved) {
    /** @param longest milliseconds of the longest query */
    public record Counts(int cycles, int left, int executed, long longest) {}

    /** The answer. */
    public enum Verdict {
        PROVED,
        VIOLATION,
        NONE_UP_TO,
        UNDECIDED;

        /** As JSON has it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public LevelOutcome {
        findings = List.copyOf(findings);
        candidates = List.copyOf(candidates);
        facts = List.copyOf(facts);
        hidden = List.copyOf(hidden);
        limits = List.copyOf(limits);
    }

    public Verdict verdict() {
        if (!findings.isEmpty()) {
            return Verdict.VIOLATION;
        }
        if (!candidates.isEmpty() || !limits.isEmpty()) {
            return Verdict.UNDECIDED;
        }
        return proof.isEmpty() ? Verdict.NONE_UP_TO : Verdict.PROVED;
    }

    /** With findings that a server did not reproduce, and why, among those that are suspected only. */
    public LevelOutcome withRefuted(Map<Violation, String> refuted) {
        List<Violation> kept = new ArrayList<>(findings);
        List<Violation> suspected = new ArrayList<>(candidates);
        refuted.forEach((each, why) -> {
            kept.remove(each);
            suspected.add(new Violation(each.programs(), each.arrows(), each.example(), null, why));
        });
        return new LevelOutcome(plan, k, kept, suspected, proof, facts, counts, hidden, limits, unproved);
    }

    LevelOutcome withProof(String method, String why) {
        return new LevelOutcome(plan, k, findings, candidates, method, facts, counts, hidden, limits, why);
    }
}
