package io.bateleur.recorder.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which columns the question marks of a statement stand for, where its text says so plainly. Only asked when something is to be hidden. */
final class ParameterNames {
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\n]*|/\\*.*?\\*/|'(?:[^']++|'')*+'|\"([^\"]+)\"|`([^`]+)`|([\\p{L}_][\\p{L}\\p{N}_$]*)|<=|>=|<>|!=|\\S",
            Pattern.DOTALL);
    private static final List<String> COMPARISONS = List.of("=", "<", ">", "<=", ">=", "<>", "!=");

    private ParameterNames() {}

    /** One for each question mark in its order: a name, or null. */
    static List<@Nullable String> of(String sql) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            String token = matcher.group();
            if (!token.startsWith("--") && !token.startsWith("/*")) {
                String quoted = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
                tokens.add(quoted != null ? quoted : token);
            }
        }
        List<@Nullable String> names = new ArrayList<>();
        List<String> columns = inserted(tokens);
        int depth = 0;
        int column = -1;
        boolean values = false;
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equalsIgnoreCase("values")) {
                values = true;
                depth = 0;
            } else if (token.equals("(")) {
                depth++;
                column = depth == 1 ? 0 : column;
            } else if (token.equals(")")) {
                depth--;
            } else if (token.equals(",") && depth == 1) {
                column++;
            } else if (token.equals("?")) {
                boolean plain = values && depth == 1 && column >= 0 && column < columns.size();
                names.add(plain ? columns.get(column) : compared(tokens, i));
            }
        }
        return names;
    }

    /** The columns of INSERT INTO t (a, b). */
    private static List<String> inserted(List<String> tokens) {
        List<String> columns = new ArrayList<>();
        int open = tokens.indexOf("(");
        boolean insert = !tokens.isEmpty() && tokens.get(0).matches("(?i)insert|replace|merge");
        if (!insert || open < 0) {
            return columns;
        }
        for (int i = open + 1; i < tokens.size() && !tokens.get(i).equals(")"); i++) {
            if (!tokens.get(i).equals(",")) {
                columns.add(tokens.get(i));
            }
        }
        return columns;
    }

    /** The x of {@code x = ?}. */
    private static @Nullable String compared(List<String> tokens, int at) {
        return at >= 2
                        && COMPARISONS.contains(tokens.get(at - 1))
                        && Character.isLetter(tokens.get(at - 2).charAt(0))
                ? tokens.get(at - 2)
                : null;
    }
}
