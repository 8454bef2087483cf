package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What punctuations promise of a trace, held against the lines behind them. */
final class Promises {
    private static final Pattern PUNCTUATION = Pattern.compile("\\{\"e\":\"punctuation\",\"before\":(\\d+)}");
    private static final Pattern TIMES = Pattern.compile("\"at\":\\[(\\d+),\\d+]");

    private Promises() {}

    static void requireKept(Path trace) throws IOException {
        long promised = Long.MIN_VALUE;
        try (BufferedReader lines = Files.newBufferedReader(trace)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher said = PUNCTUATION.matcher(line);
                if (said.matches()) {
                    promised = Long.parseLong(said.group(1));
                } else if (!line.startsWith("{\"e\":\"answer\"")) {
                    Matcher at = TIMES.matcher(line);
                    long before = Long.MAX_VALUE;
                    while (at.find()) {
                        before = Long.parseLong(at.group(1)); // the last: texts before it may look alike
                    }
                    assertThat(before).as(line).isGreaterThanOrEqualTo(promised);
                }
            }
        }
        assertThat(promised).as("the last promise: nothing follows").isEqualTo(Long.MAX_VALUE);
    }
}
