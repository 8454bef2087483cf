package io.bateleur.lab.server;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A server that was built from sources and is kept in the cache, as a version of its product.
 *
 * @param origin what it was built from, for people
 */
public record BuiltServer(ServerSpec spec, String origin) {
    private static final String FOLDER = "builds/";
    private static final String NOTE = "bateleur-build.properties";

    /** Where a build of that name lives in the cache. */
    static Path place(Cache cache, Product product, String name) {
        return cache.root().resolve(FOLDER + product.word() + "-" + name);
    }

    /** Those that are in the user's cache. */
    public static List<BuiltServer> all(Product product) {
        return all(Cache.standard(), product);
    }

    static List<BuiltServer> all(Cache cache, Product product) {
        Path folder = cache.root().resolve(FOLDER);
        String start = product.word() + "-";
        try {
            return Files.isDirectory(folder)
                    ? Cache.list(folder).stream()
                            .map(path -> path.getFileName().toString())
                            .filter(name -> name.startsWith(start))
                            .flatMap(name -> find(cache, product, name.substring(start.length())).stream())
                            .toList()
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    static Optional<BuiltServer> find(Cache cache, Product product, String name) {
        Path place = place(cache, product, name);
        Properties note = new Properties();
        try (Reader reader = Files.newBufferedReader(place.resolve(NOTE))) {
            note.load(reader);
        } catch (IOException e) {
            return Optional.empty();
        }
        LocalBinaries binaries = new LocalBinaries(note.getProperty("release", ""), place);
        return Optional.of(
                new BuiltServer(new ServerSpec(product, name, Optional.of(binaries)), note.getProperty("origin", "")));
    }

    /** Says in a directory what it is. */
    static void note(Path directory, BuildOrder order, String release) throws IOException {
        Properties note = new Properties();
        note.setProperty("release", release);
        StringBuilder origin = new StringBuilder(order.source().toString());
        order.patches().forEach(patch -> origin.append(" + ").append(patch.getFileName()));
        note.setProperty("origin", origin + (order.debug() ? " (debug)" : ""));
        try (Writer writer = Files.newBufferedWriter(directory.resolve(NOTE))) {
            note.store(writer, null);
        }
    }
}
