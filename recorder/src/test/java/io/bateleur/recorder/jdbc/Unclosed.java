package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** A program that ends and closes nothing. */
final class Unclosed {
    private Unclosed() {}

    public static void main(String[] args) throws Exception {
        Connection connection = DriverManager.getConnection(args[0]);
        say(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
        for (int i = 1; i <= Integer.parseInt(args[1]); i++) {
            say(connection, "INSERT INTO t VALUES (" + i + ")");
        }
        connection.setAutoCommit(false);
        say(connection, "INSERT INTO t VALUES (-2)");
        connection.commit();
        say(connection, "INSERT INTO t VALUES (-3)");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k FROM t");
        System.out.println(rows.next());
    }
}
