package io.bateleur.core.model;

import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** How values are spelt in the mini-language and in messages. */
public final class Notation {
    /** The key is not there. */
    public static final String ABSENT = "_";

    /** The answer was not recorded. */
    public static final String UNKNOWN = "?";

    /** A range without this bound. */
    public static final String UNBOUNDED = "*";

    private static final Pattern BARE = Pattern.compile("[A-Za-z:/$][A-Za-z0-9_./$-]*");
    private static final Set<String> RESERVED = Set.of("true", "false", "null");

    private Notation() {}

    /** A string: bare where nothing else can be meant, else quoted as in JSON. */
    public static String text(String value) {
        if (BARE.matcher(value).matches() && !RESERVED.contains(value)) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            escape(value.charAt(i), out);
        }
        return out.append('"').toString();
    }

    private static void escape(char c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < ' ') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
        }
    }

    static String bytes(byte[] value) {
        return "x'" + HexFormat.of().formatHex(value) + "'";
    }
}
