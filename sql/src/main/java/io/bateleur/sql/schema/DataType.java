package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A type.
 *
 * @param name in lower case, one for all spellings: {@code int4}, {@code int} and {@code integer} are {@code integer}
 * @param arguments length, or precision and scale; empty where none are given
 * @param dimensions of an array, else 0
 */
public record DataType(Kind kind, String name, List<Integer> arguments, boolean unsigned, int dimensions) {

    /** What values a type has. */
    public enum Kind {
        INTEGER,
        DECIMAL,
        FLOAT,
        TEXT,
        /** Texts that are padded with blanks: {@code char(n)}. */
        PADDED,
        BOOLEAN,
        BITS,
        BYTES,
        UUID,
        DATE,
        TIME,
        /** Without a time zone. */
        TIMESTAMP,
        /** A moment: with a time zone. */
        INSTANT,
        INTERVAL,
        JSON,
        ENUM,
        /** Everything else, and what is not known. */
        OTHER
    }

    public static final DataType UNKNOWN = new DataType(Kind.OTHER, "", List.of(), false, 0);

    private static final Set<String> MYSQL_LONG = Set.of("tinytext", "mediumtext", "longtext", "clob");

    public DataType {
        arguments = List.copyOf(arguments);
    }

    public boolean isArray() {
        return dimensions > 0;
    }

    /** A type as a statement writes it. Types that were defined are looked up by whoever knows the catalog. */
    public static DataType of(TypeName written, SqlDialect dialect) {
        String word = written.name().last().text().toLowerCase(Locale.ROOT);
        List<Integer> arguments = new ArrayList<>();
        for (Expr argument : written.arguments()) {
            String digits =
                    argument instanceof Expr.Numeral number ? number.text().split(" ")[0] : "";
            if (digits.matches("\\d{1,9}")) {
                arguments.add(Integer.valueOf(digits));
            }
        }
        String after = written.after().toUpperCase(Locale.ROOT);
        boolean unsigned = after.contains("UNSIGNED") || after.contains("ZEROFILL") || word.startsWith("unsigned ");
        int dimensions = dimensions(written.array());
        if (dialect == SqlDialect.SQLITE) {
            return new DataType(affinity(word), word, arguments, unsigned, dimensions);
        }
        boolean zone = after.contains("WITH") && after.contains("ZONE") && !after.contains("WITHOUT");
        String name = canonical(word, zone, dialect);
        Kind kind = kind(name, dialect);
        return new DataType(kind, name, arguments, unsigned, dimensions);
    }

    /** A type as drivers tell of it: the name of a {@link java.sql.JDBCType}, its size and its scale. */
    public static DataType ofJdbc(String type, int size, int scale, SqlDialect dialect) {
        String word = type.toUpperCase(Locale.ROOT);
        String name =
                switch (word) {
                    case "TINYINT" -> "tinyint";
                    case "DOUBLE", "FLOAT" -> "double precision";
                    case "NVARCHAR", "VARCHAR" -> "character varying";
                    case "LONGVARCHAR", "LONGNVARCHAR", "CLOB", "NCLOB" -> "text";
                    case "NCHAR", "CHAR" -> "character";
                    case "VARBINARY", "LONGVARBINARY", "BLOB", "BINARY" -> "bytea";
                    case "TIMESTAMP_WITH_TIMEZONE" -> "timestamp with time zone";
                    case "TIME_WITH_TIMEZONE" -> "time with time zone";
                    case "BIT" -> size <= 1 ? "boolean" : "bit";
                    case "OTHER", "ARRAY", "STRUCT", "DISTINCT" -> "";
                    default -> canonical(word.toLowerCase(Locale.ROOT), false, dialect);
                };
        boolean decimal = name.equals("numeric");
        boolean sized = decimal || name.startsWith("character");
        List<Integer> arguments = !sized || size <= 0 ? List.of() : decimal ? List.of(size, scale) : List.of(size);
        return new DataType(kind(name, dialect), name, arguments, false, 0);
    }

