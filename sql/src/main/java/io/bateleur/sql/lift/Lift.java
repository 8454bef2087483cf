package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlTable;
import java.util.List;

/**
 * Lifts recorded SQL to reads and writes of cells.
 *
 * <p>The history is gone through twice: first to learn which columns something wrote that cannot be followed, and which columns
 * somebody read; then to tell everything that is left.
 */
public final class Lift {
    private Lift() {}

    /** The same history with its statements lifted; one without statements comes back as it is. */
    public static Lifted lift(History recorded, List<SqlTable> tables) {
        if (!hasStatements(recorded)) {
            return new Lifted(recorded, new Tally().coverage(template -> ""));
        }
        Schema schema = new Schema(tables, recorded.about());
        Statements statements = new Statements(recorded, schema);
        Taints taints = new Taints(schema);
        Survey survey = new Survey(schema.columnCount());
        statements.run(taints, survey);
        Emission emission = new Emission(recorded, taints, survey);
        statements.run(taints, emission);
        return emission.lifted();
    }

    private static boolean hasStatements(History history) {
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                return true;
            }
        }
        return false;
    }
}
