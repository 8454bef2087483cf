package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of applications: SQL that is lifted on the way to the checker. */
class CheckSqlTest {
    private static final String HEAD = """
            {"bateleur":1,"initial":"unknown","about":{"engine":"PostgreSQL","schema":"public","tables at first":[]}}
            """;
    private static final String TABLE = """
            {"e":"about","name":"table public.item","v":[["key","id"],["column","id","INTEGER",10,0,false],["column","stock","INTEGER",10,0,false],["triggers",false],["cascades"]]}
            """;
    private static final String LOST_UPDATE = """
            {"e":"begin","t":1,"s":"c1","level":"read committed"}
            {"e":"sql","t":1,"q":"INSERT INTO item (id, stock) VALUES (?, ?)","params":[1,10],"v":[["count",1]]}
            {"e":"commit","t":1}
            {"e":"begin","t":2,"s":"c2","level":"read committed"}
            {"e":"sql","t":2,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["stock"],[[10]],false]]}
            {"e":"sql","t":2,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[9,1],"v":[["count",1]]}
            {"e":"commit","t":2}
            {"e":"begin","t":3,"s":"c3","level":"read committed"}
            {"e":"sql","t":3,"q":"SELECT stock FROM item WHERE id = ?","params":[1],"v":[["rows",["stock"],[[10]],false]]}
            {"e":"sql","t":3,"q":"UPDATE item SET stock = ? WHERE id = ?","params":[9,1],"v":[["count",1]]}
            {"e":"sql","t":3,"q":"SELECT count(*) FROM item","params":[],"v":[["rows",["count"],[[1]],true]]}
            {"e":"commit","t":3}
            """;

    @TempDir
    Path folder;

    private String write(String text) throws IOException {
        return Files.writeString(folder.resolve("app.jsonl"), text).toString();
    }

    @Test
    void sqlIsLiftedAndWhatThatCoversIsTold() throws IOException {
        String file = write(HEAD + TABLE + LOST_UPDATE);
        Outcome outcome = Outcome.of("check", file, "--level", "cursor-stability,read-committed");
        assertThat(outcome.out())
                .startsWith(file + ": 6 statements: 83.3 % understood as reads and writes, 0.0 % in part, 16.7 % not\n")
                .contains(file + ": cursor-stability violated: lost-update")
                .contains(file + ": read-committed holds, for the SQL that was understood\n")
                .contains("What they said:\n")
                .contains("    UPDATE item SET stock = ? WHERE id = ?  -- 9, 1 => 1 row\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
        assertThat(Outcome.of("check", file, "--level", "cursor-stability", "--json")
                        .out())
                .contains("\"lifted\":{\"statements\":6,\"whole\":5,\"inPart\":0,\"left\":1,\"reasons\":{");
    }

    @Test
    void theStatementsOfATraceAreShownWithWhatTheyReadAndWrite() throws IOException {
        String file = write(HEAD + TABLE + LOST_UPDATE);
        Outcome outcome = Outcome.of("sql", file);
        assertThat(outcome.out())
                .contains("yes               2  SELECT stock FROM item WHERE id = ?\n")
                .contains("reads item(stock) by key\n")
                .contains("writes item(stock) by key\n")
                .contains("1:8: a count does not say which rows there were\n")
                .endsWith(file + ": understood 83.3 % of 6 statements (5 wholly, 0 in part);"
                        + " 2 of 3 transactions without a statement that is not (66.7 %)\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        assertThat(Outcome.of("sql", file, "--json").out())
                .contains("\"line\":1,\"column\":8")
                .contains("\"understoodTransactions\":2");
        assertThat(Outcome.of("sql", file, "--dialect", "h2").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void theStatementsOfAFileAreShownWithTheirPlaces() throws IOException {
        Path file = folder.resolve("app.sql");
        Files.writeString(file, "CREATE TABLE t (id INT PRIMARY KEY, v INT);\nUPDATE t SET v = 1;\nFROB t;\n");
        Outcome outcome = Outcome.of("sql", file.toString(), "--dialect", "postgres");
        assertThat(outcome.out())
                .contains("2:1: rows were changed and it is not told which\n")
                .contains("FROB t\n")
                .endsWith("of 3 statements (1 wholly, 0 in part)\n");
    }

    @Test
    void withoutALevelTheDatabasesPromiseIsChecked() throws IOException {
        Outcome outcome =
                Outcome.of("check", write(HEAD + TABLE + LOST_UPDATE.replace("read committed", "repeatable read")));
        assertThat(outcome.err()).contains("checks snapshot-isolation, the level of all its transactions");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
    }

    @Test
    void whatCouldNotBeToldDecidesNothing() throws IOException {
        String file = write(HEAD + LOST_UPDATE);
        Outcome outcome = Outcome.of("check", file, "--level", "serializable");
        assertThat(outcome.out())
                .contains("\n  bateleur sql " + file + " shows which statements are not understood")
                .contains("serializable undecided: nothing that was written was read by the SQL that was understood");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNDECIDED);
    }

    @Test
    void tablesMayComeFromAFile() throws IOException {
        String file = write(HEAD + LOST_UPDATE);
        Path schema = Files.writeString(
                folder.resolve("schema.sql"), "CREATE TABLE item (id INT PRIMARY KEY, stock INT NOT NULL);\n");
        Outcome outcome = Outcome.of("check", file, "--level", "cursor-stability", "--schema", schema.toString());
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
        Files.writeString(schema, "CREATE TABLE item (id INT PRIMARY KEY,\n");
        Outcome broken = Outcome.of("check", file, "--level", "cursor-stability", "--schema", schema.toString());
        assertThat(broken.err()).contains("schema.sql:2:1");
        assertThat(broken.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        Outcome missing =
                Outcome.of("check", file, "--schema", folder.resolve("none.sql").toString());
        assertThat(missing.err()).contains("no such file").contains("none.sql");
        assertThat(missing.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    @Test
    void infoShowsTheStatements() throws IOException {
        Outcome outcome = Outcome.of("info", write(HEAD + TABLE + LOST_UPDATE));
        assertThat(outcome.out())
                .contains("  tables         public.item\n")
                .contains("          2  SELECT stock FROM item WHERE id = ?\n             whole\n")
                .contains("          1  SELECT count(*) FROM item\n             left: ");
        assertThat(Outcome.of("info", "--json", folder.resolve("app.jsonl").toString())
                        .out())
                .contains(
                        "\"statements\":[{\"text\":\"SELECT stock FROM item WHERE id = ?\",\"executions\":2,\"lifted\":\"whole\",\"why\":\"\"}");
    }
}
