package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Dump;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        try (URLClassLoader loader = built(example)) {
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
                            // Programs for analyze are tested in its room.
                            .filter(example -> !example.endsWith("analyze"))
                            .map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "bounded-staleness", "mariadb-repeatable-read", "item-snapshot-isolation");
        }
    }

    /** What is dumped is the way to the verdict: on every history of the corpus, with every extension and every encoding. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bounded-staleness",
                "mariadb-repeatable-read",
                "item-snapshot-isolation",
                "cobra",
                "viper",
                "polysi",
                "emme"
            })
    void dumpAndCheckAgree(String added) throws IOException {
        Optional<AlternativeEncoding> encoding = AlternativeEncoding.of(added);
        boolean isExample = Files.exists(EXAMPLES.resolve(added).resolve("src/example"));
        try (URLClassLoader loader = isExample ? built(added) : new URLClassLoader(new URL[0])) {
            Extensions extensions = Extensions.load(loader);
            Checker standard = new Checker().with(extensions);
            Checker checker = encoding.map(standard::with).orElse(standard);
            List<Level> levels = new ArrayList<>(isExample ? extensions.levels() : Level.all());
            encoding.ifPresent(each -> levels.removeIf(level -> !each.decides(level)));
            Set<String> seen = new HashSet<>();
            for (Path file : histories()) {
                Asg graph = checker.graph(Mini.parse(Files.readString(file)));
                for (Level level : levels) {
                    String verdict =
                            checker.check(graph, level, Budget.unlimited()).word();
                    StringBuilder dump = new StringBuilder();
                    Dump.write(checker, graph, level, Dump.Stage.PROBLEM, Budget.unlimited(), dump);
                    assertThat(dump.toString().lines().filter(line -> line.startsWith("; answer: ")))
                            .as("%s at %s, which %s", file, level, verdict)
                            .singleElement()
                            .satisfies(answer -> assertThat(answer).startsWith(ANSWERS.get(verdict)));
                    seen.add(verdict);
                }
            }
            assertThat(seen).as("verdicts of " + levels).contains("holds", "violated");
        }
    }

    /** What only a missing time keeps from holding is sat, and undecided. */
    private static final Map<String, String> ANSWERS =
            Map.of("holds", "; answer: sat", "violated", "; answer: unsat", "undecided", "; answer: ");

    private static List<Path> histories() throws IOException {
        try (Stream<Path> corpus = Files.walk(Path.of("..", "corpus"));
                Stream<Path> examples = Files.walk(EXAMPLES)) {
            return Stream.concat(corpus, examples)
                    .filter(path -> path.toString().endsWith(".mini"))
                    .sorted()
                    .toList();
        }
    }

    /** This once said violated, and its dump sat: the dump knew no extensions. */
    @Test
    void theCommandDumpsWhatItChecks() throws IOException {
        String file =
                EXAMPLES.resolve("bounded-staleness").resolve("stale.mini").toString();
        String[] check = {"check", "--extension", classes.toString(), "--level", "bounded-staleness", file};
        String[] dump = Arrays.copyOf(check, check.length + 2);
        dump[check.length] = "--dump";
        dump[check.length + 1] = "problem";
        try (URLClassLoader loader = built("bounded-staleness")) {
            assertThat(loader).isNotNull();
            assertThat(Outcome.of(check).out()).contains("bounded-staleness violated");
            assertThat(Outcome.of(dump).out()).contains("; answer: unsat\n");
        }
    }

    private URLClassLoader built(String example) throws IOException {
        build(example);
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
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
