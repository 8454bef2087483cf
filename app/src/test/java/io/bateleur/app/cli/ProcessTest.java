package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What only a process of its own can show: pipes, signals, memory, terminals. */
@DisabledOnOs(OS.WINDOWS)
class ProcessTest {
    @Test
    void theExitCodeReachesTheShell() throws Exception {
        assertThat(Outcome.ofShell("$trouble trouble violated")).isEqualTo(new Outcome(ExitCodes.VIOLATED, "no\n", ""));
    }

    @Test
    void aReaderThatGoesAwayEndsItSilently() throws Exception {
        Outcome outcome = Outcome.ofShell("{ $trouble trouble endless; echo code $? >&2; } | head -n 2");
        assertThat(outcome).isEqualTo(new Outcome(0, "0\n1\n", "code " + ExitCodes.BROKEN_PIPE + "\n"));
    }

    @Test
    void aFullDiskIsToldApartFromThat() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
        Outcome outcome = Outcome.ofShell("$trouble trouble violated > /dev/full");
        assertThat(outcome.err()).startsWith("bateleur: cannot write the output: ");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
    }

    @Test
    void withoutMemoryItSaysHowToGiveMore() throws Exception {
        Outcome outcome = Outcome.ofShell("JDK_JAVA_OPTIONS=-Xmx32m $trouble trouble hungry");
        assertThat(outcome.err())
                .contains("bateleur: out of memory (Java heap space), with at most")
                .containsPattern("give it more: BATELEUR_OPTS=-Xmx[0-9]+m bateleur trouble hungry\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BUG);
    }

    @Test
    void aBugInAnyThreadEndsTheProgram() throws Exception {
        Outcome outcome = Outcome.ofShell("$trouble trouble bug-in-thread");
        assertThat(outcome.err()).contains("this is a bug in Bateleur").contains("thread lost an edge");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BUG);
        Files.delete(Path.of(outcome.err().replaceFirst("(?s).*details   ", "").replaceFirst("(?s)\n.*", "")));
    }

    @Test
    void aSignalEndsIt() throws Exception {
        Outcome outcome = Outcome.ofShell("$trouble trouble forever & sleep 1; kill -TERM $!; wait $!");
        assertThat(outcome).isEqualTo(new Outcome(128 + 15, "", ""));
    }

    /** Once, on a line of its own; not through a shell, which ignores the signal on behalf of what it starts behind itself. */
    @Test
    void ctrlCIsTold() throws Exception {
        Path err = Files.createTempFile("bateleur-test", ".err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Trouble.class.getName(),
                        "trouble",
                        "started")
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("started");
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(err).hasContent("bateleur: interrupted\n");
            assertThat(process.exitValue()).isEqualTo(ExitCodes.INTERRUPTED);
        } finally {
            process.destroyForcibly();
            Files.delete(err);
        }
    }

    @Test
    void aTerminalGetsColoursAndProgress() throws Exception {
        assumeTerminalsCanBeMade();
        assertThat(inTerminal("$trouble trouble ends").out())
                .contains("colours true")
                .contains("stdout true stderr true");
        assertThat(inTerminal("NO_COLOR=1 $trouble trouble ends").out()).contains("colours false");
        assertThat(inTerminal("TERM=dumb $trouble trouble ends").out()).contains("colours false");
        assertThat(inTerminal("$trouble trouble slow").out())
                .containsPattern("\r\033\\[Ksleeping  \\[#+\\.+]  42%  [0-9]+ s left")
                .endsWith("\r\033[Kdone\r\n");
    }

    @Test
    void eachStreamIsJudgedAlone() throws Exception {
        assumeTerminalsCanBeMade();
        assertThat(inTerminal("$trouble trouble ends < /dev/null").out()).contains("stdout true stderr true");
        assertThat(inTerminal("$trouble trouble ends 2> /dev/null").out()).contains("stdout true stderr false");
        assertThat(inTerminal("$trouble trouble ends | cat").out())
                .contains("colours false")
                .contains("stdout false stderr true");
        assertThat(Outcome.ofShell("$trouble trouble ends").out()).contains("stdout false stderr false");
        assertThat(Outcome.ofShell("$trouble trouble slow").err()).isEmpty();
    }

    @Test
    void theLauncherKnowsBest() throws Exception {
        String told = "JDK_JAVA_OPTIONS='-Dbateleur.stdout.tty=true -Dbateleur.stderr.tty=true -Dbateleur.columns=132'";
        assertThat(Outcome.ofShell(told + " NO_COLOR= $trouble trouble ends").out())
                .contains("colours true columns 132")
                .contains("stdout true stderr true");
    }

    private static void assumeTerminalsCanBeMade() throws Exception {
        boolean possible =
                Outcome.ofShell("script -qec 'echo yes' /dev/null").out().contains("yes");
        Assumptions.assumeTrue(possible, "no script(1) of util-linux to make a terminal with");
    }

    private static Outcome inTerminal(String command) throws Exception {
        return Outcome.ofShell("script -qec '" + command + "' /dev/null");
    }
}
