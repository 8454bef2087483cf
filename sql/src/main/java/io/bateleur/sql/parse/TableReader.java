package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Definition.Constraint;
import io.bateleur.sql.tree.Definition.IndexColumn;
import io.bateleur.sql.tree.Definition.Rule;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what tables consist of: columns, constraints, indexes. */
final class TableReader {
    /** Words with which the next rule of a column begins. */
    private static final String[] RULES = {
        ",",
        "CONSTRAINT",
        "PRIMARY",
        "NOT",
        "NULL",
        "UNIQUE",
        "CHECK",
        "DEFAULT",
        "REFERENCES",
        "GENERATED",
        "AUTO_INCREMENT",
        "AUTOINCREMENT",
        "IDENTITY",
        "COMMENT",
        "COLLATE",
        "AS",
        "KEY",
        "STORAGE",
        "COMPRESSION",
        "FIRST",
        "AFTER",
        "INVISIBLE",
        "VISIBLE"
    };

    private final Reading in;

    TableReader(Reading in) {
        this.in = in;
    }

    List<Definition.Element> elements() {
        in.expectSign("(");
        List<Definition.Element> elements = in.atSign(")") ? List.of() : in.commas(this::element);
        in.expectSign(")");
        return elements;
    }

    Definition.Element element() {
        int from = in.from();
        if (in.atWord("LIKE")) {
            in.next();
            Qualified table = in.qualified();
            Verbatim options = in.verbatim(",");
            return new Definition.Like(in.since(from), table, options);
        }
        Definition.Element index = in.is(SqlDialect.MYSQL) || in.is(SqlDialect.H2) || in.is(SqlDialect.OTHER)
                ? in.attempt(this::index)
                : null;
        if (index != null) {
            return index;
        }
        Constraint constraint = isConstraint() ? constraint() : null;
        return constraint != null ? constraint : column();
    }

    private boolean isConstraint() {
        boolean named = in.atWord("CONSTRAINT")
                && !in.peek(2).isSign(",")
                && !in.peek(2).isSign(")");
        return named
                || in.atWords("PRIMARY", "KEY")
                || in.atWords("FOREIGN", "KEY")
                || in.atWord("UNIQUE")
                || in.atWord("CHECK") && in.peek(1).isSign("(")
                || in.atWord("EXCLUDE");
    }

    private Definition.Element index() {
        int from = in.from();
        String words = in.wordsOf("FULLTEXT", "SPATIAL", "INDEX", "KEY");
        if (words.isEmpty()) {
            throw in.fail("INDEX");
        }
        boolean named = in.atName() && !in.atWord("USING");
        Name name = named ? in.name() : null;
        Verbatim using = in.word("USING") ? in.verbatim("(") : in.nothing();
        List<IndexColumn> columns = in.parenthesized(this::indexColumn);
        Verbatim options = in.verbatim(",");
        if (!using.isEmpty()) {
            List<String> all = new ArrayList<>(List.of("USING"));
            all.addAll(using.tokens());
            all.addAll(options.tokens());
            options = new Verbatim(options.at(), all);
        }
        boolean typed = columns.stream().allMatch(c -> c.value() instanceof Expr.Numeral);
        if (typed) {
            throw in.fail("columns"); // a column of the name KEY
        }
        return new Definition.TableIndex(in.since(from), words, name, columns, options);
    }

    IndexColumn indexColumn() {
        int from = in.from();
        boolean prefix = in.is(SqlDialect.MYSQL)
                && in.atName()
                && in.peek(1).isSign("(")
                && in.peek(2).kind() == Token.Kind.NUMBER;
        Expr value = prefix ? columnName() : in.expressions.at(OperatorLevels.COLLATE + 1);
        if (!prefix && !in.atSign(",") && !in.atSign(")") && in.peek().kind() == Token.Kind.SIGN) {
            throw in.fail("the next column of the index");
        }
        Verbatim words = in.verbatim(",");
        return new IndexColumn(in.since(from), value, words);
    }

    /** The column of MySQL's {@code name(10)}, which is no function. */
    private Expr columnName() {
        int from = in.from();
        Name name = in.name();
        return new Expr.Column(in.since(from), null, name);
    }

    // ---- columns

