package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view.
 *
 * @param columns the names that its definition gives; empty: those of its query
 * @param query null where its definition is not known, or not read
 * @param materialized whether it holds the rows of some earlier moment
 * @param path where the names of its query are looked up
 */
public record StoredView(
        ObjectName name, List<String> columns, @Nullable Query query, boolean materialized, List<String> path)
        implements SchemaObject {
    public StoredView {
        columns = List.copyOf(columns);
        path = List.copyOf(path);
    }
}
