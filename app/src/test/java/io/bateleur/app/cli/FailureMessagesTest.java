package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureMessagesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bad-input    | 65 | trace.jsonl:41: nobody wrote 7",
                "unavailable  | 69 | no server at localhost:1",
                "missing-file | 65 | no such file: no/such/file",
                "damaged      | 65 | the input is damaged: java.io.EOFException: early end",
                "refused      | 69 | input or output failed: Connection refused"
            })
    void whatIsNotOurFaultIsOneLine(String command, int exitCode, String message) {
        Outcome outcome = Outcome.ofTrouble("trouble", command);
        assertThat(outcome.err()).isEqualTo("bateleur: " + message + "\n");
        assertThat(outcome.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void resultsBeforeAFailureAreKept() {
        assertThat(Outcome.ofTrouble("trouble", "bad-input").out()).isEqualTo("a result\n");
    }

    @Test
    void aBugIsReportedWithAllThatADeveloperNeeds() throws Exception {
        Outcome outcome = Outcome.ofTrouble("trouble", "bug");
        assertThat(outcome.err())
                .startsWith("bateleur: this is a bug in Bateleur: java.lang.IllegalStateException: pass lost an edge\n")
                .contains("  version   bateleur ")
                .contains("(Java " + System.getProperty("java.version") + ")")
                .contains("  system    " + System.getProperty("os.name"))
                .contains("  command   bateleur trouble bug\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BUG);

        Path file = reportOf(outcome);
        assertThat(file.getFileName().toString()).matches("bateleur-bug-[0-9-]+\\.txt");
        assertThat(file)
                .content()
                .contains("command   bateleur trouble bug")
                .contains("\tat io.bateleur.app.cli.Trouble.bug");
        Files.delete(file);
    }

    @Test
    void aReportThatCannotBeSavedIsPrintedInFull() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Path nowhere = Path.of("no", "such", "folder");
        int exitCode = new BugReport(new IllegalStateException("lost"), "bateleur check", nowhere)
                .print(new PrintStream(printed));
        assertThat(printed.toString()).contains("\tat io.bateleur").contains("could not be written");
        assertThat(exitCode).isEqualTo(ExitCodes.BUG);
    }

    @Test
    void passwordsAreNotReported() throws Exception {
        Outcome outcome = Outcome.ofTrouble("trouble", "bug", "--password", "hunter2");
        Path file = reportOf(outcome);
        assertThat(outcome.err())
                .contains("command   bateleur trouble bug --password ***")
                .doesNotContain("hunter2");
        assertThat(file).content().doesNotContain("hunter2");
        Files.delete(file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run --password=hunter2 x                             | bateleur run --password=*** x",
                "run jdbc:h2:mem:a;PASSWORD=hunter2;USER=sa           | bateleur run 'jdbc:h2:mem:a;PASSWORD=***;USER=sa'",
                "run jdbc:postgresql://h/db?user=a&password=hunter2   | bateleur run 'jdbc:postgresql://h/db?user=a&password=***'",
                "run postgresql://ann:hunter2@h:5432/db               | bateleur run postgresql://ann:***@h:5432/db",
                "check T1:w(x,1)                                      | bateleur check 'T1:w(x,1)'",
            })
    void commandLinesCanBeTypedAgain(String args, String typed) {
        assertThat(BugReport.commandLine(List.of(args.split(" ")))).isEqualTo(typed);
    }

    private static Path reportOf(Outcome outcome) {
        String line = outcome.err()
                .lines()
                .filter(l -> l.startsWith("  details   "))
                .findFirst()
                .orElseThrow();
        return Path.of(line.substring("  details   ".length()));
    }
}
