package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions by their names. */
final class Functions {
    /** Functions that fail for some values. */
    private static final java.util.Set<String> FAILING = java.util.Set.of(
            "abs", "mod", "substring", "substr", "mid", "round", "repeat", "power", "pow", "sqrt", "div");

    private Functions() {}

    static Code code(ExpressionCompiler compiler, Expr.FunctionCall call) {
        String name = call.name().last().text().toLowerCase(Locale.ROOT);
        if (call.name().parts().size() > 1
                || !call.quantifier().isEmpty()
                || !call.order().isEmpty()) {
            throw new Outside(call, "a function in this form: " + call.name());
        }
        SqlDialect dialect = compiler.compilation.dialect;
        Scope.Origin proposed = compiler.compilation.proposed;
        if (proposed != null
                && name.equals("values")
                && call.arguments().size() == 1
                && call.arguments().get(0).value() instanceof Expr.Column column) {
            int number = Scope.column(proposed, column.name());
            return new Code.Slot(proposed.types().get(number), proposed.slot(), number);
        }
        Code free = free(compiler, call, name);
        if (free != null) {
            return free;
        }
        if (FAILING.contains(name)) {
            compiler.compilation.failing++;
        }
        List<Code> arguments = new ArrayList<>();
        for (Expr.Argument argument : call.arguments()) {
            if (argument.name() != null) {
                throw new Outside(call, "an argument by name");
            }
            arguments.add(argument(compiler, call, argument.value(), name));
        }
        Code conditional = conditional(name, arguments, compiler, call);
        if (conditional != null) {
            return conditional;
        }
        arguments.replaceAll(compiler::operandText);
        Code found = TextFunctions.code(name, arguments, call, dialect);
        if (found == null) {
            found = NumberFunctions.code(name, arguments, dialect);
        }
        if (found == null) {
            found = TimeFunctions.code(name, arguments, call, dialect);
        }
        Rulebook rulebook = compiler.compilation.rulebook;
        if (found == null && rulebook != null) {
            found = Calls.code(compiler, call, rulebook);
        }
        if (found == null) {
            throw new Outside(call, "the function " + name);
        }
        return found;
    }

    /** A word that is no column may be one that this function knows, such as a unit of time. */
    private static Code argument(ExpressionCompiler compiler, Expr.FunctionCall call, Expr value, String name) {
        int size = call.arguments().size();
        if (TimeFunctions.takesUnit(name, size) && value instanceof Expr.Column word && word.table() == null) {
            if (value.equals(call.arguments().get(0).value())) {
                return new Code.Constant(SqlType.TEXT, word.name().text());
            }
        }
        try {
            return compiler.value(value);
        } catch (SqlError error) {
            boolean word = value instanceof Expr.Column column && column.table() == null;
            throw word && error.state().equals("42703") ? new Outside(call, "the function " + name) : error;
        }
    }

    /** Functions whose results a database chooses. */
    private static @Nullable Code free(ExpressionCompiler compiler, Expr.FunctionCall call, String name) {
        return switch (name) {
            case "now",
                    "current_timestamp",
                    "localtimestamp",
                    "transaction_timestamp",
                    "statement_timestamp",
                    "clock_timestamp",
                    "sysdate",
                    "current_date",
                    "curdate",
                    "current_time",
                    "localtime",
                    "curtime",
                    "utc_timestamp" -> moment(name);
            case "random",
                    "rand",
                    "uuid",
                    "gen_random_uuid",
                    "random_uuid",
                    "newid",
                    "randomblob",
                    "pg_backend_pid",
                    "connection_id",
                    "version",
                    "last_insert_id",
                    "last_insert_rowid",
                    "txid_current",
                    "pg_sleep",
                    "sleep" -> Code.of(SqlType.ANY, frame -> Unknown.UNKNOWN);
            case "raise" -> compiler.compilation.is(SqlDialect.SQLITE) ? raised(call) : null;
            case "nextval" ->
                call.arguments().size() == 1 && call.arguments().get(0).value() instanceof Expr.Text text
                        ? compiler.nextValue(text.value())
                        : null;
            default -> null;
        };
    }

    /** SQLite's RAISE in a trigger. */
    private static Code raised(Expr.FunctionCall call) {
        boolean ignores = call.arguments().size() == 1;
        return Code.of(SqlType.ANY, frame -> {
            if (ignores) {
                throw new Outside(call, "RAISE (IGNORE)");
            }
            throw new SqlError("HY000", "raised");
        });
    }

    private static Code moment(String name) {
        boolean date = name.endsWith("date") && !name.equals("sysdate");
        SqlType type = SqlType.of(date ? Kind.DATE : Kind.TIMESTAMP);
        return Code.of(type, frame -> {
            Object now = frame.environment.now();
            return now instanceof java.time.LocalDateTime time && date
                    ? time.toLocalDate()
                    : name.endsWith("time") ? Unknown.UNKNOWN : now;
        });
    }

