package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import io.bateleur.sql.lift.SchemaFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Traces of SQL, where commands meet the lift. */
final class Statements {
    private Statements() {}

    /** @param schema a file of CREATE TABLE statements, in place of the tables that the trace tells of */
    static Lifted lift(History recorded, @Nullable Path schema) throws IOException {
        List<SqlTable> tables = schema == null ? SqlTable.of(recorded.about()) : SchemaFile.read(schema);
        return Lift.lift(recorded, tables);
    }
}
