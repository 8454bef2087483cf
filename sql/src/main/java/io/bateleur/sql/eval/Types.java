package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Types of columns and casts, and the type of what is one of several. */
final class Types {
    private Types() {}

    static SqlType of(TypeName name, SqlDialect dialect) {
        if (dialect == SqlDialect.MYSQL && name.name().is("SIGNED")) {
            return SqlType.BIGINT;
        }
        if (dialect == SqlDialect.MYSQL && name.name().is("UNSIGNED")) {
            return SqlType.of(Kind.OTHER);
        }
        return of(DataType.of(name, dialect), null, dialect);
    }

    static SqlType of(DataType type, @Nullable String collation, SqlDialect dialect) {
        if (type.isArray() || type.unsigned()) {
            return SqlType.of(Kind.OTHER);
        }
        int first = type.arguments().isEmpty() ? -1 : type.arguments().get(0);
        int second = type.arguments().size() < 2 ? -1 : type.arguments().get(1);
        return switch (type.kind()) {
            case INTEGER -> SqlType.of(integer(type.name()));
            case DECIMAL -> decimal(first, second, dialect);
            case FLOAT ->
                SqlType.of(
                        type.name().equals("real")
                                        || type.name().equals("float")
                                                && (dialect == SqlDialect.MYSQL || first > 0 && first < 25)
                                ? Kind.REAL
                                : Kind.DOUBLE);
            case TEXT ->
                SqlType.text(Kind.TEXT, type.name().equals("text") ? -1 : first, collation(collation, dialect));
            case PADDED -> SqlType.text(Kind.CHAR, first < 0 ? 1 : first, collation(collation, dialect));
            case BOOLEAN -> SqlType.BOOLEAN;
            case DATE -> SqlType.of(Kind.DATE);
            case TIME ->
                type.name().equals("time")
                        ? new SqlType(Kind.TIME, -1, first, Collation.BINARY)
                        : SqlType.of(Kind.OTHER);
            case TIMESTAMP -> new SqlType(Kind.TIMESTAMP, -1, first, Collation.BINARY);
            case INSTANT -> SqlType.of(Kind.TIMESTAMP_ZONED);
            case BYTES -> SqlType.of(Kind.BYTES);
            default -> SqlType.of(Kind.OTHER);
        };
    }

    private static Kind integer(String name) {
        return switch (name) {
            case "smallint" -> Kind.SMALLINT;
            case "bigint" -> Kind.BIGINT;
            default -> Kind.INTEGER;
        };
    }

    private static SqlType decimal(int precision, int scale, SqlDialect dialect) {
        if (precision < 0 && dialect == SqlDialect.MYSQL) {
            return SqlType.decimal(10, 0);
        }
        if (precision < 0) {
            return SqlType.decimal(-1, dialect == SqlDialect.H2 ? 0 : -1);
        }
        return SqlType.decimal(precision, Math.max(scale, 0));
    }

    static Collation collation(@Nullable String name, SqlDialect dialect) {
        if (name == null) {
            return switch (dialect) {
                case POSTGRES -> Collation.LINGUISTIC;
                case MYSQL -> Collation.FOLDED_PADDED;
                default -> Collation.BINARY;
            };
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (dialect) {
            case POSTGRES ->
                lower.equals("c") || lower.equals("posix") || lower.equals("ucs_basic")
                        ? Collation.BINARY
                        : Collation.LINGUISTIC;
            case MYSQL ->
                lower.endsWith("_nopad_bin")
                        ? Collation.BINARY
                        : lower.endsWith("_bin") || lower.equals("binary") ? Collation.PADDED : Collation.FOLDED_PADDED;
            case SQLITE ->
                lower.equals("nocase") ? Collation.FOLDED : lower.equals("rtrim") ? Collation.PADDED : Collation.BINARY;
            default -> Collation.BINARY;
        };
    }

    /** Of CASE, COALESCE, UNION and their like. */
    static SqlType common(List<Code> codes, SqlDialect dialect) {
        SqlType type = SqlType.ANY;
        for (Code code : codes) {
            boolean literal = dialect == SqlDialect.POSTGRES && code instanceof Code.Constant && code.type.isText();
            type = literal ? type : common(type, code.type, dialect);
        }
        boolean literals = type.kind() == Kind.ANY && !codes.isEmpty();
        return literals
                ? codes.get(codes.size() - 1).type.isText() || codes.get(0).type.isText() ? SqlType.TEXT : type
                : type;
    }

    static SqlType common(SqlType a, SqlType b, SqlDialect dialect) {
        if (a.kind() == Kind.ANY || a.equals(b)) {
            return b;
        }
        if (b.kind() == Kind.ANY) {
            return a;
        }
        if (dialect == SqlDialect.SQLITE) {
            return SqlType.ANY;
        }
        if (a.isNumber() && b.isNumber()) {
            return number(a, b);
        }
        if (a.isText() && b.isText()) {
            int length = a.precision() < 0 || b.precision() < 0 ? -1 : Math.max(a.precision(), b.precision());
            return SqlType.text(
                    a.kind() == b.kind() ? a.kind() : Kind.TEXT,
                    length,
                    a.collation().with(b.collation()));
        }
        if (a.kind() == b.kind()) {
            return SqlType.of(a.kind());
        }
        if (dialect == SqlDialect.MYSQL && (a.isText() || b.isText())) {
            return SqlType.text(Kind.TEXT, -1, Collation.FOLDED_PADDED);
        }
        return a.isText() ? b : b.isText() ? a : SqlType.ANY;
    }

    private static SqlType number(SqlType a, SqlType b) {
        if (a.kind().isFloating() || b.kind().isFloating()) {
            return SqlType.DOUBLE;
        }
        if (a.isInteger() && b.isInteger()) {
            return a.kind().compareTo(b.kind()) > 0 ? a : b;
        }
        int scale = a.fraction() < 0 || b.fraction() < 0 ? -1 : Math.max(a.fraction(), b.fraction());
        int one = Quotients.precision(a);
        int two = Quotients.precision(b);
        boolean known = scale >= 0 && one >= 0 && two >= 0;
        return SqlType.decimal(known ? Math.max(one - a.fraction(), two - b.fraction()) + scale : -1, scale);
    }
}