    Definition.ColumnDefinition column() {
        int from = in.from();
        Name name = in.name();
        boolean untyped = in.atSign(",") || in.atSign(")") || in.atEnd() || beginsRule();
        TypeName type = untyped ? null : in.types.read();
        List<Constraint> constraints = new ArrayList<>();
        while (!in.atSign(",") && !in.atSign(")") && !in.atSign(";") && !in.atEnd() && !in.atAny("FIRST", "AFTER")) {
            constraints.add(columnConstraint());
        }
        return new Definition.ColumnDefinition(in.since(from), name, type, constraints);
    }

    private boolean beginsRule() {
        return in.atAny(
                        "CONSTRAINT",
                        "PRIMARY",
                        "NOT",
                        "NULL",
                        "UNIQUE",
                        "CHECK",
                        "DEFAULT",
                        "REFERENCES",
                        "GENERATED",
                        "AS",
                        "COLLATE")
                || in.atWords("WITH", "OPTIONS");
    }

    private Constraint columnConstraint() {
        int from = in.from();
        Name name = in.word("CONSTRAINT") ? in.name() : null;
        Rule rule = columnRule();
        Verbatim attributes = attributes();
        return new Constraint(in.since(from), name, rule, attributes);
    }

    private Rule columnRule() {
        int from = in.from();
        if (in.words("NOT", "NULL")) {
            return new Definition.NotNull(in.since(from));
        }
        if (in.word("NULL")) {
            return new Definition.Nulls(in.since(from));
        }
        if (in.words("PRIMARY", "KEY")) {
            Verbatim words = in.nothing();
            if (in.atAny("ASC", "DESC", "HASH")) {
                Token word = in.next();
                words = new Verbatim(in.since(from), List.of(word.written()));
            }
            return new Definition.PrimaryKey(in.since(from), words, List.of());
        }
        if (in.word("UNIQUE")) {
            int begin = in.from();
            String words = in.wordsOf("KEY", "NULLS", "NOT", "DISTINCT");
            List<String> tokens = words.isEmpty() ? List.of() : List.of(words.split(" "));
            return new Definition.Unique(in.since(from), new Verbatim(in.since(begin), tokens), List.of());
        }
        if (in.atWord("CHECK") && in.peek(1).isSign("(")) {
            return check();
        }
        if (in.word("DEFAULT")) {
            Expr value = in.expressions.at(OperatorLevels.OTHER);
            return new Definition.DefaultValue(in.since(from), value);
        }
        if (in.atWord("REFERENCES")) {
            return references(from, null, List.of());
        }
        return computed(from);
    }

    private Rule computed(int from) {
        if (in.atWord("GENERATED") || in.atWord("AS") && in.peek(1).isSign("(")) {
            String words =
                    in.word("GENERATED") ? "GENERATED " + in.wordsOf("ALWAYS", "BY", "DEFAULT", "ON", "NULL") : "";
            in.expectWord("AS");
            if (in.word("IDENTITY")) {
                Verbatim options = parentheses();
                return new Definition.Identity(in.since(from), words + " AS IDENTITY", options);
            }
            in.expectSign("(");
            Expr value = in.expressions.any();
            in.expectSign(")");
            String kind = in.any("STORED", "VIRTUAL", "PERSISTENT");
            return new Definition.Generated(in.since(from), words, value, kind);
        }
        if (in.atAny("AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY")) {
            String words = in.next().text();
            Verbatim options = parentheses();
            return new Definition.Identity(in.since(from), words, options);
        }
        int begin = in.mark();
        Verbatim words = otherWords();
        if (in.mark() == begin) {
            throw in.fail("a constraint of the column");
        }
        return new Definition.OtherRule(in.since(from), words);
    }

