package io.bateleur.recorder;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A trace to somebody who reads it while it grows, over TCP. The receiver sends back, as a decimal number and a line feed, how many
 * events of the run it has; until then they are kept here. When the connection is lost, all that was not confirmed is sent again on the
 * next, behind a header that says where it goes on. While the receiver is away, events wait in memory and then in a file, up to a bound.
 */
public final class SocketSink implements TraceSink {
    private static final long MEMORY_BYTES = 4 << 20;
    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final int REASON_MAX = 500;
    private static final int PAUSE_MILLIS = 50;
    private static final int PAUSE_MILLIS_MAX = 5_000;
    private static final int FLUSH_MILLIS = 200;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Destination to;
    private final Path folder;
    private final long spillBytes;
    private final long memoryBytes;
    private final Duration grace;
    private final CountDownLatch stop = new CountDownLatch(1);
    private @Nullable Backlog backlog;
    private volatile @Nullable Socket connection;
    private int part;
    private boolean away;
    /** Whether the receiver has taken anything over the last connection. */
    private volatile boolean heard;
    /** Of the thread that listens. */
    private volatile @Nullable String lastRefusal;

    /**
     * @param folder where a file may be made while the receiver is away; it stays there if it never comes back
     * @param spillBytes how large that may become
     */
    public SocketSink(String host, int port, Path folder, long spillBytes) {
        this(Destination.plain(host, port, Optional.empty()), folder, spillBytes);
    }

    /** The same, to a receiver that wants a token or speaks TLS. */
    public SocketSink(Destination to, Path folder, long spillBytes) {
        this(to, folder, spillBytes, MEMORY_BYTES, GRACE);
    }

    SocketSink(Destination to, Path folder, long spillBytes, long memoryBytes, Duration grace) {
        this.to = to;
        this.folder = folder;
        this.spillBytes = spillBytes;
        this.memoryBytes = memoryBytes;
        this.grace = grace;
    }

    /** Does not wait for the receiver. */
    @Override
    public void start(TraceHeader traceHeader) throws IOException {
        Files.createDirectories(folder);
        Backlog events = new Backlog(
                traceHeader, folder.resolve("bateleur-" + traceHeader.run() + ".jsonl"), memoryBytes, spillBytes);
        backlog = events;
        Thread thread = new Thread(() -> send(traceHeader, events), "bateleur-sender");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void write(byte[] lines, int length) throws IOException {
        Backlog known = backlog;
        if (known == null) {
            throw new IllegalStateException("a trace that has not started");
        }
        known.add(Arrays.copyOf(lines, length));
    }

    /** There is nothing to do: the sender does not rest while it has something to send. */
    @Override
    public void flush() {}

    /** Whatever comes after this is too late. */
    @Override
    public void settle() throws IOException {
        close();
    }

    /** Waits a while for the receiver to confirm everything; what it does not is left in the file. */
    @Override
    public void close() throws IOException {
        Backlog known = backlog;
        if (known == null || stop.getCount() == 0) {
            return;
        }
        try {
            known.awaitEmpty(grace.toMillis());
        } finally {
            stop.countDown();
            Socket open = connection;
            if (open != null) {
                open.close();
            }
            known.end()
                    .ifPresent(file -> Recorder.LOGGER.log(
                            Level.WARNING, "{0} did not take all of the trace; the rest is in {1}", to, file));
        }
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private void send(TraceHeader traceHeader, Backlog events) {
        int pause = PAUSE_MILLIS;
        while (!isStopped()) {
            try (Socket socket = to.sockets().createSocket()) {
                connection = socket;
                to.connect(socket);
                back();
                talk(socket, traceHeader, events);
            } catch (IOException e) {
                lost(e);
            }
            pause = heard ? PAUSE_MILLIS : pause; // one that only refuses is not asked ever so often
            heard = false;
            try {
                if (stop.await(pause, TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                return;
            }
            pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
        }
    }

    private void back() {
        if (away) {
            Recorder.LOGGER.log(Level.INFO, "the receiver of the trace at {0} is back", to);
        }
        away = false;
    }

    private void lost(IOException e) {
        if (!away && !isStopped()) {
            Recorder.LOGGER.log(
                    Level.WARNING, "the receiver of the trace at " + to + " is away; events wait for it", e);
        }
        away = true;
    }

    private void talk(Socket socket, TraceHeader traceHeader, Backlog events) throws IOException {
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
        if (to.token().isPresent()) {
            out.write((Reception.HELLO + to.token().get() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        out.write(traceHeader.line(part++, events.restart()));
        Thread listener = new Thread(() -> listen(socket, events), "bateleur-confirmations");
        listener.setDaemon(true);
        listener.start();
        while (!socket.isClosed() && !isStopped()) {
            byte[] lines = events.next(0);
            if (lines == null) {
                out.flush();
                lines = events.next(FLUSH_MILLIS);
            }
            if (lines != null) {
                out.write(lines);
            }
        }
        throw new IOException("the receiver closed the connection");
    }

    /** Reads confirmations until the connection ends; then the sender must not believe in it any more. */
    private void listen(Socket socket, Backlog events) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream())) {
            long number = 0;
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    heard = true;
                    events.confirm(number);
                    number = 0;
                } else if (b >= '0' && b <= '9') {
                    number = 10 * number + b - '0';
                } else if (b == '!') {
                    refused(in);
                } else {
                    throw new IOException("a receiver that sends no numbers");
                }
            }
        } catch (IOException e) {
            // The sender notices that the socket is closed, and says so.
        }
    }

    /** The receiver says why it will have none of this; it is asked again all the same, for it may change its mind. */
    private void refused(InputStream in) throws IOException {
        ByteArrayOutputStream reason = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n' && reason.size() < REASON_MAX; b = in.read()) {
            reason.write(b);
        }
        String why = reason.toString(StandardCharsets.UTF_8).trim();
        if (!why.equals(lastRefusal)) {
            Recorder.LOGGER.log(Level.WARNING, "the receiver of the trace at {0} refuses it: {1}", to, why);
        }
        lastRefusal = why;
        throw new IOException(why);
    }
}
