package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes plans of INSERT and REPLACE. */
final class InsertCompiler {
    private final Compilation compilation;
    private final Rulebook rulebook;

    InsertCompiler(Compilation compilation, Rulebook rulebook) {
        this.compilation = compilation;
        this.rulebook = rulebook;
    }

    StatementPlan insert(Change.Insert insert, Scope outer) {
        Target target = new Target(compilation, rulebook, insert.table());
        int[] columns = columns(insert, target);
        int slot = compilation.newSlot();
        Scope written = new Scope(outer.outer);
        written.variables = outer.variables;
        written.origins.add(target.origin(insert.table().called(), slot, false));
        int proposed = compilation.newSlot();
        Conflicts conflicts = conflicts(insert, target, written, proposed);
        Returning returning = target.returning(insert.returning(), written);
        Rowmaker rows = rows(insert, target, columns, outer);
        boolean ordered = insert.rows() == null || insert.rows().body() instanceof QueryBody.Values;
        boolean updates = !insert.onDuplicate().isEmpty();
        if (compilation.is(SqlDialect.MYSQL)) {
            withoutDefault(target, columns, ordered ? conflicts.updates() : List.of());
        }
        boolean always = !insert.overriding().equals("SYSTEM") && compilation.is(SqlDialect.POSTGRES);
        NewRows newRows = new NewRows(target, columns, always, updates);
        return new RowInsert(target, rows, slot, proposed, conflicts, returning, newRows, ordered);
    }

    private static int[] columns(Change.Insert insert, Target target) {
        List<Expr> named = new ArrayList<>(insert.columns());
        insert.sets().forEach(set -> named.addAll(set.targets()));
        if (!named.isEmpty()) {
            return named.stream().mapToInt(each -> target.column(each, insert)).toArray();
        }
        int width = insert.rows() == null ? 0 : target.table.columns().size();
        int[] all = new int[width];
        for (int i = 0; i < width; i++) {
            all[i] = i;
        }
        return all;
    }

    /** MySQL refuses to leave out a column that is NOT NULL and has no default, unless a conflict with one of VALUES assigns it, whatever the rows are. */
    private static void withoutDefault(Target target, int[] columns, List<Target.Assigned> updates) {
        for (int i = 0; i < target.table.columns().size(); i++) {
            int column = i;
            boolean filled = target.rules.defaults[i] != null
                    || target.rules.filled[i] != io.bateleur.sql.schema.TableColumn.Filled.BY_STATEMENT;
            boolean named = java.util.Arrays.stream(columns).anyMatch(each -> each == column)
                    || updates.stream().anyMatch(set -> set.column() == column);
            if (!named && !filled && target.table.columns().get(i).notNull()) {
                throw new SqlError(
                        "HY000",
                        "no value and no default for "
                                + target.table.columns().get(i).name());
            }
        }
    }

    /** The rows to be inserted: values of the columns that are named. */
    interface Rowmaker {
        List<Tuple> rows(Frame frame);
    }

    private Rowmaker rows(Change.Insert insert, Target target, int[] columns, Scope outer) {
        Scope scope = new Scope(outer.outer);
        scope.variables = outer.variables;
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        if (insert.rows() == null) {
            Code[] codes = new Code[insert.sets().size()];
            for (int i = 0; i < codes.length; i++) {
                codes[i] = target.value(insert.sets().get(i).value(), columns[i], compiler);
            }
            return frame -> List.of(row(codes, frame));
        }
        if (insert.with() != null) {
            new QueryCompiler(compilation, scope).common(insert.with());
        }
        if (insert.rows().body() instanceof QueryBody.Values values
                && insert.rows().isPlain()) {
            return values(values, target, columns, compiler);
        }
        QueryPlan plan = new QueryCompiler(compilation, scope).compile(insert.rows());
        if (plan.types().size() > columns.length) {
            throw new SqlError("42601", "more values than columns");
        }
        return frame -> stripped(plan, plan.run(frame).settled(frame.tables), target, columns);
    }

    /** PostgreSQL drops the blanks of a CHAR that becomes another text. */
    private static List<Tuple> stripped(QueryPlan plan, List<Tuple> tuples, Target target, int[] columns) {
        List<Integer> which = new ArrayList<>();
        for (int i = 0; i < plan.types().size() && target.compilation.is(SqlDialect.POSTGRES); i++) {
            boolean text = target.table.columns().get(columns[i]).type().kind() == SqlType.Kind.TEXT;
            if (text && plan.types().get(i).kind() == SqlType.Kind.CHAR) {
                which.add(i);
            }
        }
        if (which.isEmpty()) {
            return tuples;
        }
        List<Tuple> result = new ArrayList<>();
        for (Tuple tuple : tuples) {
            Object[] values = tuple.values().clone();
            for (int i : which) {
                values[i] = values[i] instanceof String text ? text.stripTrailing() : values[i];
            }
            result.add(new Tuple(values, tuple.presence()));
        }
        return result;
    }

