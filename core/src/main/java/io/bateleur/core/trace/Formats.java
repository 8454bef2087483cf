package io.bateleur.core.trace;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Every trace format on the class path, in the order in which they are tried on content of unknown format: the surest first. They
 * are listed in {@code META-INF/services}, so that this room need not know the rooms of the formats.
 */
public final class Formats {
    private static final List<TraceFormat> ALL =
            ServiceLoader.load(TraceFormat.class, TraceFormat.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** Our own, and the default for writing. */
    public static final TraceFormat NATIVE = ALL.get(0);

    private Formats() {}

    public static List<TraceFormat> all() {
        return ALL;
    }

    public static Optional<TraceFormat> named(String name) {
        return ALL.stream()
                .filter(format -> format.name().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    static TraceFormat recognise(Source source, Head head) throws BadInputException {
        return ALL.stream()
                .filter(format -> format.recognises(head))
                .findFirst()
                .orElseThrow(() -> source.isHeadCutOff()
                        ? source.cutOff()
                        : new BadInputException(
                                Place.file(source.name()),
                                "this is none of the formats that Bateleur reads",
                                "name its format with --format, one of " + String.join(", ", names())));
    }

    private static List<String> names() {
        return ALL.stream().map(TraceFormat::name).toList();
    }
}
