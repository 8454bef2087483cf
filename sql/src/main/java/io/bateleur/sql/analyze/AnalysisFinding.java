package io.bateleur.sql.analyze;

import io.bateleur.core.report.ProgramViolation;
import io.bateleur.core.report.Title;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Violations as findings, which every report can show. */
public final class AnalysisFinding {
    private static final String BERENSON = "Berenson et al., A Critique of ANSI SQL Isolation Levels";
    private static final Map<String, Title> TITLES = Map.of(
            "lost update",
            new Title("lost-update", "an update that was computed from an overwritten value", BERENSON),
            "write skew",
            new Title("write-skew", "transactions that each change what the other one read", BERENSON),
            "non-repeatable read",
            new Title("non-repeatable-read", "a change of what a transaction had read before", BERENSON),
            "read-only anomaly",
            new Title(
                    "read-only-anomaly",
                    "a reader that sees a state which no order of the writers gives",
                    "Fekete, O'Neil, O'Neil, A Read-Only Transaction Anomaly Under Snapshot Isolation"),
            "long fork",
            new Title(
                    "long-fork",
                    "two readers that see two changes in different orders",
                    "Sovran et al., Transactional Storage for Geo-Replicated Systems"));
    private static final Title CYCLE = new Title(
            "dependency-cycle",
            "transactions that each have to come before the next",
            "Adya, Weak Consistency: A Generalized Theory");

    private AnalysisFinding() {}

    /** @param more what else is known, such as how it was confirmed, a sentence each */
    public static ProgramViolation of(LevelPlan plan, Violation violation, List<String> more) {
        List<String> names = AnalysisText.names(violation);
        List<ProgramViolation.Instance> instances = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            TransactionProgram program = violation.programs().get(i);
            instances.add(new ProgramViolation.Instance(program.name(), names.get(i), program.file(), program.line()));
        }
        List<String> sentences = AnalysisText.arrows(violation);
        List<ProgramViolation.Edge> edges = new ArrayList<>();
        for (int i = 0; i < violation.size(); i++) {
            Violation.Arrow arrow = violation.arrows().get(i);
            edges.add(new ProgramViolation.Edge(
                    arrow.kind(), arrow.cell(), arrow.fromLine(), arrow.toLine(), sentences.get(i)));
        }
        List<String> shown = new ArrayList<>();
        shown.add(AnalysisText.evidence(violation));
        shown.addAll(more);
        List<String> setUp = new ArrayList<>();
        if (violation.execution() != null) {
            setUp.addAll(AnalysisText.arguments(violation));
            setUp.addAll(AnalysisText.initial(violation));
        }
        return new ProgramViolation(
                plan.title(),
                TITLES.getOrDefault(violation.anomaly(), CYCLE),
                AnalysisText.blamed(violation),
                instances,
                edges,
                AnalysisText.moves(violation),
                setUp,
                violation.execution() != null,
                shown);
    }
}
