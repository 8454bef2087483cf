package io.bateleur.sql.schema;

import io.bateleur.core.model.SessionState;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.schema.BaseTable.Aspect;
import io.bateleur.sql.schema.TableColumn.Filled;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The catalog that a trace tells of: by entries {@code sql ...}, which are definitions, and by entries {@code table ...}, which older
 * recorders wrote alone. docs/trace-format.md describes both.
 */
final class TraceCatalog {
    /** In this order, so that what others are made of is there first. */
    private static final List<String> KINDS = List.of("type", "sequence", "table", "view", "routine");

    /** Stands for an expression that nobody told of. */
    private static final Expr UNTOLD = new Expr.Null(new Span(0, 0));

    private TraceCatalog() {}

    static Catalog of(Map<String, Value> about) {
        SqlDialect dialect = SqlDialect.of(text(about, "engine"));
        String schema = text(about, "schema");
        List<String> path = schema.isEmpty() ? List.of() : List.of(schema);
        SessionState state = SessionState.of(about);
        List<String> first = state.path() != null ? state.path() : path;
        List<String> along = texts(about.get("sql path")).isEmpty() ? first : texts(about.get("sql path"));
        CatalogBuilder builder = Catalog.empty(dialect, first).builder(along);
        for (SqlTable table : SqlTable.of(about)) {
            builder.put(plain(table, dialect));
        }
        cascades(SqlTable.of(about), builder);
        List<Statement> later = new ArrayList<>();
        for (String kind : KINDS) {
            new TreeMap<>(about).forEach((name, value) -> {
                if (name.startsWith(SqlTable.DEFINITIONS + kind + " ")) {
                    List<Statement> all = statements(value, dialect);
                    all.stream().limit(1).forEach(builder::apply);
                    all.stream().skip(1).forEach(later::add);
                }
            });
        }
        later.forEach(builder::apply); // what belongs to two tables needs both
        return builder.build();
    }

    private static String text(Map<String, Value> about, String name) {
        return about.get(name) instanceof Value.Text text ? text.value() : "";
    }

    private static List<String> texts(@Nullable Value value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof Value.Elements list) {
            for (Value each : list.value()) {
                if (each instanceof Value.Text text) {
                    texts.add(text.value());
                }
            }
        }
        return texts;
    }

    private static List<Statement> statements(Value value, SqlDialect dialect) {
        List<Statement> all = new ArrayList<>();
        texts(value).forEach(text -> all.addAll(SqlReader.read(text, dialect)));
        return all;
    }

    // ---- tables as older recorders described them

    private static BaseTable plain(SqlTable table, SqlDialect dialect) {
        TableSketch sketch = new TableSketch(ObjectName.of(table.name()));
        for (SqlTable.Column column : table.columns()) {
            DataType type = DataType.ofJdbc(column.type(), column.size(), column.scale(), dialect);
            Filled filled = column.computed() ? Filled.UNKNOWN : Filled.BY_STATEMENT;
            TableColumn plain = TableColumn.plain(column.name(), type).withFilled(filled);
            sketch.addColumn(plain.withNotNull(table.key().contains(column.name())));
        }
        sketch.key = table.key().isEmpty() ? null : UniqueKey.of("", table.key());
        List<List<String>> uniques = table.uniques();
        if (uniques != null) {
            uniques.forEach(columns -> sketch.uniques.add(unique(columns)));
        }
        sketch.unknown.addAll(EnumSet.of(
                Aspect.COLUMN_RULES, Aspect.REFERENCES, Aspect.CHECKS, Aspect.ANCESTRY, Aspect.ROW_SECURITY));
        if (uniques == null) {
            sketch.unknown.add(Aspect.UNIQUES);
        }
        if (table.triggers()) {
            sketch.unknown.add(Aspect.TRIGGERS);
        }
        return sketch.build();
    }

    /** An expression is an empty name: which one it is was not told. */
    private static UniqueKey unique(List<String> columns) {
        List<String> named = columns.stream().filter(name -> !name.isEmpty()).toList();
        boolean whole = named.size() == columns.size();
        return new UniqueKey("", named, whole ? List.of() : List.of(UNTOLD), null, Deferral.NEVER, true);
    }

    /** Foreign keys that act by themselves: only the two tables are known. */
    private static void cascades(List<SqlTable> tables, CatalogBuilder builder) {
        for (SqlTable parent : tables) {
            for (String child : parent.cascades()) {
                ObjectName to = ObjectName.of(parent.name());
                builder.allTables().stream()
                        .filter(each -> each.name().equals(ObjectName.of(child))
                                || each.name().name().equals(child))
                        .forEach(each -> {
                            TableSketch sketch = new TableSketch(each);
                            Reference.Action acts = Reference.Action.UNKNOWN;
                            sketch.references.add(
                                    new Reference("", List.of(), to, List.of(), acts, acts, Deferral.NEVER));
                            builder.put(sketch.build());
                        });
            }
        }
    }
}
