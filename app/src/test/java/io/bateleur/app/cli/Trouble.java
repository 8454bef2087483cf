package io.bateleur.app.cli;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command for each way in which a command can end other than well, and a program of them. */
@Command(name = "trouble")
final class Trouble {
    private final Terminal terminal;

    Trouble(Terminal terminal) {
        this.terminal = terminal;
    }

    public static void main(String[] args) {
        Terminal terminal = Terminal.system();
        new Main(terminal, List.of(new Trouble(terminal))).runAndExit(args);
    }

    @Command
    int violated() {
        terminal.out().println("no");
        return ExitCodes.VIOLATED;
    }

    @Command(name = "bad-input")
    void badInput() {
        terminal.out().println("a result");
        throw CommandFailed.badInput("trace.jsonl:41: nobody wrote 7");
    }

    @Command
    void unavailable() {
        throw CommandFailed.unavailable("no server at localhost:1");
    }

    @Command(name = "missing-file")
    void missingFile() throws IOException {
        Files.readString(Path.of("no/such/file"));
    }

    @Command
    void damaged() {
        throw new UncheckedIOException(new EOFException("early end"));
    }

    @Command
    void refused() throws IOException {
        throw new ConnectException("Connection refused");
    }

    @Command
    void bug(@Option(names = "--password", defaultValue = "") String password) {
        throw new IllegalStateException("pass lost an edge" + password.substring(password.length()));
    }

    @Command(name = "bug-in-thread")
    void bugInThread() throws InterruptedException {
        new Thread(() -> {
                    throw new IllegalStateException("thread lost an edge");
                })
                .start();
        Thread.sleep(60_000);
    }

    @Command
    long hungry() {
        List<byte[]> eaten = new ArrayList<>();
        while (eaten.size() < Integer.MAX_VALUE) {
            eaten.add(new byte[1 << 20]);
        }
        return eaten.size();
    }

    @Command
    void endless() {
        for (long line = 0; ; line++) {
            terminal.out().println(line);
        }
    }

    @Command
    void slow() throws InterruptedException {
        try (Progress progress = terminal.progress("sleeping", 100)) {
            progress.at(42);
            Thread.sleep(1_500);
        }
        terminal.out().println("done");
    }

    @Command
    void started() throws InterruptedException {
        terminal.out().println("started");
        terminal.out().flush();
        Thread.sleep(60_000);
    }

    @Command
    void forever() throws InterruptedException {
        try (Progress progress = terminal.progress("sleeping", -1)) {
            progress.at(42);
            Thread.sleep(60_000);
        }
    }

    @Command
    void ends() {
        terminal.out().println("colours " + terminal.colours() + " columns " + terminal.columns());
        terminal.out().println("stdout " + Tty.isTerminal(Tty.STDOUT) + " stderr " + Tty.isTerminal(Tty.STDERR));
    }
}
