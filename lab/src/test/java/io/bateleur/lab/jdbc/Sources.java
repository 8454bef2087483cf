package io.bateleur.lab.jdbc;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;

/** Where connections come from: data sources, and the driver behind its URL. */
final class Sources {
    private Sources() {}

    private static Connection through(Trial t) throws SQLException {
        return t.closing(DriverManager.getConnection(t.url(), t.login()));
    }

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("source: a connection", t -> {
                    DataSource source = t.dataSource();
                    try (Connection c = source.getConnection()) {
                        t.note("value", () -> Trial.ask(c, "select name from item where id = 2"));
                        t.note("auto-commit", c::getAutoCommit);
                    }
                }),
                new Behaviour("source: two connections", t -> {
                    DataSource source = t.dataSource();
                    try (Connection one = source.getConnection();
                            Connection two = source.getConnection()) {
                        t.equality(one, two);
                        one.setAutoCommit(false);
                        Trial.run(one, "update item set qty = 1");
                        t.note("other sees", () -> Trial.ask(two, "select qty from item where id = 1"));
                        one.commit();
                        t.note("other sees then", () -> Trial.ask(two, "select qty from item where id = 1"));
                    }
                }),
                new Behaviour("source: a wrong password", t -> {
                    DataSource source = t.dataSource();
                    t.note("connection", () -> source.getConnection("nobody", "nothing"));
                }),
                new Behaviour("source: its properties", t -> {
                    DataSource source = t.dataSource();
                    t.note("timeout", source::getLoginTimeout);
                    t.attempt("set timeout", () -> source.setLoginTimeout(7));
                    t.note("timeout then", source::getLoginTimeout);
                    t.note("writer", source::getLogWriter);
                    t.attempt("set writer", () -> source.setLogWriter(new PrintWriter(new StringWriter())));
                    t.attempt("no writer", () -> source.setLogWriter(null));
                    t.note("logger", () -> source.getParentLogger() != null);
                    t.note("wraps", () -> source.isWrapperFor(DataSource.class));
                    t.note("wraps text", () -> source.isWrapperFor(String.class));
                    t.note("unwrap", () -> source.unwrap(DataSource.class) != null);
                    t.note("interfaces", () -> Described.interfaces(source));
                }),
                new Behaviour("driver: connect and ask", t -> {
                    Connection c = through(t);
                    t.note("value", () -> Trial.ask(c, "select name from item where id = 2"));
                    t.note("url", () -> c.getMetaData().getURL());
                    t.note("driver", () -> c.getMetaData().getDriverName());
                    t.note("interfaces", () -> Described.interfaces(c));
                }),
                new Behaviour("driver: a transaction", t -> {
                    Connection c = through(t);
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 5 where id = 1");
                    t.attempt("commit", c::commit);
                    t.items();
                }),
                new Behaviour("driver: a wrong password", t -> {
                    Properties wrong = new Properties();
                    wrong.putAll(t.login());
                    wrong.setProperty("user", "nobody");
                    wrong.setProperty("password", "nothing");
                    t.note("connection", () -> t.closing(DriverManager.getConnection(t.url(), wrong)));
                }),
                new Behaviour("driver: an address where nobody is", t -> {
                    String url = t.url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:1");
                    if (url.equals(t.url())) {
                        t.transcript().line("it has no address");
                        return;
                    }
                    t.note("connection", () -> DriverManager.getConnection(url, t.login()));
                }),
                new Behaviour("driver: what it can be told", t -> {
                    Driver driver = DriverManager.getDriver(t.url());
                    t.note("accepts", () -> driver.acceptsURL(t.url()));
                    t.note("accepts other", () -> driver.acceptsURL("jdbc:nobody:x"));
                    t.note("connects to other", () -> driver.connect("jdbc:nobody:x", new Properties()));
                    t.note("properties", () -> java.util.Arrays.stream(driver.getPropertyInfo(t.url(), t.login()))
                            .map(each -> each.name)
                            .sorted()
                            .toList());
                }));
    }
}
