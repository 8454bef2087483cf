package io.bateleur.sql.schema;

import io.bateleur.sql.schema.TableColumn.Filled;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Definition.Constraint;
import io.bateleur.sql.tree.Definition.IndexColumn;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds what stands between the parentheses of CREATE TABLE to a table: columns, constraints, indexes. */
final class TableElements {
    private static final Set<String> COUNTED =
            Set.of("serial", "bigserial", "smallserial", "serial2", "serial4", "serial8", "identity");

    private final CatalogBuilder catalog;
    private final TableSketch sketch;
    private final String collation;

    /** @param collation of columns that name none; empty: the database's */
    TableElements(CatalogBuilder catalog, TableSketch sketch, String collation) {
        this.catalog = catalog;
        this.sketch = sketch;
        this.collation = collation;
    }

    void add(Definition.Element element) {
        if (element instanceof Definition.ColumnDefinition column) {
            column(column);
        } else if (element instanceof Constraint constraint) {
            constraint(constraint, List.of());
        } else if (element instanceof Definition.Like like) {
            like(like.table(), OptionWords.has(like.options().tokens(), "INCLUDING", "ALL"));
        }
        // indexes within CREATE TABLE are unique only as constraints
    }

    // ---- columns

    private void column(Definition.ColumnDefinition definition) {
        sketch.addColumn(read(definition));
        List<String> own = List.of(catalog.spelling.stored(definition.name()));
        definition.constraints().forEach(constraint -> constraint(constraint, own));
        identityOfSqlite(definition, own);
    }

    /** A column without the constraints that are the table's. */
    TableColumn read(Definition.ColumnDefinition definition) {
        String name = catalog.spelling.stored(definition.name());
        TypeName written = definition.type();
        if (written == null) { // a column of the parent, with rules of its own
            int known = sketch.column(definition.name());
            TableColumn before = known >= 0 ? sketch.columns.get(known) : TableColumn.plain(name, DataType.UNKNOWN);
            return ruled(before, definition.constraints());
        }
        StoredType stored = catalog.type(written.name()).orElse(null);
        DataType type = type(written, stored);
        boolean counted = COUNTED.contains(written.name().last().text().toLowerCase(Locale.ROOT))
                && (catalog.dialect != SqlDialect.H2 || written.name().is("IDENTITY"));
        StoredType domain = stored != null && stored.form() == StoredType.Form.DOMAIN ? stored : null;
        String usual = type.kind() == DataType.Kind.TEXT || type.kind() == DataType.Kind.PADDED ? collation : "";
        String ofDomain = domain == null ? null : domain.collation();
        TableColumn column = new TableColumn(
                name,
                type,
                domain == null ? null : domain.name(),
                ofDomain != null || usual.isEmpty() ? ofDomain : usual,
                counted || domain != null && domain.notNull(),
                domain == null ? null : domain.byDefault(),
                counted ? Filled.IDENTITY_BY_DEFAULT : Filled.BY_STATEMENT,
                null);
        return ruled(column, definition.constraints());
    }

    private DataType type(TypeName written, @Nullable StoredType stored) {
        DataType plain = DataType.of(written, catalog.dialect);
        return stored == null ? plain : stored.type().array(plain.dimensions());
    }

    private TableColumn ruled(TableColumn column, List<Constraint> constraints) {
        TableColumn now = column;
        for (Constraint constraint : constraints) {
            Definition.Rule rule = constraint.rule();
            if (rule instanceof Definition.NotNull || rule instanceof Definition.PrimaryKey) {
                now = now.withNotNull(rule instanceof Definition.NotNull || catalog.dialect != SqlDialect.SQLITE);
            } else if (rule instanceof Definition.Nulls) {
                now = now.withNotNull(false);
            } else if (rule instanceof Definition.DefaultValue value) {
                now = now.withDefault(value.value());
            } else if (rule instanceof Definition.Identity identity) {
                boolean always = identity.words().contains("ALWAYS");
                now = now.withNotNull(true).withFilled(always ? Filled.IDENTITY_ALWAYS : Filled.IDENTITY_BY_DEFAULT);
            } else if (rule instanceof Definition.Generated made) {
                now = new TableColumn(
                        now.name(),
                        now.type(),
                        now.domain(),
                        now.collation(),
                        now.notNull(),
                        null,
                        Filled.GENERATED,
                        made.value());
            } else if (rule instanceof Definition.OtherRule other) {
                now = other(now, other.words().tokens());
            }
        }
        return now;
    }

    private static TableColumn other(TableColumn column, List<String> words) {
        if (OptionWords.begins(words, "COLLATE") && words.size() > 1) {
            List<Qualified> names = OptionWords.names(words, 1);
            String name = names.isEmpty() ? words.get(1) : names.get(0).last().text();
            return new TableColumn(
                    column.name(),
                    column.type(),
                    column.domain(),
                    name,
                    column.notNull(),
                    column.byDefault(),
                    column.filled(),
                    column.generated());
        }
        if (OptionWords.begins(words, "ON", "UPDATE") || OptionWords.begins(words, "GENERATED")) {
            return column.withFilled(OptionWords.begins(words, "ON", "UPDATE") ? Filled.ON_UPDATE : Filled.UNKNOWN);
        }
        return column;
    }

    /** SQLite's INTEGER PRIMARY KEY counts by itself. */
    private void identityOfSqlite(Definition.ColumnDefinition definition, List<String> own) {
        boolean integer = definition.type() != null && definition.type().name().is("INTEGER");
        if (catalog.dialect == SqlDialect.SQLITE
                && integer
                && sketch.key != null
                && sketch.key.columns().equals(own)) {
            sketch.columns.replaceAll(column -> own.contains(column.name()) && column.filled() == Filled.BY_STATEMENT
                    ? column.withNotNull(true).withFilled(Filled.IDENTITY_BY_DEFAULT)
                    : column);
        }
    }

