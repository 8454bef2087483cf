package io.bateleur.sql.resolve;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through a statement and notes what its names mean: expressions here, the other parts in classes of their own. */
final class Resolver {
    final Resolution resolution;
    final SearchPath schema;
    final Casing casing;
    final Types types;
    final QueryResolver queries;
    final FromResolver froms;
    final ChangeResolver changes;

    Resolver(Resolution resolution, SearchPath schema, Casing casing) {
        this.resolution = resolution;
        this.schema = schema;
        this.casing = casing;
        this.types = new Types(resolution, casing.dialect());
        this.queries = new QueryResolver(this);
        this.froms = new FromResolver(this);
        this.changes = new ChangeResolver(this);
    }

    /** @return the columns of what it returns; null where it returns none, or they are not known */
    @Nullable
    List<Output> statement(Statement statement, NameScope scope) {
        if (statement instanceof Query query) {
            return queries.query(query, scope);
        }
        if (statement instanceof Change change) {
            return changes.change(change, scope);
        }
        if (statement instanceof Utility.Explain explain) {
            statement(explain.statement(), scope);
        } else if (statement instanceof Utility.Prepare prepare && prepare.statement() != null) {
            statement(prepare.statement(), scope);
        } else if (statement instanceof Utility.DeclareCursor cursor) {
            statement(cursor.query(), scope);
        } else if (statement instanceof Utility.CallProcedure call) {
            each(call, scope);
        } else if (statement instanceof Utility.Do block) {
            exprs(block.values(), scope);
        } else if (statement instanceof Definition.CreateTable create && create.as() != null) {
            statement(create.as(), scope);
        } else if (statement instanceof Definition.CreateView create) {
            statement(create.query(), scope);
        }
        return null;
    }

    void exprs(List<? extends Expr> all, NameScope scope) {
        all.forEach(each -> expr(each, scope));
    }

    /** An expression, or another part that has expressions and queries below it. */
    void expr(@Nullable Node node, NameScope scope) {
        if (node == null) {
            return;
        }
        if (node instanceof Expr.Column column) {
            column(column, scope);
        } else if (node instanceof Query query) {
            queries.query(query, scope.inside(NameScope.Rows.NONE));
        } else {
            each(node, scope);
        }
    }

    private void each(Node node, NameScope scope) {
        Walk.children(node).forEach(child -> expr(child, scope));
    }

    void column(Expr.Column column, NameScope scope) {
        NameScope.Found found = scope.column(column.table(), column.name(), casing);
        ColumnSense sense = found.sense();
        if (sense == null) {
            sense = other(column, scope);
        }
        if (sense == null) {
            unresolved(column.at(), found.why());
        } else {
            resolution.put(column, sense);
        }
    }

    /** What is no column but looks like one. */
    private @Nullable ColumnSense other(Expr.Column column, NameScope scope) {
        if (column.table() != null) {
            return null;
        }
        SqlDialect dialect = casing.dialect();
        boolean text = column.name().quotes() == Name.Quotes.DOUBLE
                && (dialect == SqlDialect.SQLITE || dialect == SqlDialect.MYSQL);
        if (text) {
            return new ColumnSense.Words(column.name().text());
        }
        for (NameScope at = scope; at != null && dialect == SqlDialect.POSTGRES; at = at.outer()) {
            for (RowSource source : at.rows().sources()) {
                if (source.called() != null && casing.same(column.name(), source.called())) {
                    return new ColumnSense.WholeRow(source);
                }
            }
        }
        return null;
    }

    void unresolved(Span at, String why) {
        resolution.unresolved(at, why);
    }
}
