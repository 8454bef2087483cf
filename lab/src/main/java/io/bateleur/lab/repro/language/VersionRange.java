package io.bateleur.lab.repro.language;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Versions from the first to the last, both included: compared number by number, so that 12.10 comes after 12.9. All releases of a series
 * that is the last are included: 12.22 is in 9.6-12.
 */
public record VersionRange(String first, String last) {
    private static final Pattern VERSION = Pattern.compile("\\d[\\w.+~]*");

    public VersionRange {
        if (!VERSION.matcher(first).matches() || !VERSION.matcher(last).matches()) {
            throw new IllegalArgumentException("'" + first + "-" + last + "' is no range of versions");
        }
        if (compare(first, last) > 0) {
            throw new IllegalArgumentException(first + " comes after " + last);
        }
    }

    /** Reads {@code 12.3} or {@code 12.0-12.14}. */
    public static VersionRange parse(String text) {
        int dash = text.indexOf('-');
        return dash < 0
                ? new VersionRange(text, text)
                : new VersionRange(text.substring(0, dash), text.substring(dash + 1));
    }

    public boolean contains(String version) {
        return compare(first, version) <= 0 && (compare(version, last) <= 0 || isOf(version, last));
    }

    private static boolean isOf(String version, String series) {
        long[] parts = numbers(series);
        return Arrays.equals(parts, Arrays.copyOf(numbers(version), parts.length));
    }

    /** The order of versions: by their numbers, where a missing one is 0. */
    public static int compare(String one, String other) {
        long[] left = numbers(one);
        long[] right = numbers(other);
        int parts = Math.max(left.length, right.length);
        return Arrays.compare(Arrays.copyOf(left, parts), Arrays.copyOf(right, parts));
    }

    private static long[] numbers(String version) {
        return Arrays.stream(version.split("\\D+"))
                .filter(number -> !number.isEmpty())
                .mapToLong(number -> Long.parseLong(number.substring(0, Math.min(18, number.length()))))
                .toArray();
    }

    @Override
    public String toString() {
        return first.equals(last) ? first : first + "-" + last;
    }
}
