package io.bateleur.lab.jdbc;

import io.bateleur.lab.server.Server;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server of ours, with PgJDBC. */
final class Postgres extends Subject {
    private final Server server;

    Postgres(Server server) {
        this.server = server;
    }

    @Override
    String name() {
        return "PostgreSQL";
    }

    @Override
    String url() {
        return server.jdbcUrl();
    }

    @Override
    Properties login() {
        return server.login();
    }

    @Override
    List<Column> columns() {
        return List.of(
                new Column("c_smallint", "smallint", "12", "-32768"),
                new Column("c_int", "integer", "42", "2147483647"),
                new Column("c_bigint", "bigint", "1234567890123", "-9223372036854775808"),
                new Column("c_real", "real", "1.5", "'NaN'"),
                new Column("c_double", "double precision", "2.25", "1e300"),
                new Column("c_numeric", "numeric(20,6)", "12345.678900", "-0.000001"),
                new Column("c_boolean", "boolean", "true", "false"),
                new Column("c_char", "char(5)", "'abc'", "'12'"),
                new Column("c_varchar", "varchar(40)", "'Grüße ☂'", "'1'"),
                new Column("c_text", "text", "'true'", "''"),
                new Column("c_bytea", "bytea", "'\\x00ff10'", "''"),
                new Column("c_date", "date", "'2024-02-29'", "'infinity'"),
                new Column("c_time", "time", "'13:14:15.678'", "'24:00'"),
                new Column("c_timetz", "timetz", "'13:14:15+05'", "'00:00:00-08'"),
                new Column("c_timestamp", "timestamp", "'2024-02-29 13:14:15.678901'", "'1901-01-01 00:00'"),
                new Column("c_timestamptz", "timestamptz", "'2024-02-29 13:14:15+05'", "'infinity'"),
                new Column("c_interval", "interval", "'1 day 2 hours'", "'-1 mon'"),
                new Column("c_uuid", "uuid", "'123e4567-e89b-12d3-a456-426614174000'", "null"),
                new Column("c_json", "json", "'{\"a\": [1, 2]}'", "'null'"),
                new Column("c_jsonb", "jsonb", "'{\"b\": 1}'", "'[]'"),
                new Column("c_xml", "xml", "'<a>1</a>'", "'<b/>'"),
                new Column("c_bit", "bit(3)", "'101'", "'000'"),
                new Column("c_ints", "integer[]", "'{1,2,null}'", "'{{1,2},{3,4}}'"),
                new Column("c_texts", "text[]", "'{a,\"b c\"}'", "'{}'"),
                new Column("c_point", "point", "'(1,2)'", "'(0,0)'"),
                new Column("c_inet", "inet", "'127.0.0.1'", "'::1'"));
    }

    @Override
    String numbered() {
        return "id serial primary key, name varchar(40) unique";
    }

    @Override
    String slowQuery() {
        return "select pg_sleep(20)";
    }

    @Override
    DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    @Override
    List<Behaviour> own() {
        return PostgresOwn.all();
    }

    @Override
    String normal(String text) {
        return text.replace(":" + server.port(), ":PORT")
                .replaceAll("pid=\\d+|[Pp]rocess \\d+", "PROCESS")
                .replaceAll("transaction \\d+", "transaction N")
                .replaceAll("tuple \\(\\d+,\\d+\\)", "tuple N")
                .replaceAll("portal \"C_\\d+\"", "portal N") // what the recorder asks takes numbers too
                .replaceAll("(relation|database) \\d+", "$1 N");
    }

    @Override
    List<String> cleanup() {
        return List.of("drop schema if exists apart cascade");
    }

    @Override
    public void close() throws SQLException {
        super.close();
        server.close();
    }
}
