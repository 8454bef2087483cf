package io.bateleur.lab.jdbc;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** Each setter of a prepared statement into each type that the database has, and what is in the table then. */
final class ValuesWritten {
    private ValuesWritten() {}

    private interface Setter {
        void set(PreparedStatement statement, int parameter) throws Exception;
    }

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>();
        setters().forEach((name, setter) -> all.add(behaviour("write: " + name + " into every type", setter)));
        objects()
                .forEach((name, value) -> all.add(behaviour(
                        "write: setObject of " + name + " into every type", (s, i) -> s.setObject(i, value))));
        for (JDBCType type : JDBCType.values()) {
            int number = type.getVendorTypeNumber();
            all.add(behaviour("write: setNull as " + type + " into every type", (s, i) -> s.setNull(i, number)));
            if (TARGETS.contains(number)) {
                all.add(behaviour("write: setObject of 7 as " + type, (s, i) -> s.setObject(i, 7, number)));
                all.add(behaviour("write: setObject of a text as " + type, (s, i) -> s.setObject(i, "7", number)));
                all.add(behaviour("write: setObject as the SQLType " + type, (s, i) -> s.setObject(i, "7", type)));
            }
        }
        return all;
    }

    private static final List<Integer> TARGETS = List.of(
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.DOUBLE,
            Types.NUMERIC,
            Types.BOOLEAN,
            Types.VARCHAR,
            Types.LONGVARCHAR,
            Types.VARBINARY,
            Types.TIMESTAMP,
            Types.OTHER);

    /** Into each column; those that refuse must leave the connection usable. */
    private static Behaviour behaviour(String name, Setter setter) {
        return new Behaviour(name, t -> {
            try (Connection connection = t.connect();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("insert into kinds (id) values (9)");
                for (Column column : t.subject().columns()) {
                    String update = "update kinds set " + column.name() + " = ? where id = 9";
                    try (PreparedStatement prepared = connection.prepareStatement(update)) {
                        t.note(column.name(), () -> write(prepared, setter));
                    }
                }
                t.rows("written", () -> statement.executeQuery("select * from kinds where id = 9"));
            }
        });
    }

    private static int write(PreparedStatement prepared, Setter setter) throws Exception {
        setter.set(prepared, 1);
        return prepared.executeUpdate();
    }

    private static Calendar far() {
        return Calendar.getInstance(TimeZone.getTimeZone("Pacific/Chatham"));
    }

    private static ByteArrayInputStream stream() {
        return new ByteArrayInputStream("12345".getBytes(StandardCharsets.US_ASCII));
    }

    private static final Date DATE = Date.valueOf("2024-02-29");
    private static final Time TIME = Time.valueOf("13:14:15");
    private static final Timestamp STAMP = Timestamp.valueOf("2024-02-29 13:14:15.678901");

    private static Map<String, Setter> setters() {
        Map<String, Setter> all = new LinkedHashMap<>();
        all.put("setString", (s, i) -> s.setString(i, "12345"));
        all.put("setNString", (s, i) -> s.setNString(i, "12345"));
        all.put("setString of null", (s, i) -> s.setString(i, null));
        all.put("setBoolean", (s, i) -> s.setBoolean(i, true));
        all.put("setByte", (s, i) -> s.setByte(i, (byte) 5));
        all.put("setShort", (s, i) -> s.setShort(i, (short) 5));
        all.put("setInt", (s, i) -> s.setInt(i, 5));
        all.put("setLong", (s, i) -> s.setLong(i, 5));
        all.put("setLong of a large number", (s, i) -> s.setLong(i, Long.MAX_VALUE));
        all.put("setFloat", (s, i) -> s.setFloat(i, 1.5f));
        all.put("setDouble", (s, i) -> s.setDouble(i, 1.5));
        all.put("setDouble of no number", (s, i) -> s.setDouble(i, Double.NaN));
        all.put("setBigDecimal", (s, i) -> s.setBigDecimal(i, new BigDecimal("12.50")));
        all.put("setBytes", (s, i) -> s.setBytes(i, new byte[] {1, 2, -1}));
        all.put("setDate", (s, i) -> s.setDate(i, DATE));
        all.put("setDate in a calendar", (s, i) -> s.setDate(i, DATE, far()));
        all.put("setTime", (s, i) -> s.setTime(i, TIME));
        all.put("setTime in a calendar", (s, i) -> s.setTime(i, TIME, far()));
        all.put("setTimestamp", (s, i) -> s.setTimestamp(i, STAMP));
        all.put("setTimestamp in a calendar", (s, i) -> s.setTimestamp(i, STAMP, far()));
        all.put("setAsciiStream", (s, i) -> s.setAsciiStream(i, stream()));
        all.put("setAsciiStream of a length", (s, i) -> s.setAsciiStream(i, stream(), 3));
        all.put("setUnicodeStream", ValuesWritten::unicode);
        all.put("setBinaryStream", (s, i) -> s.setBinaryStream(i, stream()));
        all.put("setBinaryStream of a length", (s, i) -> s.setBinaryStream(i, stream(), 3));
        all.put("setBinaryStream of a long length", (s, i) -> s.setBinaryStream(i, stream(), 3L));
        all.put("setCharacterStream", (s, i) -> s.setCharacterStream(i, new StringReader("12345")));
        all.put("setCharacterStream of a length", (s, i) -> s.setCharacterStream(i, new StringReader("12345"), 3));
        all.put("setNCharacterStream", (s, i) -> s.setNCharacterStream(i, new StringReader("12345")));
        all.put("setBlob of a stream", (s, i) -> s.setBlob(i, stream()));
        all.put("setBlob of a stream's part", (s, i) -> s.setBlob(i, stream(), 3));
        all.put("setClob of a reader", (s, i) -> s.setClob(i, new StringReader("12345")));
        all.put("setClob of a reader's part", (s, i) -> s.setClob(i, new StringReader("12345"), 3));
        all.put("setNClob of a reader", (s, i) -> s.setNClob(i, new StringReader("12345")));
        all.put(
                "setURL",
                (s, i) -> s.setURL(i, URI.create("http://example.org/").toURL()));
        all.put("setObject of null", (s, i) -> s.setObject(i, null));
        all.put("setNull with a type's name", (s, i) -> s.setNull(i, Types.VARCHAR, "varchar"));
        all.put("setObject with a scale", (s, i) -> s.setObject(i, new BigDecimal("1.23456"), Types.NUMERIC, 2));
        return all;
    }

    @SuppressWarnings("deprecation") // it is still called
    private static void unicode(PreparedStatement statement, int parameter) throws SQLException {
        statement.setUnicodeStream(parameter, stream(), 3);
    }

    private static Map<String, Object> objects() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("a text", "12345");
        all.put("a letter", 'x');
        all.put("a boolean", true);
        all.put("an integer", 5);
        all.put("a long", 5L);
        all.put("a byte", (byte) 5);
        all.put("a double", 1.5);
        all.put("a decimal", new BigDecimal("12.50"));
        all.put("a large integer", new BigInteger("12345678901234567890"));
        all.put("bytes", new byte[] {1, 2, -1});
        all.put("a date", DATE);
        all.put("a time", TIME);
        all.put("a timestamp", STAMP);
        all.put("a java.util.Date", new java.util.Date(1709212455678L));
        all.put("a LocalDate", LocalDate.of(2024, 2, 29));
        all.put("a LocalTime", LocalTime.of(13, 14, 15, 678_901_000));
        all.put("a LocalDateTime", LocalDateTime.of(2024, 2, 29, 13, 14, 15, 678_901_000));
        all.put("an OffsetTime", OffsetTime.of(13, 14, 15, 0, ZoneOffset.ofHours(5)));
        all.put("an OffsetDateTime", OffsetDateTime.of(2024, 2, 29, 13, 14, 15, 0, ZoneOffset.ofHours(5)));
        all.put("a ZonedDateTime", ZonedDateTime.of(2024, 2, 29, 13, 14, 15, 0, ZoneOffset.ofHours(5)));
        all.put("an Instant", Instant.ofEpochMilli(1709212455678L));
        all.put("a Year", Year.of(2024));
        all.put("a UUID", UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        all.put("an array of integers", new int[] {1, 2, 3});
        all.put("an array of texts", new String[] {"a", "b"});
        all.put("a list", List.of(1, 2));
        all.put("an enum constant", Thread.State.NEW);
        return all;
    }
}
