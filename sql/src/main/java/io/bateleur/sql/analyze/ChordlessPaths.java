package io.bateleur.sql.analyze;

import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Proves that no number of instances has a cycle, where none of up to so many has: if every path of so many dependencies has a chord,
 * every longer cycle has a shorter one within (theorem 10 of the paper). As chords count overwritten cells, which are certain.
 */
final class ChordlessPaths {
    /** After so many paths it gives up. */
    private static final int PATHS_MAX = 600;

    private static final int LENGTH_MAX = 8;

    private final Application application;
    private final LevelPlan plan;
    private final Counters counters;
    private final Conflicts conflicts;
    private final long milliseconds;
    private List<TransactionProgram> longest = List.of();
    private int asked;

    ChordlessPaths(Application application, LevelPlan plan, long milliseconds) {
        this.application = application;
        this.plan = plan;
        this.counters = new Counters(application, plan);
        this.conflicts = new Conflicts(application);
        this.milliseconds = milliseconds;
    }

    /** A proof, or a path without a chord. */
    record Answer(String proof, String failure) {}

    /** @param length for how many instances cycles were excluded */
    Answer proof(int length) {
        for (TransactionProgram first : application.programs()) {
            extend(List.of(first));
        }
        int needed = longest.size();
        String path = longest.stream().map(TransactionProgram::name).collect(Collectors.joining(" -> "));
        if (needed > LENGTH_MAX || asked > PATHS_MAX) {
            return new Answer("", "not proved by paths: " + (needed - 1) + " dependencies without a chord in " + path);
        }
        return needed <= length
                ? new Answer("by paths: every path of " + needed + " dependencies has a chord", "")
                : new Answer(
                        "",
                        "not proved by paths: every path of " + needed
                                + " dependencies has a chord, but cycles were looked for up to " + length
                                + " instances");
    }

    /** Looks for the longest path without a chord that goes on from here. */
    private void extend(List<TransactionProgram> path) {
        if (path.size() > longest.size()) {
            longest = path;
        }
        for (TransactionProgram next : application.programs()) {
            if (longest.size() <= LENGTH_MAX
                    && asked <= PATHS_MAX
                    && conflicts.between(path.get(path.size() - 1), next)) {
                List<TransactionProgram> more = new ArrayList<>(path);
                more.add(next);
                asked++;
                if (isPossible(more)) {
                    extend(more);
                }
            }
        }
    }

    private boolean isPossible(List<TransactionProgram> path) {
        try (CycleQuery query = new CycleQuery(application, plan, path, counters, false, false)) {
            Encoding encoding = query.encoding();
            Smt smt = query.smt();
            ModelFacts certain = new ModelFacts(encoding);
            List.copyOf(encoding.rows.values()).forEach(certain::row);
            for (int i = 0; i < path.size(); i++) {
                for (int j = i + 1; j < path.size(); j++) {
                    // Back again it would be a shorter cycle, and there is none.
                    query.require(smt.not(ModelFacts.overwrites(smt, j, i)));
                    if (j > i + 1) {
                        query.require(smt.not(ModelFacts.overwrites(smt, i, j)));
                    }
                }
            }
            return query.ask(milliseconds) != SmtAnswer.IMPOSSIBLE;
        }
    }
}
