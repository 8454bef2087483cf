package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns, or expressions, of which no two rows may have the same values.
 *
 * @param name of the constraint or index; empty where it is not known
 * @param columns those of its parts that are plain columns, in key order
 * @param expressions those of its parts that are not, such as {@code lower(name)} or a prefix of a column
 * @param where the rows that it holds for; null: all
 * @param deferral when it is checked
 * @param nullsDistinct whether rows with a null in the key are never the same; of no matter in a primary key
 */
public record UniqueKey(
        String name,
        List<String> columns,
        List<Expr> expressions,
        @Nullable Expr where,
        Deferral deferral,
        boolean nullsDistinct) {
    public UniqueKey {
        columns = List.copyOf(columns);
        expressions = List.copyOf(expressions);
    }

    /** A key of columns of all rows, checked by every statement. */
    public static UniqueKey of(String name, List<String> columns) {
        return new UniqueKey(name, columns, List.of(), null, Deferral.NEVER, true);
    }

    /** Whether it may be checked at the commit only. */
    public boolean deferrable() {
        return deferral != Deferral.NEVER;
    }

    /** Whether it holds for all rows and of columns alone. */
    public boolean isPlain() {
        return expressions.isEmpty() && where == null && !columns.isEmpty();
    }
}
