package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.nativ.Mini;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceTest {
    @TempDir
    Path directory;

    @Test
    void tellsWhatCannotBeRead() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        Path nothing = Files.createDirectory(directory.resolve("nothing"));
        Path odd = Files.writeString(directory.resolve("odd"), "to be or not to be");
        assertThatThrownBy(() -> Traces.read(directory.resolve("missing")))
                .isInstanceOf(BadInputException.class)
                .hasMessage(directory.resolve("missing") + ": there is no such file");
        assertThatThrownBy(() -> Traces.read(empty))
                .isInstanceOf(BadInputException.class)
                .hasMessage(empty + ": an empty file, where a trace was expected");
        assertThatThrownBy(() -> Traces.read(nothing))
                .isInstanceOf(BadInputException.class)
                .hasMessage(nothing + ": an empty directory, where a trace was expected");
        assertThatThrownBy(() -> Traces.read(odd))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(
                        odd + ": this is none of the formats that Bateleur reads\n  hint: name its format");
    }

    @Test
    void aFormatThatWantsAFileRefusesADirectory() throws IOException {
        Files.writeString(directory.resolve("some"), "file");
        assertThatThrownBy(() -> Traces.read(Source.of(directory), Formats.NATIVE))
                .isInstanceOf(BadInputException.class)
                .hasMessage(directory + ": a directory, where a file was expected\n  hint: name the file inside it");
    }

    @Test
    void damagedCompressionIsTold() {
        for (int[] magic : new int[][] {{0x1F, 0x8B}, {0x28, 0xB5, 0x2F, 0xFD}}) {
            byte[] bytes = new byte[100];
            Arrays.fill(bytes, (byte) 0x77);
            for (int i = 0; i < magic.length; i++) {
                bytes[i] = (byte) magic[i];
            }
            assertThatThrownBy(() -> Traces.read(Source.of("t", bytes), null))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageStartingWith("t: damaged compressed data: ");
        }
    }

    @Test
    void anEmptyFileIsNoTraceOfAnyFormat() {
        for (TraceFormat format : Formats.all()) {
            for (String text : new String[] {"", " \n\t\r\n"}) {
                assertThatThrownBy(() -> Traces.read(Source.of("t", text), format))
                        .as(format.name())
                        .isInstanceOf(BadInputException.class)
                        .hasMessageStartingWith("t: ")
                        .hasMessageEndingWith(", where a trace was expected");
            }
        }
    }

    @Test
    void smallCompressedFilesMayBeCutOffAnywhere() throws IOException {
        for (String name : new String[] {"t.jsonl.gz", "t.jsonl.zst"}) {
            Path file = directory.resolve(name);
            Traces.write(Mini.parse("T1: w(x,1) c\nT2: r(x,1) c\n"), file, Formats.NATIVE);
            byte[] whole = Files.readAllBytes(file);
            for (int length = 5; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                try {
                    Trace trace = Traces.read(Source.of("t", part), null);
                    assertThat(trace.warnings()).as("%s %d", name, length).hasSize(1);
                } catch (BadInputException e) {
                    assertThat(e.place().file()).isEqualTo("t");
                }
            }
        }
    }

    @Test
    void pipesAreReadOnceAndStillRecognised() throws IOException {
        byte[] text = "T1: w(x,1) c\n".getBytes(StandardCharsets.UTF_8);
        Trace trace = Traces.read(Source.of("standard input", new ByteArrayInputStream(text)), null);
        assertThat(trace.format().name()).isEqualTo("mini");
        assertThat(trace.history().transactionCount()).isEqualTo(1);
    }

    @Test
    void countsTheBytesOfTheFile() throws IOException {
        Path file = directory.resolve("t.jsonl.gz");
        Traces.write(Mini.parse("T1: w(x,1) c\n"), file, Formats.NATIVE);
        AtomicLong read = new AtomicLong();
        try (Source source = Source.of(file, read::set)) {
            Traces.read(source, null);
        }
        assertThat(read).hasValue(Files.size(file));
    }

    @Test
    void countsTheBytesOfAllFilesOfADirectory() throws IOException {
        Path logs = directory.resolve("logs");
        Traces.write(
                Mini.parse("T1@1: w(1,1) c\nT2@2: w(1,2) c\n"),
                logs,
                Formats.named("cobra").orElseThrow());
        AtomicLong read = new AtomicLong();
        try (Source source = Source.of(logs, read::set)) {
            Traces.read(source, null);
        }
        assertThat(read).hasValue(2 * (9 + 25 + 9));
    }

    @Test
    void numberedFilesComeInTheOrderOfTheirNumbers() throws IOException {
        for (String name : new String[] {"T10.log", "T9.log", "T9.debug", "other"}) {
            Files.createFile(directory.resolve(name));
        }
        assertThat(Source.of(directory).names()).containsExactly("T9.debug", "T9.log", "T10.log", "other");
    }

    /** However little there is of it; an empty file is one whatever its name says. */
    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl.zst", "t.jsonl.gz"})
    void aCompressedFileThatIsCutOffIsNoEmptyFile(String name) throws IOException {
        Path file = directory.resolve(name);
        Traces.write(
                Mini.parse("T1: r(x,_) w(x,1) c\n"),
                file,
                Formats.named("bateleur").orElseThrow());
        byte[] whole = Files.readAllBytes(file);
        for (int length = 2; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try {
                Trace trace = Traces.read(file);
                assertThat(trace.warnings()).as("%d bytes", length).isNotEmpty();
            } catch (BadInputException e) {
                assertThat(e)
                        .as("%d bytes", length)
                        .hasMessageStartingWith(file + ": the compressed data is cut off\n");
            }
            TraceFolder folder = TraceFolder.of(directory, null);
            assertThat(folder.traces()).as("%d bytes, in its directory", length).containsExactly(file);
        }
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> Traces.read(file)).hasMessage(file + ": an empty file, where a trace was expected");
    }
}
