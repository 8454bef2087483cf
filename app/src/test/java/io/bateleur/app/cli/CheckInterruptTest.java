package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class CheckInterruptTest {
    @TempDir
    Path folder;

    @Test
    void whatWasFoundIsPrintedAndNothingIsHalfWritten() throws Exception {
        Outcome outcome = interrupted("", "check a.mini b.mini --level si,sser,ser --report r.html --junit r.xml");
        assertThat(outcome.out()).isEqualTo("""
                a.mini: snapshot-isolation holds
                a.mini: strict-serializable undecided: interrupted; 17 choices are left
                a.mini: serializable undecided: interrupted
                """);
        assertThat(outcome.err()).isEqualTo("bateleur: interrupted at file 1 of 2\n");
        assertThat(outcome.exitCode()).isEqualTo(128 + 15);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("a.mini", "b.mini", "started");
        }
    }

    @Test
    void jsonToo() throws Exception {
        Outcome outcome = interrupted("", "check a.mini --json --level si,sser");
        assertThat(outcome.out())
                .contains("\"level\":\"snapshot-isolation\",\"verdict\":\"holds\"")
                .contains("\"level\":\"strict-serializable\",\"verdict\":\"undecided\"")
                .contains("\"reason\":\"interrupted; 17 choices are left\"");
        assertThat(outcome.exitCode()).isEqualTo(128 + 15);
    }

    @Test
    void evenIfTheCheckDoesNotListen() throws Exception {
        Outcome outcome = interrupted("-Ddeaf=true", "check a.mini --json --level si,sser");
        assertThat(outcome.out())
                .contains("\"level\":\"snapshot-isolation\",\"verdict\":\"holds\"")
                .endsWith(",\"error\":\"interrupted\"}\n");
        assertThat(outcome.err()).isEqualTo("bateleur: interrupted while checking a.mini\n");
        assertThat(outcome.exitCode()).isEqualTo(128 + 15);
    }

    /** By the signal that no shell ignores on behalf of its children; Ctrl-C takes the same way and ends in 130. */
    private Outcome interrupted(String option, String arguments) throws Exception {
        for (String name : new String[] {"a.mini", "b.mini"}) {
            Files.writeString(folder.resolve(name), "T1@s1: r(x,_) w(y,1) c\nT2@s2: r(y,_) w(x,1) c\n");
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String command = java + " " + option + " -cp " + classPath + " " + SlowCheck.class.getName() + " " + arguments;
        return Outcome.ofShell(
                folder, Map.of(), command + " & until [ -e started ]; do sleep 0.1; done; kill -TERM $!; wait $!");
    }
}
