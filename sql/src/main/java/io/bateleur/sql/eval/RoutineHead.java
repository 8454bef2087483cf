package io.bateleur.sql.eval;

import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parameters of a routine, read from what stands between its name and its body. */
final class RoutineHead {
    private RoutineHead() {}

    static List<Routine.Parameter> parameters(String head, SqlDialect dialect) {
        List<Routine.Parameter> parameters = new ArrayList<>();
        for (String each : parts(head)) {
            if (!each.isBlank()) {
                parameters.add(parameter(each.trim(), dialect));
            }
        }
        return parameters;
    }

    /** What stands between the commas of the first parentheses. */
    private static List<String> parts(String head) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        StringBuilder part = new StringBuilder();
        for (char c : head.toCharArray()) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 && c == ')') {
                parts.add(part.toString());
                return parts;
            }
            if (depth == 1 && c == ',') {
                parts.add(part.toString());
                part.setLength(0);
            } else if (!(depth == 1 && c == '(')) {
                part.append(c);
            }
        }
        return List.of();
    }

    private static Routine.Parameter parameter(String text, SqlDialect dialect) {
        String rest = text;
        String mode = "IN";
        String first = rest.split("\\s+")[0].toUpperCase(Locale.ROOT);
        if (List.of("IN", "OUT", "INOUT").contains(first)) {
            mode = first;
            rest = rest.substring(first.length()).trim();
        }
        Code byDefault = null;
        String[] halves = rest.split("(?i)\\s(default|:=|=)\\s", 2);
        if (halves.length == 2) {
            byDefault = value(halves[1], dialect);
            rest = halves[0].trim();
        }
        int space = rest.indexOf(' ');
        SqlType whole = space < 0 || dialect == SqlDialect.POSTGRES ? type(rest, dialect) : null;
        boolean named = space > 0 && (whole == null || whole.kind() == SqlType.Kind.OTHER);
        String name = named ? rest.substring(0, space).replace("\"", "").replace("`", "") : "";
        SqlType type = named ? type(rest.substring(space + 1), dialect) : whole;
        if (type == null || type.kind() == SqlType.Kind.OTHER) {
            throw new Outside(null, "a parameter of this type: " + text);
        }
        return new Routine.Parameter(mode, name, type, byDefault);
    }

    static @Nullable SqlType type(String text, SqlDialect dialect) {
        Expr value = expression("CAST(NULL AS " + text + ")", dialect);
        return value instanceof Expr.Cast cast ? Types.of(cast.type(), dialect) : null;
    }

    private static Code value(String text, SqlDialect dialect) {
        Expr value = expression(text, dialect);
        if (value == null) {
            throw new Outside(null, "a default of a parameter: " + text);
        }
        Compilation none = new Compilation(dialect, new Shapes(io.bateleur.sql.schema.Catalog.empty(dialect)));
        return new ExpressionCompiler(none, new Scope(null), null).value(value);
    }

    private static @Nullable Expr expression(String text, SqlDialect dialect) {
        List<Statement> read = SqlReader.read("SELECT " + text, dialect);
        boolean plain = read.size() == 1
                && read.get(0) instanceof Query query
                && query.body() instanceof QueryBody.Select select
                && select.items().size() == 1;
        return plain
                ? ((QueryBody.Select) ((Query) read.get(0)).body())
                        .items()
                        .get(0)
                        .value()
                : null;
    }
}
