package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.foreign.CobraFormat;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFolderTest {
    private static final String TRACE = "T1: w(x,1) c\n";

    @TempDir
    Path folder;

    @Test
    void findsTracesBelowInTheOrderOfTheirNames() throws IOException {
        write("h10.mini", TRACE);
        write("h9.mini", TRACE);
        write("deep/er/h1.mini", TRACE);
        write("README.md", "# Histories\n");
        write(".hidden.mini", TRACE);
        Traces.write(Mini.parse("1@0: w(1,1) c"), folder.resolve("logs"), new CobraFormat());
        Files.createSymbolicLink(folder.resolve("deep/back"), folder);

        TraceFolder found = TraceFolder.of(folder, null);
        assertThat(found.traces().stream().map(path -> folder.relativize(path).toString()))
                .containsExactly("deep/er/h1.mini", "h9.mini", "h10.mini", "logs");
        assertThat(found.others()).containsExactly(folder.resolve("README.md"));
    }

    @Test
    void aDirectoryMayBeOneTrace() throws IOException {
        Path logs = folder.resolve("logs");
        Traces.write(Mini.parse("1@0: w(1,1) c"), logs, new CobraFormat());
        assertThat(TraceFolder.of(logs, null).traces()).containsExactly(logs);
        assertThat(TraceFolder.of(logs, new CobraFormat()).traces()).containsExactly(logs);
    }

    @Test
    void whereTheFormatIsGivenEveryFileIsOfIt() throws IOException {
        write("a.dat", TRACE);
        write("b.dat", "something\n");
        assertThat(TraceFolder.of(folder, new Mini()).traces())
                .containsExactly(folder.resolve("a.dat"), folder.resolve("b.dat"));
    }

    private void write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
