package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads types. */
final class TypeReader {
    /** Words that belong to a type that begins with this one. */
    private static final List<List<String>> LONG_NAMES = List.of(
            List.of("DOUBLE", "PRECISION"),
            List.of("NATIONAL", "CHARACTER", "VARYING"),
            List.of("NATIONAL", "CHARACTER"),
            List.of("NATIONAL", "CHAR", "VARYING"),
            List.of("NATIONAL", "CHAR"),
            List.of("NATIONAL", "VARCHAR"),
            List.of("CHARACTER", "VARYING"),
            List.of("CHARACTER", "LARGE", "OBJECT"),
            List.of("CHAR", "VARYING"),
            List.of("CHAR", "LARGE", "OBJECT"),
            List.of("BINARY", "VARYING"),
            List.of("BINARY", "LARGE", "OBJECT"),
            List.of("BIT", "VARYING"),
            List.of("LONG", "VARCHAR"),
            List.of("LONG", "VARBINARY"),
            List.of("SIGNED", "INTEGER"),
            List.of("UNSIGNED", "INTEGER"),
            List.of("SIGNED", "INT"),
            List.of("UNSIGNED", "INT"));

    private static final Set<String> AFTER = Set.of("UNSIGNED", "SIGNED", "ZEROFILL", "BINARY", "ASCII", "UNICODE");
    private static final Set<String> ENDS = Set.of(
            "CONSTRAINT",
            "PRIMARY",
            "NOT",
            "NULL",
            "UNIQUE",
            "CHECK",
            "DEFAULT",
            "COLLATE",
            "REFERENCES",
            "GENERATED",
            "AS",
            "ON",
            "AUTOINCREMENT",
            "DEFERRABLE");

    private final Reading in;

    TypeReader(Reading in) {
        this.in = in;
    }

    static TypeName plain(Span at, String name) {
        return new TypeName(at, "", new Qualified(at, List.of(new Name(name, Name.Quotes.NONE))), List.of(), "", "");
    }

    TypeName read() {
        int from = in.from();
        String before = in.atWord("SETOF") && in.peek(1).kind() != Token.Kind.SIGN
                ? in.next().text()
                : "";
        Qualified name = name();
        List<Expr> arguments = List.of();
        if (in.atSign("(") && !name.is("INTERVAL")) {
            in.next();
            arguments = in.atSign(")") ? List.of() : in.commas(this::argument);
            in.expectSign(")");
        }
        String after = after(name);
        String array = array();
        return new TypeName(in.since(from), before, name, arguments, after, array);
    }

    private Expr argument() {
        int from = in.from();
        if (in.peek().kind() == Token.Kind.NUMBER && in.peek(1).kind() == Token.Kind.WORD) {
            // Oracle's VARCHAR(20 CHAR).
            String size = in.next().written() + " " + in.next().written();
            return new Expr.Numeral(in.since(from), size);
        }
        return in.expressions.any();
    }

    private Qualified name() {
        int from = in.from();
        for (List<String> words : LONG_NAMES) {
            if (in.words(words.toArray(String[]::new))) {
                Name name = new Name(String.join(" ", words).toLowerCase(java.util.Locale.ROOT), Name.Quotes.NONE);
                return new Qualified(in.since(from), List.of(name));
            }
        }
        if (!in.is(SqlDialect.SQLITE)) {
            return in.qualified();
        }
        StringBuilder name = new StringBuilder(in.name().written());
        while (in.peek().kind() == Token.Kind.WORD && !ENDS.contains(in.peek().text())) {
            name.append(' ').append(in.next().written());
        }
        return new Qualified(in.since(from), List.of(new Name(name.toString(), Name.Quotes.NONE)));
    }

    private String after(Qualified name) {
        List<String> words = new ArrayList<>();
        if (in.atSign("%") && (in.atWord(1, "TYPE") || in.atWord(1, "ROWTYPE"))) {
            words.add(in.next().written() + in.next().text());
        }
        boolean moment = name.is("TIME") || name.is("TIMESTAMP");
        if (moment && (in.atWords("WITH", "TIME") || in.atWords("WITHOUT", "TIME") || in.atWords("WITH", "LOCAL"))) {
            words.add(in.next().text());
            words.add(in.wordsOf("LOCAL", "TIME"));
            in.expectWord("ZONE");
            words.add("ZONE");
        }
        if (name.is("INTERVAL")) {
            String fields = in.wordsOf("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "TO");
            String rest = fields + size();
            if (!rest.isEmpty()) {
                words.add(rest);
            }
        }
        while (in.peek().kind() == Token.Kind.WORD && AFTER.contains(in.peek().text()) && !in.is(SqlDialect.POSTGRES)) {
            words.add(in.next().text());
        }
        if (in.atWords("CHARACTER", "SET") || in.atWord("CHARSET") && in.is(SqlDialect.MYSQL)) {
            words.add(
                    in.word("CHARSET")
                            ? "CHARSET"
                            : in.next().text() + " " + in.next().text());
            words.add(in.next().written());
        }
        return String.join(" ", words);
    }

    /** {@code (3)}, or nothing. */
    String size() {
        if (!in.atSign("(")) {
            return "";
        }
        in.next();
        String size = in.next().written();
        in.expectSign(")");
        return "(" + size + ")";
    }

    private String array() {
        StringBuilder brackets = new StringBuilder();
        if (in.atWord("ARRAY")) {
            brackets.append(" ").append(in.next().text());
        }
        while (in.atSign("[") && (in.peek(1).isSign("]") || in.peek(2).isSign("]"))) {
            in.next();
            brackets.append('[')
                    .append(in.atSign("]") ? "" : in.next().written())
                    .append(']');
            in.expectSign("]");
        }
        return brackets.toString();
    }
}
