package io.bateleur.sql.resolve;

import io.bateleur.sql.resolve.NameScope.Rows;
import io.bateleur.sql.resolve.NameScope.Spot;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.schema.SchemaObject;
import io.bateleur.sql.schema.StoredView;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands in FROM. */
final class FromResolver {
    /** How deep views may stand upon views. */
    private static final int VIEWS_MAX = 30;

    private final Resolver in;
    private int views;

    FromResolver(Resolver in) {
        this.in = in;
    }

    /** All items between commas; each lateral one sees those before it. */
    Rows items(List<From> items, NameScope scope, boolean optional) {
        Rows rows = Rows.NONE;
        for (From item : items) {
            rows = rows.and(item(item, scope, rows, optional));
        }
        return rows;
    }

    /** @param scope of the query around it @param before what stands to the left of it */
    private Rows item(From from, NameScope scope, Rows before, boolean optional) {
        if (from instanceof From.Table table) {
            return Rows.of(table(table, scope, optional));
        }
        if (from instanceof From.Subquery sub) {
            NameScope sees = sub.lateral() ? scope.inside(before).inside(Rows.NONE) : scope.inside(Rows.NONE);
            Fields fields = Resolution.fields(in.queries.query(sub.query(), sees));
            return Rows.of(derived(RowSource.Kind.QUERY, sub, sub.alias(), fields, optional));
        }
        if (from instanceof From.Changed changed) {
            in.changes.change(changed.change(), scope);
            RowSource target = in.changes.target(changed.change());
            Fields fields = target == null ? Fields.UNKNOWN : new Fields(target.fields(), target.isComplete());
            return Rows.of(derived(RowSource.Kind.QUERY, changed, changed.alias(), fields, optional));
        }
        if (from instanceof From.Function function) {
            in.exprs(function.calls(), scope.inside(before));
            return Rows.of(function(function, optional));
        }
        if (from instanceof From.Join join) {
            return join(join, scope, before, optional);
        }
        From.Group group = (From.Group) from;
        Rows rows = items(group.items(), scope, optional);
        From.Alias alias = group.alias();
        return alias == null || alias.name() == null ? rows : Rows.of(grouped(group, alias, rows, optional));
    }

    RowSource table(From.Table table, NameScope scope, boolean optional) {
        From.Alias alias = table.alias();
        List<From.AliasColumn> names = alias == null ? List.of() : alias.columns();
        NameScope.NamedQuery named = scope.namedQuery(table.name(), in.casing);
        if (named != null) {
            Fields fields = named.fields().renamed(names, in.types);
            return in.resolution.put(
                    table, RowSource.derived(RowSource.Kind.QUERY, table, table.called(), fields, optional));
        }
        SchemaObject found = in.schema.find(table.name());
        RowSource.Kind kind = RowSource.Kind.UNKNOWN;
        Fields fields = Fields.UNKNOWN;
        if (found instanceof BaseTable base) {
            kind = RowSource.Kind.TABLE;
            fields = fields(base);
        } else if (found instanceof StoredView view) {
            kind = RowSource.Kind.VIEW;
            fields = fields(view);
        } else if (isDummy(table.name())) {
            kind = RowSource.Kind.FUNCTION;
            fields = new Fields(List.of(), true);
        } else {
            in.unresolved(table.name().at(), "table " + table.name() + " is not known");
        }
        Fields renamed = fields.renamed(names, in.types);
        return in.resolution.put(
                table,
                new RowSource(
                        kind,
                        table,
                        table.name(),
                        table.called(),
                        renamed.list(),
                        renamed.complete(),
                        optional,
                        found instanceof BaseTable base ? base : null,
                        found instanceof StoredView view ? view : null));
    }

    /** A table of one row that some dialects want in FROM. */
    private boolean isDummy(Qualified name) {
        boolean dialect = in.casing.dialect() != SqlDialect.POSTGRES && in.casing.dialect() != SqlDialect.SQLITE;
        String text = name.last().text();
        return dialect && (text.equalsIgnoreCase("dual") || text.equalsIgnoreCase("sysdummy1"));
    }

    static Fields fields(BaseTable table) {
        List<RowSource.Field> fields = new ArrayList<>();
        for (TableColumn column : table.columns()) {
            fields.add(new RowSource.Field(column.name(), column.type(), null));
        }
        return new Fields(fields, table.knows(BaseTable.Aspect.COLUMNS));
    }

    private Fields fields(StoredView view) {
        if (view.query() == null || views >= VIEWS_MAX) {
            return named(view.columns());
        }
        // Inside of a view other names are known: it gets a resolution of its own.
        FromResolver inner = new Resolver(Resolution.empty(), in.schema.along(view.path()), in.casing).froms;
        inner.views = views + 1;
        Fields fields = Resolution.fields(inner.in.queries.query(view.query(), NameScope.top(List.of())));
        if (view.columns().isEmpty()
                || !fields.complete()
                || fields.list().size() != view.columns().size()) {
            return view.columns().isEmpty() ? fields.withoutOrigins() : named(view.columns());
        }
        List<RowSource.Field> renamed = new ArrayList<>();
        for (int c = 0; c < view.columns().size(); c++) {
            renamed.add(new RowSource.Field(
                    view.columns().get(c), fields.list().get(c).type(), null));
        }
        return new Fields(renamed, true);
    }

