package io.bateleur.lab.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A server that was started by {@link Servers}. */
final class RunningServer implements Server {
    /** Recovery after a kill may have much to do. */
    private static final int START_SECONDS = 180;

    private static final int STOP_SECONDS = 20;
    private static final int ANSWER_MILLIS = 2_000;

    private final Engine engine;
    private final Guardian guardian;
    private final Instance instance;
    private volatile Process process;
    private boolean closed;

    private RunningServer(Engine engine, Guardian guardian, Instance instance, Process process) {
        this.engine = engine;
        this.guardian = guardian;
        this.instance = instance;
        this.process = process;
    }

    /** Starts a server on data that is there. */
    static RunningServer start(Engine engine, Guardian guardian, Instance instance) throws ServerException {
        RunningServer server = new RunningServer(engine, guardian, instance, launch(engine, guardian, instance));
        try {
            server.awaitAnswer();
        } catch (ServerException e) {
            server.kill(); // or it would hold the port and the data
            throw e;
        }
        return server;
    }

    private static Process launch(Engine engine, Guardian guardian, Instance instance) throws ServerException {
        try {
            return guardian.start(
                    engine.command(instance), engine.environment(instance), Guardian.NOTHING, instance.log());
        } catch (IOException e) {
            throw new ServerException(instance.spec().title() + " cannot be started: " + e.getMessage(), "", e);
        }
    }

    private void awaitAnswer() throws ServerException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (!process.isAlive()) {
                throw new ServerException(
                        instance.spec().title() + " ended as it started (" + process.exitValue() + ")\n" + lastWords(),
                        instance.settings().isEmpty() ? "" : "does this version know the settings that it was given?");
            }
            if (System.nanoTime() > deadline) {
                throw new ServerException(
                        instance.spec().title() + " did not answer within " + START_SECONDS + " s\n" + lastWords(), "");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ServerException("the start of " + instance.spec().title() + " was interrupted", "", e);
            }
        }
    }

    private String lastWords() {
        return Command.lastLines(Command.read(instance.log()));
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.connect(new InetSocketAddress(host(), port()), ANSWER_MILLIS);
            return engine.answers(socket);
        } catch (IOException e) {
            return false;
        }
    }

    /** Its first process, which the others come from. */
    ProcessHandle process() {
        return process.toHandle();
    }

    /** The directory that goes with it. */
    Path home() {
        return instance.home();
    }

    @Override
    public ServerSpec spec() {
        return instance.spec();
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return instance.port();
    }

    @Override
    public String user() {
        return engine.user();
    }

    @Override
    public String password() {
        return instance.password();
    }

    @Override
    public String database() {
        return engine.database();
    }

    @Override
    public String jdbcUrl() {
        return engine.jdbcUrl(instance);
    }

    @Override
    public String connectLine() {
        return engine.connectLine(instance);
    }

    @Override
    public Map<String, String> settings() {
        return instance.settings();
    }

    @Override
    public boolean isRunning() {
        return Signals.isAlive(process.toHandle());
    }

    @Override
    public synchronized void kill() throws ServerException {
        checkOpen();
        List<ProcessHandle> all = freeze();
        all.forEach(ProcessHandle::destroyForcibly);
        if (!Signals.await(all, STOP_SECONDS)) {
            throw new ServerException("some processes of " + instance.spec().title() + " cannot be killed", "");
        }
    }

    @Override
    public synchronized void restart() throws ServerException {
        checkOpen();
        stop();
        process = launch(engine, guardian, instance);
        awaitAnswer();
    }

    @Override
    public synchronized void pause() throws ServerException {
        checkOpen();
        freeze();
    }

    @Override
    public synchronized void resume() throws ServerException {
        checkOpen();
        thaw();
    }

    @Override
    public Stall stall() throws ServerException {
        checkOpen();
        Pattern title = engine.sessionTitle()
                .orElseThrow(() -> new ServerException(
                        "the sessions of " + instance.spec().title()
                                + " share one process, so none can be stopped alone",
                        "PostgreSQL has a process per session"));
        return Stall.of(this, title);
    }

    /** Stops the first process, which alone makes others, and then those. */
    private List<ProcessHandle> freeze() throws ServerException {
        send("STOP", List.of(process.toHandle()));
        List<ProcessHandle> all = Signals.tree(process.toHandle());
        send("STOP", all);
        return all;
    }

    private void thaw() throws ServerException {
        send("CONT", Signals.tree(process.toHandle()));
    }

    private void send(String signal, List<ProcessHandle> processes) throws ServerException {
        try {
            Signals.send(signal, processes);
        } catch (IOException e) {
            throw new ServerException("no signal can be sent: " + e.getMessage(), "", e);
        }
    }

    private void stop() throws ServerException {
        if (!isRunning()) {
            return;
        }
        thaw();
        send(engine.stop(), List.of(process.toHandle()));
        if (!Signals.await(List.of(process.toHandle()), STOP_SECONDS)) {
            kill();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(instance.spec().title() + " was closed");
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        try {
            stop();
        } catch (ServerException e) {
            // The guardian has other means.
        }
        closed = true;
        guardian.close();
    }

    @Override
    public String toString() {
        return instance.spec().title() + " on " + host() + ":" + port();
    }
}
