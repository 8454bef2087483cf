package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                //  done | total |   millis | columns | line
                "      0 |   100 |     1000 |      40 | reading  [.........................]  0%",
                "     50 |   100 |     4000 |      40 | reading  [#######.......]  50%  4 s left",
                "    100 |   100 |     4000 |      40 | reading  [#######################]  100%",
                "    300 |   100 |     4000 |      40 | reading  [#######################]  100%",
                "     25 |   100 |    60000 |      30 | reading  25%  3 min 0 s left",
                "      1 |  1000 |    10000 |      40 | reading  [........]  0%  2 h 46 min left",
                "  12345 |    -1 |     4000 |      40 | reading  12345  4 s",
                "  12345 |    -1 |     4000 |      12 | reading  123"
            })
    void aLineFitsItsTerminal(long done, long total, long millis, int columns, String line) {
        String text = new ProgressLine("reading", done, total, millis).text(columns);
        assertThat(text).hasSizeLessThanOrEqualTo(columns);
        assertThat(text).isEqualTo(line);
    }

    @Test
    void shortWorkShowsNothing() throws Exception {
        try (Progress progress = Progress.on(err, "reading", 10, 80)) {
            progress.at(5);
            Thread.sleep(50);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void longWorkIsShownAtMostTenTimesASecondAndWipedAway() throws Exception {
        long start = System.nanoTime();
        try (Progress progress = Progress.on(err, "reading", 100, 80)) {
            for (int i = 0; shown() < 3; i++) {
                progress.at(i);
                Thread.sleep(10);
            }
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith(Progress.CLEAR + "reading  [")
                .endsWith(Progress.CLEAR);
        assertThat(shown()).isLessThanOrEqualTo(1 + (int) (millis / 100));
    }

    private int shown() {
        return printed.toString(StandardCharsets.UTF_8).split("reading", -1).length - 1;
    }

    @Test
    void closingTwiceIsHarmless() {
        Progress progress = Progress.on(err, "reading", -1, 80);
        progress.close();
        progress.close();
        Progress.hidden().close();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void onlyATerminalShowsIt() throws Exception {
        Terminal plain = Terminal.plain(InputStream.nullInputStream(), err, err);
        try (Progress progress = plain.progress("reading", 10)) {
            progress.at(5);
            Thread.sleep(1_200);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void coloursNeedATerminalThatWantsThem() {
        assertThat(Terminal.wantsColours(true, Map.of())).isTrue();
        assertThat(Terminal.wantsColours(true, Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.wantsColours(true, Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.wantsColours(true, Map.of("TERM", "dumb"))).isFalse();
        assertThat(Terminal.wantsColours(false, Map.of())).isFalse();
    }

    @Test
    void theWidthIsTheFirstThatMakesSense() {
        assertThat(Terminal.columns("132", "100")).isEqualTo(132);
        assertThat(Terminal.columns(null, "100")).isEqualTo(100);
        assertThat(Terminal.columns("0", "wide")).isEqualTo(80);
    }
}
