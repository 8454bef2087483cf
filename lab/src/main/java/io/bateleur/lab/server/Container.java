package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A database server in a container, reachable on a port of the loopback address that the engine chose. The guardian removes it, by
 * its id, when it is closed or when our process ends, however that ends.
 *
 * <p>The engine's program is not told to detach: so its output is the server's, and its end the container's, and both are there for
 * an error message although the container removes itself.
 */
public final class Container implements AutoCloseable {
    private static final Duration FETCH = Duration.ofMinutes(15);
    private static final Duration ASK = Duration.ofSeconds(30);

    /** Some make a whole database at their first start. */
    private static final Duration START = Duration.ofMinutes(5);

    private static final int LOOK_MILLIS = 100;

    private final ImageSpec spec;
    private final Path program;
    private final Guardian guardian;
    private final String password;
    private final String name = "bateleur-" + UUID.randomUUID();

    private Container(ImageSpec spec, Path program, Guardian guardian) {
        this.spec = spec;
        this.program = program;
        this.guardian = guardian;
        this.password = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    }

    /** The engine's program, where there is one among the directories of a path. */
    public static Optional<Path> program(String engine, String path) {
        return Arrays.stream(path.split(":"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, engine))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A server that is there. */
    public record Running(Container container, String jdbcUrl, Properties login) {}

    /**
     * Fetches the image where it is not there, starts it, and waits until a session can be had.
     *
     * @param settings in the server's own words
     * @param path the directories to look for the engine's program in
     */
    public static Running start(
            ImageSpec spec, Map<String, String> settings, Driver driver, String path, Consumer<String> progress)
            throws ServerException {
        Path program = program(spec.engine(), path).orElseThrow(() -> missing(spec, path));
        List<String> arguments = new ArrayList<>(spec.image().arguments());
        Map<String, String> environment = new LinkedHashMap<>(spec.image().environment());
        pass(spec.image(), settings, arguments, environment);
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        Guardian guardian = Guardian.over(temporary, "bateleur-" + spec.image().word() + "-", "TERM");
        Container container = new Container(spec, program, guardian);
        try {
            container.fetch(progress);
            return container.run(arguments, environment, driver, progress);
        } catch (IOException e) {
            container.close();
            throw new ServerException(spec + " cannot be started: " + e.getMessage(), "", e);
        } catch (ServerException | RuntimeException e) {
            container.close();
            throw e;
        }
    }

    private static ServerException missing(ImageSpec spec, String path) {
        String other = ImageSpec.ENGINES.stream()
                .filter(engine -> program(engine, path).isPresent())
                .map(engine -> engine + " is there: " + engine + ":" + spec.reference())
                .findFirst()
                .orElse("there is no docker or podman on the PATH; without containers: bateleur list databases");
        return new ServerException("no container can be started: there is no " + spec.engine() + " on the PATH", other);
    }

    private static void pass(
            Image image, Map<String, String> settings, List<String> arguments, Map<String, String> environment)
            throws ServerException {
        if (image.passing() == Image.Passing.NOT && !settings.isEmpty()) {
            throw new ServerException("settings cannot be passed to a container of " + image.word(), "leave out --set");
        }
        settings.forEach((name, value) -> {
            switch (image.passing()) {
                case POSTGRES -> arguments.addAll(List.of("-c", name + "=" + value));
                case OPTIONS -> arguments.add("--" + name + "=" + value);
                case ENVIRONMENT, NOT -> environment.put(name, value);
            }
        });
        if (image.word().equals("mssql") && !"Y".equals(environment.get("ACCEPT_EULA"))) {
            throw new ServerException(
                    "SQL Server starts only for those who accept its licence", "if you do: --set ACCEPT_EULA=Y");
        }
    }

    private void fetch(Consumer<String> progress) throws ServerException {
        if (!ask(ASK, "image", "inspect", spec.reference()).isSuccess()) {
            progress.accept("fetching the image " + spec.reference() + " with " + spec.engine());
            Command.Result fetched = ask(FETCH, "pull", spec.reference());
            if (!fetched.isSuccess()) {
                throw new ServerException(
                        spec.engine() + " could not fetch " + spec.reference() + "\n" + fetched.tail(),
                        "does the engine run, may you use it, and does that tag exist?");
            }
        }
    }

    private Command.Result ask(Duration limit, String... words) throws ServerException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        return Command.run(guardian.home(), limit, "", command);
    }

    private Running run(
            List<String> arguments, Map<String, String> environment, Driver driver, Consumer<String> progress)
            throws IOException, ServerException {
        progress.accept("starting " + spec + " in a container");
        String secret = password;
        environment.replaceAll((word, value) -> value.replace("%s", secret));
        Path log = guardian.home().resolve("log");
        Path id = guardian.home().resolve("cid");
        // For the guardian, before there is anything to remove.
        Files.writeString(guardian.home().resolve("container"), program + "\n" + name + "\n");
        List<String> words = new ArrayList<>(List.of(program.toString(), "run", "--rm", "--name", name));
        words.addAll(List.of(
                "--cidfile", id.toString(), "-p", "127.0.0.1::" + spec.image().port()));
        // Values go through the environment: others on this machine can read command lines.
        environment.keySet().stream().sorted().forEach(word -> words.addAll(List.of("-e", word)));
        words.add(spec.reference());
        words.addAll(arguments);
        Process process = guardian.start(words, environment, Guardian.NOTHING, log);
        Properties login = new Properties();
        login.setProperty("user", spec.image().user());
        login.setProperty(
                "password",
                environment.values().stream()
                        .filter(value -> value.contains(secret))
                        .findFirst()
                        .orElse(""));
        String url = await(process, log, driver, login);
        progress.accept(spec + " takes connections: " + url);
        return new Running(this, url, login);
    }

    private String await(Process process, Path log, Driver driver, Properties login) throws ServerException {
        long deadline = System.nanoTime() + START.toNanos();
        String last = "";
        while (true) {
            Optional<Integer> port = port();
            if (port.isPresent()) {
                String url = spec.image().jdbcUrl().formatted(port.get());
                try (Connection connection = driver.connect(url, login)) {
                    if (connection != null) {
                        return url;
                    }
                } catch (SQLException e) {
                    last = "\n  " + e.getMessage();
                }
            }
            if (!process.isAlive()) {
                throw new ServerException(
                        spec + " ended as it started (" + process.exitValue() + ")\n"
                                + Command.lastLines(Command.read(log)),
                        "");
            }
            if (System.nanoTime() > deadline) {
                throw new ServerException(
                        spec + " took no connection within " + START.toMinutes() + " min" + last + "\n"
                                + Command.lastLines(Command.read(log)),
                        "");
            }
            pause();
        }
    }

    /** Of this machine, as in {@code 127.0.0.1:49153}; none as long as there is no container. */
    private Optional<Integer> port() throws ServerException {
        Command.Result result = ask(ASK, "port", name, spec.image().port() + "/tcp");
        if (!result.isSuccess()) {
            return Optional.empty();
        }
        return result.output()
                .lines()
                .map(line -> line.substring(line.lastIndexOf(':') + 1).strip())
                .filter(text -> text.matches("[0-9]{1,5}"))
                .map(Integer::valueOf)
                .findFirst();
    }

    private void pause() throws ServerException {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("the start of " + spec + " was interrupted", "", e);
        }
    }

    /** Removes it. */
    @Override
    public void close() {
        guardian.close();
    }
}
