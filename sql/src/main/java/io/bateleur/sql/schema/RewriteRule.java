package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Statement;
import java.util.List;

/**
 * A rule of PostgreSQL's, by which a statement does something else.
 *
 * @param event {@code SELECT}, {@code INSERT}, {@code UPDATE}, {@code DELETE}
 * @param instead whether the statement itself does nothing
 */
public record RewriteRule(String name, String event, boolean instead, List<Statement> body) {
    public RewriteRule {
        body = List.copyOf(body);
    }
}
