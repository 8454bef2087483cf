package io.bateleur.recorder;

import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Somebody at the other end of a {@link SocketSink}: writes whole lines to a file, and can go away and come back. */
final class Receiver implements Closeable {
    private static final Pattern FROM = Pattern.compile("\"from\":(\\d+)");

    private final Path file;
    private final int port;
    private final boolean confirms;
    private @Nullable ServerSocket server;
    private @Nullable Thread thread;
    private volatile @Nullable Socket connection;
    private int parts;
    /** Events of the run so far. */
    private volatile long events;
    /** Ends each connection in the middle of it after so many events. */
    private final long eventsMax;

    Receiver(Path file, boolean confirms, long eventsMax) throws IOException {
        this.file = file;
        this.confirms = confirms;
        this.eventsMax = eventsMax;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    int parts() {
        return parts;
    }

    long events() {
        return events;
    }

    void start() throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        server = socket;
        Thread serving = new Thread(() -> serve(socket), "receiver");
        serving.start();
        thread = serving;
    }

    private void serve(ServerSocket socket) {
        while (!socket.isClosed()) {
            try (Socket accepted = socket.accept()) {
                connection = accepted;
                receive(accepted);
            } catch (IOException e) {
                // It went away, or we did.
            }
        }
    }

    private void receive(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream back = socket.getOutputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long next = -1;
        long end = Long.MAX_VALUE;
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int b = in.read(); b >= 0 && next <= end; b = in.read()) {
                line.write(b);
                if (b != '\n') {
                    continue;
                }
                out.write(line.toByteArray());
                if (next < 0) {
                    Matcher header = FROM.matcher(line.toString(StandardCharsets.UTF_8));
                    next = header.find() ? Long.parseLong(header.group(1)) : 0;
                    end = Math.min(next, Long.MAX_VALUE - eventsMax) + eventsMax;
                    parts++;
                } else {
                    events = Math.max(events, ++next);
                    if (confirms) {
                        back.write((events + "\n").getBytes(StandardCharsets.US_ASCII));
                    }
                }
                line.reset();
            }
        }
    }

    void stop() throws IOException, InterruptedException {
        ServerSocket socket = server;
        Thread serving = thread;
        if (socket == null || serving == null) {
            return;
        }
        socket.close();
        Socket open = connection;
        if (open != null) {
            open.close();
        }
        serving.join();
    }

    Trace trace() throws IOException {
        return Traces.read(file);
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
