package io.bateleur.recorder.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the text of a statement may name, in lower case and without schemas. Too many do no harm: whatever is none is not found
 * in the catalogue.
 */
final class TableNames {
    /** A comment or a text in quotes, a name in quotes, a name, or anything else that is not blank. */
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\\n]*|/\\*(?s:.*?)\\*/|'[^']*'"
                    + "|\"(?<double>[^\"]*)\"|`(?<back>[^`]*)`|\\[(?<square>[^\\]]*)\\]|(?<plain>[\\p{L}_][\\p{L}\\p{N}_$]*)|\\S");

    private static final Set<String> BEFORE =
            Set.of("from", "join", "into", "update", "table", "using", "replace", "only", "ignore");
    /** What ends a list of tables, and is none. */
    private static final Set<String> CLAUSES = Set.of(
            "select", "where", "set", "values", "on", "order", "group", "having", "limit", "of", "nowait", "skip",
            "lateral", "wait", "as");
    /** What can be written of all databases in a query to their catalogues, whatever they do with letters and backslashes. */
    private static final Pattern PLAIN = Pattern.compile("[ -\\[\\]-~]+");

    /** Quotes inside of names and texts, letters by their numbers, texts in dollars, and comments that are executed. */
    private static final Pattern STRANGE = Pattern.compile("\"\"|``|[uU]&\"|\\\\|\\$|/\\*!");

    private static final int MAX = 200;

    /** What the statement is about. */
    private final Set<String> used;
    /** Where it was looked whether these are known. */
    private volatile @Nullable Schema lookedFor;

    private TableNames(Set<String> used) {
        this.used = used;
    }

    static TableNames of(String text) {
        Set<String> names = new HashSet<>();
        boolean expected = false;
        boolean list = false;
        String last = null;
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String name = name(tokens);
            String token = tokens.group();
            if (token.startsWith("--") || token.startsWith("/*")) {
                continue;
            }
            if (name == null) {
                boolean dot = token.equals(".") && last != null;
                expected = dot || token.equals(",") && list;
                if (dot) {
                    names.remove(last); // a schema
                }
                list &= dot || token.equals(",");
                last = null;
            } else if (BEFORE.contains(name)) {
                expected = true;
                list = true;
            } else if (CLAUSES.contains(name)) {
                expected = false;
                list &= name.equals("as");
            } else {
                last = expected ? name : null;
                if (expected) {
                    names.add(name);
                }
                expected = false;
            }
        }
        return new TableNames(Set.copyOf(names));
    }

    /** Every name in a text, whatever it is the name of; null where not all can be told. */
    static @Nullable Set<String> all(String text) {
        if (STRANGE.matcher(text).find()) {
            return null;
        }
        Set<String> names = new HashSet<>();
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String name = name(tokens);
            if (name != null) {
                names.add(name);
            }
        }
        return names.size() <= MAX && names.stream().allMatch(TableNames::isPlain) ? names : null;
    }

    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    private static @Nullable String name(Matcher token) {
        for (String kind : List.of("plain", "double", "back", "square")) {
            String found = token.group(kind);
            if (found != null) {
                return found.toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }

    Set<String> used() {
        return used;
    }

    /** Whether it was not yet looked whether a schema knows these. */
    boolean isNewTo(Schema schema) {
        if (lookedFor == schema) {
            return false;
        }
        lookedFor = schema;
        return true;
    }
}
