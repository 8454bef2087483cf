package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.Reference;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Foreign keys of a table, and those that refer to it, with columns by their numbers. */
final class References {

    /** @param comparing one for each column */
    record Link(
            TableShape child,
            int[] columns,
            TableShape parent,
            int[] key,
            Reference rule,
            Comparing[] comparing,
            Keys parentKeys,
            Keys childKeys) {}

    final List<Link> parents = new ArrayList<>();
    final List<Link> children = new ArrayList<>();
    /** Whether a foreign key is not understood. */
    boolean unclear;

    References(TableShape table, Shapes shapes) {
        for (Reference reference : table.table().references()) {
            add(parents, table, reference, shapes);
        }
        for (Catalog.Referrer referrer : shapes.referrers(table)) {
            add(children, shapes.of(referrer.table()), referrer.reference(), shapes);
        }
    }

    private void add(List<Link> into, TableShape child, Reference reference, Shapes shapes) {
        Optional<BaseTable> found = shapes.catalog().table(reference.table());
        if (found.isEmpty() || reference.columns().isEmpty()) {
            unclear = true;
            return;
        }
        TableShape parent = shapes.of(found.get());
        int[] columns = child.numbers(reference.columns());
        int[] key = reference.key().isEmpty() ? parent.primaryKey() : parent.numbers(reference.key());
        if (key.length != columns.length) {
            unclear = true;
            return;
        }
        SqlDialect dialect = shapes.catalog().dialect();
        Comparing[] comparing = new Comparing[key.length];
        for (int i = 0; i < key.length; i++) {
            comparing[i] = Comparisons.comparing(
                    dialect,
                    parent.columns().get(key[i]).type(),
                    child.columns().get(columns[i]).type());
        }
        into.add(new Link(
                child,
                columns,
                parent,
                key,
                reference,
                comparing,
                new Keys(dialect, parent, key),
                new Keys(dialect, child, columns)));
    }
}
