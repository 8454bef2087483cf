package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class GuardianTest {
    @TempDir
    Path folder;

    @Test
    void aDirectoryGoesWhenWhoeverWantedItIsDeadBeforeItIsReady() throws Exception {
        Path home = folder.resolve("home");
        String script;
        try (InputStream in = Guardian.class.getResourceAsStream("guardian.sh")) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Process guardian = new ProcessBuilder(
                        "sh",
                        "-c",
                        "read -r go; exec sh -c \"$@\"",
                        "sh",
                        script,
                        "guardian",
                        home.toString(),
                        "TERM",
                        "watch")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            guardian.getInputStream().close(); // nobody hears it
            try (Writer input = guardian.outputWriter(StandardCharsets.UTF_8)) {
                input.write("go\n");
            }
            assertThat(guardian.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(guardian.exitValue()).as("it went to its end").isZero();
        } finally {
            guardian.destroyForcibly();
        }
        assertThat(home).doesNotExist();
    }
}
