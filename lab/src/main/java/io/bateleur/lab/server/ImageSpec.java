package io.bateleur.lab.server;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which container: an engine, an image that we know how to use, and its tag.
 *
 * @param engine {@code docker} or {@code podman}
 * @param name the image as the engine finds it, without its tag
 */
public record ImageSpec(String engine, Image image, String name, String tag) {
    /** The programs that run containers. */
    public static final List<String> ENGINES = List.of("docker", "podman");

    /** Whether that is meant to be a container. */
    public static boolean isOne(String text) {
        return ENGINES.stream().anyMatch(engine -> text.toLowerCase(Locale.ROOT).startsWith(engine + ":"));
    }

    /** Reads {@code docker:postgres:17} or {@code podman:registry.example/postgres:17}; without a tag it is {@code latest}. */
    public static ImageSpec parse(String text) throws ServerException {
        int first = text.indexOf(':');
        String rest = text.substring(first + 1);
        int last = rest.lastIndexOf(':');
        boolean tagged = last > rest.lastIndexOf('/');
        String name = tagged ? rest.substring(0, last) : rest;
        String tag = tagged ? rest.substring(last + 1) : "latest";
        Image image = Image.all().stream()
                .filter(each -> each.isCalled(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
        if (!tag.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*") || !name.matches("[A-Za-z0-9][A-Za-z0-9_.:/-]*")) {
            throw new ServerException("'" + rest + "' is no image with a tag", "for example docker:postgres:17");
        }
        return new ImageSpec(
                text.substring(0, first).toLowerCase(Locale.ROOT),
                image,
                name.equals(image.word()) ? image.repository() : name,
                tag);
    }

    private static ServerException unknown(String name) {
        return new ServerException(
                "there is no image '" + name + "' that we know how to start",
                "known are " + Image.all().stream().map(Image::word).collect(Collectors.joining(", "))
                        + "; for another start it yourself, and give its JDBC URL");
    }

    /** What the engine is asked for. */
    String reference() {
        return name + ":" + tag;
    }

    @Override
    public String toString() {
        return engine + ":" + reference();
    }
}
