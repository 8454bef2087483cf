package io.bateleur.lab.server;

import java.util.Map;
import java.util.Properties;

/**
 * A database server of ours, on a port of this machine that nobody else can reach. Its data lives in a temporary directory,
 * and goes when it is closed or when our process ends, however that ends.
 */
public interface Server extends AutoCloseable {
    ServerSpec spec();

    /** Its version as its makers write it. */
    default String version() {
        return spec().release();
    }

    String host();

    int port();

    String user();

    String password();

    /** The database that it has for us. */
    String database();

    /** Where {@link Drivers#standard(String)}'s driver for its product connects to. */
    String jdbcUrl();

    /** User and password, as drivers want them. */
    default Properties login() {
        Properties properties = new Properties();
        properties.setProperty("user", user());
        properties.setProperty("password", password());
        return properties;
    }

    /** What a person types to look into it. */
    String connectLine();

    /** What it was told at its start: our settings, and the caller's, which come before ours. */
    Map<String, String> settings();

    boolean isRunning();

    /** Ends all its processes with SIGKILL, as a crash would. What it had made durable is still there. */
    void kill() throws ServerException;

    /** Starts it again on the same data and the same port; stops it first where it runs. */
    void restart() throws ServerException;

    /** Stops all its processes where they are, with SIGSTOP: connections stay open, and nothing answers. */
    void pause() throws ServerException;

    /** Lets it go on after {@link #pause}. */
    void resume() throws ServerException;

    /** For stopping the processes of single sessions; a server whose sessions share one process refuses. */
    Stall stall() throws ServerException;

    /** Stops it and deletes its data. Never throws: what cannot be stopped is killed. */
    @Override
    void close();
}
