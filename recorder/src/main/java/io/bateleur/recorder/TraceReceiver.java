package io.bateleur.recorder;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ServerSocketFactory;

/**
 * The other end of {@link SocketSink}s: takes the runs of recorders over TCP, each as one stream of lines however often its connection is
 * made anew. Who does not say the token gets nowhere, and a stream that makes no sense ends, alone.
 */
public final class TraceReceiver implements Closeable {
    private static final int TOKEN_BYTES = 16;
    private static final int QUEUE = 50;
    /** Of runs that have ended: who comes again is told so. */
    private static final int ENDED_MAX = 10_000;

    /** Who gets the runs. */
    public interface Runs {
        /**
         * A run has come. Called from a thread of its own, which reads all of it; what cannot be understood ends the run.
         *
         * @throws IOException with a message that says what is wrong with the stream
         */
        void read(Inflow lines) throws IOException;

        /** What goes on, a line for people. */
        void said(String line);
    }

    private final ServerSocket server;
    private final byte[] token;
    private final ReceiverLimits limits;
    private final Path folder;
    private final Runs runs;
    private final Semaphore strangers;
    private final Map<String, Inflow> flows = new HashMap<>();
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private final Set<Reception> receptions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Takes connections from now on.
     *
     * @param folder where a file may be made when lines have to wait
     * @param sockets plain ones, or such as speak TLS
     */
    public TraceReceiver(
            InetSocketAddress address,
            String token,
            ReceiverLimits limits,
            Path folder,
            ServerSocketFactory sockets,
            Runs runs)
            throws IOException {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.limits = limits;
        this.folder = Files.createDirectories(folder);
        this.runs = runs;
        this.strangers = new Semaphore(limits.strangers());
        this.server = sockets.createServerSocket();
        server.setReuseAddress(true);
        try {
            server.bind(address, QUEUE);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        start("bateleur-receiver", this::accept);
    }

    /** One that nobody guesses. */
    public static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = server.accept();
                if (!strangers.tryAcquire()) {
                    socket.close(); // whoever means it tries again
                    continue;
                }
                Reception reception = new Reception(this, socket);
                receptions.add(reception);
                start("bateleur-reception", reception);
            } catch (SocketException e) {
                if (!closed && server.isClosed()) {
                    return;
                }
            } catch (IOException e) {
                // That one went away again.
            } catch (OutOfMemoryError e) {
                runs.said("a connection was refused: " + e.getMessage()); // no thread for it
                strangers.release();
            }
        }
    }

    ReceiverLimits limits() {
        return limits;
    }

    /** It has said the token, or it is gone. */
    void isNoStranger() {
        strangers.release();
    }

    void gone(Reception reception) {
        receptions.remove(reception);
    }

    void said(String line) {
        if (!closed) {
            runs.said(line);
        }
    }

    boolean isToken(byte[] said) {
        return MessageDigest.isEqual(said, token);
    }

    /** The stream of a run, which begins with its first connection; null when there are too many. */
    @org.jspecify.annotations.Nullable
    Inflow flow(String run) {
        synchronized (flows) {
            Inflow known = flows.get(run);
            if (known != null) {
                return known;
            }
            if (readers.size() >= limits.runs() || flows.size() >= ENDED_MAX || closed) {
                return null;
            }
            Inflow made = new Inflow(run, folder, limits.memoryBytes(), limits.spillBytes(), limits.absence());
            flows.put(run, made);
            Thread thread = new Thread(() -> read(made), "bateleur-run");
            thread.setDaemon(true);
            readers.add(thread);
            thread.start();
            return made;
        }
    }

    private void read(Inflow lines) {
        try {
            runs.read(lines);
            lines.end();
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            lines.refuse(message);
            said("the stream of run " + lines.run() + " has ended: " + message);
        } catch (RuntimeException | Error e) {
            lines.refuse("it cannot be read");
            said("the stream of run " + lines.run() + " has ended by a bug of ours: " + e);
        } finally {
            readers.remove(Thread.currentThread());
            try {
                lines.close();
            } catch (IOException e) {
                said("a file of run " + lines.run() + " is left: " + e.getMessage());
            }
        }
    }

    /** The runs that have come, those that have ended included. */
    public List<Inflow> flows() {
        synchronized (flows) {
            return new ArrayList<>(flows.values());
        }
    }

    /** Takes nothing more; what has come is read to its end first. */
    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
        receptions.forEach(Reception::leave);
        flows().forEach(Inflow::end);
        for (Thread reader : readers) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
