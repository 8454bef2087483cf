package io.bateleur.app.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as they are typed: {@code 500ms}, {@code 60s}, {@code 2m}, {@code 1h}; a number alone is seconds. */
final class Durations implements ITypeConverter<Duration> {
    private static final Pattern TYPED = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)\\s*(ms|s|m|min|h|)");

    @Override
    public Duration convert(String typed) {
        Matcher matcher = TYPED.matcher(typed.trim());
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + typed + "' is no time: write 500ms, 60s, 2m or 1h");
        }
        double millis = Double.parseDouble(matcher.group(1)) * millisPer(matcher.group(2));
        return Duration.ofMillis(Math.round(millis));
    }

    private static long millisPer(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "m", "min" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1000;
        };
    }
}
