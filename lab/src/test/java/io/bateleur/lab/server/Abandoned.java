package io.bateleur.lab.server;

import java.sql.Driver;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A program that starts a server, says what it started, and then waits to be killed. */
final class Abandoned {
    private Abandoned() {}

    public static void main(String[] words) throws Exception {
        RunningServer server = (RunningServer) Servers.start(ServerSpec.parse(words[0]), Map.of(), line -> {});
        switch (words.length > 1 ? words[1] : "") {
            case "paused" -> server.pause();
            case "stalled" -> stall(server);
            default -> {}
        }
        StringBuilder ids = new StringBuilder();
        Stream.concat(
                        Signals.tree(server.process()).stream(),
                        ProcessHandle.current().children())
                .forEach(process -> ids.append(' ').append(process.pid()));
        System.out.println(server.home().toString() + ids);
        Thread.sleep(60_000);
    }

    /** One session stands still, and whoever would let it go on is killed. */
    private static void stall(RunningServer server) throws Exception {
        Driver driver = new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("postgres"));
        driver.connect(server.jdbcUrl(), server.login());
        server.stall().stop(new SplittableRandom(1));
        Thread.sleep(100); // the signal is sent by another process
    }
}
