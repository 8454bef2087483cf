package io.bateleur.core.report;

/** Text inside a page. Keys and values may hold anything, markup and megabytes included. */
final class HtmlText {
    private static final int REPLACEMENT = 0xFFFD;

    private HtmlText() {}

    /** Safe between tags and inside quoted attributes. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isShown(c) ? c : REPLACEMENT);
            }
        });
        return out.toString();
    }

    /** The beginning of a text, with its length when that is not all of it; escaped. */
    static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return escaped(text);
        }
        return escaped(text.substring(0, text.offsetByCodePoints(0, most - 1))) + "…";
    }

    /** Like {@link #cut}, and it says how much is missing. */
    static String counted(String text, int most) {
        int length = text.codePointCount(0, text.length());
        return length <= most ? escaped(text) : cut(text, most) + " (" + length + " characters)";
    }

    /** How many columns a text takes when it is cut, for drawings. */
    static int width(String text, int most) {
        return Math.min(text.codePointCount(0, text.length()), most);
    }

    /** Not control characters, halves of pairs, nor those that reverse the direction of what follows. */
    private static boolean isShown(int c) {
        boolean control = c < ' ' && c != '\n' && c != '\t' || c >= 0x7F && c < 0xA0;
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        boolean direction = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c == 0x200E || c == 0x200F;
        return !control && !surrogate && !direction && c != 0xFFFE && c != 0xFFFF;
    }
}
