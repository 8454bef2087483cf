package io.bateleur.lab.oddities;

import io.bateleur.lab.server.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** A database that each program finds empty. */
interface OddDatabase {
    /** The name of its oddities. */
    String name();

    /** Empties it. */
    void clear(long program) throws SQLException;

    /** @param settings for the driver, such as {@code user=app}, with commas */
    Connection open(String settings) throws SQLException;

    default void execute(List<String> statements) throws SQLException {
        try (Connection connection = open("");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static Properties login(Properties base, String settings) {
        Properties login = new Properties();
        login.putAll(base);
        for (String each : settings.isEmpty() ? new String[0] : settings.split(";")) {
            String[] parts = each.split("=", 2);
            login.setProperty(parts[0], parts[1]);
        }
        return login;
    }

    static OddDatabase of(Server server) {
        boolean mariadb = server.spec().toString().startsWith("mariadb");
        String url = server.jdbcUrl();
        return new OddDatabase() {
            @Override
            public String name() {
                return mariadb ? "mariadb" : "postgres";
            }

            @Override
            public void clear(long program) throws SQLException {
                execute(
                        mariadb
                                ? List.of(
                                        "DROP DATABASE IF EXISTS other",
                                        "DROP DATABASE " + server.database(),
                                        "CREATE DATABASE " + server.database(),
                                        "CREATE DATABASE other")
                                : List.of(
                                        "DROP SCHEMA public CASCADE",
                                        "CREATE SCHEMA public",
                                        "GRANT ALL ON SCHEMA public TO public",
                                        "DROP SCHEMA IF EXISTS other CASCADE",
                                        "CREATE SCHEMA other",
                                        "GRANT ALL ON SCHEMA other TO public"));
            }

            @Override
            public Connection open(String settings) throws SQLException {
                return DriverManager.getConnection(url, login(server.login(), settings));
            }
        };
    }

    static OddDatabase h2() {
        String[] url = {""};
        return embedded("h2", url, program -> "jdbc:h2:mem:odd" + program + ";DB_CLOSE_DELAY=-1");
    }

    static OddDatabase sqlite(Path folder) {
        return embedded(
                "sqlite",
                new String[] {""},
                program -> "jdbc:sqlite:" + folder.resolve("odd" + program + ".db")
                        + "?foreign_keys=true&synchronous=OFF&journal_mode=MEMORY");
    }

    /** Where each program gets a database of its own. */
    private static OddDatabase embedded(String name, String[] url, java.util.function.LongFunction<String> urls) {
        return new OddDatabase() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void clear(long program) {
                url[0] = urls.apply(program);
            }

            @Override
            public Connection open(String settings) throws SQLException {
                return DriverManager.getConnection(url[0], login(new Properties(), settings));
            }
        };
    }
}
