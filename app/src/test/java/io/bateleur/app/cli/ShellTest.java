package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
    @TempDir
    Path folder;

    private static Outcome typed(String lines, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(
                new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8));
        int exitCode = new Main(terminal).run(args);
        Outcome outcome =
                new Outcome(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        assumeFalse(outcome.err().contains("mvn could not fetch"), "the database cannot be fetched here");
        return outcome;
    }

    @Test
    void whoWaitsIsToldWakesAndIsWrittenDown() throws Exception {
        Path file = folder.resolve("lost.case");
        Outcome outcome = typed("""
                create table t(id int primary key, n int);
                insert into t values (1, 10),
                  (2, 20);
                begin;
                0> update t set n = n + 1 where id = 1;
                1> begin; update t set n = n + 5 where id = 1;
                select 'queued; not split';
                0> commit;
                1> commit; select n from t order by id;
                select n from t where id = 3; nonsense;
                7> select 1;
                \\save %s
                \\what
                """.formatted(file), "shell", "2", "h2");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("1 waits for 0\n1 has not answered yet: this is said when it has\n   ok\n1: 1 row\n")
                .contains("(queued; not split)")
                .contains("   (16)\n   (20)\n   no rows\n   ! 42")
                .contains("there is no session 7, only 0 to 1")
                .contains("there is no \\what");
        BugCase saved = CaseParser.read(file);
        assertThat(CasePrinter.print(saved))
                .isEqualTo(Files.readString(file))
                .contains("setup\n  create table t(id int primary key, n int);\n  insert into t values")
                .contains("s1> update t set n = n + 5 where id = 1;\n    blocks s0\n")
                .contains("s0> commit;\n    = ok\n    wakes s1\n    s1 = 1 row\n")
                .contains("s1> select n from t order by id;\n    = (16) (20)\n");
        Outcome again = Outcome.of("repro", file.toString(), "--engine", "h2");
        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("not-reproduced");
    }

    @Test
    void wrongWordsAreUsageErrors() {
        assertThat(typed("", "shell", "0", "h2").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(typed("", "shell", "2", "h2", "--isolation", "strong").err()).contains("unknown level 'strong'");
        assertThat(typed("", "shell", "oracel").exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
    }

    @Test
    void theReproPromptRunsCommandsUntilExit() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(
                new ByteArrayInputStream(
                        "help\nlsit\ntest\nlist MDEV-26642\n\nserver nothing:1\nhelp test\nexit\nlist databases\n"
                                .getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8));
        new ReproPrompt(terminal, new PlainPrompt(terminal)).run();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("shell [N] DATABASE")
                .contains("there is no lsit")
                .contains("test what?")
                .contains("MDEV-26642@repeatable-read")
                .contains("Usage: bateleur repro")
                .doesNotContain("Servers, fetched");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no server 'nothing'");
    }

    /** A dumb terminal has no cursor to move, and still lines and a history. */
    @Test
    void aLineIsReadFromATerminal() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        Path history = folder.resolve("history");
        InputStream keys = new ByteArrayInputStream("select '\\a!';\n\\save m\n".getBytes(StandardCharsets.UTF_8));
        try (Prompt prompt = new EditedPrompt(new DumbTerminal(keys, shown), history, ShellLoop.WORDS)) {
            assertThat(prompt.line("0> ")).isEqualTo("select '\\a!';");
            prompt.tell("told");
            assertThat(prompt.line("0> ")).isEqualTo("\\save m");
            assertThat(prompt.line("0> ")).isNull();
        }
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("0> ").contains("told");
        assertThat(history).content().contains("select '").contains("save m");
    }
}
