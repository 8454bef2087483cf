package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.Driver;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriversTest {
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
