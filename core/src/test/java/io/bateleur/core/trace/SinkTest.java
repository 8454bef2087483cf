package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void aMissingFolderIsNamed() throws IOException {
        Sink sink = Sink.of(directory.resolve("no/such/file"));
        assertThatThrownBy(sink::stream)
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(directory.resolve("no/such").toString());
    }

    @Test
    void aPipeIsWrittenTo() throws Exception {
        Path fifo = fifo();
        try (RandomAccessFile reader = new RandomAccessFile(fifo.toFile(), "rw")) { // opening it waits for nobody
            write(fifo, "new");
            assertThat(Files.isRegularFile(fifo)).isFalse();
            byte[] read = new byte[3];
            reader.readFully(read);
            assertThat(read).asString().isEqualTo("new");
        }
        assertThat(names()).containsExactly("fifo");
    }

    /** As a shell passes {@code >(wc -c)}. */
    @Test
    void aPipeThatOnlyAProcessHasIsWrittenTo() throws IOException {
        Set<Path> before = openPipes();
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel reader = pipe.source();
                Pipe.SinkChannel writer = pipe.sink()) {
            Set<Path> opened = openPipes();
            opened.removeAll(before);
            write(opened.iterator().next(), "new");
            ByteBuffer read = ByteBuffer.allocate(3);
            reader.read(read);
            assertThat(read.array()).asString().isEqualTo("new");
            assertThat(writer.isOpen()).isTrue();
        }
    }

    /** As a shell passes {@code /dev/stdout} when that is redirected: others hold the same file open. */
    @Test
    void anOpenFileOfAProcessIsNotReplaced() throws IOException {
        Path file = Files.writeString(directory.resolve("t"), "old");
        try (OutputStream held = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            Path descriptor = descriptors()
                    .filter(each -> leadsTo(each).equals(file.toString()))
                    .findFirst()
                    .orElseThrow();
            write(Files.createSymbolicLink(directory.resolve("link"), descriptor), "new");
            held.write('x');
        }
        assertThat(file).hasContent("oldnewx");
    }

    @Test
    void aLinkStaysAndItsTargetIsReplaced() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        for (String name : List.of("exists", "missing")) {
            Path target = folder.resolve(name);
            if (name.equals("exists")) {
                Files.writeString(target, "old");
            }
            Path inner = Files.createSymbolicLink(folder.resolve(name + ".inner"), Path.of(name));
            Path link = Files.createSymbolicLink(directory.resolve(name), inner);
            try (Sink sink = Sink.of(link)) {
                try (OutputStream out = sink.stream()) {
                    out.write('x');
                }
                assertThat(Files.exists(target)).isEqualTo(name.equals("exists"));
                sink.finish();
            }
            assertThat(link).isSymbolicLink();
            assertThat(inner).isSymbolicLink();
            assertThat(target).hasContent("x");
        }
        assertThat(names()).containsExactly("exists", "folder", "missing");
    }

    @Test
    void linksThatLeadNowhereAreRefused() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("a"), Path.of("a"));
        assertThatThrownBy(() -> Sink.of(link)).isInstanceOf(FileSystemLoopException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-rw-rw-", "r--------"})
    void aReplacedFileKeepsItsMode(String mode) throws IOException {
        Path file = Files.writeString(directory.resolve("t"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        write(file, "new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(mode);
        assertThat(file).hasContent("new");
    }

    private Path fifo() throws IOException, InterruptedException {
        Path fifo = directory.resolve("fifo");
        Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
        assertThat(made.waitFor()).isZero();
        return fifo;
    }

    private static void write(Path path, String text) throws IOException {
        try (Sink sink = Sink.of(path)) {
            try (OutputStream out = sink.stream()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            sink.finish();
        }
    }

    private static Set<Path> openPipes() throws IOException {
        return descriptors().filter(each -> leadsTo(each).startsWith("pipe:")).collect(Collectors.toSet());
    }

    private static Stream<Path> descriptors() throws IOException {
        Path own = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(own), "this system does not show the open files of a process");
        try (Stream<Path> all = Files.list(own)) {
            return all.toList().stream();
        }
    }

    /** Nothing for one that was closed meanwhile. */
    private static String leadsTo(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
