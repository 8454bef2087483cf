package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds a server from sources into the cache, where it appears whole or not at all. Everything before that happens in a directory
 * with a guardian: when the build fails or our process ends, however that ends, the compilers end and the directory goes. Only the
 * log of a build that failed is kept.
 */
public final class ServerBuild {
    private static final long LOOK_MILLIS = 200;

    /** Hears what goes on. */
    public interface Listener {
        /** A line for each thing that begins. */
        void begins(String what);

        /** While it compiles: how many files so far, of about how many. */
        void compiled(int files, int about);
    }

    private final BuildOrder order;
    private final Cache cache;
    private final String path;
    private final Listener listener;
    private final BuildRecipe recipe;
    private final Path log;

    private ServerBuild(BuildOrder order, Cache cache, String path, Listener listener) {
        this.order = order;
        this.cache = cache;
        this.path = path;
        this.listener = listener;
        this.recipe = BuildRecipe.of(order.product());
        this.log = BuiltServer.place(cache, order.product(), order.name() + ".log");
    }

    /**
     * @param again whether a build of that name that is there already is replaced
     * @param path the directories to look for compilers in
     */
    public static BuiltServer run(BuildOrder order, boolean again, String path, Listener listener)
            throws ServerException {
        return run(order, again, Cache.standard(), path, listener);
    }

    static BuiltServer run(BuildOrder order, boolean again, Cache cache, String path, Listener listener)
            throws ServerException {
        var there = BuiltServer.find(cache, order.product(), order.name());
        if (there.isPresent() && !again) {
            throw new ServerException(
                    order + " is built already, from " + there.get().origin(),
                    "choose another name with --as NAME, or build it anew with --force");
        }
        return new ServerBuild(order, cache, path, listener).build();
    }

    private BuiltServer build() throws ServerException {
        Path place = BuiltServer.place(cache, order.product(), order.name());
        try {
            Files.createDirectories(Cache.parentOf(place));
        } catch (IOException e) {
            throw new ServerException("cannot write " + Cache.parentOf(place) + ": " + e, "", e);
        }
        // Beside its place, so that it can be moved there at once; compilers end by TERM.
        try (Guardian guardian = Guardian.over(Cache.parentOf(place), "." + place.getFileName() + "-", "TERM")) {
            Path home = guardian.home();
            listener.begins("copying " + order.source());
            Path tree = home.resolve("source");
            order.source().copyTo(tree);
            var refusal = recipe.refusal(order.source(), tree);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            requirePrograms(tree);
            Path root = home.resolve("root");
            Files.deleteIfExists(log);
            for (Path patch : order.patches()) {
                listener.begins("applying " + patch.getFileName());
                List<String> command = List.of("patch", "-p1", "--batch", "--forward", "-i", patch.toString());
                run(guardian, new BuildRecipe.Step("applying " + patch.getFileName(), tree, command, false), 0);
            }
            int files = sources(tree);
            for (BuildRecipe.Step step : recipe.steps(tree, place, root, order.debug())) {
                listener.begins(step.title());
                run(guardian, step, files);
            }
            finish(home, root.resolve(Path.of("/").relativize(place)), place);
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new ServerException("the build failed: " + e, "is the disk full?", e);
        }
        return BuiltServer.find(cache, order.product(), order.name())
                .orElseThrow(() -> new ServerException(place + " is not there any more", "build it again"));
    }

    private void requirePrograms(Path tree) throws ServerException {
        List<BuildRecipe.Need> needs = new ArrayList<>(recipe.needs(tree));
        if (!order.patches().isEmpty()) {
            needs.add(new BuildRecipe.Need(List.of("patch"), "patch"));
        }
        List<String> missing = needs.stream()
                .filter(need -> need.programs().stream().noneMatch(this::isThere))
                .map(BuildRecipe.Need::what)
                .toList();
        if (!missing.isEmpty()) {
            throw new ServerException(
                    "building " + order.product().title() + " needs " + String.join(", ", missing)
                            + ", not found on the PATH",
                    "on Debian: apt-get install build-essential bison flex perl patch"
                            + (order.product() == Product.MARIADB ? " cmake" : ""));
        }
    }

    private boolean isThere(String program) {
        return Arrays.stream(path.split(":"))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** The files that a compiler may be given. Some are only included in others. */
    private static int sources(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            return (int) all.map(Path::toString)
                    .filter(name -> name.endsWith(".c") || name.endsWith(".cc") || name.endsWith(".cpp"))
                    .filter(name -> !name.contains("/contrib/") && !name.contains("/test/"))
                    .count();
        }
    }

    private void run(Guardian guardian, BuildRecipe.Step step, int about) throws IOException, ServerException {
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", step.directory().toString()));
        command.addAll(step.command());
        Process process = guardian.start(command, Map.of("LC_ALL", "C", "PATH", path), Guardian.NOTHING, log);
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (step.compiles()) {
                    listener.compiled(compilations(), about);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("the build was interrupted", "", e);
        }
        if (process.exitValue() != 0) {
            throw failure(step);
        }
    }

    /** How many files the log says were given to a compiler. */
    private int compilations() throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return (int) lines.filter(line -> line.contains(" -c ") || line.contains("Building C"))
                    .count();
        }
    }

    private ServerException failure(BuildRecipe.Step step) throws IOException {
        String last = Command.lastLines(Command.read(log));
        List<String> errors;
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            // With several compilers at work the first error is seldom among the last lines.
            errors = lines.filter(line -> line.contains("error:") || line.contains("CMake Error"))
                    .limit(3)
                    .toList();
        }
        String told = errors.isEmpty()
                ? last
                : errors.stream().map(line -> "  " + line.strip()).collect(Collectors.joining("\n"));
        return new ServerException(
                step.title() + " " + order.product().title() + " failed\n" + told,
                hint(told) + "the whole log: " + log);
    }

    private static String hint(String told) {
        boolean lacks = told.contains("No such file or directory")
                || told.contains("not found")
                || told.contains("Could NOT find")
                || told.contains("Could not find");
        return lacks ? "a library or a program may be missing: install its development package; " : "";
    }

    private void finish(Path home, Path installed, Path place) throws IOException, ServerException {
        Path daemon = installed.resolve(recipe.daemon());
        String release = Release.of(order.product(), daemon)
                .orElseThrow(() -> new ServerException(
                        "what was built is no " + order.product().title() + " that runs\n  "
                                + Release.answer(daemon).strip(),
                        "the whole log: " + log));
        BuiltServer.note(installed, order, release);
        if (Files.exists(place)) {
            Files.move(place, home.resolve("replaced"), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(installed, place, StandardCopyOption.ATOMIC_MOVE);
    }
}
