package io.bateleur.recorder;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The receiver of a {@link SocketSink}.
 *
 * @param token what it wants to hear first, if anything
 * @param sockets plain ones, or such as speak TLS
 * @param named whether a certificate must be for this host; not where only one certificate is trusted at all
 */
public record Destination(String host, int port, Optional<String> token, SocketFactory sockets, boolean named) {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int SHAKE_MILLIS = 10_000;

    public Destination {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(port + " is no port");
        }
    }

    /** Without encryption. */
    public static Destination plain(String host, int port, Optional<String> token) {
        return new Destination(host, port, token, SocketFactory.getDefault(), false);
    }

    @SuppressWarnings("AddressSelection") // of a receiver with several addresses, any will do
    Socket connect(Socket socket) throws IOException {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        if (socket instanceof SSLSocket secure) {
            if (named) {
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secure.setSSLParameters(parameters);
            }
            secure.setSoTimeout(SHAKE_MILLIS);
            secure.startHandshake();
            secure.setSoTimeout(0);
        }
        return socket;
    }

    @Override
    public String toString() {
        return host + ":" + port; // and not the token
    }
}
