package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions that find a text in another one, fill it up or strip it. */
final class MoreTextFunctions {
    private MoreTextFunctions() {}

    static @Nullable Code code(String name, List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        int size = arguments.size();
        boolean mysqlOrH2 = dialect == SqlDialect.MYSQL || dialect == SqlDialect.H2;
        return switch (name) {
            case "position" -> size == 2 && dialect != SqlDialect.SQLITE ? position(arguments, 0, 1, dialect) : null;
            case "strpos" -> size == 2 && dialect == SqlDialect.POSTGRES ? position(arguments, 1, 0, dialect) : null;
            case "locate" -> size <= 3 && mysqlOrH2 ? position(arguments, 0, 1, dialect) : null;
            case "instr" -> size == 2 && dialect != SqlDialect.POSTGRES ? position(arguments, 1, 0, dialect) : null;
            case "lpad" -> dialect == SqlDialect.SQLITE ? null : padded(arguments, true, dialect);
            case "rpad" -> dialect == SqlDialect.SQLITE ? null : padded(arguments, false, dialect);
            case "ascii" -> size == 1 && dialect != SqlDialect.SQLITE ? ascii(arguments, dialect) : null;
            case "ltrim", "rtrim" ->
                size == 2 ? stripped(arguments, name.equals("ltrim"), !name.equals("ltrim"), dialect) : null;
            default -> null;
        };
    }

    /** MySQL looks without regard to case. */
    private static Code position(List<Code> arguments, int wanted, int text, SqlDialect dialect) {
        boolean folds = dialect == SqlDialect.MYSQL;
        return Functions.strict(SqlType.INTEGER, arguments, values -> {
            Object one = Texting.text(values[wanted], dialect);
            Object two = Texting.text(values[text], dialect);
            Object from = values.length > 2 ? values[2] : (Object) 1L;
            if (!(one instanceof String part) || !(two instanceof String whole) || !(from instanceof Long start)) {
                return Unknown.UNKNOWN;
            }
            boolean ascii = (part + whole).chars().allMatch(c -> c < 128);
            if (!ascii || start < 1) {
                return Unknown.UNKNOWN;
            }
            String in = folds ? whole.toLowerCase(Locale.ROOT) : whole;
            String find = folds ? part.toLowerCase(Locale.ROOT) : part;
            if (start > in.length() + 1) {
                return find.isEmpty() ? Unknown.UNKNOWN : (Object) 0L;
            }
            return (long) in.indexOf(find, (int) (start - 1)) + 1;
        });
    }

    private static @Nullable Code padded(List<Code> arguments, boolean left, SqlDialect dialect) {
        int size = arguments.size();
        if (size < 2 || size > 3 || size == 2 && dialect == SqlDialect.MYSQL) {
            return null;
        }
        return Functions.strict(
                SqlType.text(Kind.TEXT, -1, arguments.get(0).type.collation()), arguments, values -> {
                    Object written = Texting.text(values[0], dialect);
                    Object fill = size == 3 ? Texting.text(values[2], dialect) : " ";
                    boolean known = written instanceof String && fill instanceof String;
                    if (!known || !(values[1] instanceof Long wanted) || wanted < 0 || wanted > 100_000) {
                        return Unknown.UNKNOWN;
                    }
                    String text = (String) written;
                    String with = dialect == SqlDialect.H2 && !((String) fill).isEmpty()
                            ? ((String) fill).substring(0, 1)
                            : (String) fill;
                    if (text.length() >= wanted) {
                        return text.substring(0, (int) (long) wanted);
                    }
                    if (with.isEmpty()) {
                        return dialect == SqlDialect.POSTGRES ? text : Unknown.UNKNOWN;
                    }
                    int missing = (int) (wanted - text.length());
                    String padding = with.repeat(missing / with.length() + 1).substring(0, missing);
                    return left ? padding + text : text + padding;
                });
    }

    private static Code ascii(List<Code> arguments, SqlDialect dialect) {
        return Functions.strict(SqlType.INTEGER, arguments, values -> {
            boolean known =
                    Texting.text(values[0], dialect) instanceof String text && !text.isEmpty() && text.charAt(0) < 128;
            return known ? (Object) (long) ((String) Texting.text(values[0], dialect)).charAt(0) : Unknown.UNKNOWN;
        });
    }

    // ---- TRIM (BOTH 'x' FROM y)

    static @Nullable Code trim(List<Code> arguments, Expr.FunctionCall call, SqlDialect dialect) {
        String lead = call.arguments().get(0).lead();
        boolean leading = !lead.startsWith("TRAILING");
        boolean trailing = !lead.startsWith("LEADING");
        if (arguments.size() == 1 && (lead.endsWith("FROM") || lead.isEmpty())) {
            List<Code> both = new ArrayList<>(arguments);
            both.add(new Code.Constant(SqlType.TEXT, " "));
            return stripped(both, leading, trailing, dialect);
        }
        boolean words = arguments.size() == 2
                && List.of("", "BOTH", "LEADING", "TRAILING").contains(lead)
                && call.arguments().get(1).lead().equals("FROM");
        boolean commas = arguments.size() == 2 && TextFunctions.plain(call);
        return words
                ? stripped(List.of(arguments.get(1), arguments.get(0)), leading, trailing, dialect)
                : commas ? stripped(arguments, true, true, dialect) : null;
    }

    /** MySQL strips a whole text, the others any of its characters. */
    private static Code stripped(List<Code> arguments, boolean leading, boolean trailing, SqlDialect dialect) {
        return TextFunctions.text(arguments, dialect, texts -> {
            String text = texts[0];
            String of = texts[1];
            if (of.isEmpty()) {
                return dialect == SqlDialect.H2 ? Unknown.UNKNOWN : text;
            }
            boolean whole = dialect == SqlDialect.MYSQL;
            int from = 0;
            int to = text.length();
            while (leading && from < to && (whole ? text.startsWith(of, from) : of.indexOf(text.charAt(from)) >= 0)) {
                from += whole ? of.length() : 1;
            }
            while (trailing
                    && to > from
                    && (whole ? text.substring(from, to).endsWith(of) : of.indexOf(text.charAt(to - 1)) >= 0)) {
                to -= whole ? of.length() : 1;
            }
            return text.substring(from, to);
        });
    }
}
