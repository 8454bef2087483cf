package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriversTest {
    @TempDir
    Path place;

    private final Drivers drivers = new Drivers(Cache.standard(), line -> {});

    @ParameterizedTest
    @CsvSource({
        "h2, 2.5.252, jdbc:h2:mem:",
        "h2, 1.4.200, jdbc:h2:mem:",
        "hsqldb, 2.7.4, jdbc:hsqldb:mem:drivers",
        "derby, 10.16.1.1, jdbc:derby:memory:drivers;create=true",
    })
    void aDatabaseOfAnyVersionRunsInItsOwnClassLoader(String database, String version, String url) throws Exception {
        Driver driver = Fetching.orSkip(() -> drivers.load(Drivers.standard(database, version)));
        assertThat(driver.getClass().getClassLoader()).isNotEqualTo(getClass().getClassLoader());
        try (Connection connection = driver.connect(url, new Properties())) {
            assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith(version);
        }
    }

    /** A native library belongs to one class loader: each driver needs a file of its own. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource({"1.5.6.0, 2", "1.1.3, 0"})
    void duckDbLeavesNothingInTheTemporaryDirectory(String version, int inItsPlace) throws Exception {
        Coordinates coordinates = Drivers.standard("duckdb", version);
        System.setProperty(Drivers.NATIVE_PLACE, place.toString());
        try {
            for (int i = 0; i < 2; i++) {
                Driver driver = Fetching.orSkip(() -> drivers.load(coordinates));
                try (Connection connection = driver.connect("jdbc:duckdb:", new Properties())) {
                    assertThat(connection.getMetaData().getDatabaseProductVersion())
                            .startsWith("v" + version.substring(0, 3));
                }
            }
        } finally {
            System.clearProperty(Drivers.NATIVE_PLACE);
        }
        assertThat(Cache.list(place)).as("versions that can be told where").hasSize(inItsPlace);
        assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
                .filteredOn(line -> line.contains("libduckdb_java"))
                .isNotEmpty()
                .allMatch(line -> line.contains(place.toString()) || line.endsWith("(deleted)"));
    }

    @Test
    void aVersionThatDoesNotExistIsToldAsSuch() throws Exception {
        Coordinates none = Coordinates.parse("com.h2database:h2:0.0.1");
        assertThatThrownBy(() -> Fetching.orSkip(() -> drivers.load(none)))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("there is no such version");
    }

    @Test
    void whatIsNotKnownIsRefused() {
        assertThatThrownBy(() -> Drivers.standard("oracle")).hasMessageContaining("known are derby, duckdb");
        assertThatThrownBy(() -> Coordinates.parse("h2")).hasMessageContaining("group:artifact:version");
        assertThatThrownBy(() -> Coordinates.parse("a:b:<c>")).hasMessageContaining("group:artifact:version");
    }
}