    DataType array(int more) {
        return new DataType(kind, name, arguments, unsigned, dimensions + more);
    }

    static int dimensions(String brackets) {
        int open = (int) brackets.chars().filter(c -> c == '[').count();
        return open == 0 && brackets.toUpperCase(Locale.ROOT).contains("ARRAY") ? 1 : open;
    }

    private static String canonical(String word, boolean zone, SqlDialect dialect) {
        boolean mysql = dialect == SqlDialect.MYSQL;
        return switch (word) {
            case "int", "int4", "integer", "serial4", "signed", "signed integer", "unsigned integer" -> "integer";
            case "serial" -> mysql ? "bigint" : "integer";
            case "mediumint", "int3", "middleint" -> "mediumint";
            case "int2", "smallint", "smallserial", "serial2", "year" -> "smallint";
            case "int8", "bigint", "bigserial", "serial8" -> "bigint";
            case "identity" -> dialect == SqlDialect.H2 ? "bigint" : word;
            case "int1", "tinyint" -> "tinyint";
            case "decimal", "dec", "numeric", "number", "fixed" -> "numeric";
            case "float8", "double", "double precision" -> "double precision";
            case "float4", "real" -> mysql && word.equals("real") ? "double precision" : "real";
            case "varchar", "character varying", "char varying", "nvarchar", "national varchar", "varchar2" ->
                "character varying";
            case "char", "character", "bpchar", "nchar", "national char", "national character" -> "character";
            case "bool", "boolean" -> mysql ? "tinyint" : "boolean";
            case "bytea", "blob", "varbinary", "binary", "tinyblob", "mediumblob", "longblob", "binary varying" -> word;
            case "timestamptz" -> "timestamp with time zone";
            case "timetz" -> "time with time zone";
            case "timestamp" -> zone || mysql ? "timestamp with time zone" : "timestamp";
            case "datetime" -> "timestamp";
            case "time" -> zone ? "time with time zone" : "time";
            default -> MYSQL_LONG.contains(word) ? "text" : word;
        };
    }

    private static Kind kind(String name, SqlDialect dialect) {
        return switch (name) {
            case "tinyint", "smallint", "mediumint", "integer", "bigint" -> Kind.INTEGER;
            case "numeric" -> Kind.DECIMAL;
            case "real", "double precision", "float" -> Kind.FLOAT;
            case "character varying", "text", "name" -> Kind.TEXT;
            case "character" -> Kind.PADDED;
            case "boolean" -> Kind.BOOLEAN;
            case "bit" -> dialect == SqlDialect.H2 ? Kind.BOOLEAN : Kind.BITS;
            case "bit varying", "varbit" -> Kind.BITS;
            case "bytea", "blob", "varbinary", "binary", "tinyblob", "mediumblob", "longblob", "binary varying" ->
                Kind.BYTES;
            case "uuid" -> Kind.UUID;
            case "date" -> Kind.DATE;
            case "time", "time with time zone" -> Kind.TIME;
            case "timestamp" -> Kind.TIMESTAMP;
            case "timestamp with time zone" -> Kind.INSTANT;
            case "interval" -> Kind.INTERVAL;
            case "json", "jsonb" -> Kind.JSON;
            case "enum", "set" -> Kind.ENUM;
            default -> Kind.OTHER;
        };
    }

    /** SQLite's rules: the type of a column says how values are stored, not which. */
    private static Kind affinity(String word) {
        if (word.contains("int")) {
            return Kind.INTEGER;
        }
        if (word.contains("char") || word.contains("clob") || word.contains("text")) {
            return Kind.TEXT;
        }
        if (word.isEmpty() || word.contains("blob")) {
            return Kind.BYTES;
        }
        boolean real = word.contains("real") || word.contains("floa") || word.contains("doub");
        return real ? Kind.FLOAT : Kind.DECIMAL;
    }
}
