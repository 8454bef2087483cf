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
        GETTERS.forEach((name, getter) -> all.add(behaviour("read: " + name + " of every type", getter)));
        for (Class<?> type : CLASSES) {
            String name = type.isArray() ? "byte[]" : type.getName();
            all.add(behaviour("read: getObject as " + name, (row, index) -> row.getObject(index, type)));
            all.add(behaviour(
                    "read: getObject by name as " + name, (row, index) -> row.getObject(name(row, index), type)));
        }
        return all;
    }

    private static Behaviour behaviour(String name, Getter getter) {
        return new Behaviour(name, t -> {
            try (Connection connection = t.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select * from kinds where id < 4 order by id")) {
                while (rows.next()) {
                    for (int i = 0; i < t.subject().columns().size(); i++) {
                        int column = i + 2; // the first is the key
                        String label = t.subject().columns().get(i).name();
                        t.note(label, () -> {
                            rows.getInt(1); // SQLite's driver cannot say it of a null decimal that is read first
                            Object value = getter.get(rows, column);
                            t.note("was null", rows::wasNull); // JDBC does not tell what it says after a failure
                            return value;
                        });
                    }
                }
            }
        });
    }

    private static Calendar far() {
        return Calendar.getInstance(TimeZone.getTimeZone("Pacific/Chatham"));
    }

    private static String name(ResultSet row, int column) throws SQLException {
        return row.getMetaData().getColumnLabel(column);
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
        all.put("getString by name", (row, i) -> row.getString(name(row, i)));
        all.put("getBoolean by name", (row, i) -> row.getBoolean(name(row, i)));
        all.put("getInt by name", (row, i) -> row.getInt(name(row, i)));
        all.put("getLong by name", (row, i) -> row.getLong(name(row, i)));
        all.put("getDouble by name", (row, i) -> row.getDouble(name(row, i)));
        all.put("getBigDecimal by name", (row, i) -> row.getBigDecimal(name(row, i)));
        all.put("getBytes by name", (row, i) -> row.getBytes(name(row, i)));
        all.put("getTimestamp by name", (row, i) -> row.getTimestamp(name(row, i)));
        all.put("getTimestamp by name in a calendar", (row, i) -> row.getTimestamp(name(row, i), far()));
        all.put("getObject by name", (row, i) -> row.getObject(name(row, i)));
        all.put("getBinaryStream by name", (row, i) -> row.getBinaryStream(name(row, i)));
        all.put("getCharacterStream by name", (row, i) -> row.getCharacterStream(name(row, i)));
        all.put("getBlob by name", (row, i) -> row.getBlob(name(row, i)));
        all.put("getClob by name", (row, i) -> row.getClob(name(row, i)));
        all.put("getArray by name", (row, i) -> row.getArray(name(row, i)));
        return all;
    }

    @SuppressWarnings("deprecation") // it is still called
    private static BigDecimal scaled(ResultSet row, int column) throws SQLException {
        return row.getBigDecimal(column, 2);
    }
}
