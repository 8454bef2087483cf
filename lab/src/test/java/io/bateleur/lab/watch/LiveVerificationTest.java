package io.bateleur.lab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.History;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.ReceiverLimits;
import io.bateleur.recorder.TraceReceiver;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LiveVerificationTest {
    private static final String TOKEN = "swordfish";
    private static final String LAST = "{\"e\":\"punctuation\",\"before\":" + Long.MAX_VALUE + "}\n";

    @TempDir
    Path directory;

    private TraceReceiver receiver(LiveVerification verification) throws IOException {
        return new TraceReceiver(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TOKEN,
                ReceiverLimits.standard().withLines(100_000).withAbsence(Duration.ofMillis(200)),
                directory.resolve("in"),
                ServerSocketFactory.getDefault(),
                verification);
    }

    private static LiveVerification verification() {
        VerifierSettings settings = VerifierSettings.of("live");
        return new LiveVerification(settings, Duration.ZERO, Duration.ofSeconds(60), false, line -> {});
    }

    /** A trace with a bug in it, as a recorder would send it. */
    private String broken() throws IOException {
        History history = Simulation.run(new SimConfig()
                        .bug(Bug.LOST_UPDATE)
                        .transactions(400)
                        .keys(20)
                        .sessions(6)
                        .seed(11))
                .history();
        Path file = directory.resolve("broken.jsonl");
        Traces.write(history, file, Formats.NATIVE);
        String text = Files.readString(file);
        assertThat(text).startsWith("{\"bateleur\":1,");
        return text.replaceFirst("\\{\"bateleur\":1,", "{\"bateleur\":2,\"run\":\"good\",\"part\":0,\"from\":0,");
    }

    private static void send(TraceReceiver receiver, String text) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), receiver.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("bateleur " + TOKEN + "\n" + text).getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            socket.setSoTimeout(60_000);
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // It was thrown out before it had finished.
        }
    }

    private static String text(Verifier verifier) {
        return verifier.findings().stream().map(TextRenderer::render).collect(Collectors.joining("\n"));
    }

    private String alone(String trace) throws IOException {
        LiveVerification verification = verification();
        try (TraceReceiver receiver = receiver(verification)) {
            send(receiver, trace + LAST);
        }
        Verifier verifier = verification.finish();
        assertThat(verifier.status().missing()).isEmpty();
        return text(verifier);
    }

    @Test
    void whatIsFoundIsTheSameBesideAThousandStreamsThatMakeNoSense() throws Exception {
        String trace = broken();
        String expected = alone(trace);
        assertThat(expected).contains("good/");
        LiveVerification verification = verification();
        try (TraceReceiver receiver = receiver(verification)) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            for (int i = 0; i < 1_000; i++) {
                SplittableRandom random = new SplittableRandom(i);
                threads.submit(() -> {
                    send(receiver, nonsense(random));
                    return null;
                });
            }
            send(receiver, trace + LAST);
            threads.shutdown();
            assertThat(threads.awaitTermination(90, TimeUnit.SECONDS)).isTrue();
        }
        Verifier verifier = verification.finish();
        assertThat(verifier.status().missing()).isEmpty();
        assertThat(text(verifier)).isEqualTo(expected);
    }

    private static String nonsense(SplittableRandom random) {
        String header = "{\"bateleur\":2,\"run\":\"bad" + random.nextInt(1 << 30) + "\",\"part\":0,\"from\":0}\n";
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "GET / HTTP/1.1\n\n";
            case 2 -> header + "not json\n";
            case 3 -> header + "{\"e\":\"commit\",\"t\":1}\n";
            case 4 -> header + "x".repeat(200_000);
            default -> header + "{\"e\":\"begin\",\"t\":1,\"s\":1,\"at\":[2,1]}\n";
        };
    }

    /** A recorder that is killed in the middle: what it may still have done is missing, and that is said. */
    @Test
    void aRecorderThatWasKilledMakesLaterFindingsProvisional() throws Exception {
        String trace = broken();
        LiveVerification verification = verification();
        try (TraceReceiver receiver = receiver(verification)) {
            send(receiver, trace.substring(0, trace.length() / 2));
            while (receiver.flows().stream().noneMatch(flow -> flow.isLost())) {
                Thread.sleep(10);
            }
        }
        Verifier verifier = verification.finish();
        assertThat(verifier.status().missing()).isNotEmpty();
        assertThat(verifier.status().received()).isPositive();
    }

    /** An application on H2 whose two sessions each lose an update of the other, seen through its URL. */
    @Test
    void anApplicationIsVerifiedByItsUrl() throws Exception {
        LiveVerification verification = new LiveVerification(
                VerifierSettings.of("live"), Duration.ZERO, Duration.ofSeconds(60), true, line -> {});
        try (TraceReceiver receiver = receiver(verification)) {
            String url =
                    "jdbc:bateleur:h2:mem:live;DB_CLOSE_DELAY=-1;bateleur.heartbeat=20ms;bateleur.socket=127.0.0.1:"
                            + receiver.address().getPort() + ";bateleur.token=" + TOKEN;
            try (Connection a = DriverManager.getConnection(url);
                    Connection b = DriverManager.getConnection(url)) {
                say(a, "CREATE TABLE t (k INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
                for (int i = 1; i <= 300; i++) {
                    say(i % 2 == 0 ? a : b, "UPDATE t SET v = " + i + " WHERE k = 1", "SELECT v FROM t WHERE k = 1");
                }
                while (verification.status().verifier().commits() < 100) {
                    Thread.sleep(20);
                }
            }
        }
        Verifier verifier = verification.finish();
        assertThat(verifier.status().commits()).isGreaterThanOrEqualTo(600);
        assertThat(verifier.status().certainReads()).isGreaterThanOrEqualTo(300);
        assertThat(verifier.findings().stream().map(BrokenMechanism::claim).toList())
                .isEqualTo(List.of());
        assertThat(verifier.status().missing()).isEmpty();
    }

    private static void say(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                if (statement.execute(each)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            rows.getInt(1);
                        }
                    }
                }
            }
        }
    }
}
