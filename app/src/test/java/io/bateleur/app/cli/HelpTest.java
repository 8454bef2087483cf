package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code --help} and {@code help} show, of every command. */
class HelpTest {
    @TempDir
    Path folder;

    /** The words of each command, and of each below it. */
    static List<String> commands() {
        List<String> all = new ArrayList<>();
        for (Object command : Commands.all(Terminal.plain(System.in, System.out, System.err))) {
            CommandLine line = new CommandLine(command);
            all.add(line.getCommandName());
            line.getSubcommands().keySet().forEach(below -> all.add(line.getCommandName() + " " + below));
        }
        return all;
    }

    /** The library that formats it refuses to do so for less than 55 columns. */
    @ParameterizedTest
    @ValueSource(ints = {10, 25, 40, 54, 55, 60, 80, 132})
    void fitsATerminal(int columns) {
        for (String command : commands()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Terminal terminal = Terminal.wide(columns, new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
            int exitCode = new Main(terminal).run((command + " --help").split(" "));
            assertThat(exitCode).as(command).isEqualTo(ExitCodes.OK);
            if (columns >= 25) {
                assertThat(out.toString(StandardCharsets.UTF_8).lines())
                        .as(command)
                        .allMatch(line -> line.length() <= columns
                                || line.strip().replaceFirst(" .$", "").indexOf(' ') < 0);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theCommandHelpShowsTheSame(String command) {
        Outcome outcome = Outcome.of(("help " + command).split(" "));
        assertThat(outcome).isEqualTo(Outcome.of((command + " --help").split(" ")));
        assertThat(outcome.out()).startsWith("Usage: bateleur " + command).contains("130   Interrupted by Ctrl-C.");
    }

    @Test
    void helpAloneIsTheProgramsOwn() {
        assertThat(Outcome.of("help")).isEqualTo(Outcome.of("--help"));
        Outcome unknown = Outcome.of("help", "chekc");
        assertThat(unknown.err()).contains("Unknown command: 'chekc'\ndid you mean: check?\n");
        assertThat(unknown.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void optionsStandInGroupsWithTheMostUsedFirst() {
        assertThat(Outcome.of("run", "--help").out())
                .containsSubsequence(
                        "\nDatabase:\n",
                        "--isolation=",
                        "--jdbc-url=",
                        "\nWorkload:\n",
                        "--workload=",
                        "--locks=",
                        "\nSessions and time:\n",
                        "--sessions=",
                        "--time=",
                        "--aborts=",
                        "\nRecording and checking:\n",
                        "--check=",
                        "--matrix-out=",
                        "--help",
                        "\nFiles to write:\n",
                        "--report=");
        assertThat(Outcome.of("check", "--help").out())
                .containsSubsequence("\nOptions:\n", "--level=", "--strongest", "--timeout=", "--encoding=");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyExampleIsUnderstood(String command) throws IOException {
        for (String example : examples(command)) {
            if (example.contains("echo ")) {
                continue; // what shells do with its output
            }
            String own = example.replaceFirst(".*?bateleur ", "")
                    .replaceFirst(" *([|>#]|< ).*", "")
                    .replaceFirst("\\).*", "");
            List<String> words = new ArrayList<>(List.of(own.split(" +")));
            CommandLine line = new CommandLine(new Main(Terminal.plain(System.in, System.out, System.err)));
            Commands.all(Terminal.plain(System.in, System.out, System.err)).forEach(line::addSubcommand);
            line.parseArgs(words.toArray(String[]::new)); // throws if it makes no sense
        }
    }

    /** Those that need no server and no file of the reader's, pasted into a shell as they are shown. */
    @ParameterizedTest
    @MethodSource("commands")
    @DisabledOnOs(OS.WINDOWS)
    void examplesThatNeedNothingRun(String command) throws Exception {
        Path launcher = DocsTest.launcher(folder.resolve("bateleur"));
        for (String example : examples(command)) {
            if (example.matches(
                    " *bateleur (demo|list|gen|help|check --level help).*|.*<\\(bateleur completion bash.*")) {
                Outcome outcome = Outcome.ofShell(
                        folder,
                        Map.of("PATH", launcher.getParent() + ":" + System.getenv("PATH")),
                        example.contains("source") ? "bash -c '" + example.strip() + "'" : example);
                assertThat(outcome.exitCode()).as(example + outcome.err()).isZero();
            }
        }
    }

    /** As a reader would paste them: lines that go on are joined by the shell. */
    private static List<String> examples(String command) {
        String help = Outcome.of((command + " --help").split(" ")).out();
        int start = help.indexOf("\nExample");
        assertThat(start).as("examples of " + command).isPositive();
        List<String> examples = new ArrayList<>();
        Stream.of(help.substring(help.indexOf('\n', start + 1) + 1)
                        .replaceAll(" \\\\\n *", " ")
                        .split("\n"))
                .forEach(examples::add);
        assertThat(examples).as("examples of " + command).isNotEmpty().allMatch(each -> each.contains("bateleur"));
        return examples;
    }
}
