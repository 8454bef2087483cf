package shop;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL for a test; where its binaries cannot be had, the test is skipped. */
final class Postgres implements AutoCloseable {
    private final Server server;

    private Postgres(Server server) {
        this.server = server;
    }

    static Postgres start() {
        try {
            return new Postgres(Servers.start(ServerSpec.parse("postgres"), Map.of(), line -> {}));
        } catch (ServerException e) {
            return Assumptions.abort("no PostgreSQL here: " + e.getMessage());
        }
    }

    DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.jdbcUrl());
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    @Override
    public void close() {
        server.close();
    }
}
