package io.bateleur.lab.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which server: a product and one of its versions.
 *
 * @param version what users call it: a release of its makers, or a name for binaries that are on this machine
 * @param local those binaries; otherwise they are fetched
 */
public record ServerSpec(Product product, String version, Optional<LocalBinaries> local) {
    private static final int SHOWN = 4;

    public ServerSpec(Product product, String version) {
        this(product, version, Optional.empty());
    }

    /**
     * Reads {@code postgres:12.3}, {@code postgres:12} (its newest release), {@code postgres} (the newest of all) or
     * {@code postgres:installed} (the newest that is installed on this machine).
     */
    public static ServerSpec parse(String text) throws ServerException {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        int colon = plain.indexOf(':');
        String word = colon < 0 ? plain : plain.substring(0, colon);
        Product product = Product.of(word).orElseThrow(() -> noProduct(word));
        if (colon < 0) {
            return new ServerSpec(product, product.newest());
        }
        String version = plain.substring(colon + 1);
        if (Installed.isOne(version)) {
            return Installed.find(product, version);
        }
        Optional<BuiltServer> built = BuiltServer.find(Cache.standard(), product, version);
        if (built.isPresent()) {
            return built.get().spec();
        }
        Optional<String> known = product.newestOf(version).or(() -> product.newestOf(withoutZero(version)));
        if (known.isPresent()) {
            return new ServerSpec(product, known.get());
        }
        Version asked = Version.of(version);
        if (product.grows() && asked.isNumbers() && version.contains(".") && !asked.isBefore(product.newest())) {
            return new ServerSpec(product, version); // it came out after us: whoever fetches it will know
        }
        throw noVersion(product, asked);
    }

    /** Artifacts of PostgreSQL 12.3 are called 12.3.0, and somebody may call the server so. */
    private static String withoutZero(String version) {
        return version.endsWith(".0") ? version.substring(0, version.length() - 2) : version;
    }

    private static ServerException noProduct(String word) {
        List<String> words = Arrays.stream(Product.values()).map(Product::word).toList();
        return new ServerException(
                "there is no server '" + word + "' to start",
                "known are " + String.join(", ", words) + ", as in postgres:" + Product.POSTGRES.newest());
    }

    private static ServerException noVersion(Product product, Version asked) {
        String known = product.versions().size() == 1
                ? "available: " + product.newest()
                : "available: " + product.versions().get(0) + " to " + product.newest();
        if (!asked.isNumbers()) {
            String built = BuiltServer.all(product).stream()
                    .map(each -> each.spec() + ", ")
                    .collect(Collectors.joining());
            return new ServerException(
                    "'" + asked + "' is no version of " + product.title(),
                    (built.isEmpty() ? "" : "built here: " + built) + known + ", as in " + product.word() + ":"
                            + product.newest());
        }
        List<Version> all = product.versions().stream().map(Version::of).toList();
        long older = all.stream().filter(each -> each.compareTo(asked) < 0).count();
        int from = (int) Math.max(0, Math.min(older - SHOWN / 2, all.size() - SHOWN));
        List<String> near = product.versions().subList(from, Math.min(all.size(), from + SHOWN));
        String closest = near.size() == all.size() ? "" : "closest: " + String.join(", ", near) + "; ";
        return new ServerException(
                product.title() + " " + asked + " is not available as a server",
                closest + known + "; or, where there is such an image, bateleur run docker:" + product.word() + ":"
                        + asked);
    }

    /** The number of its makers' release. */
    public String release() {
        return local.map(LocalBinaries::release).orElse(version);
    }

    /** What a person calls it. */
    public String title() {
        return product.title() + " " + version;
    }

    @Override
    public String toString() {
        return product.word() + ":" + version;
    }
}