    private static Fields named(List<String> columns) {
        return new Fields(
                columns.stream()
                        .map(name -> new RowSource.Field(name, DataType.UNKNOWN, null))
                        .toList(),
                !columns.isEmpty());
    }

    private RowSource derived(
            RowSource.Kind kind, From from, From.@Nullable Alias alias, Fields fields, boolean optional) {
        Name called = alias == null ? null : alias.name();
        Fields renamed = alias == null ? fields : fields.renamed(alias.columns(), in.types);
        return in.resolution.put(from, RowSource.derived(kind, from, called, renamed, optional));
    }

    /** What columns a function has is known only where the statement names them all. */
    private RowSource function(From.Function function, boolean optional) {
        From.Alias alias = function.alias();
        Name called = alias == null ? null : alias.name();
        boolean one = function.calls().size() == 1;
        if (called == null && one && function.calls().get(0) instanceof Expr.FunctionCall call) {
            called = call.name().last();
        }
        Fields fields = Fields.UNKNOWN;
        if (alias != null && !alias.columns().isEmpty()) {
            List<RowSource.Field> columns = new ArrayList<>();
            alias.columns()
                    .forEach(column ->
                            columns.add(new RowSource.Field(column.name().text(), in.types.of(column.type()), null)));
            fields = new Fields(columns, true);
        }
        return in.resolution.put(
                function, RowSource.derived(RowSource.Kind.FUNCTION, function, called, fields, optional));
    }

    private RowSource grouped(From.Group group, From.Alias alias, Rows rows, boolean optional) {
        List<RowSource.Field> fields = new ArrayList<>();
        for (Spot spot : rows.spots()) {
            CellRef from = spot.sense() instanceof ColumnSense.Cell cell ? cell.cell() : null;
            fields.add(new RowSource.Field(spot.name(), in.types.of(spot.sense()), from));
        }
        return derived(RowSource.Kind.GROUP, group, alias, new Fields(fields, rows.complete()), optional);
    }

    // ---- joins

    private Rows join(From.Join join, NameScope scope, Rows before, boolean optional) {
        boolean leftOptional = join.kind() == From.JoinKind.RIGHT || join.kind() == From.JoinKind.FULL;
        boolean rightOptional = join.kind() == From.JoinKind.LEFT || join.kind() == From.JoinKind.FULL;
        Rows left = item(join.left(), scope, before, optional || leftOptional);
        Rows right = item(join.right(), scope, before.and(left), optional || rightOptional);
        Rows both = left.and(right);
        List<String> shared = join.natural() ? common(join, left, right) : stored(join.using(), left);
        in.expr(join.on(), scope.inside(before.and(both)));
        return shared.isEmpty() ? both : merged(join, shared, left, right);
    }

    private List<String> common(From.Join join, Rows left, Rows right) {
        if (!left.complete() || !right.complete()) {
            in.unresolved(join.at(), "NATURAL JOIN of a table whose columns are not known");
            return List.of();
        }
        return left.spots().stream()
                .map(Spot::name)
                .filter(name ->
                        right.spots().stream().anyMatch(spot -> spot.name().equals(name)))
                .toList();
    }

    private List<String> stored(List<Name> using, Rows left) {
        List<String> stored = new ArrayList<>();
        for (Name name : using) {
            stored.add(left.spots().stream()
                    .map(Spot::name)
                    .filter(each -> in.casing.matches(name, each))
                    .findFirst()
                    .orElse(name.text()));
        }
        return stored;
    }

    /** The shared columns once and first, then the others of each side. */
    private Rows merged(From.Join join, List<String> shared, Rows left, Rows right) {
        List<Spot> spots = new ArrayList<>();
        boolean complete = left.complete() && right.complete();
        for (String name : shared) {
            ColumnSense one = only(name, left);
            ColumnSense other = only(name, right);
            ColumnSense sense = join.kind() == From.JoinKind.RIGHT ? other : one;
            if (join.kind() == From.JoinKind.FULL) {
                sense = one instanceof ColumnSense.Cell first && other instanceof ColumnSense.Cell second
                        ? new ColumnSense.Merged(List.of(first.cell(), second.cell()))
                        : null;
            }
            if (sense == null) {
                in.unresolved(join.at(), "column " + name + " of USING is not one of both sides for certain");
                complete = false;
            } else {
                spots.add(new Spot(name, sense));
            }
        }
        left.spots().stream().filter(spot -> !isShared(spot, shared)).forEach(spots::add);
        right.spots().stream().filter(spot -> !isShared(spot, shared)).forEach(spots::add);
        return new Rows(Rows.joined(left.sources(), right.sources()), spots, complete);
    }

    private boolean isShared(Spot spot, List<String> shared) {
        return shared.stream().anyMatch(name -> in.casing.matches(new Name(name, true), spot.name()));
    }

    private @Nullable ColumnSense only(String name, Rows side) {
        List<Spot> found = side.spots().stream()
                .filter(spot -> in.casing.matches(new Name(name, true), spot.name()))
                .toList();
        return found.size() == 1 ? found.get(0).sense() : null;
    }
}
