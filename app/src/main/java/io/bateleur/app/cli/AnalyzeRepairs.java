package io.bateleur.app.cli;

import io.bateleur.sql.analyze.LevelOutcome;
import io.bateleur.sql.analyze.Repairs;
import io.bateleur.sql.analyze.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The changes that were tried at a level: for each finding, and for all of them together. */
record AnalyzeRepairs(Map<Violation, List<Repairs.Repair>> each, Optional<Repairs.Together> together) {
    static final AnalyzeRepairs NONE = new AnalyzeRepairs(Map.of(), Optional.empty());

    static AnalyzeRepairs of(LevelOutcome outcome, Repairs repairs) {
        Map<Violation, List<Repairs.Repair>> each = new LinkedHashMap<>();
        outcome.findings().forEach(violation -> each.put(violation, repairs.of(violation)));
        return new AnalyzeRepairs(each, repairs.together(outcome.findings()));
    }

    /** A line for each change, those that help first. */
    List<String> words(Violation violation) {
        List<String> lines = new ArrayList<>();
        for (Repairs.Repair repair : each.getOrDefault(violation, List.of())) {
            if (repair.helps()) {
                lines.add("fix " + (lines.size() + 1) + " (verified): " + repair.words());
            }
        }
        for (Repairs.Repair repair : each.getOrDefault(violation, List.of())) {
            if (!repair.helps()) {
                lines.add("does not help: " + repair.words());
            }
        }
        return lines;
    }

    /** What removes everything, or an empty text. */
    String all() {
        return together.map(set -> "for all of them (verified" + (set.greedy() ? ", found greedily, fewer may do" : "")
                        + "): " + String.join("; ", set.words()))
                .orElse("");
    }
}
