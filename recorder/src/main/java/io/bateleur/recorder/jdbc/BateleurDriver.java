package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records what goes through any other driver: {@code jdbc:bateleur:postgresql://...} connects to {@code jdbc:postgresql://...}. Settings
 * begin with {@code bateleur.}, and are told in docs/recorder.md.
 */
public final class BateleurDriver implements Driver {
    static {
        try {
            DriverManager.registerDriver(new BateleurDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        DriverUrl parts = DriverUrl.of(url, info);
        JdbcOptions options = parts.options();
        parts.check();
        Connection real =
                DriverManager.getConnection(parts.url(), parts.login()); // who cannot connect leaves old traces alone
        try {
            return OpenTraces.of(parts, options).connection(real);
        } catch (IOException | IllegalArgumentException e) {
            real.close();
            throw new SQLException(
                    "the trace " + parts.place() + " cannot be written: " + e.getMessage()
                            + "; bateleur.trace names a file in a directory that is there",
                    e);
        }
    }

    /** The traces that connections of this driver are recorded into, with their recorders. */
    public static Map<Path, Recorder> traces() {
        return OpenTraces.all();
    }

    @Override
    public boolean acceptsURL(String url) {
        return url != null && url.startsWith(DriverUrl.PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return new DriverPropertyInfo[0];
        }
        DriverUrl parts = DriverUrl.of(url, info);
        return DriverManager.getDriver(parts.url()).getPropertyInfo(parts.url(), parts.login());
    }

    @Override
    public int getMajorVersion() {
        return 0;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    /** As good as the driver behind it, of which nothing is known here. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }
}
