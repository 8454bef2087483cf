package io.bateleur.lab.server;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Numbers with dots between them, in the order of releases. */
record Version(String text) implements Comparable<Version> {
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,6}(\\.\\d{1,6})*");

    static Version of(String text) {
        return new Version(text);
    }

    boolean isNumbers() {
        return NUMBERS.matcher(text).matches();
    }

    boolean isBefore(String other) {
        return compareTo(of(other)) < 0;
    }

    /** Whether this is one of the releases of a series: 12.3 of 12, and of itself. */
    boolean isOf(String series) {
        return (text + ".").startsWith(series + ".");
    }

    private int[] numbers() {
        return Arrays.stream(text.split("\\D+"))
                .filter(number -> !number.isEmpty() && number.length() <= 6)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    @Override
    public int compareTo(Version other) {
        return Arrays.compare(numbers(), other.numbers());
    }

    @Override
    public String toString() {
        return text;
    }
}
