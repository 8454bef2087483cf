package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@link StandInEngine} in the place of Docker. */
class ContainerTest {
    @TempDir
    Path directory;

    @Test
    void aContainerAnswersOnAPortOfItsOwnAndIsRemoved() throws Exception {
        StandInEngine engine = StandInEngine.in(directory);
        Container.Running running = engine.start(Map.of("trace", "on"));
        ProcessHandle server = engine.server();
        try (Container container = running.container();
                Connection connection = engine.driver().connect(running.jdbcUrl(), running.login())) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(container).isNotNull();
        }
        assertThat(engine.asked().get(0)).isEqualTo("image inspect h2:7");
        String run = "run --rm --name bateleur-[0-9a-f-]+ --cidfile \\S+/cid -p 127.0.0.1::9092 -e H2_PASSWORD h2:7"
                + " serve --trace=on";
        assertThat(engine.asked()).anyMatch(line -> line.matches(run));
        assertThat(engine.asked()).anyMatch(line -> line.matches("port bateleur-[0-9a-f-]+ 9092/tcp"));
        assertThat(engine.asked()).contains("rm -f -v " + StandInEngine.ID);
        assertThat(Files.readString(directory.resolve("password")).strip())
                .isEqualTo(running.login().getProperty("password"))
                .hasSize(16);
        assertThat(Signals.await(List.of(server), 10)).isTrue();
        assertNothingIsLeft(engine);
    }

    private static void assertNothingIsLeft(StandInEngine engine) throws Exception {
        String line = engine.asked().stream()
                .filter(each -> each.startsWith("run "))
                .findFirst()
                .orElseThrow();
        Path home = Path.of(line.replaceFirst(".*--cidfile (\\S+)/cid .*", "$1"));
        for (int i = 0; i < 500 && Files.exists(home); i++) {
            Thread.sleep(20);
        }
        assertThat(home).doesNotExist();
    }

    @Test
    void aServerThatEndsAtOnceIsToldInItsOwnWords() throws Exception {
        StandInEngine engine = StandInEngine.in(directory);
        engine.let("broken");
        assertThatThrownBy(() -> engine.start(Map.of()))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("docker:h2:7 ended as it started (3)")
                .hasMessageContaining("cannot open my data");
        assertThat(engine.asked()).contains("rm -f -v " + StandInEngine.ID);
        assertNothingIsLeft(engine);
    }

    @Test
    void anImageThatIsNotThereIsFetched() throws Exception {
        StandInEngine engine = StandInEngine.in(directory);
        engine.let("absent");
        engine.start(Map.of()).container().close();
        assertThat(engine.asked()).contains("pull h2:7");
        engine.let("offline");
        assertThatThrownBy(() -> engine.start(Map.of()))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("docker could not fetch h2:7")
                .hasMessageContaining("no route to the registry");
    }

    @Test
    void aContainerGoesWhenOurProcessIsKilled() throws Exception {
        StandInEngine engine = StandInEngine.in(directory);
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        AbandonedContainer.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(reader.readLine()).isEqualTo("started");
        } finally {
            child.destroyForcibly();
        }
        ProcessHandle server = engine.server();
        assertThat(Signals.await(List.of(server), 15)).as("the server is gone").isTrue();
        assertNothingIsLeft(engine);
        assertThat(engine.asked()).contains("rm -f -v " + StandInEngine.ID);
    }

    @Test
    void withoutAnEngineItIsSaidWhatToDo() throws Exception {
        StandInEngine engine = StandInEngine.in(directory);
        assertThatThrownBy(() -> Container.start(StandInEngine.SPEC, Map.of(), engine.driver(), "/nowhere", line -> {}))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("there is no docker or podman on the PATH");
        ImageSpec podman = ImageSpec.parse("podman:postgres:17");
        assertThatThrownBy(() -> Container.start(podman, Map.of(), engine.driver(), directory.toString(), line -> {}))
                .hasMessageContaining("there is no podman on the PATH")
                .hasMessageContaining("docker is there: docker:postgres:17");
    }

    @ParameterizedTest
    @CsvSource({
        "docker:postgres:17, postgres, postgres:17",
        "podman:postgres, postgres, postgres:latest",
        "Docker:mssql:2022-latest, mssql, mcr.microsoft.com/mssql/server:2022-latest",
        "docker:cockroachdb/cockroach:v25.1.0, cockroachdb, cockroachdb/cockroach:v25.1.0",
        "docker:localhost:5000/mariadb:11.8, mariadb, localhost:5000/mariadb:11.8",
        "docker:localhost:5000/mariadb, mariadb, localhost:5000/mariadb:latest",
    })
    void imagesAreKnownByTheirNames(String text, String word, String reference) throws Exception {
        assertThat(ImageSpec.isOne(text)).isTrue();
        ImageSpec spec = ImageSpec.parse(text);
        assertThat(spec.image().word()).isEqualTo(word);
        assertThat(spec.reference()).isEqualTo(reference);
    }

    @Test
    void whatIsUnknownOrForbiddenIsRefused() throws Exception {
        assertThat(ImageSpec.isOne("postgres:17")).isFalse();
        assertThatThrownBy(() -> ImageSpec.parse("docker:redis:7"))
                .hasMessageContaining("known are postgres, mysql, mariadb");
        assertThatThrownBy(() -> ImageSpec.parse("docker:postgres:")).hasMessageContaining("is no image with a tag");
        StandInEngine engine = StandInEngine.in(directory);
        ImageSpec tidb = ImageSpec.parse("docker:tidb:v8");
        assertThatThrownBy(() ->
                        Container.start(tidb, Map.of("a", "b"), engine.driver(), directory.toString(), line -> {}))
                .hasMessageContaining("settings cannot be passed");
        ImageSpec mssql = ImageSpec.parse("docker:mssql");
        assertThatThrownBy(() -> Container.start(mssql, Map.of(), engine.driver(), directory.toString(), line -> {}))
                .hasMessageContaining("--set ACCEPT_EULA=Y");
    }

    @Test
    void everyImageIsWhole() throws Exception {
        assertThat(Image.all()).extracting(Image::word).doesNotHaveDuplicates();
        for (Image image : Image.all()) {
            assertThat(image.jdbcUrl().formatted(4711)).contains("127.0.0.1:4711");
            assertThat(Coordinates.parse(image.driver()).version()).isNotEmpty();
        }
    }
}
