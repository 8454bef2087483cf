package io.bateleur.lab.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which server to build, and what to call it.
 *
 * @param name its version from then on, as in {@code postgres:NAME}
 * @param debug with assertions and without optimisation
 * @param patches applied in this order, with {@code patch -p1}
 */
public record BuildOrder(Product product, SourceTree source, String name, boolean debug, List<Path> patches) {
    /** With a letter in it, so that it is no release of the product's makers. */
    private static final Pattern NAME = Pattern.compile("(?=.*[a-z])[a-z0-9][a-z0-9._-]{0,63}");

    public BuildOrder {
        patches = patches.stream().map(Path::toAbsolutePath).toList();
    }

    /** @param name nothing for one that is made of the source's, the patches' and {@code debug} */
    public static BuildOrder of(
            Product product, SourceTree source, Optional<String> name, boolean debug, List<Path> patches)
            throws ServerException {
        if (product == Product.MYSQL) {
            throw new ServerException("MySQL is built in a container only", "bateleur build mysql COMMIT --dockerfile");
        }
        for (Path patch : patches) {
            if (!Files.isReadable(patch)) {
                throw new ServerException("the patch " + patch + " cannot be read", "is it there?");
            }
        }
        String chosen = name.orElseGet(() -> usual(product, source, debug, patches));
        if (!NAME.matcher(chosen).matches() || Installed.isOne(chosen)) {
            throw new ServerException(
                    "'" + chosen + "' is no name for a build",
                    "small letters, digits and . _ - with at least one letter, as in --as no-ssi");
        }
        return new BuildOrder(product, source, chosen, debug, patches);
    }

    private static String usual(Product product, SourceTree source, boolean debug, List<Path> patches) {
        StringBuilder name = new StringBuilder(source.name(product));
        for (Path patch : patches) {
            String plain = patch.getFileName().toString().toLowerCase(Locale.ROOT);
            name.append('-').append(plain.replaceFirst("\\.(patch|diff)$", "").replaceAll("[^a-z0-9._-]", "-"));
        }
        name.append(debug ? "-debug" : "");
        return Version.of(name.toString()).isNumbers() ? name + "-built" : name.toString();
    }

    @Override
    public String toString() {
        return product.word() + ":" + name;
    }
}
