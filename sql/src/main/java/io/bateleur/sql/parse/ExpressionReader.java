package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions: operators here, what they combine in {@link OperandReader}. */
final class ExpressionReader {
    /** How long a row of operators may be: it is a tree that leans to the left, as deep as it is long. */
    private static final int ROW_MAX = 500;

    private final Reading in;
    final OperandReader operands;

    ExpressionReader(Reading in) {
        this.in = in;
        this.operands = new OperandReader(in);
    }

    Expr any() {
        return at(OperatorLevels.ASSIGN);
    }

    List<Expr> list() {
        return in.commas(this::any);
    }

    /** An expression of operators that bind at least so tightly. */
    Expr at(int least) {
        return in.nested(() -> {
            int from = in.from();
            Expr left = prefix(least);
            for (int i = 0; ; i++) {
                Expr more = infix(left, from, least);
                if (more == null) {
                    return left;
                }
                if (i > ROW_MAX) {
                    throw in.fail("a shorter row of operators");
                }
                left = more;
            }
        });
    }

    private Expr prefix(int least) {
        int from = in.from();
        if (in.atWord("NOT")) {
            in.next();
            Expr operand = at(Math.max(least, OperatorLevels.NOT));
            return new Expr.Unary(in.since(from), "NOT", operand);
        }
        Token token = in.peek();
        if (token.kind() == Token.Kind.SIGN) {
            boolean sign = token.isSign("-") || token.isSign("+") || token.isSign("~") || token.isSign("!");
            boolean postgres =
                    in.is(SqlDialect.POSTGRES) && OperatorLevels.of(token.text(), in.dialect) == OperatorLevels.OTHER;
            if (postgres || sign) {
                in.next();
                Expr operand = at(postgres ? OperatorLevels.OTHER + 1 : OperatorLevels.SIGN);
                return new Expr.Unary(in.since(from), token.text(), operand);
            }
        }
        if (in.is(SqlDialect.MYSQL) && in.atWord("BINARY") && startsOperand(in.peek(1))) {
            in.next();
            Expr operand = at(OperatorLevels.SIGN);
            return new Expr.Unary(in.since(from), "BINARY", operand);
        }
        return operands.read();
    }

    private static boolean startsOperand(Token token) {
        return token.kind() != Token.Kind.SIGN && token.kind() != Token.Kind.END || token.isSign("(");
    }

    private @Nullable Expr infix(Expr left, int from, int least) {
        Token token = in.peek();
        return switch (token.kind()) {
            case SIGN -> sign(left, from, least, token.text());
            case WORD -> word(left, from, least, token.text());
            default -> null;
        };
    }

    private @Nullable Expr sign(Expr left, int from, int least, String sign) {
        int level = OperatorLevels.of(sign, in.dialect);
        if (level < least) {
            return null;
        }
        if (level == OperatorLevels.OR || level == OperatorLevels.AND) {
            return logical(left, from, level == OperatorLevels.OR ? Expr.Connective.OR : Expr.Connective.AND, level);
        }
        in.next();
        String quantifier =
                level == OperatorLevels.COMPARE || level == OperatorLevels.OTHER || level == OperatorLevels.IS
                        ? quantifier()
                        : "";
        if (!quantifier.isEmpty()) {
            Expr right = in.nested(operands::parenthesis);
            return new Expr.Quantified(in.since(from), left, sign, quantifier, right);
        }
        Expr right = at(level == OperatorLevels.ASSIGN ? level : level + 1);
        return new Expr.Binary(in.since(from), left, sign, right);
    }

    private String quantifier() {
        return in.peek(1).isSign("(") ? in.any("ANY", "SOME", "ALL") : "";
    }

    private Expr logical(Expr first, int from, Expr.Connective connective, int level) {
        List<Expr> terms = new ArrayList<>(List.of(first));
        while (isConnective(connective, level)) {
            in.next();
            terms.add(at(level + 1));
        }
        return new Expr.Logical(in.since(from), connective, terms);
    }

