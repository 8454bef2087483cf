package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.SchemaObject;
import io.bateleur.sql.tree.Qualified;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the names of a statement are looked up. @param path schemas, first the one that is looked at first */
record SearchPath(Catalog catalog, List<String> path) {
    /** The table or view; null where there is none, or it is not certain which one. */
    @Nullable
    SchemaObject find(Qualified name) {
        return catalog.relation(name, path).orElse(null);
    }

    /** The same for the text of a view, whose names are looked up along a path of its own. */
    SearchPath along(List<String> other) {
        return new SearchPath(catalog, other);
    }
}
