package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Libraries and binaries from Maven repositories, fetched by the user's own {@code mvn}: its settings, mirrors, proxies and
 * passwords hold, and we need to know nothing of them.
 */
public final class Artifacts {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:";
    private static final String COPY_ALL = PLUGIN + "3.8.1:copy-dependencies";
    private static final String COPY_ONE = PLUGIN + "3.8.1:copy";

    /** The last that does not ask for an artifact's pom: some old binaries have poms with parents that never were released. */
    private static final String COPY_UNDESCRIBED = PLUGIN + "2.8:copy";

    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final Cache cache;
    private final Consumer<String> progress;

    public Artifacts(Cache cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /** The jars of some artifacts and of all that they need to run. The first of them gives the set its name in the cache. */
    public List<Path> withDependencies(List<Coordinates> artifacts) throws ServerException {
        Coordinates first = artifacts.get(0);
        String name = "jars/" + first.group() + "/" + first.artifact() + "/" + first.version()
                + (artifacts.size() == 1 ? "" : "-and-" + (artifacts.size() - 1));
        Path directory = cache.directory(name, empty -> {
            progress.accept("fetching " + first + " with mvn");
            copyAll(artifacts, empty);
        });
        try {
            return jarsIn(directory, first);
        } catch (IOException e) {
            throw new ServerException("cannot read " + directory + ": " + e, "delete it, and it is fetched again", e);
        }
    }

    /**
     * Puts the jar of one artifact, without what it says it needs, into a directory. It is not kept in the cache: binaries
     * are kept unpacked.
     */
    Path alone(Coordinates artifact, Path directory) throws IOException, ServerException {
        progress.accept("fetching " + artifact + " with mvn");
        String[] words = {"-Dartifact=" + artifact, "-DoutputDirectory=" + directory};
        Command.Result result = maven(directory, COPY_ONE, words);
        if (!result.isSuccess() && result.output().contains("artifact descriptor")) {
            result = maven(directory, COPY_UNDESCRIBED, words);
        }
        if (!result.isSuccess()) {
            throw failure(artifact, result);
        }
        return jarsIn(directory, artifact).get(0);
    }

    private static void copyAll(List<Coordinates> artifacts, Path into) throws IOException, ServerException {
        Path work = Files.createDirectory(into.resolve("work")); // in there, so that it is swept with the rest
        Files.writeString(work.resolve("pom.xml"), pom(artifacts));
        Command.Result result = maven(work, COPY_ALL, "-DincludeScope=runtime", "-DoutputDirectory=" + into);
        if (!result.isSuccess()) {
            throw failure(artifacts.get(0), result);
        }
        Cache.delete(work);
    }

    private static List<Path> jarsIn(Path directory, Coordinates artifact) throws IOException, ServerException {
        List<Path> jars = Cache.list(directory).stream()
                .filter(path -> path.toString().endsWith(".jar"))
                .toList();
        if (jars.isEmpty()) {
            throw new ServerException("mvn fetched no jar for " + artifact, "does it exist as a jar?");
        }
        return jars;
    }

    private static Command.Result maven(Path work, String goal, String... words) throws ServerException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q", "-Dstyle.color=never", goal));
        command.addAll(List.of(words));
        return Command.run(work, LIMIT, "install Maven 3.8 or newer, so that mvn is on the PATH", command);
    }

    private static String pom(List<Coordinates> artifacts) {
        StringBuilder pom = new StringBuilder("""
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>io.bateleur</groupId><artifactId>fetch</artifactId><version>0</version><packaging>pom</packaging>
                <dependencies>
                """);
        for (Coordinates each : artifacts) {
            pom.append(
                    "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>\n"
                            .formatted(each.group(), each.artifact(), each.version()));
        }
        return pom.append("</dependencies></project>\n").toString();
    }

    private static ServerException failure(Coordinates artifact, Command.Result result) {
        String output = result.output();
        String problem = "mvn could not fetch " + artifact;
        if (output.contains("No space left")) {
            return new ServerException(problem + ": the disk is full", "free some space and try again");
        }
        // A repository that cannot be reached is remembered by Maven as one that does not have it: so this comes first.
        for (String sign : List.of(
                "Could not transfer",
                "UnknownHost",
                "Unknown host",
                "Connection refused",
                "timed out",
                "offline mode")) {
            if (output.contains(sign)) {
                return new ServerException(
                        problem + ": its repository cannot be reached\n  " + firstError(output),
                        "are you online? does mvn work here (its settings, its proxy)?");
            }
        }
        if (output.contains("Could not find artifact") || output.contains("was not found in")) {
            return new ServerException(
                    problem + ": there is no such version",
                    "your Maven repository lists the versions of " + artifact.group() + ":" + artifact.artifact()
                            + " in its maven-metadata.xml; for servers, bateleur list databases shows those known");
        }
        return new ServerException(problem + "\n  " + firstError(output), "");
    }

    /** What Maven has to say, without what it always says. */
    private static String firstError(String output) {
        String mark = "[ERROR] ";
        return output.lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()).replace(" -> [Help 1]", ""))
                .findFirst()
                .orElse(Command.lastLines(output).strip());
    }
}
