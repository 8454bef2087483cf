package io.bateleur.lab.server;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What differs between database systems: how their servers are fetched, initialised, started, asked and stopped. */
interface Engine {
    /** The directory of the unpacked binaries of a version, in the cache. */
    Path binaries(ServerSpec spec) throws ServerException;

    /** A directory with the same binaries that the server's user can read; where that needs another place, in the home. */
    default Path readable(Path binaries, Path home) throws ServerException {
        return binaries;
    }

    /** What servers are told unless the caller says otherwise. */
    Map<String, String> defaults(ServerSpec spec);

    /** Settings that would put the server where we do not find it again. */
    Set<String> ours();

    /** Makes a data directory. */
    void initialise(Instance instance, Guardian guardian) throws IOException, ServerException;

    /** The command that is the server: no shell, no daemon. */
    List<String> command(Instance instance) throws ServerException;

    /** What the server finds in its environment besides ours. */
    Map<String, String> environment(Instance instance);

    /** Whether the server at the other end says that it takes sessions. */
    boolean answers(Socket socket) throws IOException;

    /** The signal that stops the server cleanly. */
    String stop();

    /** The signal that stops it at once, for when nobody needs its data any more. */
    String quit();

    /** How a process that serves one session calls itself; nothing where sessions share a process. */
    default Optional<Pattern> sessionTitle() {
        return Optional.empty();
    }

    String user();

    String database();

    String jdbcUrl(Instance instance);

    String connectLine(Instance instance);
}
