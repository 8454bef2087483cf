package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A database with its driver, in a known state at the start of each trial: a table {@code item} of three rows, and a table
 * {@code kinds} with a column of every type. What a trial makes besides is called {@code made} or {@code other}.
 */
abstract class Subject implements AutoCloseable {
    private Connection keeper;

    abstract String name();

    abstract String url();

    abstract Properties login();

    /** The columns of {@code kinds} besides its key {@code id}. */
    abstract List<Column> columns();

    /** Columns of a table whose first column {@code id} the database numbers itself. */
    abstract String numbered();

    /** A query that takes some seconds unless it is cancelled. */
    abstract String slowQuery();

    /** One text with several results, or something that the driver refuses. */
    String severalResults() {
        return "update item set qty = qty + 1 where id < 3; select id, qty from item order by id; delete from item where id = 3";
    }

    abstract DataSource dataSource() throws SQLException;

    /** What only this database has. */
    abstract List<Behaviour> own();

    /** Puts words in place of what is different in each run. */
    abstract String normal(String text);

    /** What must go before the next trial, besides tables. */
    List<String> cleanup() {
        return List.of();
    }

    Properties keeperLogin() {
        return login();
    }

    void prepare() throws SQLException {
        keeper = DriverManager.getConnection(url(), keeperLogin());
        String names = columns().stream().map(Column::name).collect(Collectors.joining(", "));
        String types = columns().stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "));
        String first = columns().stream().map(Column::first).collect(Collectors.joining(", "));
        String second = columns().stream().map(Column::second).collect(Collectors.joining(", "));
        tell(List.of(
                "create table kinds (id int primary key, " + types + ")",
                "insert into kinds (id, " + names + ") values (1, " + first + ")",
                "insert into kinds (id) values (2)",
                "insert into kinds (id, " + names + ") values (3, " + second + ")",
                "create table item (id int primary key, name varchar(40) not null, qty int)"));
    }

    void reset() throws SQLException {
        List<String> all = new ArrayList<>(cleanup());
        all.add("drop table if exists other");
        all.add("drop table if exists made");
        all.add("delete from kinds where id > 3");
        all.add("delete from item");
        all.add("insert into item values (1, 'one', 10), (2, 'two', 20), (3, 'three', null)");
        tell(all);
    }

    /** Asks on a connection that is part of no trial; whoever reads the rows closes them and their statement. */
    ResultSet ask(String query) throws SQLException {
        Statement statement = keeper.createStatement();
        statement.closeOnCompletion();
        return statement.executeQuery(query);
    }

    private void tell(List<String> statements) throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        if (keeper != null) {
            keeper.close();
        }
    }
}
