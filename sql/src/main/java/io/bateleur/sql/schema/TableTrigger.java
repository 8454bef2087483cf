package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A trigger.
 *
 * @param timing {@code BEFORE}, {@code AFTER}, {@code INSTEAD OF}
 * @param events of {@code INSERT}, {@code UPDATE}, {@code DELETE}, {@code TRUNCATE}
 * @param columns the columns whose update fires it; empty: all
 * @param eachRow whether it fires for each row, else for each statement
 * @param when the condition under which it fires; null: always, or it is not known
 * @param routine the function that it calls, as PostgreSQL's do; null: it has a body
 * @param body its statements; empty where it calls a function, or where it is not read
 * @param plain whether nothing more is said of it: no transition tables, no place among other triggers, no constraint trigger
 */
public record TableTrigger(
        String name,
        String timing,
        Set<String> events,
        List<String> columns,
        boolean eachRow,
        @Nullable Expr when,
        @Nullable ObjectName routine,
        List<Statement> body,
        boolean plain) {
    public TableTrigger {
        events = Set.copyOf(events);
        columns = List.copyOf(columns);
        body = List.copyOf(body);
    }
}
