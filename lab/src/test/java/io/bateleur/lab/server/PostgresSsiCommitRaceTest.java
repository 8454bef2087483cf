package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/findings/postgresql-ssi-commit-race.md shows what that page says. It needs a debugger. */
class PostgresSsiCommitRaceTest {
    private static final Path PROGRAM = Path.of("../docs/findings/PostgresSsiCommitRace.java");
    private static final int LIMIT_SECONDS = 240;

    @TempDir
    Path folder;

    @Test
    void aStoppedCommitLetsThreeTransactionsCommitThatNoSerialOrderExplains() throws Exception {
        Fetching.start("postgres:18.6", Map.of()).close(); // so that it is fetched, or the test skipped
        String said = run();
        assumeFalse(said.contains("skipped: "), said);
        String cycle = "T2 read x = 0, T1 read x = 1 and y = 0; all committed: T1 before T2 before T3 before T1";
        String noStop = "refused, 40001: Canceled on conflict out to pivot N, during read.";
        assertThat(said.replaceAll("pivot \\d+", "pivot N"))
                .isEqualTo(String.join(
                        "\n",
                        "PostgreSQL 18.6",
                        "  T1 READ WRITE, T3 not stopped:",
                        "    " + noStop,
                        "  T1 READ WRITE, T3 stopped until T2 has committed:",
                        "    " + cycle,
                        "  T1 READ WRITE, T3 stopped until T1 has read y:",
                        "    " + noStop,
                        "  T1 READ ONLY, T3 not stopped:",
                        "    " + noStop,
                        "  T1 READ ONLY, T3 stopped until T2 has committed:",
                        "    " + cycle,
                        "  T1 READ ONLY, T3 stopped until T1 has read y:",
                        "    " + cycle,
                        "  T1 READ ONLY DEFERRABLE, T3 not stopped:",
                        "    T2 read x = 0, T1 read x = 1 and y = 1; all committed",
                        "  T1 READ ONLY DEFERRABLE, T3 stopped until T2 has committed:",
                        "    " + cycle,
                        ""));
    }

    private String run() throws Exception {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dbateleur.cache=" + Cache.standard().root(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PROGRAM.toString(),
                        "18.6")
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(Files.readString(said))
                    .isTrue();
        } finally {
            process.destroyForcibly(); // its server's guardian, and gdb at the end of its input, go with it
        }
        return Files.readString(said, StandardCharsets.UTF_8);
    }
}
