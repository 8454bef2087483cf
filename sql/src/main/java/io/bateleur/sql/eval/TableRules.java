package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.CheckRule;
import io.bateleur.sql.schema.Deferral;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.schema.TableColumn.Filled;
import io.bateleur.sql.schema.UniqueKey;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a row of a table must be like, and what the database fills in: everything compiled for rows in slot 0. */
final class TableRules {

    /**
     * A unique key.
     *
     * @param where the rows that it holds for; null: all
     */
    record Key(
            String name,
            int[] columns,
            Keys keys,
            Comparing[] comparing,
            @Nullable Code where,
            boolean nullsDistinct,
            Deferral deferral) {}

    final TableShape table;
    final Casting[] castings;
    /** Null: NULL. */
    final @Nullable Code[] defaults;

    final @Nullable Code[] generated;
    final Filled[] filled;
    final List<Key> keys = new ArrayList<>();
    final List<Code> checks = new ArrayList<>();
    /** Whether a rule is not evaluated, so that any change may be refused. */
    boolean mayRefuse;

    private final SqlDialect dialect;
    private final Compilation compilation;
    private final ExpressionCompiler compiler;

    TableRules(TableShape table, Shapes shapes) {
        this.table = table;
        this.dialect = shapes.catalog().dialect();
        this.compilation = new Compilation(dialect, shapes);
        this.compiler = compiler();
        int width = table.columns().size();
        this.castings = new Casting[width];
        this.defaults = new Code[width];
        this.generated = new Code[width];
        this.filled = new Filled[width];
        for (int i = 0; i < width; i++) {
            column(i, table.table().columns().get(i));
        }
        for (UniqueKey key : table.table().keys()) {
            key(key);
        }
        for (CheckRule check : table.table().checks()) {
            Code code = compiled(check.condition());
            mayRefuse |= code == null;
            if (code != null) {
                checks.add(code);
            }
        }
        mayRefuse |= !table.table().knows(BaseTable.Aspect.UNIQUES)
                || !table.table().knows(BaseTable.Aspect.CHECKS)
                || !table.table().knows(BaseTable.Aspect.REFERENCES)
                || !table.table().knows(BaseTable.Aspect.COLUMN_RULES);
    }

    boolean hasTriggers() {
        return table.table().hasTriggers();
    }

    private ExpressionCompiler compiler() {
        Scope scope = new Scope(null);
        int slot = compilation.newSlot();
        List<String> names =
                table.columns().stream().map(TableShape.Column::name).toList();
        List<SqlType> types =
                table.columns().stream().map(TableShape.Column::type).toList();
        scope.origins.add(new Scope.Origin(new Name(table.table().name().name(), true), slot, names, types, false));
        return new ExpressionCompiler(compilation, scope, null);
    }

    private void column(int i, TableColumn column) {
        SqlType type = table.columns().get(i).type();
        castings[i] = new Casting(dialect, type, false);
        filled[i] = column.filled();
        defaults[i] = column.byDefault() == null ? null : known(compiled(column.byDefault()));
        generated[i] = column.generated() == null ? null : known(compiled(column.generated()));
        mayRefuse |= column.domain() != null;
    }

    private static Code known(@Nullable Code code) {
        return code != null ? code : new Code.Constant(SqlType.ANY, Unknown.UNKNOWN);
    }

    private @Nullable Code compiled(Expr expression) {
        try {
            return compiler.value(expression);
        } catch (Outside | SqlError notEvaluated) {
            return null;
        }
    }

    private void key(UniqueKey key) {
        Code where = key.where() == null ? null : compiled(key.where());
        if (!key.expressions().isEmpty() || key.where() != null && where == null) {
            mayRefuse = true;
            return;
        }
        int[] columns = table.numbers(key.columns());
        Comparing[] comparing = new Comparing[columns.length];
        for (int i = 0; i < columns.length; i++) {
            SqlType type = table.columns().get(columns[i]).type();
            comparing[i] = Comparisons.comparing(dialect, type, type);
        }
        keys.add(new Key(
                key.name(),
                columns,
                new Keys(dialect, table, columns),
                comparing,
                where,
                key.nullsDistinct(),
                key.deferral()));
    }

    /** A frame in which the rules are evaluated for one row. */
    Frame frame(Frame outside, Object[] values) {
        Frame frame = new Frame(
                compilation.slots(),
                compilation.memos(),
                new Object[0],
                outside.tables,
                outside.changes,
                outside.environment);
        frame.slots[0] = values;
        frame.strict = true;
        return frame;
    }

    /** Values as the columns hold them; generated columns computed. */
    void complete(Frame frame, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (generated[i] == null) {
                values[i] = castings[i].cast(values[i]);
            }
        }
        for (int i = 0; i < values.length; i++) {
            Code code = generated[i];
            if (code != null) {
                values[i] = castings[i].cast(code.value(frame(frame, values)));
            } else if (filled[i] == Filled.UNKNOWN || filled[i] == Filled.GENERATED) {
                values[i] = Unknown.UNKNOWN;
            }
        }
    }

    /** An error and those of columns that must not be NULL: databases look at them in other orders. */
    List<SqlError> nulls(Object[] values, SqlError error) {
        List<SqlError> errors = new ArrayList<>(List.of(error));
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null && table.columns().get(i).notNull()) {
                errors.add(Violation.NOT_NULL.error(
                        dialect, "NULL in " + table.columns().get(i).name()));
            }
        }
        return errors;
    }

    /** NOT NULL and CHECK. @return whether it is not known if the row is refused */
    boolean check(Frame frame, Object[] values) {
        boolean unsure = false;
        for (int i = 0; i < values.length; i++) {
            boolean notNull = table.columns().get(i).notNull();
            if (notNull && values[i] == null && !isRowid(i)) {
                throw Violation.NOT_NULL.error(
                        dialect, "NULL in " + table.columns().get(i).name());
            }
            unsure |= notNull && Unknown.is(values[i]) && !filled[i].isIdentity();
        }
        if (!checks.isEmpty()) {
            Frame row = frame(frame, values);
            for (Code check : checks) {
                Object holds = Truth.of(check.value(row));
                if (Boolean.FALSE.equals(holds)) {
                    throw Violation.CHECK.error(dialect, "a CHECK of " + table.name());
                }
                unsure |= Unknown.is(holds);
            }
        }
        return unsure;
    }

    /** Whether SQLite numbers the rows by this column itself. */
    boolean isRowid(int column) {
        return dialect == SqlDialect.SQLITE
                && table.primaryKey().length == 1
                && table.primaryKey()[0] == column
                && table.table().columns().get(column).type().name().equalsIgnoreCase("integer");
    }
}
