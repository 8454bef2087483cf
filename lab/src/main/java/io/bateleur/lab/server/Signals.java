package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Signals to processes of ours, which Java cannot send but for two. */
final class Signals {
    private Signals() {}

    /** A process and all that came from it. While it is stopped, no more can come from it. */
    static List<ProcessHandle> tree(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .filter(Signals::isAlive)
                .toList();
    }

    static void send(String signal, List<ProcessHandle> processes) throws IOException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\"", "kill", signal));
        processes.stream()
                .filter(Signals::isAlive)
                .map(each -> Long.toString(each.pid()))
                .forEach(words::add);
        if (words.size() == 5) {
            return;
        }
        Process kill = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        await(List.of(kill.toHandle()), 10);
    }

    /** Waits until all of them are gone; tells whether they are. Waits also when this thread was told to stop. */
    static boolean await(List<ProcessHandle> processes, int seconds) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean gone;
        while (!(gone = processes.stream().noneMatch(Signals::isAlive)) && System.nanoTime() < deadline) {
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gone;
    }

    /** A process whose end nobody has asked about yet is still listed, but it does nothing any more. */
    static boolean isAlive(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException | StringIndexOutOfBoundsException e) {
            return process.isAlive();
        }
    }
}
