package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lifts recorded SQL to reads and writes of cells.
 *
 * <p>The history is gone through twice: first to learn which columns something wrote that cannot be followed, and which columns
 * somebody read; then to tell everything that is left.
 */
public final class Lift {
    /** The entry by which a recorder says that there are several databases. */
    static final String SEVERAL = "databases";

    static final String SEVERAL_DATABASES = "tables of more than one database, which may have the same names";

    private Lift() {}

    /**
     * With the tables that the trace describes.
     *
     * @param schema a file of CREATE TABLE statements that is believed in place of the trace
     */
    public static Lifted lift(History recorded, Optional<Path> schema) throws IOException {
        SqlDialect dialect = dialect(recorded);
        Catalog told = schema.isPresent() ? SchemaFile.read(schema.get(), dialect) : Catalog.of(recorded.about());
        return lift(recorded, told);
    }

    /** With these tables in place of those that the trace describes. */
    public static Lifted lift(History recorded, List<SqlTable> tables) {
        Map<String, Value> about = new LinkedHashMap<>(recorded.about());
        Map<String, Value> own = new LinkedHashMap<>();
        tables.forEach(table -> own.put(SqlTable.ABOUT + table.name(), table.toValue()));
        about.keySet().removeIf(name -> name.startsWith(SqlTable.ABOUT) && !own.containsKey(name));
        about.putAll(own);
        return lift(recorded, Catalog.of(about));
    }

    /** The same history with its statements lifted; one without statements comes back as it is. */
    public static Lifted lift(History recorded, Catalog told) {
        if (!hasStatements(recorded)) {
            return new Lifted(recorded, new Tally().coverage(template -> ""));
        }
        Map<Integer, Parsed> texts = Statements.parse(recorded, told.dialect());
        World world = World.of(
                told,
                recorded.about(),
                texts.values().stream().map(Parsed::statements).toList());
        Schema schema = new Schema(world, recorded.about());
        Statements statements = new Statements(recorded, texts, schema);
        WholeTrace known = new WholeTrace(recorded, schema);
        if (recorded.about().containsKey(SEVERAL)) {
            known.everything(SideEffects.ALWAYS, SEVERAL_DATABASES);
        }
        boolean clears = texts.values().stream().anyMatch(Parsed::clears);
        Survey survey = new Survey(schema.columnCount(), clears ? known.clears : null);
        statements.run(known, survey);
        known.resolve();
        Emission emission = new Emission(recorded, known.taints, survey, known.births, schema);
        statements.run(known, emission);
        return emission.lifted(statements.accounts());
    }

    private static SqlDialect dialect(History recorded) {
        return SqlDialect.of(recorded.about().get("engine") instanceof Value.Text text ? text.value() : "");
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
