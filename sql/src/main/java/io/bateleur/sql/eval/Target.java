package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table that a statement changes, its rules, and its columns as the statement names them. */
final class Target {
    final TableShape table;
    final TableRules rules;
    final Triggers triggers;
    final Rulebook rulebook;
    final Compilation compilation;

    Target(Compilation compilation, Rulebook rulebook, From.Table table) {
        TableShape found = compilation.shapes.find(table.name());
        if (found == null) {
            throw new Outside(table, "a table that is not known: " + table.name());
        }
        this.compilation = compilation;
        this.table = found;
        this.rulebook = rulebook;
        this.rules = rulebook.rules(found);
        this.triggers = rulebook.triggers(found);
        check(table, found.table());
    }

    private void check(Node at, BaseTable described) {
        if (!described.knows(BaseTable.Aspect.TRIGGERS)) {
            throw new Outside(at, "a change of a table whose triggers are not known");
        }
        boolean family = !described.ancestry().parents().isEmpty()
                || !compilation.shapes.catalog().children(described).isEmpty();
        if (family
                || !described.rules().isEmpty()
                || described.rowSecurity()
                || !described.knows(BaseTable.Aspect.COLUMNS)) {
            throw new Outside(at, "a change of a table with partitions, rules, row security or unknown columns");
        }
    }

    int column(Expr named, Node at) {
        if (!(named instanceof Expr.Column column)) {
            throw new Outside(at, "a part of a column");
        }
        int found = table.table().column(column.name());
        if (found < 0) {
            throw new SqlError("42703", "there is no column " + column.name());
        }
        return found;
    }

    Scope.Origin origin(Name called, int slot, boolean hidden) {
        return origin(table, called, slot, hidden);
    }

    static Scope.Origin origin(TableShape table, Name called, int slot, boolean hidden) {
        List<String> names = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (TableShape.Column column : table.columns()) {
            names.add(column.name());
            types.add(column.type());
        }
        return new Scope.Origin(called, slot, names, types, hidden);
    }

    /** Assigns values to columns: those of SET. */
    record Assigned(int column, Code value) {}

    List<Assigned> assignments(List<Change.Assignment> sets, ExpressionCompiler compiler) {
        List<Assigned> assigned = new ArrayList<>();
        for (Change.Assignment set : sets) {
            if (!set.row() || set.targets().size() == 1 && !(set.value() instanceof Expr.Subquery)) {
                Expr value = set.row()
                                && set.value() instanceof Expr.Row row
                                && row.items().size() == 1
                        ? row.items().get(0)
                        : set.value();
                int column = column(set.targets().get(0), set);
                int failing = compilation.failing;
                assigned.add(new Assigned(column, value(value, column, compiler)));
                compilation.computedForCertain(value, failing);
            } else if (set.value() instanceof Expr.Row row
                    && row.items().size() == set.targets().size()) {
                for (int i = 0; i < row.items().size(); i++) {
                    int column = column(set.targets().get(i), set);
                    int failing = compilation.failing;
                    assigned.add(new Assigned(column, value(row.items().get(i), column, compiler)));
                    compilation.computedForCertain(row.items().get(i), failing);
                }
            } else {
                throw new Outside(set, "several columns from a query");
            }
        }
        return assigned;
    }

    Code value(Expr value, int column, ExpressionCompiler compiler) {
        if (value instanceof Expr.Default) {
            return byDefault(column);
        }
        return Texting.as(table.columns().get(column).type(), compiler.value(value), compilation.dialect);
    }

    /** What a column gets that the statement does not name. */
    Code byDefault(int column) {
        Code code = rules.defaults[column];
        if (rules.filled[column].isIdentity() || rules.isRowid(column)) {
            TableShape shape = table;
            return Code.of(SqlType.BIGINT, frame -> frame.environment.identity(shape, column));
        }
        if (code == null) {
            return new Code.Constant(table.columns().get(column).type(), null);
        }
        return Code.of(
                code.type,
                frame ->
                        code.value(rules.frame(frame, new Object[table.columns().size()])));
    }

    @Nullable
    Returning returning(Change.@Nullable Returning clause, Scope scope) {
        return clause == null ? null : Returning.of(clause, scope, compilation);
    }
}