    private boolean isConnective(Expr.Connective connective, int level) {
        Token token = in.peek();
        return token.isWord(connective.name())
                || token.kind() == Token.Kind.SIGN && OperatorLevels.of(token.text(), in.dialect) == level;
    }

    private @Nullable Expr word(Expr left, int from, int least, String word) {
        int predicate = OperatorLevels.predicate(in.dialect);
        boolean not = word.equals("NOT");
        switch (not ? in.peek(1).text() : word) {
            case "AND":
                return least <= OperatorLevels.AND
                        ? logical(left, from, Expr.Connective.AND, OperatorLevels.AND)
                        : null;
            case "OR":
                return least <= OperatorLevels.OR ? logical(left, from, Expr.Connective.OR, OperatorLevels.OR) : null;
            case "BETWEEN":
                return least <= predicate ? between(left, from, not) : null;
            case "IN":
                return least <= predicate ? in(left, from, not) : null;
            case "LIKE", "ILIKE", "SIMILAR", "RLIKE", "REGEXP", "GLOB", "MATCH":
                return least <= predicate ? like(left, from, not) : null;
            case "IS":
                return least <= OperatorLevels.is(in.dialect) ? is(left, from) : null;
            case "NULL":
                return not && least <= OperatorLevels.IS && in.is(SqlDialect.SQLITE)
                        ? isNull(left, from, 2, true)
                        : null;
            case "ISNULL", "NOTNULL":
                boolean wants = !in.is(SqlDialect.MYSQL) && least <= OperatorLevels.IS;
                return wants ? isNull(left, from, 1, word.equals("NOTNULL")) : null;
            default:
                return other(left, from, least, word);
        }
    }

    private @Nullable Expr other(Expr left, int from, int least, String word) {
        boolean mysql = in.is(SqlDialect.MYSQL);
        int level = -1;
        int words = 1;
        if (word.equals("XOR") && mysql) {
            level = OperatorLevels.XOR;
        } else if ((word.equals("DIV") || word.equals("MOD")) && mysql) {
            level = OperatorLevels.PRODUCT;
        } else if (word.equals("OVERLAPS")) {
            level = OperatorLevels.OTHER;
        } else if (word.equals("MEMBER") && in.atWord(1, "OF") || word.equals("SOUNDS") && in.atWord(1, "LIKE")) {
            level = OperatorLevels.PREDICATE;
            words = 2;
        } else if (word.equals("OPERATOR") && in.peek(1).isSign("(")) {
            return least <= OperatorLevels.OTHER ? named(left, from) : null;
        } else if (word.equals("COLLATE") && least <= OperatorLevels.COLLATE) {
            in.next();
            Qualified collation = in.peek().kind() == Token.Kind.TEXT ? operands.textAsName() : in.qualified();
            return new Expr.Collate(in.since(from), left, collation);
        } else if (word.equals("AT") && least <= OperatorLevels.ZONE) {
            return zone(left, from);
        }
        if (level < 0 || level < least) {
            return null;
        }
        StringBuilder operator = new StringBuilder(in.next().text());
        for (int i = 1; i < words; i++) {
            operator.append(' ').append(in.next().text());
        }
        Expr right = at(level + 1);
        return new Expr.Binary(in.since(from), left, operator.toString(), right);
    }

    private @Nullable Expr zone(Expr left, int from) {
        if (in.words("AT", "LOCAL")) {
            return new Expr.AtZone(in.since(from), left, null);
        }
        if (!in.words("AT", "TIME", "ZONE")) {
            return null;
        }
        Expr zone = at(OperatorLevels.ZONE + 1);
        return new Expr.AtZone(in.since(from), left, zone);
    }

