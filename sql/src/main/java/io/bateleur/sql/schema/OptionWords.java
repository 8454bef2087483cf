package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** Finds words among those that the tree keeps as they are written. */
final class OptionWords {
    private static final Span NOWHERE = new Span(0, 0);

    private OptionWords() {}

    /** Where these words, in upper case, stand next to each other outside of parentheses; -1 where they do not. */
    static int at(List<String> tokens, String... words) {
        int depth = 0;
        for (int i = 0; i + words.length <= tokens.size(); i++) {
            depth += tokens.get(i).equals("(") ? 1 : tokens.get(i).equals(")") ? -1 : 0;
            if (depth == 0 && isAt(tokens, i, words)) {
                return i;
            }
        }
        return -1;
    }

    static boolean has(List<String> tokens, String... words) {
        return at(tokens, words) >= 0;
    }

    private static boolean isAt(List<String> tokens, int from, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!tokens.get(from + i).equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean begins(List<String> tokens, String... words) {
        return tokens.size() >= words.length && isAt(tokens, 0, words);
    }

    /** The names between the parentheses that open at a place, or the one name that begins there. */
    static List<Qualified> names(List<String> tokens, int from) {
        List<Qualified> names = new ArrayList<>();
        List<Name> parts = new ArrayList<>();
        boolean dot = true;
        for (int i = from; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equals("(")) {
                continue;
            }
            boolean end = token.equals(")") || token.equals(",");
            if (end || !token.equals(".") && !dot) {
                break;
            }
            if (token.equals(".")) {
                dot = true;
            } else {
                parts.add(Name.of(token));
                dot = false;
            }
            boolean last = i + 1 == tokens.size() || !tokens.get(i + 1).equals(".") && !token.equals(".");
            if (last && !parts.isEmpty()) {
                names.add(new Qualified(NOWHERE, parts));
                parts = new ArrayList<>();
                boolean more = i + 1 < tokens.size() && tokens.get(i + 1).equals(",");
                i += more ? 1 : 0;
                dot = more;
            }
        }
        return names;
    }

    static Qualified qualified(Name name) {
        return new Qualified(NOWHERE, List.of(name));
    }
}
