package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A server's sources that the user has: a directory, a tar archive, or a commit of a git repository. It is copied before it is
 * built, so what the user has is never changed.
 *
 * @param commit of the repository that {@code path} is; nothing for a directory or an archive
 */
public record SourceTree(Path path, Optional<String> commit) {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final String GIT = "install git, so that it is on the PATH";

    /** Reads {@code DIR}, {@code TARBALL} or {@code GIT-DIR@COMMIT}. */
    public static SourceTree parse(String text) throws ServerException {
        Path whole = Path.of(text);
        if (Files.exists(whole)) {
            return new SourceTree(whole.toAbsolutePath().normalize(), Optional.empty());
        }
        int at = text.lastIndexOf('@');
        if (at > 0 && Files.isDirectory(Path.of(text.substring(0, at)))) {
            Path repository = Path.of(text.substring(0, at)).toAbsolutePath().normalize();
            return new SourceTree(repository, Optional.of(commit(repository, text.substring(at + 1))));
        }
        throw new ServerException(
                "there are no sources at '" + text + "'",
                "give a directory, a tar archive, or a git repository and a commit as in ../postgres@REL_17_5");
    }

    /** The full number of a commit, so that a branch that moves on is still the one that was built. */
    private static String commit(Path repository, String name) throws ServerException {
        if (name.isEmpty() || name.startsWith("-")) {
            throw new ServerException("'" + name + "' is no commit", "for example ../postgres@REL_17_5");
        }
        try {
            Path work = Files.createTempDirectory("bateleur-git-");
            try {
                Command.Result result = Command.run(
                        work,
                        LIMIT,
                        GIT,
                        List.of("git", "-C", repository.toString(), "rev-parse", "--verify", "-q", name + "^{commit}"));
                if (result.isSuccess()) {
                    return result.output().strip();
                }
                throw new ServerException(
                        "there is no commit '" + name + "' in " + repository
                                + (result.output().isBlank() ? "" : "\n" + result.tail()),
                        "git -C " + repository + " log shows its commits; is it a git repository?");
            } finally {
                Cache.delete(work);
            }
        } catch (IOException e) {
            throw new ServerException("no temporary directory can be made: " + e.getMessage(), "is the disk full?", e);
        }
    }

    /** A short name for what is built of it: without the product's name, and in small letters. */
    String name(Product product) {
        String last = commit.map(number -> number.substring(0, Math.min(10, number.length())))
                .orElse(path.getFileName().toString());
        String plain = last.toLowerCase(Locale.ROOT).replaceFirst("\\.(tar(\\.[a-z0-9]+)?|tgz|tbz2?|txz)$", "");
        for (String word : product.words()) {
            plain = plain.replaceFirst("^" + word + "[-_]", "");
        }
        return plain.replaceAll("[^a-z0-9._-]", "-");
    }

    /** Puts the files into a directory that is not there yet. */
    void copyTo(Path place) throws IOException, ServerException {
        if (commit.isEmpty() && Files.isDirectory(path)) {
            copy(path, place);
            return;
        }
        Path unpacked = Files.createDirectory(place.resolveSibling("unpacked"));
        Path archive = path;
        if (commit.isPresent()) {
            archive = place.resolveSibling("commit.tar");
            run(unpacked, GIT, "git", "-C", path.toString(), "archive", "-o", archive.toString(), commit.get());
        }
        run(unpacked, "install tar", "tar", "-xf", archive.toString(), "--no-same-owner");
        Files.delete(unpacked.resolve("output.log"));
        List<Path> top = Cache.list(unpacked);
        boolean wrapped = commit.isEmpty() && top.size() == 1 && Files.isDirectory(top.get(0));
        Files.move(wrapped ? top.get(0) : unpacked, place);
        Files.deleteIfExists(place.resolveSibling("commit.tar"));
    }

    private void run(Path work, String missing, String... words) throws ServerException {
        Command.Result result = Command.run(work, LIMIT, missing, List.of(words));
        if (!result.isSuccess()) {
            throw new ServerException(
                    words[0] + " could not read " + this + "\n" + result.tail(), "is it whole? is the disk full?");
        }
    }

    /** Without the history of a repository: it may be larger than all the rest. */
    private static void copy(Path tree, Path place) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                if (directory.endsWith(".git")) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectory(place.resolve(tree.relativize(directory).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        file,
                        place.resolve(tree.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES, // make looks at the times
                        LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public String toString() {
        return path + commit.map(number -> "@" + number).orElse("");
    }
}
