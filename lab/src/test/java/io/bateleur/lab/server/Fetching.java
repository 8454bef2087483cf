package io.bateleur.lab.server;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Starts servers for tests, which are skipped where nothing can be fetched. */
final class Fetching {
    private Fetching() {}

    interface Fetch<T> {
        T fetch() throws ServerException;
    }

    static RunningServer start(String spec, Map<String, String> settings) throws ServerException {
        return orSkip(() -> (RunningServer) Servers.start(ServerSpec.parse(spec), settings, line -> {}));
    }

    static <T> T orSkip(Fetch<T> fetch) throws ServerException {
        try {
            return fetch.fetch();
        } catch (ServerException e) {
            boolean fetched = !e.problem().startsWith("mvn") && !e.problem().startsWith("npm");
            Assumptions.assumeFalse(
                    e.problem().contains("error while loading shared libraries"),
                    "this system lacks a library that the server needs: " + e.getMessage());
            Assumptions.assumeFalse(e.problem().contains("is not installed"), e.getMessage());
            Assumptions.assumeTrue(
                    fetched
                            || !(e.problem().contains("cannot be run")
                                    || e.problem().contains("cannot be reached")),
                    "nothing can be fetched here: " + e.getMessage());
            throw e;
        }
    }
}
