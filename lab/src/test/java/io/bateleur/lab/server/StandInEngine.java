package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Driver;
import java.util.List;
import java.util.Map;

/**
 * A program called docker, in a directory of its own, that writes down what it is asked and really starts a server: H2's, which outlives
 * the program that started it, as a container does, and goes with {@code docker rm} only.
 */
record StandInEngine(Path directory) {
    static final String ID = "0123456789abcdef";

    private static final Image IMAGE = new Image(
            "h2",
            "h2",
            9092,
            Map.of("H2_PASSWORD", "%s"),
            List.of("serve"),
            Image.Passing.OPTIONS,
            "sa",
            "jdbc:h2:tcp://127.0.0.1:%d/mem:test",
            "com.h2database:h2:2.5.252",
            "h2");

    static final ImageSpec SPEC = new ImageSpec("docker", IMAGE, "h2", "7");

    static StandInEngine in(Path directory) throws IOException, ServerException {
        Path jar = Fetching.orSkip(() -> new Artifacts(Cache.standard(), line -> {})
                        .withDependencies(List.of(Coordinates.parse(IMAGE.driver()))))
                .get(0);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        int port = Ports.free();
        Path script = directory.resolve("docker");
        Files.writeString(script, """
                #!/bin/sh
                here=%s
                echo "$*" >>"$here/asked"
                case $1 in
                image) [ ! -e "$here/absent" ] ;;
                pull) [ ! -e "$here/offline" ] || { echo "no route to the registry"; exit 1; } ;;
                run)
                    while [ $# -gt 0 ] && [ "$1" != --cidfile ]; do shift; done
                    printf %%s %s >"$2"
                    [ ! -e "$here/broken" ] || { echo "cannot open my data"; exit 3; }
                    echo "$H2_PASSWORD" >"$here/password"
                    setsid %s -cp %s org.h2.tools.Server -tcp -tcpPort %d -ifNotExists &
                    echo $! >"$here/new" && mv "$here/new" "$here/pid"
                    wait
                    ;;
                port) [ -e "$here/pid" ] && echo 127.0.0.1:%d ;;
                rm) [ ! -e "$here/pid" ] || { kill -9 "$(cat "$here/pid")"; rm "$here/pid"; } ;;
                esac
                """.formatted(directory, ID, java, jar, port, port));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new StandInEngine(directory);
    }

    Driver driver() throws ServerException {
        return Fetching.orSkip(() -> new Drivers(Cache.standard(), line -> {}).load(Coordinates.parse(IMAGE.driver())));
    }

    Container.Running start(Map<String, String> settings) throws ServerException {
        return Container.start(SPEC, settings, driver(), "/nowhere:" + directory, line -> {});
    }

    /** Makes the engine behave so from now on. */
    void let(String state) throws IOException {
        Files.createFile(directory.resolve(state));
    }

    List<String> asked() throws IOException {
        return Files.readAllLines(directory.resolve("asked"));
    }

    ProcessHandle server() throws IOException {
        String id = Files.readString(directory.resolve("pid")).strip();
        return ProcessHandle.of(Long.parseLong(id)).orElseThrow();
    }
}
