package io.bateleur.app.cli;

import io.bateleur.recorder.ReceiverLimits;
import io.bateleur.recorder.Tls;
import io.bateleur.recorder.TraceReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How {@code watch} listens to recorders, and what it takes from them. */
@Command(optionListHeading = "%nWhile it happens:%n")
final class LiveOptions {
    private static final Pattern ADDRESS = Pattern.compile("(?:(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):)?([0-9]{1,5})");
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([kMG]?)");
    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Verify what recorders in applications send here (bateleur.socket); 0 is any free port.")
    private @Nullable String listen;

    @Option(
            names = "--token",
            paramLabel = "TEXT",
            description = "What recorders must say (bateleur.token). Default: a new one, which is printed.")
    private @Nullable String token;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "Speak TLS with this certificate, in PEM; recorders trust it by bateleur.trust.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "Its private key, in PEM (PKCS 8).")
    private @Nullable Path key;

    @Option(
            names = "--spill",
            paramLabel = "BYTES",
            description = "How much may wait on disk when verifying cannot keep up: 500M, 2G. Default: 1G.")
    private String spill = "1G";

    @Option(
            names = "--silence",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Wait no longer for a recorder that has said nothing for so long. Default: 60s.")
    private Duration silence = Duration.ofSeconds(60);

    boolean listens() {
        return listen != null;
    }

    boolean isPlain() {
        return certificate == null;
    }

    Duration silence() {
        return silence;
    }

    /** Where to listen, or a usage error. */
    InetSocketAddress address() {
        Matcher address = ADDRESS.matcher(String.valueOf(listen));
        if (!address.matches() || Integer.parseInt(address.group(2)) > PORT_MAX) {
            throw CommandFailed.usage("--listen is a host and a port, such as 127.0.0.1:7070, not " + listen);
        }
        int port = Integer.parseInt(address.group(2));
        String host = address.group(1);
        if (host == null) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        InetSocketAddress resolved = new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), port);
        if (resolved.isUnresolved()) {
            throw CommandFailed.usage("--listen: there is no host " + host);
        }
        return resolved;
    }

    /** The token, and whether it was made up here. */
    String token() {
        return token != null ? token : TraceReceiver.newToken();
    }

    boolean isTokenOurs() {
        return token == null;
    }

    ReceiverLimits limits() {
        Matcher size = SIZE.matcher(spill);
        if (!size.matches()) {
            throw CommandFailed.usage("--spill is a number of bytes, with k, M or G for more, not " + spill);
        }
        long bytes = Long.parseLong(size.group(1))
                << 10 * " kMG".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
        return ReceiverLimits.standard().withSpill(bytes).withAbsence(silence);
    }

    /** Sockets that are plain, or speak TLS. */
    ServerSocketFactory sockets() {
        if (certificate == null && key == null) {
            return ServerSocketFactory.getDefault();
        }
        if (certificate == null || key == null) {
            throw CommandFailed.usage("--certificate and --key go together");
        }
        try {
            return Tls.receiver(certificate, key);
        } catch (IOException e) {
            throw CommandFailed.usage("--certificate: " + e.getMessage());
        }
    }
}
