package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ServerSpecTest {
    @ParameterizedTest
    @CsvSource({
        "postgres:12.3, PostgreSQL 12.3",
        "PostgreSQL:12.3, PostgreSQL 12.3",
        "pg:12.3.0, PostgreSQL 12.3",
        "postgres:9.6.24, PostgreSQL 9.6.24",
        "postgres:12, PostgreSQL 12.22",
        "postgres, PostgreSQL 18.6",
        "mariadb:11.4.5, MariaDB 11.4.5",
        "mariadb:10.1, MariaDB 10.1.23",
        "mariadb, MariaDB 11.4.5",
        "mysql:5.6.24, MySQL 5.6.24",
        "mysql, MySQL 5.6.24",
    })
    void namesAServer(String text, String title) throws ServerException {
        assertThat(ServerSpec.parse(text).title()).isEqualTo(title);
    }

    @Test
    void isWrittenAsItIsRead() throws ServerException {
        assertThat(ServerSpec.parse("pg:12.3")).hasToString("postgres:12.3");
    }

    @ParameterizedTest
    @CsvSource({"POSTGRES", "MARIADB"})
    void whatIsInstalledHasTheNumberOfItsMakersAndAMark(Product product) throws ServerException {
        List<ServerSpec> all = Installed.all(product);
        if (all.isEmpty()) {
            assertThatThrownBy(() -> ServerSpec.parse(product.word() + ":installed"))
                    .hasMessageContaining(product.title() + " is not installed");
            return;
        }
        ServerSpec newest = ServerSpec.parse(product.word() + ":installed");
        assertThat(newest).isEqualTo(all.get(all.size() - 1));
        assertThat(Version.of(newest.release()).isNumbers()).isTrue();
        assertThat(newest.version()).isEqualTo(newest.release() + "-installed");
        assertThat(ServerSpec.parse(newest.toString())).isEqualTo(newest);
        assertThat(newest.local().orElseThrow().base()).isDirectory();
        assertThatThrownBy(() -> ServerSpec.parse(product.word() + ":1.2-installed"))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("installed: ")
                .hasMessageContaining(newest.toString());
    }

    @Test
    void aVersionThatCameOutAfterUsIsTried() throws ServerException {
        assertThat(ServerSpec.parse("postgres:18.99").version()).isEqualTo("18.99");
        assertThat(ServerSpec.parse("postgres:19.0").version()).isEqualTo("19.0");
    }

    @ParameterizedTest
    @CsvSource({
        "oracle, 'known are postgres, mariadb, mysql'",
        "postgres:12.99, 'closest: 12.20, 12.22, 13.1, 13.2'",
        "postgres:8.4.1, 'closest: 9.6.10, 9.6.13, 9.6.16, 9.6.24'",
        "mariadb:10.6.3, 'closest: 10.1.23, 10.2.11, 10.11.5, 11.4.5; available: 10.1.8 to 11.4.5'",
        "mysql:5.7.1, 'available: 5.6.24; or'",
        "mysql:8.4, 'or, where there is such an image, bateleur run docker:mysql:8.4'",
        "postgres:latest, as in postgres:18.6",
        "postgres:, as in postgres:18.6",
    })
    void whatIsNotKnownIsRefusedWithWhatIsNear(String text, String hint) {
        assertThatThrownBy(() -> ServerSpec.parse(text))
                .isInstanceOfSatisfying(
                        ServerException.class, e -> assertThat(e.hint()).contains(hint));
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void versionsAreKnownOldestFirst(Product product) {
        List<Version> versions = product.versions().stream().map(Version::of).toList();
        assertThat(versions).isNotEmpty().isSorted().doesNotHaveDuplicates().allMatch(Version::isNumbers);
    }

    @Test
    void artifactsOfPostgresHaveThreeNumbers() throws ServerException {
        assertThat(PostgresEngine.artifact(ServerSpec.parse("postgres:12.3")).version())
                .isEqualTo("12.3.0");
        assertThat(PostgresEngine.artifact(ServerSpec.parse("postgres:9.6.24")).version())
                .isEqualTo("9.6.24");
    }
}
