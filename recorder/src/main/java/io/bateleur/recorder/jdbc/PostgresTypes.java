package io.bateleur.recorder.jdbc;

import java.sql.JDBCType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the driver of PostgreSQL says of types, said without it: it asks the server, amid a transaction of the application's, for types
 * that it has not met, and for the names of all.
 */
final class PostgresTypes {
    /** Those that the driver knows from the first; their numbers never change. */
    private static final String OWN = """
            16 bool BIT,17 bytea BINARY,18 char CHAR,19 name VARCHAR,20 int8 BIGINT,21 int2 SMALLINT,23 int4 INTEGER,
            25 text VARCHAR,26 oid BIGINT,114 json OTHER,142 xml SQLXML,600 point OTHER,603 box OTHER,700 float4 REAL,
            701 float8 DOUBLE,790 money DOUBLE,1042 bpchar CHAR,1043 varchar VARCHAR,1082 date DATE,1083 time TIME,
            1114 timestamp TIMESTAMP,1184 timestamptz TIMESTAMP,1266 timetz TIME,1560 bit BIT,1562 varbit OTHER,
            1700 numeric NUMERIC,1790 refcursor REF_CURSOR,2950 uuid OTHER,3802 jsonb OTHER,
            1000 _bool ARRAY,1001 _bytea ARRAY,1005 _int2 ARRAY,1007 _int4 ARRAY,1009 _text ARRAY,1014 _bpchar ARRAY,
            1015 _varchar ARRAY,1016 _int8 ARRAY,1021 _float4 ARRAY,1022 _float8 ARRAY,1115 _timestamp ARRAY,
            1182 _date ARRAY,1183 _time ARRAY,1185 _timestamptz ARRAY,1231 _numeric ARRAY,2951 _uuid ARRAY""";

    private static final int UNLIMITED = Integer.MAX_VALUE;
    /** What a modifier counts besides characters or digits. */
    private static final int HEADER = 4;

    private static final int HALF = 0xFFFF;

    /** As the driver calls it, and what that is in JDBC. */
    record Type(String name, JDBCType jdbc) {}

    /** One that nobody has read yet: its values are taken for texts of a type of their own. */
    static final Type UNKNOWN = new Type("other", JDBCType.OTHER);

    private static final Map<Long, Type> BY_NUMBER = new HashMap<>();
    private static final Map<String, JDBCType> BY_NAME = new HashMap<>();

    static {
        for (String each : OWN.replace("\n", "").split(",")) {
            String[] parts = each.split(" ");
            Type type = new Type(parts[1], JDBCType.valueOf(parts[2]));
            BY_NUMBER.put(Long.valueOf(parts[0]), type);
            BY_NAME.put(type.name, type.jdbc);
        }
    }

    private PostgresTypes() {}

    /** One that the driver knows from the first; null for others. */
    static @Nullable Type of(long number) {
        return BY_NUMBER.get(number);
    }

    /** @param kind the letter that the catalogue has for sorts of types, and whether it is an array */
    static JDBCType jdbc(String name, char kind, boolean array) {
        JDBCType own = BY_NAME.get(name);
        if (own != null && kind == 'b') {
            return own;
        }
        return switch (kind) {
            case 'e' -> JDBCType.VARCHAR;
            case 'c' -> JDBCType.STRUCT;
            case 'd' -> JDBCType.DISTINCT;
            default -> array ? JDBCType.ARRAY : JDBCType.OTHER;
        };
    }

    /** How many characters or digits at most; 0 for a numeric without a limit. */
    static int size(String name, int modifier) {
        return switch (name) {
            case "bool", "char" -> 1;
            case "int2" -> 5;
            case "int4", "oid" -> 10;
            case "int8" -> 19;
            case "float4" -> 8;
            case "float8" -> 17;
            case "numeric" -> modifier < 0 ? 0 : modifier - HEADER >> 16 & HALF;
            case "bpchar", "varchar" -> modifier < 0 ? UNLIMITED : modifier - HEADER;
            case "bit" -> modifier;
            default -> UNLIMITED;
        };
    }

    /** How many of the digits follow the point. */
    static int scale(String name, int modifier) {
        return switch (name) {
            case "float4" -> 8;
            case "float8" -> 17;
            case "numeric" -> modifier < 0 ? 0 : modifier - HEADER & HALF;
            default -> 0;
        };
    }
}
