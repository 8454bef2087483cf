package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.resolve.ReachFinder;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.schema.StoredType;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a trace, with their columns numbered, and what follows from changing one. */
final class Schema {
    private static final Span NOWHERE = new Span(0, 0);

    final Catalog catalog;
    /** Whether there is no table beside those of the catalog. */
    final boolean complete;

    final Traits traits;
    final ReachFinder reaches;
    final List<Relation> relations = new ArrayList<>();
    /** Names, in lower case, of tables that statements of the trace made: they are no views of others. */
    final Set<String> made;

    private final Map<ObjectName, Relation> byName = new HashMap<>();

    Schema(World world, Map<String, Value> about) {
        this.catalog = world.catalog();
        this.complete = world.complete();
        this.traits = Traits.of(about);
        this.made = world.made();
        this.reaches = new ReachFinder(catalog, world.complete(), world.made(), world.uncertainRoutines());
        int columns = 0;
        for (BaseTable table : catalog.tables()) {
            Relation relation = new Relation(table, columns, traits, world.uniques(table), this::equality);
            relations.add(relation);
            byName.put(table.name(), relation);
            columns += relation.columnCount();
        }
    }

    /** Which texts of a column are equal. */
    private TextEquality equality(TableColumn column) {
        String collation = column.collation();
        if (catalog.dialect() == SqlDialect.MYSQL) {
            return collation == null ? TextEquality.COMMON : TextEquality.ofMySql(collation);
        }
        if (collation == null || !traits.exactText()) {
            return traits.exactText() ? TextEquality.EXACT : TextEquality.COMMON;
        }
        if (catalog.dialect() == SqlDialect.SQLITE) {
            return switch (collation.toLowerCase(Locale.ROOT)) {
                case "binary" -> TextEquality.EXACT;
                case "nocase" -> TextEquality.NOCASE;
                case "rtrim" -> TextEquality.RTRIM;
                default -> TextEquality.ANYTHING;
            };
        }
        List<Name> parts = List.of(collation.split("\\.")).stream()
                .map(part -> new Name(part.replace("\"", ""), true))
                .toList();
        Optional<StoredType> type = catalog.type(new Qualified(NOWHERE, parts), List.of());
        boolean exact = type.isEmpty() || type.get().deterministic();
        return exact ? TextEquality.EXACT : TextEquality.ANYTHING;
    }

    /** With their schemas. */
    List<String> tableNames() {
        return relations.stream()
                .map(relation -> relation.table.name().toString())
                .toList();
    }

    int columnCount() {
        return relations.stream().mapToInt(Relation::columnCount).sum();
    }

    Relation relation(BaseTable table) {
        Relation relation = byName.get(table.name());
        if (relation == null) {
            throw new IllegalStateException("no relation " + table.name());
        }
        return relation;
    }

    /**
     * The table that a source of a statement is, where its rows are told by a key; null otherwise. Rows of partitions and of tables that
     * inherit are rows of others, too, and no key holds for all.
     */
    @Nullable
    Relation keyed(@Nullable RowSource source) {
        BaseTable table = source == null ? null : source.table();
        if (source == null || table == null || source.kind() != RowSource.Kind.TABLE) {
            return null;
        }
        Relation relation = relation(table);
        boolean family = !table.ancestry().parents().isEmpty()
                || !table.ancestry().partitioned() && !catalog.children(table).isEmpty();
        return relation.key.length == 0 || family || table.storage() != BaseTable.Storage.PERMANENT ? null : relation;
    }

    /** The tables whose rows may go or change with rows of this one; null when nobody knows. */
    @Nullable
    List<Relation> cascades(Relation from, List<String> path) {
        Reach reach = reaches.cascades(from.table, null, path);
        return reach.anything() != null
                ? null
                : reach.tables().stream().map(this::relation).toList();
    }

    boolean isMade(Qualified name) {
        return made.contains(name.last().text().toLowerCase(Locale.ROOT));
    }
}
