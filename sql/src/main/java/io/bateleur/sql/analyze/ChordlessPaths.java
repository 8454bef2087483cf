package io.bateleur.sql.analyze;

import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtAnswer;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves that no number of instances has a cycle, where none of up to so many has: if every path of so many dependencies has a chord,
 * every longer cycle has a shorter one within (theorem 10 of the paper). As chords count overwritten cells, which are certain.
 */
final class ChordlessPaths {
    /** More paths of programs than this are not looked at. */
    private static final int PATHS_MAX = 200;

    private final Application application;
    private final LevelPlan plan;
    private final Counters counters;
    private final Conflicts conflicts;
    private final long milliseconds;

    ChordlessPaths(Application application, LevelPlan plan, long milliseconds) {
        this.application = application;
        this.plan = plan;
        this.counters = new Counters(application, plan);
        this.conflicts = new Conflicts(application);
        this.milliseconds = milliseconds;
    }

    /** How it was proved, or an empty text. @param length how many dependencies, at most as many as cycles were excluded for */
    String proof(int length) {
        List<List<TransactionProgram>> paths =
                new ArrayList<>(application.programs().stream().map(List::of).toList());
        for (int i = 0; i < length; i++) {
            List<List<TransactionProgram>> longer = new ArrayList<>();
            for (List<TransactionProgram> path : paths) {
                for (TransactionProgram next : application.programs()) {
                    if (conflicts.between(path.get(path.size() - 1), next)) {
                        List<TransactionProgram> more = new ArrayList<>(path);
                        more.add(next);
                        longer.add(more);
                    }
                }
            }
            if (longer.size() > PATHS_MAX) {
                return "";
            }
            paths = longer;
        }
        for (List<TransactionProgram> path : paths) {
            if (isPossible(path)) {
                return "";
            }
        }
        return "by paths: every path of " + length + " dependencies has a chord";
    }

    private boolean isPossible(List<TransactionProgram> path) {
        try (CycleQuery query = new CycleQuery(application, plan, path, counters, false, false)) {
            Encoding encoding = query.encoding();
            Smt smt = query.smt();
            ModelFacts certain = new ModelFacts(encoding);
            List.copyOf(encoding.rows.values()).forEach(certain::row);
            for (int i = 0; i < path.size(); i++) {
                for (int j = i + 2; j < path.size(); j++) {
                    query.require(smt.not(ModelFacts.overwrites(smt, i, j)));
                }
            }
            return query.ask(milliseconds) != SmtAnswer.IMPOSSIBLE;
        }
    }
}
