package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of things that were fetched once and never change. Each is a directory that appears whole or not at all: it is
 * filled under a temporary name beside its place and then renamed. Whoever comes second, in this process or another, throws
 * its own away and uses what is there, so no lock is needed and none can be left behind.
 */
public final class Cache {
    private static final String PART = ".part-";

    /** Nobody fills a directory for so long: what is older was left by a process that was killed. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Path root;

    private Cache(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    public static Cache at(Path root) {
        return new Cache(root);
    }

    /** The user's own: as the property {@code bateleur.cache} says, or where caches are kept on this system. */
    public static Cache standard() {
        String property = System.getProperty("bateleur.cache");
        if (property != null && !property.isEmpty()) {
            return new Cache(Path.of(property));
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        if (caches != null && !caches.isEmpty()) {
            return new Cache(Path.of(caches, "bateleur"));
        }
        return new Cache(Path.of(System.getProperty("user.home"), ".cache", "bateleur"));
    }

    public Path root() {
        return root;
    }

    boolean has(String name) {
        return Files.isDirectory(root.resolve(name));
    }

    /** Puts what belongs there into an empty directory. */
    interface Filler {
        void fill(Path empty) throws IOException, ServerException;
    }

    /** The directory of that name, which is filled first if it is not there. */
    Path directory(String name, Filler filler) throws ServerException {
        Path place = root.resolve(name);
        if (Files.isDirectory(place)) {
            return place;
        }
        Path part = place.resolveSibling("." + place.getFileName() + PART + UUID.randomUUID());
        Thread whenWeEnd = new Thread(() -> delete(part));
        try {
            Runtime.getRuntime().addShutdownHook(whenWeEnd); // Ctrl-C while it is being filled
            Files.createDirectories(parentOf(place));
            sweep(parentOf(place));
            Files.createDirectory(part);
            filler.fill(part);
            move(part, place);
            return place;
        } catch (IOException e) {
            throw failure(place, e);
        } finally {
            delete(part);
            try {
                Runtime.getRuntime().removeShutdownHook(whenWeEnd);
            } catch (IllegalStateException e) {
                // We are ending.
            }
        }
    }

    private static void move(Path part, Path place) throws IOException {
        try {
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(place)) {
                throw e;
            }
            // Somebody else was quicker. What is there is as good as ours.
        }
    }

    private static ServerException failure(Path place, IOException e) {
        String problem = "cannot write " + place + ": " + e;
        return String.valueOf(e.getMessage()).contains("No space left")
                ? new ServerException(
                        problem, "free some space, or set -Dbateleur.cache to a directory on another disk", e)
                : new ServerException(problem, "set -Dbateleur.cache to a directory that can be written", e);
    }

    private static void sweep(Path directory) throws IOException {
        FileTime oldest = FileTime.from(Instant.now().minus(ABANDONED));
        for (Path each : list(directory)) {
            if (each.getFileName().toString().contains(PART) && isOlder(each, oldest)) {
                delete(each);
            }
        }
    }

    private static boolean isOlder(Path path, FileTime time) throws IOException {
        try {
            return Files.getLastModifiedTime(path).compareTo(time) < 0;
        } catch (NoSuchFileException e) {
            return false; // another process swept it, or gave it its name
        }
    }

    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    static Path parentOf(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(path + " has no parent");
        }
        return parent;
    }

    /** Deletes all of a directory that can be deleted. */
    static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // What is left has a name that says it is a part, and is swept another day.
        }
    }
}