    private static Rowmaker values(QueryBody.Values values, Target target, int[] columns, ExpressionCompiler compiler) {
        List<Code[]> rows = new ArrayList<>();
        for (Expr.Row row : values.rows()) {
            if (row.items().size() > columns.length) {
                throw new SqlError("42601", "more values than columns");
            }
            Code[] codes = new Code[row.items().size()];
            for (int i = 0; i < codes.length; i++) {
                int failing = target.compilation.failing;
                codes[i] = target.value(row.items().get(i), columns[i], compiler);
                target.compilation.computedForCertain(row.items().get(i), failing);
            }
            rows.add(codes);
        }
        return frame -> {
            List<Tuple> tuples = new ArrayList<>(rows.size());
            rows.forEach(codes -> tuples.add(row(codes, frame)));
            return tuples;
        };
    }

    private static Tuple row(Code[] codes, Frame frame) {
        Object[] values = new Object[codes.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = frame.certain(codes[i]);
        }
        return new Tuple(values, Presence.SURE);
    }

    // ---- conflicts

    /**
     * What happens where a row is there already.
     *
     * @param keys the numbers of the keys of which that holds; null: all
     * @param updates empty: nothing is done
     * @param replaces whether the rows that are there go
     */
    record Conflicts(
            boolean handled,
            @Nullable List<Integer> keys,
            List<Target.Assigned> updates,
            @Nullable Code where,
            boolean replaces,
            boolean countsTwice) {
        static final Conflicts NONE = new Conflicts(false, null, List.of(), null, false, false);
    }

    private Conflicts conflicts(Change.Insert insert, Target target, Scope written, int proposed) {
        String verb = insert.verb();
        if (verb.equals("REPLACE") || verb.equals("INSERT OR REPLACE")) {
            return new Conflicts(true, null, List.of(), null, true, compilation.is(SqlDialect.MYSQL));
        }
        if (verb.equals("INSERT OR IGNORE")) {
            return new Conflicts(true, null, List.of(), null, false, false);
        }
        if (!verb.equals("INSERT")) {
            throw new Outside(insert, verb);
        }
        if (!insert.onDuplicate().isEmpty()) {
            return onDuplicate(insert, target, written, proposed);
        }
        if (insert.conflicts().isEmpty()) {
            return Conflicts.NONE;
        }
        if (insert.conflicts().size() > 1) {
            throw new Outside(insert, "several ON CONFLICT");
        }
        Change.OnConflict conflict = insert.conflicts().get(0);
        Scope scope = new Scope(written.outer);
        scope.variables = written.variables;
        scope.origins.addAll(written.origins);
        scope.origins.add(target.origin(new Name("excluded", false), proposed, true));
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        Code where = conflict.where() == null ? null : compiler.code(conflict.where());
        return new Conflicts(
                true, keys(conflict, target), target.assignments(conflict.updates(), compiler), where, false, false);
    }

    private Conflicts onDuplicate(Change.Insert insert, Target target, Scope written, int proposed) {
        Scope scope = new Scope(written.outer);
        scope.variables = written.variables;
        scope.origins.addAll(written.origins);
        Name alias = insert.rowAlias() == null ? null : insert.rowAlias().name();
        if (alias != null) {
            scope.origins.add(target.origin(alias, proposed, true));
        }
        compilation.proposed = target.origin(insert.table().called(), proposed, true);
        try {
            ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
            return new Conflicts(true, null, target.assignments(insert.onDuplicate(), compiler), null, false, true);
        } finally {
            compilation.proposed = null;
        }
    }

    /** The keys that a target of ON CONFLICT means; null: any. */
    private @Nullable List<Integer> keys(Change.OnConflict conflict, Target target) {
        List<Integer> meant = new ArrayList<>();
        List<Integer> columns = new ArrayList<>();
        conflict.target().forEach(each -> columns.add(target.column(each.value(), conflict)));
        for (int i = 0; i < target.rules.keys.size(); i++) {
            TableRules.Key key = target.rules.keys.get(i);
            boolean named =
                    conflict.constraint() != null && conflict.constraint().matches(key.name());
            boolean same = !columns.isEmpty()
                    && columns.size() == key.columns().length
                    && java.util.Arrays.stream(key.columns()).allMatch(columns::contains);
            if (named || same) {
                meant.add(i);
            }
        }
        if (columns.isEmpty() && conflict.constraint() == null) {
            return null;
        }
        if (meant.isEmpty()) {
            throw new Outside(conflict, "ON CONFLICT with a key that is not known");
        }
        return meant;
    }
}
