package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server that answers so often and then no more, from the command line to the verdict. */
@Timeout(120) // or it would hang where it should fail
class StuckRunTest {
    private static @Nullable Server server;

    @TempDir
    Path folder;

    @BeforeAll
    static void startServer() {
        try {
            server = Servers.start(ServerSpec.parse("postgres"), Map.of(), line -> {});
        } catch (ServerException e) {
            abort("no PostgreSQL here: " + e.problem());
        }
    }

    @AfterAll
    static void endServer() {
        if (server != null) {
            server.close();
        }
    }

    private Outcome run(MuteProxy proxy, String stuck, String... more) {
        Server running = Objects.requireNonNull(server);
        String url = running.jdbcUrl().replaceFirst(":[0-9]+/", ":" + proxy.port() + "/");
        String[] common = {
            "--jdbc-url",
            url,
            "--user",
            running.login().getProperty("user"),
            "--password",
            running.login().getProperty("password", ""),
            "--transactions",
            "100000000",
            "--sessions",
            "4",
            "--stuck",
            stuck
        };
        String[] all = Stream.of(common, more).flatMap(Stream::of).toArray(String[]::new);
        return Outcome.ofRun(folder.resolve("t.jsonl"), all);
    }

    private MuteProxy proxy(int answers) throws Exception {
        Server running = Objects.requireNonNull(server);
        String port = running.jdbcUrl().replaceFirst(".*:([0-9]+)/.*", "$1");
        return new MuteProxy(Integer.parseInt(port), answers);
    }

    private static void assertAllHaveGone(MuteProxy proxy) throws InterruptedException {
        for (int i = 0; i < 1000 && proxy.clients() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(proxy.clients()).as("connections that were left open").isZero();
    }

    @ParameterizedTest
    @CsvSource({"key-value, (get|put|commit|scan|readList|append|delete)", "sql, (execute|prepareStatement |commit)"})
    void whatWasRecordedIsChecked(String form, String call) throws Exception {
        try (MuteProxy proxy = proxy(2000)) {
            Outcome outcome = run(proxy, "3s", "--form", form, "--workload", "smallbank");
            assertThat(outcome.err())
                    .contains("postgres: no call has been answered for 3.0 s\n")
                    .containsPattern("\n  s[1-4] has waited [0-9.]+ s for " + call)
                    .contains("\n  what it did until then is checked\n");
            assertThat(outcome.out()).containsPattern("promised +read-committed +holds");
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
            assertAllHaveGone(proxy);
        }
    }

    @Test
    void beforeAnythingWasRecordedThereIsNothingToCheck() throws Exception {
        try (MuteProxy proxy = proxy(0)) {
            Outcome outcome = run(proxy, "3s");
            assertThat(outcome.err())
                    .contains("bateleur: postgres: no call has been answered for 3.0 s\n  the program has waited 3.")
                    .contains(" s for prepare\n");
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
        }
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        try (MuteProxy proxy = proxy(2000)) {
            Outcome outcome = run(proxy, "0", "--time", "1s");
            assertThat(outcome.err())
                    .doesNotContain("no call has been answered")
                    .contains("recorded in");
            assertThat(Files.exists(folder.resolve("t.jsonl"))).isTrue();
        }
    }
}
