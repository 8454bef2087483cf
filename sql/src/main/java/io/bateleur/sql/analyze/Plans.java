package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import java.util.Map;
import java.util.Optional;

/** Makes plans of levels: what is asked for, and what headers of programs say instead. */
public final class Plans {
    private Plans() {}

    /** @param snapshotIsolation MariaDB's {@code innodb_snapshot_isolation} */
    public static LevelPlan engine(Application application, EngineLevel level, boolean snapshotIsolation)
            throws BadInputException {
        Optional<BadInputException> missing = EngineWords.missing(application, level.engine());
        if (missing.isPresent()) {
            throw missing.get();
        }
        LevelPlan plan = LevelPlan.all(application, level);
        for (TransactionProgram program : application.programs()) {
            if (!program.level().isEmpty()
                    && ConsistencyModel.of(program.level()).isEmpty()) {
                Optional<EngineLevel> own = EngineLevel.of(level.engine(), snapshotIsolation, program.level());
                if (own.isEmpty()) {
                    throw new BadInputException(
                            Place.text(program.file(), program.line(), 1),
                            "there is no level '" + program.level() + "'",
                            "there are read committed, repeatable read, serializable; or ec, cc, pc, psi, si, ser");
                }
                plan = plan.with(program.name(), own.get());
            }
        }
        return plan;
    }

    /** @param known models by name, those of a file among them */
    public static LevelPlan model(
            Application application, ConsistencyModel model, Map<String, ConsistencyModel> known) {
        LevelPlan plan = LevelPlan.all(application, model);
        for (TransactionProgram program : application.programs()) {
            ConsistencyModel own = known.get(program.level());
            if (own != null) {
                plan = plan.with(program.name(), own);
            }
        }
        return plan;
    }
}