    /** A word, and what follows it up to the next rule. */
    private Verbatim otherWords() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        if (in.peek().kind() == Token.Kind.WORD) {
            kept.add(in.next().written());
            if (!in.atAny(RULES) || in.atAny("NULL", "DEFAULT") && kept.get(0).equalsIgnoreCase("ON")) {
                kept.addAll(in.verbatim(RULES).tokens());
            }
        }
        return new Verbatim(in.since(from), kept);
    }

    private Verbatim parentheses() {
        int from = in.from();
        if (!in.atSign("(")) {
            return in.nothing();
        }
        in.next();
        List<String> kept = new ArrayList<>(List.of("("));
        kept.addAll(in.verbatim().tokens());
        in.expectSign(")");
        kept.add(")");
        return new Verbatim(in.since(from), kept);
    }

    // ---- constraints

    Constraint constraint() {
        int from = in.from();
        Name name = in.word("CONSTRAINT") && !in.atAny("PRIMARY", "UNIQUE", "FOREIGN", "CHECK") ? in.name() : null;
        Rule rule = rule();
        Verbatim attributes = attributes();
        return new Constraint(in.since(from), name, rule, attributes);
    }

    private Rule rule() {
        int from = in.from();
        if (in.words("PRIMARY", "KEY")) {
            Verbatim words = in.verbatim("(", ",");
            List<IndexColumn> columns = in.atSign("(") ? in.parenthesized(this::indexColumn) : List.of();
            return new Definition.PrimaryKey(in.since(from), words, columns);
        }
        if (in.word("UNIQUE")) {
            Verbatim words = in.verbatim("(", ",");
            List<IndexColumn> columns = in.atSign("(") ? in.parenthesized(this::indexColumn) : List.of();
            return new Definition.Unique(in.since(from), words, columns);
        }
        if (in.words("FOREIGN", "KEY")) {
            Verbatim words = in.verbatim("(");
            List<Name> columns = in.names();
            return references(from, words, columns);
        }
        if (in.atWord("CHECK")) {
            return check();
        }
        if (in.atWords("NOT", "NULL") || in.atWord("EXCLUDE")) {
            Verbatim words = in.verbatim(",", "DEFERRABLE", "INITIALLY");
            return new Definition.OtherRule(in.since(from), words);
        }
        throw in.fail("a constraint");
    }

    private Rule check() {
        int from = in.from();
        in.expectWord("CHECK");
        in.expectSign("(");
        Expr condition = in.expressions.any();
        in.expectSign(")");
        return new Definition.Check(in.since(from), condition);
    }

    private Rule references(int from, @Nullable Verbatim words, List<Name> columns) {
        in.expectWord("REFERENCES");
        Verbatim before = words == null ? in.nothing() : words;
        Qualified table = in.qualified();
        List<Name> key = in.optionalNames();
        int begin = in.from();
        List<String> actions = new ArrayList<>();
        while (in.atWords("ON", "DELETE") || in.atWords("ON", "UPDATE") || in.atWord("MATCH")) {
            actions.add(in.next().text());
            if (in.atAny("DELETE", "UPDATE")) {
                actions.add(in.next().text());
            }
            String action = in.any("CASCADE", "RESTRICT", "SET", "NO", "FULL", "PARTIAL", "SIMPLE");
            if (action.isEmpty()) {
                throw in.fail("CASCADE, RESTRICT, SET or NO ACTION");
            }
            actions.add(action);
            if (action.equals("SET") || action.equals("NO")) {
                actions.add(in.next().text());
            }
            if (action.equals("SET") && in.atSign("(")) {
                actions.addAll(parentheses().tokens());
            }
        }
        Verbatim acts = new Verbatim(in.since(begin), actions);
        return new Definition.ForeignKey(in.since(from), before, columns, table, key, acts);
    }

    /** What may follow a constraint. */
    private Verbatim attributes() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        while (true) {
            boolean not = in.atWord("NOT")
                    && (in.atWord(1, "DEFERRABLE") || in.atWord(1, "VALID") || in.atWord(1, "ENFORCED"));
            boolean no = in.atWord("NO") && in.atWord(1, "INHERIT");
            if (not || no || in.atWord("INITIALLY") || in.atWords("ON", "CONFLICT")) {
                kept.add(in.next().text());
                kept.add(in.next().text());
                if (kept.get(kept.size() - 1).equals("CONFLICT")) {
                    kept.add(in.next().text());
                }
            } else if (in.atAny("DEFERRABLE", "ENFORCED", "NOCHECK")) {
                kept.add(in.next().text());
            } else if (in.atWords("USING", "INDEX")
                    || in.atAny("INCLUDE", "WITH", "USING", "COMMENT", "KEY_BLOCK_SIZE")) {
                kept.add(in.next().written());
                kept.addAll(in.verbatim(RULES).tokens());
            } else {
                return new Verbatim(in.since(from), kept);
            }
        }
    }

    Definition.@Nullable Element indexOrConstraint() {
        Definition.Element index = in.attempt(this::index);
        return index != null ? index : isConstraint() ? constraint() : null;
    }
}
