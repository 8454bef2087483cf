package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of texts. */
final class TextFunctions {
    private TextFunctions() {}

    static @Nullable Code code(String name, List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        int size = arguments.size();
        return switch (name) {
            case "lower", "lcase" ->
                size == 1 ? text(arguments, dialect, texts -> cased(texts[0], false, dialect)) : null;
            case "upper", "ucase" ->
                size == 1 ? text(arguments, dialect, texts -> cased(texts[0], true, dialect)) : null;
            case "length", "char_length", "character_length" -> size == 1 ? length(name, arguments, dialect) : null;
            case "concat" -> concat(arguments, dialect);
            case "substring", "substr", "mid" -> substring(arguments, call, dialect);
            case "left" -> size == 2 ? cut(arguments, dialect, true) : null;
            case "right" -> size == 2 ? cut(arguments, dialect, false) : null;
            case "trim", "btrim" ->
                plain(call) && size == 1
                        ? text(arguments, dialect, texts -> strip(texts[0], true, true))
                        : MoreTextFunctions.trim(arguments, call, dialect);
            case "ltrim" ->
                size == 1
                        ? text(arguments, dialect, texts -> strip(texts[0], true, false))
                        : MoreTextFunctions.code(name, arguments, call, dialect);
            case "rtrim" ->
                size == 1
                        ? text(arguments, dialect, texts -> strip(texts[0], false, true))
                        : MoreTextFunctions.code(name, arguments, call, dialect);
            case "replace" -> size == 3 ? replace(arguments, dialect) : null;
            case "reverse" ->
                size == 1 && dialect != SqlDialect.SQLITE
                        ? text(arguments, dialect, texts -> new StringBuilder(texts[0])
                                .reverse()
                                .toString())
                        : null;
            case "repeat" -> size == 2 ? repeat(arguments, dialect) : null;
            default -> MoreTextFunctions.code(name, arguments, call, dialect);
        };
    }

    static boolean plain(Expr.FunctionCall call) {
        return call.arguments().stream().allMatch(argument -> argument.lead().isEmpty());
    }

    interface OfTexts {
        @Nullable
        Object apply(String[] texts);
    }

    static Code text(List<Code> arguments, SqlDialect dialect, OfTexts function) {
        Collation collation = arguments.get(0).type.collation();
        return Functions.strict(SqlType.text(Kind.TEXT, -1, collation), arguments, values -> {
            String[] texts = new String[values.length];
            for (int i = 0; i < texts.length; i++) {
                Object text = Texting.text(values[i], dialect);
                if (!(text instanceof String written)) {
                    return Unknown.UNKNOWN;
                }
                texts[i] = written;
            }
            return function.apply(texts);
        });
    }

    private static Object cased(String text, boolean upper, SqlDialect dialect) {
        boolean ascii = text.chars().allMatch(c -> c < 128);
        if (!ascii) {
            return dialect == SqlDialect.SQLITE ? Unknown.UNKNOWN : Unknown.UNKNOWN;
        }
        return upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
    }

    private static @Nullable Code length(String name, List<Code> arguments, SqlDialect dialect) {
        boolean bytes = dialect == SqlDialect.MYSQL && name.equals("length");
        boolean padded = arguments.get(0).type.kind() == Kind.CHAR && dialect == SqlDialect.POSTGRES;
        return Functions.strict(SqlType.INTEGER, arguments, values -> {
            Object written = Texting.text(values[0], dialect);
            if (!(written instanceof String text)) {
                return Unknown.UNKNOWN;
            }
            String counted = padded ? text.stripTrailing() : text;
            return bytes
                    ? (Object) (long) counted.getBytes(java.nio.charset.StandardCharsets.UTF_8).length
                    : (Object) (long) counted.codePointCount(0, counted.length());
        });
    }

    private static Code concat(List<Code> arguments, SqlDialect dialect) {
        boolean ignores = Habit.CONCAT_IGNORES_NULL.of(dialect);
        Code[] codes = arguments.toArray(Code[]::new);
        Collation collation = Collation.BINARY;
        for (Code code : codes) {
            collation = collation.with(code.type.collation());
        }
        return Code.of(SqlType.text(Kind.TEXT, -1, collation), frame -> {
            StringBuilder all = new StringBuilder();
            boolean unknown = false;
            for (Code code : codes) {
                Object value = code.value(frame);
                if (value == null && !ignores) {
                    return null;
                }
                Object text = value == null
                        ? ""
                        : value instanceof Boolean truth && dialect == SqlDialect.POSTGRES
                                ? (truth ? "t" : "f")
                                : Texting.text(value, dialect);
                unknown |= !(text instanceof String);
                all.append(text);
            }
            return unknown ? Unknown.UNKNOWN : all.toString();
        });
    }

    private static @Nullable Code substring(List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        int size = arguments.size();
        boolean words = call.arguments().stream()
                .allMatch(argument -> List.of("", "FROM", "FOR").contains(argument.lead()));
        boolean lengthOnly = size == 2 && call.arguments().get(1).lead().equals("FOR");
        if (size < 2 || size > 3 || !words || lengthOnly) {
            return null;
        }
        return Functions.strict(
                SqlType.text(Kind.TEXT, -1, arguments.get(0).type.collation()), arguments, values -> {
                    Object written = Texting.text(values[0], dialect);
                    if (!(written instanceof String text)
                            || !(values[1] instanceof Long from)
                            || size == 3 && !(values[2] instanceof Long)) {
                        return Unknown.UNKNOWN;
                    }
                    long length = size == 3 ? (Long) values[2] : Long.MAX_VALUE / 4;
                    return Substrings.of(text, from, length, dialect);
                });
    }

    private static Code cut(List<Code> arguments, SqlDialect dialect, boolean left) {
        return Functions.strict(
                SqlType.text(Kind.TEXT, -1, arguments.get(0).type.collation()), arguments, values -> {
                    Object written = Texting.text(values[0], dialect);
                    if (!(written instanceof String text) || !(values[1] instanceof Long count)) {
                        return Unknown.UNKNOWN;
                    }
                    int[] points = text.codePoints().toArray();
                    long size = count >= 0
                            ? Math.min(count, points.length)
                            : dialect == SqlDialect.POSTGRES ? Math.max(0, points.length + count) : 0;
                    return left
                            ? new String(points, 0, (int) size)
                            : new String(points, points.length - (int) size, (int) size);
                });
    }

    private static String strip(String text, boolean leading, boolean trailing) {
        int from = 0;
        int to = text.length();
        while (leading && from < to && text.charAt(from) == ' ') {
            from++;
        }
        while (trailing && to > from && text.charAt(to - 1) == ' ') {
            to--;
        }
        return text.substring(from, to);
    }

    private static Code replace(List<Code> arguments, SqlDialect dialect) {
        return text(arguments, dialect, texts -> texts[1].isEmpty() ? texts[0] : texts[0].replace(texts[1], texts[2]));
    }

    private static Code repeat(List<Code> arguments, SqlDialect dialect) {
        return Functions.strict(
                SqlType.text(Kind.TEXT, -1, arguments.get(0).type.collation()), arguments, values -> {
                    Object written = Texting.text(values[0], dialect);
                    if (!(written instanceof String text)
                            || !(values[1] instanceof Long count)
                            || count * text.length() > 1_000_000) {
                        return Unknown.UNKNOWN;
                    }
                    return text.repeat((int) Math.max(0, count));
                });
    }
}
