package io.bateleur.lab.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** Each getter of a result set over each type that the database has: by index, by name, on nulls, and what it says of them. */
final class ValuesRead {
    private ValuesRead() {}

    private interface Getter {
        Object get(ResultSet row, int column) throws Exception;
    }

    private static final Map<String, Getter> GETTERS = getters();

    private static final List<Class<?>> CLASSES = List.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            byte[].class,
            java.sql.Date.class,
            java.sql.Time.class,
            java.sql.Timestamp.class,
            java.util.Date.class,
            Calendar.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Instant.class,
            Duration.class,
            UUID.class,
            Blob.class,
            Clob.class,
            NClob.class,
            java.sql.Array.class,
            SQLXML.class,
            RowId.class,
            InputStream.class,
            Reader.class,
            Object.class,
            Thread.class);

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>();
        GETTERS.forEach((name, getter) -> all.add(new Behaviour("read: " + name + " of every type", t -> {
            try (Connection connection = t.connect();
                    Statement statement = connection.createStatement()) {
                for (Column column : t.subject().columns()) {
                    read(t, statement, column, getter);
                }
            }
        })));
        for (Class<?> type : CLASSES) {
            String name = type.isArray() ? "byte[]" : type.getName();
            all.add(new Behaviour("read: getObject as " + name + " of every type", t -> {
                try (Connection connection = t.connect();
                        Statement statement = connection.createStatement()) {
                    for (Column column : t.subject().columns()) {
                        read(t, statement, column, (row, index) -> row.getObject(index, type));
                        read(t, statement, column, (row, index) -> row.getObject(column.name(), type));
                    }
                }
            }));
        }
        return all;
    }

    /** A query for each column, because a failed conversion may spoil a stream. */
    private static void read(Trial t, Statement statement, Column column, Getter getter) throws SQLException {
        String query = "select " + column.name() + " from kinds where id < 4 order by id";
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                t.note(column.name(), () -> getter.get(rows, 1));
                t.note(column.name() + " was null", rows::wasNull);
            }
        }
    }

    private static Calendar far() {
        return Calendar.getInstance(TimeZone.getTimeZone("Pacific/Chatham"));
    }

    private static String name(ResultSet row) throws SQLException {
        return row.getMetaData().getColumnLabel(1);
    }

    private static Map<String, Getter> getters() {
        Map<String, Getter> all = new LinkedHashMap<>();
        all.put("getString", ResultSet::getString);
        all.put("getNString", ResultSet::getNString);
        all.put("getBoolean", ResultSet::getBoolean);
        all.put("getByte", ResultSet::getByte);
        all.put("getShort", ResultSet::getShort);
        all.put("getInt", ResultSet::getInt);
        all.put("getLong", ResultSet::getLong);
        all.put("getFloat", ResultSet::getFloat);
        all.put("getDouble", ResultSet::getDouble);
        all.put("getBigDecimal", ResultSet::getBigDecimal);
        all.put("getBigDecimal with a scale", ValuesRead::scaled);
        all.put("getBytes", ResultSet::getBytes);
        all.put("getDate", ResultSet::getDate);
        all.put("getDate in a calendar", (row, i) -> row.getDate(i, far()));
        all.put("getTime", ResultSet::getTime);
        all.put("getTime in a calendar", (row, i) -> row.getTime(i, far()));
        all.put("getTimestamp", ResultSet::getTimestamp);
        all.put("getTimestamp in a calendar", (row, i) -> row.getTimestamp(i, far()));
        all.put("getObject", ResultSet::getObject);
        all.put("getObject with a map", (row, i) -> row.getObject(i, Map.of()));
        all.put("getAsciiStream", ResultSet::getAsciiStream);
        all.put("getBinaryStream", ResultSet::getBinaryStream);
        all.put("getCharacterStream", ResultSet::getCharacterStream);
        all.put("getNCharacterStream", ResultSet::getNCharacterStream);
        all.put("getBlob", ResultSet::getBlob);
        all.put("getClob", ResultSet::getClob);
        all.put("getNClob", ResultSet::getNClob);
        all.put("getArray", ResultSet::getArray);
        all.put("getSQLXML", ResultSet::getSQLXML);
        all.put("getRowId", ResultSet::getRowId);
        all.put("getRef", ResultSet::getRef);
        all.put("getURL", ResultSet::getURL);
        all.put("getString by name", (row, i) -> row.getString(name(row)));
        all.put("getBoolean by name", (row, i) -> row.getBoolean(name(row)));
        all.put("getInt by name", (row, i) -> row.getInt(name(row)));
        all.put("getLong by name", (row, i) -> row.getLong(name(row)));
        all.put("getDouble by name", (row, i) -> row.getDouble(name(row)));
        all.put("getBigDecimal by name", (row, i) -> row.getBigDecimal(name(row)));
        all.put("getBytes by name", (row, i) -> row.getBytes(name(row)));
        all.put("getTimestamp by name", (row, i) -> row.getTimestamp(name(row)));
        all.put("getTimestamp by name in a calendar", (row, i) -> row.getTimestamp(name(row), far()));
        all.put("getObject by name", (row, i) -> row.getObject(name(row)));
        all.put("getBinaryStream by name", (row, i) -> row.getBinaryStream(name(row)));
        all.put("getCharacterStream by name", (row, i) -> row.getCharacterStream(name(row)));
        all.put("getBlob by name", (row, i) -> row.getBlob(name(row)));
        all.put("getClob by name", (row, i) -> row.getClob(name(row)));
        all.put("getArray by name", (row, i) -> row.getArray(name(row)));
        return all;
    }

    @SuppressWarnings("deprecation") // it is still called
    private static BigDecimal scaled(ResultSet row, int column) throws SQLException {
        return row.getBigDecimal(column, 2);
    }
}
