package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that tests print into the documents, each between two marks; everything around them is written by hand. With
 * {@code -Dgolden.update} a text that differs is accepted instead of told.
 */
final class Golden {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Golden() {}

    /** A file or folder of the project. */
    static Path path(String name) {
        return ROOT.resolve(name);
    }

    static void compare(String document, String mark, String text) throws IOException {
        Path file = path(document);
        String written = Files.readString(file);
        String begin = "<!-- printed by a test: " + mark + " -->\n";
        String end = "<!-- end: " + mark + " -->\n";
        int from = written.indexOf(begin) + begin.length();
        int to = written.indexOf(end);
        assertThat(written).as("the marks of %s", mark).contains(begin, end);
        String printed = written.substring(0, from) + text + written.substring(to);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, printed);
        } else {
            assertThat(written)
                    .as("%s; to accept what is printed now: mvn verify -Dgolden.update", document)
                    .isEqualTo(printed);
        }
    }
}
