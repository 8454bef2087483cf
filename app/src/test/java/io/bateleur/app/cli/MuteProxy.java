package io.bateleur.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What stands between a server and its clients, and passes on so many answers; from then on it listens to all and says nothing. */
final class MuteProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int server;
    private final AtomicInteger answers;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    /**
     * Starts it.
     *
     * @param server its port on this machine
     */
    MuteProxy(int server, int answers) throws IOException {
        this.server = server;
        this.answers = new AtomicInteger(answers);
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many clients have not gone. */
    int clients() {
        return clients.size();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the two has gone, or the test is over.
                    }
                },
                "mute-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
            open.add(client);
            open.add(behind);
            clients.add(client);
            start(() -> {
                try {
                    pass(client, behind, false);
                } finally {
                    clients.remove(client);
                    behind.close();
                }
            });
            start(() -> pass(behind, client, true));
        }
    }

    private void pass(Socket from, Socket to, boolean counted) throws IOException {
        byte[] bytes = new byte[8192];
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            if (!counted || answers.getAndDecrement() > 0) {
                out.write(bytes, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
