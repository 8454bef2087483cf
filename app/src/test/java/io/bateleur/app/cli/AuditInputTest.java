package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code audit} says of a schema and of initial rows that are broken. */
class AuditInputTest {
    private static final String SCHEMA = "CREATE TABLE t (k INT PRIMARY KEY);";

    @TempDir
    Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private Outcome audit(String schema, String initial) throws IOException {
        return Outcome.of(
                "audit",
                file("log.mini", "T1: sql(\"SELECT k FROM t\")=[[1]] c\n"),
                "--dialect",
                "postgres",
                "--schema",
                file("schema.sql", schema),
                "--initial",
                file("rows.sql", initial));
    }

    @Test
    void aLogThatItsRowsExplainIsAccepted() throws IOException {
        assertThat(audit(SCHEMA, "INSERT INTO t VALUES (1);").exitCode()).isEqualTo(ExitCodes.OK);
    }

    @Test
    void aBrokenSchemaIsBadInputWithItsPlace() throws IOException {
        Outcome outcome = audit("CREATE TABLE t (k INT PRIMARY KEY, v", "");

        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(outcome.err()).contains("schema.sql:1:").contains("CREATE TABLE is not understood");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t VALUES (1); INSERT INTO t VALUES (1) | rows.sql:1:27: ",
                "INSRT INTO t VALUES (1) | rows.sql:1:1: ",
                "INSERT INTO t VALUES (1 | rows.sql:1:"
            })
    void brokenRowsAreBadInputWithTheirPlace(String rows, String place) throws IOException {
        Outcome outcome = audit(SCHEMA, rows);

        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(outcome.err()).contains(place).contains("the rows at first cannot be inserted");
    }
}
