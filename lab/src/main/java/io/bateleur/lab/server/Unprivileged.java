package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that a server runs as when we are root and it refuses to be: nobody. When we are not root, it is we.
 */
final class Unprivileged {
    /** What Linux calls nobody. */
    private static final int NOBODY = 65534;

    private static final List<List<String>> WAYS = List.of(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"),
            List.of("chroot", "--userspec=" + NOBODY + ":" + NOBODY, "--groups=" + NOBODY, "--skip-chdir", "/"));

    private Unprivileged() {}

    static boolean weAreRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /** What comes before a command so that it runs as that user: nothing, if it is we. */
    static List<String> prefix(Path work) throws ServerException {
        if (!weAreRoot()) {
            return List.of();
        }
        String tried = "";
        for (List<String> way : WAYS) {
            if (!Command.exists(way.get(0))) {
                tried += "\n  there is no " + way.get(0);
                continue;
            }
            List<String> probe = new ArrayList<>(way);
            probe.add("true");
            Command.Result result = Command.run(work, Duration.ofSeconds(10), "", probe);
            if (result.isSuccess()) {
                return way;
            }
            tried += "\n" + result.tail();
        }
        throw new ServerException(
                "PostgreSQL refuses to run as root, and we cannot become another user" + tried,
                "run Bateleur as another user, or install setpriv (util-linux)");
    }

    /** Gives a directory to that user. */
    static void give(Path directory) throws IOException {
        if (weAreRoot()) {
            Files.setAttribute(directory, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Whether that user can get at what is in a directory. */
    static boolean reaches(Path directory) throws IOException {
        if (!weAreRoot()) {
            return true;
        }
        for (Path each = directory.toRealPath(); each != null; each = each.getParent()) {
            if (!Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    /** Makes the same tree in another place, of links to the same files where that is possible: that costs nothing. */
    static void mirror(Path tree, Path place) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path made = Files.createDirectory(place.resolve(tree.relativize(directory)));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = place.resolve(tree.relativize(file));
                try {
                    Files.createLink(copy, file);
                } catch (IOException | UnsupportedOperationException e) {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