    /** PostgreSQL's {@code OPERATOR(schema.+)}. */
    private Expr named(Expr left, int from) {
        StringBuilder operator = new StringBuilder(in.next().text());
        in.expectSign("(");
        operator.append('(');
        while (!in.atSign(")")) {
            operator.append(in.next().written());
        }
        in.expectSign(")");
        operator.append(')');
        Expr right = at(OperatorLevels.OTHER + 1);
        return new Expr.Binary(in.since(from), left, operator.toString(), right);
    }

    // ---- predicates

    private Expr between(Expr value, int from, boolean not) {
        in.word("NOT");
        in.expectWord("BETWEEN");
        boolean symmetric = in.any("SYMMETRIC", "ASYMMETRIC").equals("SYMMETRIC");
        Expr low = at(OperatorLevels.predicate(in.dialect) + 1);
        in.expectWord("AND");
        Expr high = at(OperatorLevels.predicate(in.dialect) + 1);
        return new Expr.Between(in.since(from), value, not, symmetric, low, high);
    }

    private Expr in(Expr value, int from, boolean not) {
        in.word("NOT");
        in.expectWord("IN");
        if (!in.atSign("(")) {
            // SQLite's table, or a parameter that is a list.
            Expr list = operands.read();
            return new Expr.Binary(in.since(from), value, not ? "NOT IN" : "IN", list);
        }
        Query query = operands.queryInParentheses();
        if (query != null) {
            return new Expr.InQuery(in.since(from), value, not, query);
        }
        in.expectSign("(");
        List<Expr> items = in.atSign(")") ? List.of() : list();
        in.expectSign(")");
        return new Expr.In(in.since(from), value, not, items);
    }

    private Expr like(Expr value, int from, boolean not) {
        in.word("NOT");
        String operator = in.next().text();
        if (operator.equals("SIMILAR")) {
            in.expectWord("TO");
            operator = "SIMILAR TO";
        }
        String quantifier = quantifier();
        if (!quantifier.isEmpty()) {
            Expr right = in.nested(operands::parenthesis);
            return new Expr.Quantified(in.since(from), value, not ? "NOT " + operator : operator, quantifier, right);
        }
        int tighter = OperatorLevels.predicate(in.dialect) + 1;
        Expr pattern = at(tighter);
        Expr escape = in.word("ESCAPE") ? at(tighter) : null;
        return new Expr.Like(in.since(from), value, not, operator, pattern, escape);
    }

    private Expr isNull(Expr value, int from, int words, boolean not) {
        for (int i = 0; i < words; i++) {
            in.next();
        }
        return new Expr.Is(in.since(from), value, not, "NULL");
    }

    private Expr is(Expr value, int from) {
        in.expectWord("IS");
        boolean not = in.word("NOT");
        if (in.words("DISTINCT", "FROM")) {
            Expr right = at(OperatorLevels.is(in.dialect) + 1);
            return new Expr.Binary(in.since(from), value, not ? "IS NOT DISTINCT FROM" : "IS DISTINCT FROM", right);
        }
        String what = in.any(
                "NULL", "TRUE", "FALSE", "UNKNOWN", "DOCUMENT", "NORMALIZED", "NFC", "NFD", "NFKC", "NFKD", "JSON");
        if (what.equals("JSON")) {
            String rest = in.wordsOf("VALUE", "OBJECT", "ARRAY", "SCALAR", "WITH", "WITHOUT", "UNIQUE", "KEYS");
            what = (what + " " + rest).strip();
        } else if (what.startsWith("NF")) {
            in.expectWord("NORMALIZED");
            what += " NORMALIZED";
        }
        if (!what.isEmpty()) {
            return new Expr.Is(in.since(from), value, not, what);
        }
        if (!in.is(SqlDialect.SQLITE)) {
            throw in.fail("NULL, TRUE, FALSE or DISTINCT FROM");
        }
        Expr right = at(OperatorLevels.IS + 1);
        return new Expr.Binary(in.since(from), value, not ? "IS NOT" : "IS", right);
    }
}
