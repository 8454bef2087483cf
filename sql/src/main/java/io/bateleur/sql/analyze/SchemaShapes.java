package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.Catalog;
import io.bateleur.sql.schema.Reference;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.schema.UniqueKey;
import io.bateleur.sql.tree.Expr;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a catalog as the analysis sees them. */
final class SchemaShapes {
    private SchemaShapes() {}

    static Map<String, TableShape> of(Catalog catalog) throws BadInputException {
        Map<String, TableShape> all = new LinkedHashMap<>();
        for (BaseTable table : catalog.tables()) {
            all.put(table.name().name(), shape(catalog, table));
        }
        return all;
    }

    private static TableShape shape(Catalog catalog, BaseTable table) {
        Map<String, TableShape.Field> columns = new LinkedHashMap<>();
        List<String> key = table.key() == null ? List.of() : table.key().columns();
        for (TableColumn column : table.columns()) {
            columns.put(
                    column.name(),
                    new TableShape.Field(
                            column.name(),
                            kind(column),
                            column.notNull() || key.contains(column.name()),
                            byDefault(column),
                            column.type().name()));
        }
        if (key.isEmpty()) {
            key = List.of(TableShape.HIDDEN);
            Calculation fresh = new Calculation.Opaque(TableShape.HIDDEN, List.of());
            columns.put(
                    TableShape.HIDDEN, new TableShape.Field(TableShape.HIDDEN, ValueKind.INTEGER, true, fresh, "int"));
        }
        List<List<String>> uniques = new ArrayList<>();
        for (UniqueKey unique : table.uniques()) {
            if (unique.isPlain() && unique.nullsDistinct() && !unique.deferrable()) {
                uniques.add(unique.columns());
            }
        }
        List<TableShape.ParentKey> references = new ArrayList<>();
        for (Reference reference : table.references()) {
            List<String> parentKey = parentKey(catalog, reference);
            if (!reference.writes()
                    && !reference.deferrable()
                    && parentKey.size() == reference.columns().size()) {
                references.add(new TableShape.ParentKey(
                        reference.columns(), reference.table().name(), parentKey));
            }
        }
        return new TableShape(table.name().name(), columns, key, uniques, references);
    }

    private static List<String> parentKey(Catalog catalog, Reference reference) {
        if (!reference.key().isEmpty()) {
            return reference.key();
        }
        for (BaseTable each : catalog.tables()) {
            UniqueKey key = each.key();
            if (each.name().name().equals(reference.table().name()) && key != null) {
                return key.columns();
            }
        }
        return List.of();
    }

    private static ValueKind kind(TableColumn column) {
        return switch (column.type().kind()) {
            case INTEGER -> ValueKind.INTEGER;
            case DECIMAL, FLOAT -> ValueKind.DECIMAL;
            case BOOLEAN -> ValueKind.BOOLEAN;
            default -> ValueKind.TEXT;
        };
    }

    /** Unknown where the database makes up the value. */
    private static Calculation byDefault(TableColumn column) {
        if (column.filled() != TableColumn.Filled.BY_STATEMENT) {
            return new Calculation.Opaque(column.name(), List.of());
        }
        @Nullable Expr value = column.byDefault();
        if (value == null || value instanceof Expr.Null) {
            return new Calculation.Constant(null);
        }
        if (value instanceof Expr.Numeral number && number.text().matches("\\d{1,18}")) {
            return new Calculation.Constant(Long.valueOf(number.text()));
        }
        if (value instanceof Expr.Numeral number && number.text().matches("[0-9.]+")) {
            return new Calculation.Constant(new BigDecimal(number.text()));
        }
        if (value instanceof Expr.Text text) {
            return new Calculation.Constant(text.value());
        }
        return value instanceof Expr.Bool bool
                ? new Calculation.Constant(bool.value())
                : new Calculation.Opaque(column.name(), List.of());
    }
}
