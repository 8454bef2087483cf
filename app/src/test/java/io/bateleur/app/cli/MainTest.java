package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
    @Test
    void tellsItsVersion() {
        Outcome outcome = Outcome.of("--version");
        assertThat(outcome.out()).matches("bateleur [0-9.]+(-SNAPSHOT)? \\(Java [0-9.]+.*\\)\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
    }

    @Test
    void helpShowsCommandsExitCodesAndAnExample() {
        Outcome outcome = Outcome.of("--help");
        assertThat(outcome.out())
                .contains("  completion  ")
                .contains("  65   The input")
                .contains("bateleur info history.edn");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
    }

    @Test
    void everyCommandHasHelpWithADescription() {
        for (Object command : Commands.all(Terminal.plain(System.in, System.out, System.err))) {
            String name = new CommandLine(command).getCommandName();
            Outcome outcome = Outcome.of(name, "--help");
            assertThat(outcome.out()).startsWith("Usage: bateleur " + name).contains("--help");
            assertThat(outcome.out().lines().count())
                    .as("lines of help of " + name)
                    .isGreaterThan(2);
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        }
    }

    @Test
    void withoutACommandItShowsTheHelpAsAnError() {
        Outcome outcome = Outcome.of();
        assertThat(outcome.err()).startsWith("Usage: bateleur");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "completoin             | Unknown command: 'completoin'       | completion | bateleur --help",
                "frobnicate             | Unknown command: 'frobnicate'       |            | bateleur --help",
                "--vresion              | Unknown option: '--vresion'         | --version  | bateleur --help",
                "completion             | Missing required parameter: 'SHELL' |            | bateleur completion --help",
                "completion fish        | expected one of [bash, zsh]         |            | bateleur completion --help",
                "completion bash --hepl | Unknown option: '--hepl'            | --help     | bateleur completion --help",
                "completion bash zsh    | Unmatched argument at index 2: 'zsh'|            | bateleur completion --help"
            })
    void aWrongCommandLineIsExplained(String line, String message, String suggestion, String help) {
        Outcome outcome = Outcome.of(line.split(" "));
        assertThat(outcome.err()).startsWith("bateleur: ").contains(message).endsWith("try: " + help + "\n");
        String question = "did you mean: " + suggestion + "?\n";
        assertThat(outcome.err().contains("did you mean")).isEqualTo(suggestion != null);
        assertThat(outcome.err().contains(question)).isEqualTo(suggestion != null);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void shellsUnderstandTheirCompletion(String shell, @TempDir Path folder) throws Exception {
        Outcome outcome = Outcome.of("completion", shell);
        assertThat(outcome.out()).contains("complete -F _complete_bateleur").contains("bashcompinit");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);

        boolean installed =
                Outcome.ofShell(folder, Map.of(), "command -v " + shell).exitCode() == 0;
        Assumptions.assumeTrue(installed, shell + " is not installed");
        Files.writeString(folder.resolve("script"), outcome.out());
        Outcome sourced = Outcome.ofShell(folder, Map.of(), shell + " -c '. ./script && echo understood'");
        assertThat(sourced.out()).endsWith("understood\n");
    }

    @Test
    void theExitCodeIsTheCommands() {
        assertThat(Outcome.ofTrouble("trouble", "violated")).isEqualTo(new Outcome(ExitCodes.VIOLATED, "no\n", ""));
    }
}
