package io.bateleur.lab.server;

import java.nio.file.Path;
import java.util.Map;

/** A program that starts a container, says so, and then waits to be killed. */
final class AbandonedContainer {
    private AbandonedContainer() {}

    public static void main(String[] words) throws Exception {
        new StandInEngine(Path.of(words[0])).start(Map.of());
        System.out.println("started");
        Thread.sleep(60_000);
    }
}
