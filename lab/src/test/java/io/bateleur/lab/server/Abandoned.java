package io.bateleur.lab.server;

import java.util.Map;

/** A program that starts a server, says what it started, and then waits to be killed. */
final class Abandoned {
    private Abandoned() {}

    public static void main(String[] words) throws Exception {
        RunningServer server = (RunningServer) Servers.start(ServerSpec.parse(words[0]), Map.of(), line -> {});
        if (words.length > 1) {
            server.pause();
        }
        StringBuilder ids = new StringBuilder();
        Signals.tree(server.process()).forEach(process -> ids.append(' ').append(process.pid()));
        System.out.println(server.home().toString() + ids);
        Thread.sleep(60_000);
    }
}
