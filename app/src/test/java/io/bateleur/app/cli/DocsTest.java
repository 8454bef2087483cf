package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command that the documents show and compares what it prints. A block starts with {@code ```console}; in it a line
 * with a dollar sign is a command, given to a shell in a folder that has the launcher and the corpus, and the lines after it
 * are its output. The blocks of one document follow each other in the same folder. With {@code -Dgolden.update} the documents
 * are rewritten instead.
 */
@DisabledOnOs(OS.WINDOWS)
class DocsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\\n(.*?)^```$");

    @TempDir
    Path temporary;

    @TestFactory
    Stream<DynamicTest> everyOutputInTheDocumentsIsReal() throws IOException {
        List<Path> documents = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/findings"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
            }
        }
        return documents.stream()
                .filter(document -> BLOCK.matcher(read(document)).find())
                .map(document ->
                        DynamicTest.dynamicTest(ROOT.relativize(document).toString(), () -> check(document)));
    }

    private void check(Path document) throws Exception {
        String written = read(document);
        Path folder = Files.createTempDirectory(temporary, "docs");
        Files.createSymbolicLink(folder.resolve("corpus"), ROOT.resolve("corpus"));
        Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
        launcher(folder.resolve("bateleur"));
        StringBuilder real = new StringBuilder();
        Matcher block = BLOCK.matcher(written);
        while (block.find()) {
            block.appendReplacement(
                    real, Matcher.quoteReplacement("```console\n" + run(block.group(1), folder) + "```"));
        }
        block.appendTail(real);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(document, real);
        } else {
            assertThat(written)
                    .as("to accept what is printed now: mvn verify -Dgolden.update")
                    .isEqualTo(real.toString());
        }
    }

    private static String run(String block, Path folder) throws Exception {
        StringBuilder real = new StringBuilder();
        for (String line : block.split("\n")) {
            if (line.startsWith("$ ")) {
                Outcome outcome =
                        Outcome.ofShell(folder, Map.of("NO_COLOR", "1"), "{ " + line.substring(2) + "\n} 2>&1");
                real.append(line).append('\n').append(outcome.out());
            }
        }
        return real.toString();
    }

    /** Stands in for the real launcher, which would build. */
    static Path launcher(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Files.writeString(
                file,
                "#!/bin/sh\nexec '" + java + "' --enable-native-access=ALL-UNNAMED -cp '" + classPath + "' "
                        + Main.class.getName() + " \"$@\"\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private static String read(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
