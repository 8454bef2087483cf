package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import java.util.List;

/** Executes transactions one after the other and compares the answers: a serial order that is right needs no other proof. */
final class SerialReplay {
    private final StartingPoint setting;
    private final Points points;

    SerialReplay(StartingPoint setting, Points points) {
        this.setting = setting;
        this.points = points;
    }

    /** Whether the committed ones of these were answered so, one after the other. */
    boolean explains(List<LoggedTransaction> order) {
        VersionStore store = setting.store();
        Sight sight = new Sight(store, new NewestVersions());
        UnitSearch unit = new UnitSearch(sight, new Choices(points), setting.evaluation());
        for (LoggedTransaction t : order) {
            if (t.ending == Ending.ABORTED) {
                continue;
            }
            sight.own.clear();
            unit.run(t, 0, t.statements.size());
            if (unit.effects().isEmpty()) {
                return false;
            }
            unit.effects().get(0).entries().forEach(sight.own::redo);
            store.commit(t, sight.own);
        }
        return true;
    }

    /** Whether nobody comes before another one that had ended before it began. */
    static boolean keepsRealTime(List<LoggedTransaction> order) {
        long latestStart = Long.MIN_VALUE;
        for (LoggedTransaction t : order) {
            if (t.ending == Ending.COMMITTED && t.endAfter < latestStart) {
                return false;
            }
            if (t.ending == Ending.COMMITTED) {
                latestStart = Math.max(latestStart, t.start);
            }
        }
        return true;
    }
}
