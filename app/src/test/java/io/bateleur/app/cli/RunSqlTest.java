package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workloads that speak SQL, through the command line. */
class RunSqlTest {
    @TempDir
    Path folder;

    private Outcome run(String... args) {
        return Outcome.ofRun(folder.resolve("t.jsonl.zst"), args);
    }

    @Test
    void statementsAreRecorded() {
        Outcome outcome = run("h2", "--workload", "smallbank", "--form", "sql", "--transactions", "200");
        assertThat(outcome.err()).contains("running smallbank with 16 sessions").contains("recorded in ");
        assertThat(Outcome.of("info", folder.resolve("t.jsonl.zst").toString()).out())
                .contains("form=sql")
                .contains("workload=smallbank")
                .containsPattern("operations +[0-9]+: [0-9]+ sql");
    }

    @Test
    void whatHasNoFormInSqlSaysSo() {
        Outcome lists = run("h2", "--workload", "list-append", "--form", "sql");
        assertThat(lists.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(lists.err()).contains("the workload list-append has no form in SQL; these have: rubis");
        assertThat(run("h2", "--form", "prolog").err())
                .contains("unknown form 'prolog', expected one of key-value, sql, sql-locking");
        assertThat(run("h2", "--matrix", "--form", "sql").exitCode()).isEqualTo(ExitCodes.USAGE);
        Outcome engine = run("rocksdb", "--form", "sql");
        assertThat(engine.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(engine.err()).contains("rocksdb knows no SQL: use --form key-value");
    }

    @Test
    void theListSaysWhichWorkloadsHaveIt() {
        assertThat(Outcome.of("list", "workloads").out().lines())
                .anyMatch(line -> line.startsWith("smallbank") && line.endsWith("(also --form sql)"))
                .anyMatch(line -> line.startsWith("list-append") && !line.contains("sql"));
    }
}
