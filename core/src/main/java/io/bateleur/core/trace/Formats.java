package io.bateleur.core.trace;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Every trace format, in the order in which they are tried on content of unknown format: the surest first. */
public final class Formats {
    /** Our own, and the default for writing. */
    public static final TraceFormat NATIVE = new NativeFormat();

    private static final List<TraceFormat> ALL = List.of(
            NATIVE,
            new DbcopBincodeFormat(),
            new CobraFormat(),
            new PlumeFormat(),
            new AwditFormat(),
            new DbcopHistFormat(),
            new JepsenEdnFormat(),
            new ElleJsonFormat(),
            new ViperFormat(),
            new TimeKillerFormat(),
            new LeopardFormat(),
            new DbcopJsonFormat(),
            new Mini());

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
