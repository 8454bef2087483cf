package io.bateleur.lab.jdbc;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/** SQLite in a file. */
final class Sqlite extends Subject {
    private final Path directory;

    Sqlite(Path directory) {
        this.directory = directory;
    }

    @Override
    String name() {
        return "SQLite";
    }

    @Override
    String url() {
        return "jdbc:sqlite:" + directory.resolve("data.sqlite");
    }

    @Override
    Properties login() {
        Properties login = new Properties();
        login.setProperty("busy_timeout", "200");
        login.setProperty("synchronous", "OFF");
        login.setProperty("journal_mode", "WAL");
        return login;
    }

    @Override
    List<Column> columns() {
        return List.of(
                new Column("c_int", "integer", "42", "9223372036854775807"),
                new Column("c_real", "real", "1.5", "1e300"),
                new Column("c_text", "text", "'Grüße ☂'", "'12'"),
                new Column("c_blob", "blob", "x'00ff10'", "x''"),
                new Column("c_numeric", "numeric(20,6)", "12345.6789", "'no number'"),
                new Column("c_boolean", "boolean", "1", "0"),
                new Column("c_varchar", "varchar(40)", "'true'", "''"),
                new Column("c_date", "date", "'2024-02-29'", "1709212455678"),
                new Column("c_time", "time", "'13:14:15.678'", "0"),
                new Column("c_timestamp", "timestamp", "'2024-02-29 13:14:15.678'", "1709212455678"),
                new Column("c_any", "", "'any'", "7"));
    }

    @Override
    String numbered() {
        return "id integer primary key autoincrement, name varchar(40) unique";
    }

    @Override
    String slowQuery() {
        return "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n";
    }

    @Override
    DataSource dataSource() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(url());
        return source;
    }

    @Override
    List<Behaviour> own() {
        return SqliteOwn.all();
    }

    @Override
    String normal(String text) {
        return text.replace(directory.toString(), "DIRECTORY").replaceAll("pure:[0-9a-f]+", "pure:N");
    }
}
