package io.bateleur.lab.workload.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workloads;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every workload in SQL, on databases of all kinds. */
class SqlWorkloadsTest {
    @TempDir
    Path directory;

    @Test
    void namesAreThoseOfTheOtherForm() {
        assertThat(SqlWorkloads.names())
                .allMatch(name -> Workloads.named(name).name().equals(name));
        assertThat(SqlWorkloads.of("list-append", Settings.DEFAULT, new SqlWords(false, "", rows -> "")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "postgres, serializable",
        "mariadb, serializable",
        "mysql, serializable",
        "h2, serializable",
        "hsqldb, serializable",
        "derby, serializable",
        "sqlite, serializable",
        "duckdb, snapshot"
    })
    void everyDatabaseUnderstandsThem(String database, String level) throws Exception {
        try (SqlRun run = new SqlRun(database, level, directory.resolve("trace.jsonl"))) {
            for (String name : SqlWorkloads.names()) {
                Settings defaults = Workloads.named(name).defaults();
                run.of(name, defaults, 1, 40, true);
                run.of(name, new Settings(1, 1, 0, 2), 2, 10, false);
            }
        }
    }
}