    /** Words that look like columns. */
    static @Nullable Code word(ExpressionCompiler compiler, Expr.Column column) {
        if (column.table() != null || column.name().isQuoted()) {
            return null;
        }
        String name = column.name().text().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "current_timestamp", "localtimestamp", "current_date", "current_time", "localtime", "sysdate" ->
                moment(name);
            case "current_user", "session_user", "user" -> Code.of(SqlType.TEXT, frame -> Unknown.UNKNOWN);
            default -> null;
        };
    }

    private static @Nullable Code conditional(
            String name, List<Code> arguments, ExpressionCompiler compiler, Expr.FunctionCall call) {
        SqlDialect dialect = compiler.compilation.dialect;
        int size = arguments.size();
        return switch (name) {
            case "concat_ws" -> size > 1 && dialect != SqlDialect.SQLITE ? joined(arguments, dialect) : null;
            case "coalesce", "ifnull", "nvl" -> size > 0 ? coalesce(arguments, dialect) : null;
            case "nullif" -> size == 2 ? nullIf(arguments, compiler, call) : null;
            case "if", "iif", "casewhen" -> size == 3 ? choice(arguments, dialect) : null;
            case "greatest" -> Extremes.code(arguments, 1, dialect);
            case "least" -> Extremes.code(arguments, -1, dialect);
            case "max" -> size > 1 ? Extremes.code(arguments, 1, dialect) : null;
            case "min" -> size > 1 ? Extremes.code(arguments, -1, dialect) : null;
            default -> null;
        };
    }

    static Code coalesce(List<Code> arguments, SqlDialect dialect) {
        SqlType type = Types.common(arguments, dialect);
        Alignment alignment = new Alignment(type, dialect);
        Code[] codes =
                arguments.stream().map(each -> Texting.as(type, each, dialect)).toArray(Code[]::new);
        return Code.of(type, frame -> {
            for (Code code : codes) {
                Object value = code.value(frame);
                if (value != null) {
                    return alignment.align(value);
                }
            }
            return null;
        });
    }

    /** CONCAT_WS: those that are not NULL, with a text between them. */
    private static Code joined(List<Code> arguments, SqlDialect dialect) {
        return Code.of(SqlType.TEXT, frame -> {
            List<String> parts = new ArrayList<>();
            boolean unknown = false;
            Object between = arguments.get(0).value(frame);
            for (Code code : arguments.subList(1, arguments.size())) {
                Object value = code.value(frame);
                Object text = value == null ? null : Texting.text(value, dialect);
                unknown |= value instanceof Boolean || Unknown.is(text);
                if (text instanceof String part) {
                    parts.add(part);
                }
            }
            if (between == null) {
                return dialect == SqlDialect.H2 ? Unknown.UNKNOWN : null;
            }
            return unknown || Unknown.is(between) ? Unknown.UNKNOWN : String.join(between.toString(), parts);
        });
    }

    private static Code nullIf(List<Code> arguments, ExpressionCompiler compiler, Expr.FunctionCall call) {
        Code first = arguments.get(0);
        Code equal = compiler.comparison("=", first, arguments.get(1), call);
        return Code.of(first.type, frame -> {
            Object same = equal.value(frame);
            return Unknown.is(same) ? Unknown.UNKNOWN : Boolean.TRUE.equals(same) ? null : first.value(frame);
        });
    }

    private static Code choice(List<Code> arguments, SqlDialect dialect) {
        SqlType type = Types.common(arguments.subList(1, 3), dialect);
        Alignment alignment = new Alignment(type, dialect);
        return Code.of(type, frame -> {
            Object truth = Truth.of(arguments.get(0).value(frame));
            if (Unknown.is(truth)) {
                return Unknown.UNKNOWN;
            }
            return alignment.align(
                    arguments.get(Boolean.TRUE.equals(truth) ? 1 : 2).value(frame));
        });
    }

    // ---- helpers of the libraries

    /** What a function does with values none of which is NULL or unknown. */
    interface Strict {
        @Nullable
        Object apply(Object[] values);
    }

    /** NULL when an argument is NULL, unknown when one is unknown. */
    static Code strict(SqlType type, List<Code> arguments, Strict function) {
        Code[] codes = arguments.toArray(Code[]::new);
        return Code.of(type, frame -> {
            Object[] values = new Object[codes.length];
            boolean unknown = false;
            for (int i = 0; i < codes.length; i++) {
                Object value = codes[i].value(frame);
                if (value == null) {
                    return null;
                }
                unknown |= Unknown.is(value);
                values[i] = value;
            }
            try {
                return unknown ? Unknown.UNKNOWN : function.apply(values);
            } catch (SqlError error) {
                return frame.failed(error);
            }
        });
    }
}
