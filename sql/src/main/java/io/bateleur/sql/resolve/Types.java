package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of expressions, where they do not depend on rules of coercion. */
record Types(Resolution resolution, SqlDialect dialect) {
    private static final DataType BOOLEAN = plain(DataType.Kind.BOOLEAN, "boolean");
    private static final DataType BIGINT = plain(DataType.Kind.INTEGER, "bigint");
    private static final DataType TEXT = plain(DataType.Kind.TEXT, "text");
    private static final Set<String> TEXTS = Set.of("LOWER", "UPPER", "CONCAT", "TRIM", "SUBSTRING", "SUBSTR");

    private static DataType plain(DataType.Kind kind, String name) {
        return new DataType(kind, name, List.of(), false, 0);
    }

    DataType of(@Nullable TypeName written) {
        return written == null ? DataType.UNKNOWN : DataType.of(written, dialect);
    }

    DataType of(@Nullable Expr expr) {
        if (expr instanceof Expr.Column column) {
            return of(resolution.sense(column));
        }
        if (expr instanceof Expr.Cast cast) {
            return DataType.of(cast.type(), dialect);
        }
        if (expr instanceof Expr.Numeral number) {
            return number.text().matches("[0-9]{1,18}") ? BIGINT : plain(DataType.Kind.DECIMAL, "numeric");
        }
        if (expr instanceof Expr.Bool || expr instanceof Expr.Logical || expr instanceof Expr.Exists) {
            return BOOLEAN;
        }
        if (expr instanceof Expr.Text) {
            return TEXT;
        }
        if (expr instanceof Expr.Collate collate) {
            return of(collate.value());
        }
        if (expr instanceof Expr.FunctionCall call && call.name().parts().size() == 1) {
            String name = call.name().last().text().toUpperCase(java.util.Locale.ROOT);
            boolean single = call.arguments().size() == 1;
            return name.equals("COUNT")
                    ? BIGINT
                    : TEXTS.contains(name)
                            ? TEXT
                            : single && (name.equals("MIN") || name.equals("MAX"))
                                    ? of(call.arguments().get(0).value())
                                    : DataType.UNKNOWN;
        }
        return DataType.UNKNOWN;
    }

    DataType of(@Nullable ColumnSense sense) {
        if (sense instanceof ColumnSense.Cell cell) {
            return cell.cell().type();
        }
        return sense instanceof ColumnSense.Merged merged
                ? merged.cells().get(0).type()
                : sense instanceof ColumnSense.Words ? TEXT : DataType.UNKNOWN;
    }
}
