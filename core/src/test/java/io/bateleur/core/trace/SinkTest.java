package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkTest {
    @TempDir
    Path directory;

    @Test
    void nothingIsLeftWithoutFinish() throws IOException {
        Path file = Files.writeString(directory.resolve("t"), "old");
        try (Sink sink = Sink.of(file)) {
            try (OutputStream out = sink.stream()) {
                out.write('x');
            }
            assertThat(names()).hasSize(2);
        }
        assertThat(names()).containsExactly("t");
        assertThat(file).hasContent("old");
    }

    @Test
    void finishReplacesTheFile() throws IOException {
        Path file = Files.writeString(directory.resolve("t"), "old");
        try (Sink sink = Sink.of(file)) {
            try (OutputStream out = sink.stream()) {
                out.write('x');
            }
            sink.finish();
        }
        assertThat(names()).containsExactly("t");
        assertThat(file).hasContent("x");
    }

    @Test
    void directoriesComeAsAWholeAndReplaceNothing() throws IOException {
        Path logs = directory.resolve("logs");
        for (boolean second : List.of(false, true)) {
            try (Sink sink = Sink.of(logs)) {
                try (OutputStream out = sink.child("T1.log")) {
                    out.write('x');
                }
                if (second) {
                    assertThatThrownBy(sink::finish).isInstanceOf(FileAlreadyExistsException.class);
                } else {
                    sink.finish();
                }
            }
        }
        assertThat(names()).containsExactly("logs");
        assertThat(logs.resolve("T1.log")).hasContent("x");
    }

    @Test
    void aMissingFolderIsNamed() {
        Sink sink = Sink.of(directory.resolve("no/such/file"));
        assertThatThrownBy(sink::stream)
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(directory.resolve("no/such").toString());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