    // ---- constraints

    /** @param own the column that it stands at; empty: it is the table's */
    void constraint(Constraint constraint, List<String> own) {
        Name given = constraint.name();
        String name = given == null ? "" : catalog.spelling.stored(given);
        Definition.Rule rule = constraint.rule();
        Verbatim attributes = constraint.attributes();
        Deferral deferral = deferral(attributes.tokens());
        if (rule instanceof Definition.PrimaryKey primary) {
            UniqueKey key = unique(name.isEmpty() ? usualName() : name, primary.columns(), null, deferral, true);
            sketch.key = own.isEmpty() ? key : with(key, own);
            if (catalog.dialect != SqlDialect.SQLITE) {
                sketch.notNull(sketch.key.columns());
            }
        } else if (rule instanceof Definition.Unique unique) {
            boolean distinct = !OptionWords.has(unique.words().tokens(), "NULLS", "NOT", "DISTINCT");
            String called = name.isEmpty() ? nameIn(unique.words()) : name;
            UniqueKey key = unique(called, unique.columns(), null, deferral, distinct);
            sketch.uniques.add(own.isEmpty() ? key : with(key, own));
        } else if (rule instanceof Definition.Check check) {
            sketch.checks.add(new CheckRule(name, check.condition()));
        } else if (rule instanceof Definition.ForeignKey foreign) {
            sketch.references.add(reference(name, foreign, own, deferral));
        }
    }

    private String usualName() {
        return switch (catalog.dialect) {
            case POSTGRES -> sketch.name.name() + "_pkey";
            case MYSQL -> "PRIMARY";
            default -> "";
        };
    }

    /** MySQL's name of the index stands between UNIQUE KEY and the columns. */
    private static String nameIn(Verbatim words) {
        return words.tokens().stream()
                .filter(token -> !Set.of("KEY", "INDEX", "NULLS", "NOT", "DISTINCT", "USING", "BTREE", "HASH")
                        .contains(token.toUpperCase(Locale.ROOT)))
                .findFirst()
                .map(token -> Name.of(token).text())
                .orElse("");
    }

    private static UniqueKey with(UniqueKey key, List<String> columns) {
        return new UniqueKey(key.name(), columns, List.of(), null, key.deferral(), key.nullsDistinct());
    }

    UniqueKey unique(
            String name, List<IndexColumn> parts, @Nullable Expr where, Deferral deferral, boolean nullsDistinct) {
        List<String> columns = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (IndexColumn part : parts) {
            String column = columnOf(part);
            if (column == null) {
                expressions.add(part.value());
            } else {
                columns.add(column);
            }
        }
        return new UniqueKey(name, columns, expressions, where, deferral, nullsDistinct);
    }

    /** The column that a part of an index is as a whole, as the table stores its name. */
    private @Nullable String columnOf(IndexColumn part) {
        if (!(part.value() instanceof Expr.Column column)
                || OptionWords.begins(part.words().tokens(), "(")) {
            return null;
        }
        int known = sketch.column(column.name());
        return known >= 0 ? sketch.columns.get(known).name() : catalog.columnName(column);
    }

    /** INITIALLY DEFERRED alone makes a key deferrable. */
    private static Deferral deferral(List<String> tokens) {
        if (OptionWords.has(tokens, "INITIALLY", "DEFERRED")) {
            return Deferral.AT_COMMIT;
        }
        boolean possible = OptionWords.has(tokens, "DEFERRABLE") && !OptionWords.has(tokens, "NOT", "DEFERRABLE");
        return possible ? Deferral.POSSIBLE : Deferral.NEVER;
    }

    private Reference reference(String name, Definition.ForeignKey foreign, List<String> own, Deferral deferral) {
        List<String> acts = foreign.actions().tokens();
        return new Reference(
                name,
                own.isEmpty() ? stored(foreign.columns()) : own,
                catalog.meant(foreign.table()),
                stored(foreign.key()),
                action(acts, "DELETE"),
                action(acts, "UPDATE"),
                deferral);
    }

    private List<String> stored(List<Name> names) {
        return names.stream().map(catalog.spelling::stored).toList();
    }

    private static Reference.Action action(List<String> tokens, String event) {
        int at = OptionWords.at(tokens, "ON", event);
        if (at < 0) {
            return Reference.Action.NO_ACTION;
        }
        List<String> rest = tokens.subList(at + 2, tokens.size());
        return OptionWords.begins(rest, "CASCADE")
                ? Reference.Action.CASCADE
                : OptionWords.begins(rest, "SET", "NULL")
                        ? Reference.Action.SET_NULL
                        : OptionWords.begins(rest, "SET", "DEFAULT")
                                ? Reference.Action.SET_DEFAULT
                                : OptionWords.begins(rest, "RESTRICT")
                                        ? Reference.Action.RESTRICT
                                        : Reference.Action.NO_ACTION;
    }

    // ---- LIKE

    /** @param keys whether keys and rules are copied too */
    void like(Qualified other, boolean keys) {
        BaseTable table = catalog.table(other).orElse(null);
        if (table == null) {
            sketch.unknown.add(BaseTable.Aspect.COLUMNS);
            return;
        }
        for (TableColumn column : table.columns()) {
            sketch.addColumn(keys ? column : column.withDefault(null).withFilled(Filled.BY_STATEMENT));
        }
        if (keys) {
            sketch.key = table.key();
            sketch.uniques.addAll(table.uniques());
            sketch.checks.addAll(table.checks());
        }
        sketch.unknown.addAll(table.unknown());
    }
}
