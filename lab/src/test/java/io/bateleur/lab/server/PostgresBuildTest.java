package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds PostgreSQL from the sources that {@code -Dbateleur.postgres.source} names: a directory, an archive, or a commit. */
@Tag("soak")
class PostgresBuildTest {
    @TempDir
    Path folder;

    @Test
    void aServerThatIsBuiltHereAnswers() throws Exception {
        String source = System.getProperty("bateleur.postgres.source", "");
        Assumptions.assumeFalse(source.isEmpty(), "-Dbateleur.postgres.source names no sources of PostgreSQL");
        BuildOrder order =
                BuildOrder.of(Product.POSTGRES, SourceTree.parse(source), Optional.of("soak"), true, List.of());
        int[] compiled = {0};
        ServerBuild.Listener listener = new ServerBuild.Listener() {
            @Override
            public void begins(String what) {}

            @Override
            public void compiled(int files, int about) {
                compiled[0] = files;
                assertThat(about).isPositive();
            }
        };
        BuiltServer built = ServerBuild.run(order, false, Cache.at(folder), System.getenv("PATH"), listener);
        assertThat(compiled[0]).isPositive();
        try (Server server = Servers.start(built.spec(), Map.of(), line -> {})) {
            var driver =
                    Fetching.orSkip(() -> new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("postgres")));
            try (Connection connection = driver.connect(server.jdbcUrl(), server.login());
                    ResultSet row = connection.createStatement().executeQuery("show debug_assertions")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("on");
            }
        }
    }
}
