package io.bateleur.lab.jdbc;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;

/** Large objects, streams and readers: made, sent, read in parts, freed, and broken. */
final class LargeObjects {
    private LargeObjects() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("large: " + name, t -> {
            Connection connection = t.connect();
            String bytes = t.subject().columns().stream().anyMatch(c -> c.type().equals("bytea")) ? "bytea" : "blob";
            Trial.run(connection, "create table made (id int primary key, b " + bytes + ", c text)");
            body.run(t, connection);
            t.rows("made", () -> connection.createStatement().executeQuery("select * from made order by id"));
        });
    }

    private static final int MANY = 300_000;
    private static final String INSERT = "insert into made values (?, ?, ?)";

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static PreparedStatement insert(Connection c) throws SQLException {
        PreparedStatement p = c.prepareStatement(INSERT);
        p.setInt(1, 1);
        p.setBytes(2, null);
        p.setString(3, null);
        return p;
    }

    private static ResultSet one(Connection c) throws SQLException {
        try (PreparedStatement p = insert(c)) {
            p.setBytes(2, "0123456789".getBytes(StandardCharsets.US_ASCII));
            p.setString(3, "abcdefghij");
            p.executeUpdate();
        }
        Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select b, c from made where id = 1");
        rows.next();
        return rows;
    }

    /** A stream that fails after some bytes. */
    private static InputStream broken() {
        return new FilterInputStream(new ByteArrayInputStream(new byte[100])) {
            @Override
            public int read() throws IOException {
                throw new IOException("broken");
            }

            @Override
            public int read(byte[] into, int from, int count) throws IOException {
                throw new IOException("broken");
            }
        };
    }

    static List<Behaviour> all() {
        return List.of(
                with("many bytes", (t, c) -> {
                    PreparedStatement p = insert(c);
                    p.setBytes(2, bytes(MANY));
                    t.note("count", p::executeUpdate);
                }),
                with("many bytes as a stream", (t, c) -> {
                    PreparedStatement p = insert(c);
                    p.setBinaryStream(2, new ByteArrayInputStream(bytes(MANY)), MANY);
                    t.note("count", p::executeUpdate);
                }),
                with("many bytes as a stream of no told length", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBinaryStream(2, new ByteArrayInputStream(bytes(MANY))));
                    t.note("count", p::executeUpdate);
                }),
                with("many letters as a reader", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setCharacterStream(3, new StringReader("ä☂".repeat(50_000)), 100_000));
                    t.note("count", p::executeUpdate);
                }),
                with("a stream shorter than told", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBinaryStream(2, new ByteArrayInputStream(new byte[5]), 9));
                    t.note("count", p::executeUpdate);
                    t.note("usable", () -> c.isValid(1));
                }),
                with("a stream longer than told", (t, c) -> {
                    ByteArrayInputStream stream = new ByteArrayInputStream(new byte[9]);
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBinaryStream(2, stream, 5));
                    t.note("count", p::executeUpdate);
                    t.note("left in the stream", stream::available);
                }),
                with("a stream that fails", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBinaryStream(2, broken(), 50));
                    t.note("count", p::executeUpdate);
                    t.note("usable", () -> c.isValid(1));
                }),
                with("a stream sent twice", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBinaryStream(2, new ByteArrayInputStream(new byte[] {1, 2, 3}), 3));
                    t.note("count", p::executeUpdate);
                    p.setInt(1, 2);
                    t.note("again", p::executeUpdate);
                }),
                with("a stream read in parts", (t, c) -> {
                    InputStream stream = one(c).getBinaryStream(1);
                    t.note("available", stream::available);
                    t.note("one", stream::read);
                    t.note("some", () -> stream.readNBytes(4));
                    t.note("skipped", () -> stream.skip(2));
                    t.note("mark", stream::markSupported);
                    t.note("rest", stream::readAllBytes);
                    t.note("end", stream::read);
                    t.attempt("close", stream::close);
                    t.note("closed", stream::read);
                }),
                with("a reader read in parts", (t, c) -> {
                    Reader reader = one(c).getCharacterStream(2);
                    char[] some = new char[4];
                    t.note("one", reader::read);
                    t.note("some", () -> reader.read(some));
                    t.note("letters", () -> new String(some));
                    t.note("ready", reader::ready);
                    t.note("skipped", () -> reader.skip(2));
                    t.attempt("close", reader::close);
                    t.note("closed", reader::read);
                }),
                with("a stream after the next row", (t, c) -> {
                    ResultSet rows = one(c);
                    InputStream stream = rows.getBinaryStream(1);
                    t.note("next", rows::next);
                    t.note("read", stream::read);
                }),
                with("a stream after its connection's end", (t, c) -> {
                    InputStream stream = one(c).getBinaryStream(1);
                    c.close();
                    t.note("read", stream::read);
                }),
                with("a blob read in parts", (t, c) -> {
                    Blob blob = one(c).getBlob(1);
                    t.note("length", blob::length);
                    t.note("some", () -> blob.getBytes(3, 4));
                    t.note("too far", () -> blob.getBytes(99, 4));
                    t.note("from 0", () -> blob.getBytes(0, 4));
                    t.note("stream", blob::getBinaryStream);
                    t.note("part", () -> blob.getBinaryStream(2, 3));
                    t.note("position", () -> blob.position("345".getBytes(StandardCharsets.US_ASCII), 1));
                }),
                with("a blob freed", (t, c) -> {
                    Blob blob = one(c).getBlob(1);
                    t.attempt("free", blob::free);
                    t.attempt("again", blob::free);
                    t.note("length", blob::length);
                    t.note("bytes", () -> blob.getBytes(1, 1));
                }),
                with("a blob made, written and sent", (t, c) -> {
                    Blob blob = c.createBlob();
                    t.note("bytes", () -> blob.setBytes(1, new byte[] {1, 2, 3}));
                    t.note("part", () -> blob.setBytes(2, new byte[] {8, 9, 10}, 1, 2));
                    t.attempt("truncate", () -> blob.truncate(2));
                    t.note("length", blob::length);
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setBlob(2, blob));
                    t.note("count", p::executeUpdate);
                }),
                with("a blob written as a stream", (t, c) -> {
                    Blob blob = c.createBlob();
                    try (OutputStream out = blob.setBinaryStream(1)) {
                        out.write(new byte[] {1, 2, 3});
                    }
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setObject(2, blob));
                    t.note("count", p::executeUpdate);
                }),
                with("a blob of one statement sent by another", (t, c) -> {
                    Blob blob = one(c).getBlob(1);
                    PreparedStatement p = insert(c);
                    p.setInt(1, 2);
                    t.attempt("set", () -> p.setBlob(2, blob));
                    t.note("count", p::executeUpdate);
                }),
                with("no blob", (t, c) -> {
                    PreparedStatement p = insert(c);
                    t.attempt("blob", () -> p.setBlob(2, (Blob) null));
                    t.attempt("stream", () -> p.setBinaryStream(2, null));
                    t.attempt("reader", () -> p.setCharacterStream(3, null));
                    t.note("count", p::executeUpdate);
                }),
                with("a clob read in parts", (t, c) -> {
                    Clob clob = one(c).getClob(2);
                    t.note("length", clob::length);
                    t.note("some", () -> clob.getSubString(3, 4));
                    t.note("too far", () -> clob.getSubString(99, 4));
                    t.note("reader", clob::getCharacterStream);
                    t.note("part", () -> clob.getCharacterStream(2, 3));
                    t.note("ascii", clob::getAsciiStream);
                    t.note("position", () -> clob.position("de", 1));
                    t.attempt("free", clob::free);
                    t.note("freed", clob::length);
                }),
                with("a clob made, written and sent", (t, c) -> {
                    Clob clob = c.createClob();
                    t.note("text", () -> clob.setString(1, "hello"));
                    t.note("part", () -> clob.setString(2, "xaYz", 1, 2));
                    t.attempt("truncate", () -> clob.truncate(4));
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setClob(3, clob));
                    t.note("count", p::executeUpdate);
                }),
                with("a clob written by a writer", (t, c) -> {
                    NClob clob = c.createNClob();
                    try (Writer out = clob.setCharacterStream(1)) {
                        out.write("written");
                    }
                    PreparedStatement p = insert(c);
                    t.attempt("set", () -> p.setNClob(3, clob));
                    t.note("count", p::executeUpdate);
                }),
                with("streams in a batch", (t, c) -> {
                    PreparedStatement p = insert(c);
                    for (int i = 1; i <= 3; i++) {
                        p.setInt(1, i);
                        p.setBinaryStream(2, new ByteArrayInputStream(bytes(i)), i);
                        p.setCharacterStream(3, new StringReader("x".repeat(i)), i);
                        p.addBatch();
                    }
                    t.note("counts", p::executeBatch);
                }));
    }
}
