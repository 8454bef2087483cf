package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTraceTest {
    @TempDir
    Path folder;

    @Test
    void runsThatAskAtOnceGetFilesOfTheirOwn() throws Exception {
        Set<Path> given = ConcurrentHashMap.newKeySet();
        Thread[] runs = IntStream.range(0, 16)
                .mapToObj(i -> new Thread(() -> {
                    try (RunTrace trace = RunTrace.fresh(folder.resolve("runs"), "h2-1")) {
                        trace.keep();
                        given.add(trace.path());
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toArray(Thread[]::new);
        Stream.of(runs).forEach(Thread::start);
        for (Thread run : runs) {
            run.join();
        }
        assertThat(given)
                .hasSize(16)
                .contains(folder.resolve("runs/h2-1.jsonl.zst"), folder.resolve("runs/h2-1-16.jsonl.zst"));
    }

    @Test
    void aFileThatWasNamedIsReplacedOnceThereIsSomethingToReplaceItWith() throws Exception {
        Path file = Files.writeString(folder.resolve("t.jsonl"), "old");
        try (RunTrace trace = RunTrace.named(file);
                OutputStream out = trace.open()) {
            out.write('n');
            out.flush();
            assertThat(file).hasContent("old");
            trace.keep();
            out.write('w');
            out.flush();
            assertThat(file).hasContent("nw");
        }
        try (RunTrace trace = RunTrace.named(file);
                OutputStream out = trace.open()) {
            out.write('x');
        }
        assertThat(file).as("nothing came of the second run").hasContent("nw");
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void aFileThatAnotherRunWritesIsNotReplaced() throws Exception {
        Path file = folder.resolve("t.jsonl");
        for (String old : new String[] {null, "old"}) {
            if (old != null) {
                Files.writeString(file, old);
            }
            try (RunTrace first = RunTrace.named(file);
                    OutputStream out = first.open()) {
                assertThatThrownBy(() -> RunTrace.named(file)).hasMessageContaining("is being written by another run");
                out.write('n');
                first.keep();
                assertThatThrownBy(() -> RunTrace.named(file)).hasMessageContaining("is being written by another run");
                first.requireOurs();
            }
            assertThat(file).hasContent("n");
        }
        RunTrace.named(file).close();
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void aFileThatIsNotOursAnyMoreIsNotChecked() throws Exception {
        Path file = folder.resolve("t.jsonl");
        try (RunTrace trace = RunTrace.named(file);
                OutputStream out = trace.open()) {
            out.write('n');
            trace.keep();
            Path other = Files.writeString(folder.resolve("other"), "o");
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(trace::requireOurs).hasMessageContaining("was deleted or replaced by another program");
            Files.delete(file);
            assertThatThrownBy(trace::requireOurs).hasMessageContaining("was deleted or replaced by another program");
        }
    }

    @Test
    void aLinkStaysAndItsTargetIsReplacedOnceThereIsSomethingToReplaceItWith() throws Exception {
        Path target = Files.writeString(folder.resolve("target.jsonl"), "old");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), target);
        try (RunTrace trace = RunTrace.named(link);
                OutputStream out = trace.open()) {
            out.write('n');
            out.flush();
            assertThat(target).hasContent("old");
            trace.keep();
        }
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
    }
}
