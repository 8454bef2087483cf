package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A package of the npm registry that the user's own {@code npm} knows; fetched without running any script of it. */
record NpmPackage(String name, String version) {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final List<String> UNREACHABLE = List.of("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN");

    /** Puts its contents, which npm keeps in a folder called package, into a directory. */
    void unpack(Path into, Consumer<String> progress) throws IOException, ServerException {
        progress.accept("fetching " + this + " with npm");
        Path work = Files.createDirectory(into.resolve("work"));
        Command.Result result = Command.run(
                work,
                LIMIT,
                "install npm, so that it is on the PATH: only there are binaries of this server",
                List.of(
                        "npm",
                        "pack",
                        "--ignore-scripts",
                        "--cache",
                        work.resolve("cache").toString(),
                        toString()));
        if (!result.isSuccess()) {
            boolean offline = UNREACHABLE.stream().anyMatch(result.output()::contains);
            throw new ServerException(
                    "npm could not fetch " + this + (offline ? ": its registry cannot be reached\n" : "\n")
                            + result.tail(),
                    "are you online? does npm work here (its settings, its proxy)?");
        }
        Path archive = Cache.list(work).stream()
                .filter(path -> path.toString().endsWith(".tgz"))
                .findFirst()
                .orElseThrow(() -> new ServerException("npm fetched no archive of " + this, ""));
        progress.accept("unpacking " + this);
        Archives.untar(archive, into);
        Cache.delete(work);
    }

    @Override
    public String toString() {
        return name + "@" + version;
    }
}
