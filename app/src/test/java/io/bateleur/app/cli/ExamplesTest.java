package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples build on their own, are found as extensions, and say what their histories were written to show. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    private Path classes;

    @ParameterizedTest
    @CsvSource({
        "bounded-staleness, stale.mini, bounded-staleness, violated",
        "bounded-staleness, stale.mini, serializable, holds",
        "mariadb-repeatable-read, lost-update.mini, mariadb-repeatable-read, holds",
        "mariadb-repeatable-read, lost-update.mini, snapshot-isolation, violated",
        "mariadb-repeatable-read, broken-snapshot.mini, mariadb-repeatable-read, violated",
        "item-snapshot-isolation, phantom.mini, item-snapshot-isolation, holds",
        "item-snapshot-isolation, phantom.mini, snapshot-isolation, violated"
    })
    void saysWhatItWasWrittenFor(String example, String file, String name, String verdict) throws IOException {
        build(example);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Extensions extensions = Extensions.load(loader);
            Level level = extensions.levels().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> Level.of(name).orElseThrow());
            History history =
                    Mini.parse(Files.readString(EXAMPLES.resolve(example).resolve(file)));
            assertThat(new Checker()
                            .with(extensions)
                            .check(history, level, Budget.unlimited())
                            .word())
                    .isEqualTo(verdict);
        }
    }

    @Test
    void everyExampleIsTested() throws IOException {
        try (Stream<Path> examples = Files.list(EXAMPLES)) {
            assertThat(examples.filter(Files::isDirectory)
                            // Those that are Maven projects have tests of their own.
                            .filter(example -> !Files.exists(example.resolve("pom.xml")))
                            .map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "bounded-staleness", "mariadb-repeatable-read", "item-snapshot-isolation");
        }
    }

    private void build(String example) throws IOException {
        Path home = EXAMPLES.resolve(example);
        try (Stream<Path> sources = Files.list(home.resolve("src/example"))) {
            List<String> arguments = Stream.concat(
                            Stream.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString()),
                            sources.map(Path::toString))
                    .toList();
            int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
            assertThat(failed).as(example + " compiles").isZero();
        }
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.copy(
                home.resolve("META-INF/services/io.bateleur.core.ir.Extension"),
                services.resolve("io.bateleur.core.ir.Extension"));
    }
}
