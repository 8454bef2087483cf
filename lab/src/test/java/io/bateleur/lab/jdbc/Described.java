package io.bateleur.lab.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values in words: what they are and what is in them, but not of which class an object of JDBC is. */
final class Described {
    /** From the most special to the most general. */
    private static final List<Class<?>> JDBC = List.of(
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            Connection.class,
            ResultSet.class,
            DatabaseMetaData.class,
            ResultSetMetaData.class,
            ParameterMetaData.class,
            Savepoint.class,
            Ref.class);

    private static final int SHOWN_MAX = 400;

    private Described() {}

    static String value(Object value) throws Exception {
        if (value == null) {
            return "null";
        }
        if (value instanceof byte[] bytes) {
            return "bytes " + bytes(bytes);
        }
        if (value.getClass().isArray()) {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(value(Array.get(value, i)));
            }
            return value.getClass().getComponentType().getSimpleName() + elements;
        }
        if (value instanceof List<?> list) {
            List<String> elements = new ArrayList<>();
            for (Object each : list) {
                elements.add(value(each));
            }
            return "List" + elements;
        }
        String large = large(value);
        if (large != null) {
            return large;
        }
        for (Class<?> type : JDBC) {
            if (type.isInstance(value)) {
                return "a " + type.getSimpleName();
            }
        }
        if (value instanceof Map<?, ?> map) {
            return "Map" + new TreeMap<>(map);
        }
        return value.getClass().getSimpleName() + " " + text(value.toString());
    }

    private static String large(Object value) throws Exception {
        if (value instanceof NClob clob) {
            return "NClob " + text(clob.getSubString(1, (int) clob.length()));
        }
        if (value instanceof Clob clob) {
            return "Clob " + text(clob.getSubString(1, (int) clob.length()));
        }
        if (value instanceof Blob blob) {
            return "Blob " + bytes(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof SQLXML xml) {
            return "SQLXML " + text(xml.getString());
        }
        if (value instanceof java.sql.Array array) {
            return "Array of " + array.getBaseTypeName() + " " + array.getBaseType() + " " + value(array.getArray());
        }
        if (value instanceof Struct struct) {
            return "Struct " + struct.getSQLTypeName() + " " + value(struct.getAttributes());
        }
        if (value instanceof RowId row) {
            return "RowId " + bytes(row.getBytes());
        }
        if (value instanceof InputStream stream) {
            try (stream) {
                return "InputStream " + bytes(stream.readAllBytes());
            }
        }
        if (value instanceof Reader reader) {
            try (reader) {
                StringWriter all = new StringWriter();
                reader.transferTo(all);
                return "Reader " + text(all.toString());
            }
        }
        return null;
    }

    private static String bytes(byte[] bytes) {
        return bytes.length <= SHOWN_MAX
                ? HexFormat.of().formatHex(bytes)
                : bytes.length + " with hash " + Arrays.hashCode(bytes);
    }

    private static String text(String text) {
        return text.length() <= SHOWN_MAX ? text : text.length() + " letters with hash " + text.hashCode();
    }

    /** The public interfaces of an object that others may know: those of JDBC and those of its driver. */
    static List<String> interfaces(Object object) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            collect(type, all);
        }
        return all.stream()
                .filter(type -> java.lang.reflect.Modifier.isPublic(type.getModifiers()))
                .map(Class::getName)
                .filter(name -> !name.equals("java.io.Serializable")) // as every proxy is
                .distinct()
                .sorted()
                .collect(Collectors.toList());
    }

    private static void collect(Class<?> type, List<Class<?>> into) {
        for (Class<?> each : type.getInterfaces()) {
            into.add(each);
            collect(each, into);
        }
    }
}
