package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.StoredView;
import io.bateleur.sql.tree.Qualified;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of a catalog as statements are compiled for them. */
public final class Shapes {
    private final Catalog catalog;
    private final Map<ObjectName, TableShape> shapes = new HashMap<>();

    Shapes(Catalog catalog) {
        this.catalog = catalog;
    }

    Catalog catalog() {
        return catalog;
    }

    @Nullable
    TableShape find(Qualified name) {
        Optional<BaseTable> table = catalog.table(name, catalog.path());
        return table.map(this::of).orElse(null);
    }

    @Nullable
    StoredView view(Qualified name) {
        return catalog.view(name, catalog.path()).orElse(null);
    }

    TableShape of(BaseTable table) {
        return shapes.computeIfAbsent(table.name(), name -> TableShape.of(table, catalog.dialect()));
    }

    List<Catalog.Referrer> referrers(TableShape table) {
        return catalog.referrers(table.table());
    }
}
