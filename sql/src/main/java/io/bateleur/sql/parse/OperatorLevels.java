package io.bateleur.sql.parse;

import io.bateleur.sql.tree.SqlDialect;
import java.util.Map;
import java.util.Set;

/** How tightly operators bind, per dialect: a higher level binds before a lower one. */
final class OperatorLevels {
    static final int ASSIGN = 0;
    static final int OR = 1;
    static final int XOR = 2;
    static final int AND = 3;
    static final int NOT = 4;
    static final int IS = 5;
    static final int COMPARE = 6;
    /** BETWEEN, IN, LIKE. */
    static final int PREDICATE = 7;
    /** PostgreSQL's operators that have no level of their own, {@code ||} among them. */
    static final int OTHER = 8;

    static final int BIT_OR = 9;
    static final int BIT_AND = 10;
    static final int SHIFT = 11;
    static final int SUM = 12;
    static final int PRODUCT = 13;
    static final int POWER = 14;
    static final int CONCAT = 15;
    static final int ZONE = 16;
    static final int COLLATE = 17;
    static final int SIGN = 18;

    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "^=", "==", "<=>");
    private static final Map<String, Integer> MYSQL = Map.of(
            "||", OR, "&&", AND, "|", BIT_OR, "&", BIT_AND, "<<", SHIFT, ">>", SHIFT, "^", POWER, "->", SIGN, "->>",
            SIGN);
    private static final Map<String, Integer> SQLITE =
            Map.of("=", IS, "==", IS, "<>", IS, "!=", IS, "||", CONCAT, "->", CONCAT, "->>", CONCAT);
    private static final Set<String> BITS = Set.of("&", "|", "<<", ">>");

    private OperatorLevels() {}

    /** Of a sign between two operands; -1 where it is none. */
    static int of(String sign, SqlDialect dialect) {
        Map<String, Integer> own =
                dialect == SqlDialect.MYSQL ? MYSQL : dialect == SqlDialect.SQLITE ? SQLITE : Map.of();
        Integer level = own.get(sign);
        if (level != null) {
            return level;
        }
        if (dialect == SqlDialect.SQLITE && BITS.contains(sign)) {
            return BIT_OR;
        }
        if (COMPARISONS.contains(sign)) {
            return COMPARE;
        }
        return switch (sign) {
            case ":=" -> dialect == SqlDialect.MYSQL ? ASSIGN : -1;
            case "+", "-" -> SUM;
            case "*", "/", "%" -> PRODUCT;
            case "^" -> POWER;
            case "(", ")", "[", "]", ",", ";", ".", ":", "::", "..", "=>", "{", "}", "\\", "$" -> -1;
            default -> OTHER;
        };
    }

    /** Of IS: elsewhere below comparisons, on MySQL and SQLite one of them. */
    static int is(SqlDialect dialect) {
        return dialect == SqlDialect.MYSQL ? COMPARE : IS;
    }

    /** Of BETWEEN, IN and LIKE. */
    static int predicate(SqlDialect dialect) {
        return dialect == SqlDialect.SQLITE ? IS : PREDICATE;
    }

    static boolean compares(String sign) {
        return COMPARISONS.contains(sign);
    }
}
