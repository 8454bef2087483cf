package io.bateleur.lab.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/** What a program gets in place of its driver's objects. */
interface Wrapping extends AutoCloseable {
    Connection connection(Connection real) throws SQLException;

    DataSource dataSource(DataSource real) throws SQLException;

    XADataSource xaDataSource(XADataSource real) throws SQLException;

    /** What a program is given in place of its URL. */
    String url(String real);

    /** What a program adds to the properties that go with the URL. */
    default Map<String, String> settings() {
        return Map.of();
    }

    @Override
    void close() throws IOException;

    /** The driver's objects themselves. */
    Wrapping BARE = new Wrapping() {
        @Override
        public Connection connection(Connection real) {
            return real;
        }

        @Override
        public DataSource dataSource(DataSource real) {
            return real;
        }

        @Override
        public XADataSource xaDataSource(XADataSource real) {
            return real;
        }

        @Override
        public String url(String real) {
            return real;
        }

        @Override
        public void close() {}
    };
}
