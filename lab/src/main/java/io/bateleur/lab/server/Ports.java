package io.bateleur.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports of the loopback address, below those that the system gives to the clients' ends of connections: while a server
 * is down between kill and restart, a client that tries to reach it could otherwise be given its very port, and even connect
 * to itself.
 */
final class Ports {
    private static final int LOWEST = 15_000;
    private static final int CLIENTS_FROM = 32_768;
    private static final int TRIES = 200;

    private Ports() {}

    static int free() throws ServerException {
        int end = Math.max(LOWEST + 1_000, clientsFrom());
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
            if (isFree(port)) {
                return port;
            }
        }
        throw new ServerException("no free port was found between " + LOWEST + " and " + end, "");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: what is left of closed connections is no hindrance to them.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int clientsFrom() {
        // Such a file can be read only once, and in one go, as a reader with a buffer does.
        try (BufferedReader range = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            return Integer.parseInt(String.valueOf(range.readLine()).strip().split("\\s+")[0]);
        } catch (IOException | NumberFormatException e) {
            return CLIENTS_FROM;
        }
    }
}
