package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;

/** Of what kinds the objects are: programs cast them to what their driver offers besides JDBC. */
final class Interfaces {
    private Interfaces() {}

    private interface Body {
        Object make(Connection connection) throws Exception;
    }

    private static Behaviour of(String name, Body body) {
        return new Behaviour("interfaces: of " + name, t -> {
            Connection connection = t.connect();
            t.note("interfaces", () -> Described.interfaces(body.make(connection)));
        });
    }

    static List<Behaviour> all() {
        return List.of(
                of("a connection", c -> c),
                of("a statement", Connection::createStatement),
                of("a prepared statement", c -> c.prepareStatement("select 1")),
                of("a callable statement", c -> c.prepareCall("{call plus(1)}")),
                of("rows", c -> c.createStatement().executeQuery("select 1")),
                of("rows of a prepared statement", c -> c.prepareStatement("select 1")
                        .executeQuery()),
                of("the metadata", Connection::getMetaData),
                of("the rows of metadata", c -> c.getMetaData().getTableTypes()),
                of(
                        "the metadata of rows",
                        c -> c.createStatement().executeQuery("select 1").getMetaData()),
                of("the metadata of parameters", c -> c.prepareStatement("select 1")
                        .getParameterMetaData()),
                of("a savepoint", c -> {
                    c.setAutoCommit(false);
                    Savepoint point = c.setSavepoint();
                    c.rollback();
                    return point;
                }),
                new Behaviour("interfaces: unwrapped objects are of the driver's types", t -> {
                    Connection c = t.connect();
                    Statement s = c.createStatement();
                    PreparedStatement p = c.prepareStatement("select 1");
                    ResultSet r = s.executeQuery("select 1");
                    for (Class<?> type : List.of(
                            org.postgresql.PGConnection.class,
                            org.mariadb.jdbc.Connection.class,
                            org.h2.jdbc.JdbcConnection.class,
                            org.sqlite.SQLiteConnection.class)) {
                        t.note("connection is " + type.getName(), () -> c.isWrapperFor(type));
                        t.note("connection as " + type.getName(), () -> type.isInstance(c.unwrap(type)));
                    }
                    for (Class<?> type : List.of(
                            org.postgresql.PGStatement.class,
                            org.mariadb.jdbc.Statement.class,
                            org.h2.jdbc.JdbcStatement.class)) {
                        t.note("statement is " + type.getName(), () -> s.isWrapperFor(type));
                        t.note("statement as " + type.getName(), () -> type.isInstance(s.unwrap(type)));
                        t.note("prepared as " + type.getName(), () -> type.isInstance(p.unwrap(type)));
                    }
                    t.note("rows", () -> r.isWrapperFor(org.h2.jdbc.JdbcResultSet.class));
                    t.note("rows as", () -> r.unwrap(org.h2.jdbc.JdbcResultSet.class)
                            .getClass()
                            .getName());
                }));
    }
}
