package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsTest {
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    Path directory;

    /** A key and a certificate of its own, as files in PEM. */
    private Path[] made(String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return new Path[] {
            pem(name, "CERTIFICATE", keys.getCertificate("it").getEncoded()),
            pem(name, "PRIVATE KEY", keys.getKey("it", PASSWORD).getEncoded())
        };
    }

    private Path pem(String name, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name + " " + what + ".pem"),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    @Test
    void onlyWhoTrustsTheReceiverSendsToIt() throws Exception {
        Path[] own = made("own");
        Path[] other = made("other");
        ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
        TraceReceiver.Runs runs = new TraceReceiver.Runs() {
            @Override
            public void read(Inflow lines) throws IOException {
                got.add(lines.run());
                lines.readAllBytes();
            }

            @Override
            public void said(String line) {}
        };
        try (TraceReceiver receiver = new TraceReceiver(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "t",
                ReceiverLimits.standard(),
                directory,
                Tls.receiver(own[0], own[1]),
                runs)) {
            String sent = send(receiver, own[0]);
            send(receiver, other[0]);
            assertThat(got).containsExactly(sent);
        }
    }

    private String send(TraceReceiver receiver, Path trusted) throws IOException {
        Destination to = new Destination(
                "localhost", receiver.address().getPort(), Optional.of("t"), Tls.trusting(trusted), false);
        TraceHeader header = new TraceHeader(InitialState.ABSENT, true, Map.of());
        SocketSink sink = new SocketSink(to, directory, 1 << 20, 1 << 20, Duration.ofSeconds(1));
        try (Recorder recorder = new Recorder(sink, header, Patience.brief())) {
            recorder.about("a", Value.of(1));
        }
        return header.run();
    }

    @Test
    void filesThatAreSomethingElseAreRefused() throws Exception {
        Path[] own = made("own");
        assertThatThrownBy(() -> Tls.receiver(own[1], own[1])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Tls.receiver(own[0], own[0])).hasMessageContaining("holds no private key in PKCS 8");
    }
}
