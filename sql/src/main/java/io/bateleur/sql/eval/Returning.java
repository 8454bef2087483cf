package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.QueryBody;
import java.util.ArrayList;
import java.util.List;

/** The rows that RETURNING gives, computed of rows at hand. */
final class Returning {
    private final List<String> columns = new ArrayList<>();
    private final List<Code> items = new ArrayList<>();

    private Returning() {}

    static Returning of(Change.Returning clause, Scope scope, Compilation compilation) {
        if (!clause.into().isEmpty()) {
            throw new Outside(clause, "RETURNING INTO");
        }
        Returning returning = new Returning();
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        for (QueryBody.Item item : clause.items()) {
            if (item.value() instanceof Expr.Star star) {
                returning.star(star, scope);
            } else {
                returning.items.add(compiler.value(item.value()));
                boolean column = item.value() instanceof Expr.Column;
                returning.columns.add(
                        item.alias() != null
                                ? item.alias().text()
                                : column ? ((Expr.Column) item.value()).name().text() : "?column?");
            }
        }
        return returning;
    }

    private void star(Expr.Star star, Scope scope) {
        for (Scope.Origin origin : scope.origins) {
            boolean meant = star.table() == null
                    ? !origin.hidden()
                    : origin.called() != null && star.table().last().matches(origin.called());
            for (int i = 0; meant && i < origin.columns().size(); i++) {
                columns.add(origin.columns().get(i));
                items.add(new Code.Slot(origin.types().get(i), origin.slot(), i));
            }
        }
    }

    List<String> columns() {
        return columns;
    }

    List<SqlType> types() {
        return items.stream().map(item -> item.type).toList();
    }

    Tuple row(Frame frame, Presence presence) {
        Object[] values = new Object[items.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = items.get(i).value(frame);
        }
        return new Tuple(values, presence);
    }

    RowSet rows(List<Tuple> tuples) {
        return RowSet.of(columns, tuples);
    }
}
