package io.bateleur.lab.applications;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.bateleur.lab.server.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database where an application runs under the recorder. */
final class Site {
    private static final String PREFIX = "jdbc:";
    private final String bareUrl;
    private final String user;
    private final String password;
    private final boolean mariadb;
    private final Path trace;

    Site(Server server, Path trace) {
        this(
                server.jdbcUrl(),
                server.user(),
                server.password(),
                server.spec().toString().startsWith("mariadb"),
                trace);
    }

    Site(String bareUrl, String user, String password, boolean mariadb, Path trace) {
        this.bareUrl = bareUrl;
        this.user = user;
        this.password = password;
        this.mariadb = mariadb;
        this.trace = trace;
    }

    boolean isMariaDb() {
        return mariadb;
    }

    Path trace() {
        return trace;
    }

    String user() {
        return user;
    }

    String password() {
        return password;
    }

    /** The one setting that an application changes to be recorded. */
    String url() {
        String joint = bareUrl.contains("?") ? "&" : "?";
        return PREFIX + "bateleur:" + bareUrl.substring(PREFIX.length()) + joint + "bateleur.trace=" + trace;
    }

    HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    /** Not recorded. */
    Connection bare() throws SQLException {
        return DriverManager.getConnection(bareUrl, user, password);
    }
}
