package io.bateleur.lab.jdbc;

import io.bateleur.lab.server.Server;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB server of ours, with its own driver. */
final class MariaDb extends Subject {
    private final Server server;

    MariaDb(Server server) {
        this.server = server;
    }

    @Override
    String name() {
        return "MariaDB";
    }

    @Override
    String url() {
        return server.jdbcUrl();
    }

    @Override
    Properties login() {
        Properties login = server.login();
        login.setProperty("allowMultiQueries", "true");
        return login;
    }

    /** Between trials there is time: the server may still be rolling back for a connection that is gone. */
    @Override
    Properties keeperLogin() {
        Properties login = login();
        login.setProperty("sessionVariables", "innodb_lock_wait_timeout=20");
        return login;
    }

    @Override
    List<Column> columns() {
        return List.of(
                new Column("c_boolean", "boolean", "true", "false"),
                new Column("c_tinyint", "tinyint", "12", "-128"),
                new Column("c_smallint", "smallint", "12", "-32768"),
                new Column("c_mediumint", "mediumint", "12", "-8388608"),
                new Column("c_int", "integer", "42", "2147483647"),
                new Column("c_bigint", "bigint", "1234567890123", "-9223372036854775808"),
                new Column("c_unsigned", "bigint unsigned", "5", "18446744073709551615"),
                new Column("c_float", "float", "1.5", "-0.25"),
                new Column("c_double", "double", "2.25", "1e300"),
                new Column("c_decimal", "decimal(20,6)", "12345.678900", "-0.000001"),
                new Column("c_bit", "bit(3)", "b'101'", "b'000'"),
                new Column("c_char", "char(5)", "'abc'", "'12'"),
                new Column("c_varchar", "varchar(40) character set utf8mb4", "'Grüße ☂'", "'1'"),
                new Column("c_text", "text", "'true'", "''"),
                new Column("c_binary", "binary(4)", "x'00ff10'", "x''"),
                new Column("c_varbinary", "varbinary(20)", "x'00ff10'", "x'31'"),
                new Column("c_blob", "blob", "x'00ff10'", "x''"),
                new Column("c_date", "date", "'2024-02-29'", "'1000-01-01'"),
                new Column("c_time", "time(3)", "'13:14:15.678'", "'-100:00:00'"),
                new Column("c_datetime", "datetime(6)", "'2024-02-29 13:14:15.678901'", "'1901-01-01 00:00:00'"),
                new Column("c_timestamp", "timestamp null", "'2024-02-29 13:14:15'", "'2038-01-01 00:00:00'"),
                new Column("c_year", "year", "2024", "1901"),
                new Column("c_enum", "enum('a', 'b')", "'a'", "'b'"),
                new Column("c_set", "set('a', 'b')", "'a,b'", "''"),
                new Column("c_json", "json", "'{\"a\": [1, 2]}'", "'null'"),
                new Column("c_uuid", "uuid", "'123e4567-e89b-12d3-a456-426614174000'", "null"),
                new Column("c_inet", "inet6", "'::1'", "'::2'"),
                new Column("c_point", "point", "point(1, 2)", "point(0, 0)"));
    }

    @Override
    String numbered() {
        return "id int auto_increment primary key, name varchar(40) unique";
    }

    @Override
    String slowQuery() {
        return "select sleep(20)";
    }

    @Override
    DataSource dataSource() throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(url());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    @Override
    List<Behaviour> own() {
        return MariaDbOwn.all();
    }

    @Override
    String normal(String text) {
        return text.replace(":" + server.port(), ":PORT")
                .replaceAll("\\(conn=\\d+\\)", "(conn=N)")
                .replaceAll("[Cc]onnection \\d+", "connection N");
    }

    @Override
    List<String> cleanup() {
        return List.of(
                "drop procedure if exists twice", "drop procedure if exists several", "drop function if exists plus");
    }

    @Override
    public void close() throws SQLException {
        super.close();
        server.close();
    }
}
