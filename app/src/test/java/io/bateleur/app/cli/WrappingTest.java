package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class WrappingTest {
    @Test
    void whatFitsStaysAsItIs() {
        assertThat(Wrapping.lines("  a  line ", 10)).containsExactly("  a  line ");
    }

    @Test
    void aLineGoesOnALittleFurtherIn() {
        assertThat(Wrapping.lines("h.edn: serializable violated: lost update", 24))
                .containsExactly("h.edn: serializable", "  violated: lost update");
        assertThat(Wrapping.lines("    four in, and then much more text", 20))
                .containsExactly("    four in, and", "      then much more", "      text");
    }

    @Test
    void aSecondColumnStaysOne() {
        assertThat(Wrapping.lines("  about   engine=h2, version=2.5.252, keys=3", 32))
                .containsExactly("  about   engine=h2,", "          version=2.5.252,", "          keys=3");
    }

    @Test
    void aSecondColumnFarToTheRightGetsLinesOfItsOwn() {
        assertThat(Wrapping.lines("      --trace=OUT         Where to record to, and how.", 30))
                .containsExactly("      --trace=OUT", "        Where to record to,", "          and how.");
    }

    @Test
    void coloursTakeNoRoomAndPathsStayWhole() {
        assertThat(Wrapping.lines("\033[1;31mviolated\033[0m: nine more", 20))
                .containsExactly("\033[1;31mviolated\033[0m: nine more");
        assertThat(Wrapping.lines("recorded in /tmp/a/folder/with/a/long/name.zst now", 20))
                .containsExactly("recorded in", "  /tmp/a/folder/with/a/long/name.zst", "  now");
    }

    @Test
    void acrossLinesOfAShellEachButTheLastSaysThatItGoesOn() {
        assertThat(Wrapping.lines("  bateleur run h2 --time 45s --seed 3", 24, " \\"))
                .containsExactly("  bateleur run h2 \\", "    --time 45s --seed \\", "    3");
    }

    @RepeatedTest(200)
    void nothingIsLostAndOnlyWordsAreTooLong(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        StringBuilder line = new StringBuilder(" ".repeat(random.nextInt(30)));
        for (int words = random.nextInt(1, 20); words > 0; words--) {
            line.append("x".repeat(random.nextInt(1, 15))).append(" ".repeat(random.nextInt(1, 4)));
        }
        int columns = random.nextInt(20, 80);
        List<String> lines = Wrapping.lines(line.toString(), columns);
        assertThat(String.join(" ", lines).strip().split(" +"))
                .as("seed %d", repetition.getCurrentRepetition())
                .isEqualTo(line.toString().strip().split(" +"));
        assertThat(lines)
                .allMatch(each -> each.length() <= columns || each.strip().indexOf(' ') < 0 || lines.size() == 1);
    }

    @Test
    void aStreamWrapsEachLineAsItEndsAndShowsABeginningWhenAsked() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Terminal terminal = Terminal.wide(
                20, new PrintStream(printed, true, StandardCharsets.UTF_8), new PrintStream(printed, true));
        terminal.text().println("größer als zwanzig Spalten");
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("größer als zwanzig\n  Spalten\n");
        terminal.text().print("begun");
        terminal.text().flush();
        assertThat(printed.toString(StandardCharsets.UTF_8)).endsWith("begun");
        terminal.out().println("{\"json\": \"never broken, because programs read it\"}");
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("{\"json\": \"never broken, because programs read it\"}");
    }
}
