package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The servers that are installed on this machine. Each is a version of its own, {@code postgres:15.18-installed}: distributions
 * patch what they ship, so it is not the 15.18 that its makers published.
 */
public final class Installed {
    /** The whole version, or the end of one: {@code postgres:installed} is the newest of those installed. */
    private static final String MARK = "installed";

    /** Where packages put servers, as patterns of directories; besides these, the PATH is searched. */
    private static final List<Path> POSTGRES_PLACES =
            List.of(Path.of("/usr/lib/postgresql/*/bin"), Path.of("/usr/pgsql-*/bin"), Path.of("/usr/local/pgsql/bin"));

    private static final List<Path> MARIADB_PLACES =
            List.of(Path.of("/usr/sbin"), Path.of("/usr/libexec"), Path.of("/usr/local/mysql/bin"));

    private Installed() {}

    /** Those that run here, oldest first. */
    public static List<ServerSpec> all(Product product) {
        return daemons(product).stream()
                .flatMap(daemon -> spec(product, daemon).stream())
                .sorted((a, b) -> Version.of(a.release()).compareTo(Version.of(b.release())))
                .toList();
    }

    /** Whether that version asks for an installed server. */
    static boolean isOne(String version) {
        return version.equals(MARK) || version.endsWith("-" + MARK);
    }

    /** The newest installed release of the series that the version names, or of all. */
    static ServerSpec find(Product product, String version) throws ServerException {
        if (product == Product.MYSQL) {
            throw new ServerException(
                    "Bateleur does not start an installed MySQL: since 5.7 it initialises its data in another way",
                    "start it yourself, and give its JDBC URL; or mysql:" + product.newest());
        }
        String series = version.equals(MARK) ? "" : version.substring(0, version.length() - MARK.length() - 1);
        List<ServerSpec> all = all(product);
        return all.stream()
                .filter(each -> series.isEmpty() || Version.of(each.release()).isOf(series))
                .reduce((older, newer) -> newer)
                .orElseThrow(() -> missing(product, series, all));
    }

    private static ServerException missing(Product product, String series, List<ServerSpec> all) {
        String problem = product.title() + (series.isEmpty() ? "" : " " + series) + " is not installed on this machine";
        if (!all.isEmpty()) {
            String there = all.stream().map(ServerSpec::toString).collect(Collectors.joining(", "));
            return new ServerException(problem, "installed: " + there);
        }
        String broken = daemons(product).stream()
                .map(daemon -> "\n  " + daemon + ": "
                        + Release.answer(daemon).strip().lines().findFirst().orElse("says nothing"))
                .collect(Collectors.joining());
        return broken.isEmpty()
                ? new ServerException(
                        problem,
                        "install its package, or let Bateleur fetch a version: " + product.word() + ":"
                                + product.newest())
                : new ServerException(problem + " in a form that runs" + broken, "install what it needs");
    }

    private static Optional<ServerSpec> spec(Product product, Path daemon) {
        return Release.of(product, daemon)
                .map(release -> new ServerSpec(
                        product,
                        release + "-" + MARK,
                        Optional.of(new LocalBinaries(release, Cache.parentOf(Cache.parentOf(daemon))))));
    }

    /** The servers' programs, each once: packages link old names to new ones. */
    private static Set<Path> daemons(Product product) {
        Set<Path> all = new LinkedHashSet<>();
        List<Path> directories = new ArrayList<>();
        places(product).forEach(pattern -> directories.addAll(matching(pattern)));
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        Arrays.stream(path.split(":"))
                .filter(each -> each.startsWith("/"))
                .map(Path::of)
                .forEach(directories::add);
        for (Path directory : directories) {
            for (String name : names(product)) {
                Path daemon = directory.resolve(name);
                if (Files.isExecutable(daemon) && !Files.isDirectory(daemon)) {
                    all.add(real(daemon));
                }
            }
        }
        return all;
    }

    private static List<Path> places(Product product) {
        return switch (product) {
            case POSTGRES -> POSTGRES_PLACES;
            case MARIADB -> MARIADB_PLACES;
            case MYSQL -> List.of();
        };
    }

    private static List<String> names(Product product) {
        return switch (product) {
            case POSTGRES -> List.of("postgres");
            case MARIADB -> List.of("mariadbd", "mysqld");
            case MYSQL -> List.of();
        };
    }

    /** The directories that a pattern with at most one {@code *} names. */
    private static List<Path> matching(Path pattern) {
        for (int i = 0; i < pattern.getNameCount(); i++) {
            String name = pattern.getName(i).toString();
            if (name.contains("*")) {
                Path above = Objects.requireNonNull(pattern.getRoot()).resolve(pattern.subpath(0, i));
                Path below =
                        i + 1 == pattern.getNameCount() ? Path.of("") : pattern.subpath(i + 1, pattern.getNameCount());
                List<Path> all = new ArrayList<>();
                try (DirectoryStream<Path> found = Files.newDirectoryStream(above, name)) {
                    found.forEach(each -> all.add(each.resolve(below)));
                } catch (IOException e) {
                    // Nothing is installed there.
                }
                return all;
            }
        }
        return List.of(pattern);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }
}
