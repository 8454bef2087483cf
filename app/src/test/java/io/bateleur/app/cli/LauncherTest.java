package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script in a made-up checkout, with a java and a mvn that only write down how they were called. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String BUILDING = "bateleur: building (first use or sources changed)...\n";
    private static final String TOOLS = "sh dirname readlink sed find head mkdir touch mv grep tail cat sleep rm flock";

    @TempDir
    Path folder;

    private Path checkout;
    private Path source;
    private Path bin;
    private Path jdk;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("a checkout"));
        Files.copy(Path.of("..", "bateleur"), checkout.resolve("bateleur"));
        makeExecutable(checkout.resolve("bateleur"));
        source = checkout.resolve("app/src/main/java/Main.java");
        Files.createDirectories(source.getParent());
        for (Path file : new Path[] {source, checkout.resolve("pom.xml"), checkout.resolve("app/pom.xml")}) {
            Files.writeString(file, "");
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        }
        bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS.split(" ")) {
            linkTool(tool);
        }
        jdk = Files.createDirectories(folder.resolve("jdk"));
        script(jdk.resolve("bin/java"), "for arg; do printf '<%s>' \"$arg\"; done; echo");
        script(jdk.resolve("bin/javac"), "");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        script(
                bin.resolve("mvn"),
                "echo \"$@\" >> builds; sleep 0.3; mkdir -p app/target/quick; echo > app/target/quick/bateleur.jar");
    }

    @Test
    void argumentsArriveUntouchedFromAnywhere() throws Exception {
        Files.createSymbolicLink(bin.resolve("bat"), Path.of("..", "a checkout", "bateleur"));
        Outcome outcome = launch("cd / && bat 'a b' '*' '' '@x' '$HOME' \"it's\"");
        assertThat(outcome.out()).endsWith("<-jar><" + jar() + "><a b><*><><@x><$HOME><it's>\n");
        assertThat(outcome.err()).isEqualTo(BUILDING);
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void itBuildsOnlyWhenSomethingChanged() throws Exception {
        assertThat(launch("./bateleur").err()).isEqualTo(BUILDING);
        assertThat(launch("./bateleur").err()).isEmpty();
        Thread.sleep(20);
        Files.writeString(source, "changed");
        assertThat(launch("./bateleur").err()).isEqualTo(BUILDING);
        Thread.sleep(20);
        Files.delete(source);
        assertThat(launch("./bateleur").err()).isEqualTo(BUILDING);
        assertThat(launch("./bateleur").err()).isEmpty();
        assertThat(builds()).hasSize(3).allMatch(line -> line.contains("-Dquick"));
    }

    @Test
    void aSourceSavedDuringTheBuildIsNotForgotten() throws Exception {
        launch("{ sleep 0.1; echo more > app/src/main/java/Main.java; } & ./bateleur; wait");
        assertThat(launch("./bateleur").err()).isEqualTo(BUILDING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void launchersStartedTogetherBuildOnce(boolean flock) throws Exception {
        if (!flock) {
            Files.deleteIfExists(bin.resolve("flock"));
        }
        Outcome outcome = launch("./bateleur 1 & ./bateleur 2 & ./bateleur 3 & wait");
        assertThat(outcome.out().lines()).hasSize(3);
        assertThat(outcome.err()).isEqualTo(BUILDING);
        assertThat(builds()).hasSize(1);
    }

    @Test
    void theLockOfADeadLauncherIsIgnored() throws Exception {
        Files.deleteIfExists(bin.resolve("flock"));
        Path lock = Files.createDirectories(checkout.resolve("app/target/launcher.lock"));
        Files.writeString(lock.resolve("pid"), "999999999\n");
        assertThat(launch("./bateleur").exitCode()).isZero();
        assertThat(lock).doesNotExist();
    }

    @Test
    void optionsForTheJvmAreSplitButNotExpanded() throws Exception {
        assertThat(launch("BATELEUR_OPTS='-Xmx8g -Da=*' ./bateleur").out())
                .startsWith(
                        "<-XX:+UseParallelGC><-Dbateleur.stdout.tty=false><-Dbateleur.stderr.tty=false><-Xmx8g><-Da=*><-jar>");
        assertThat(launch("BATELEUR_OPTS=-XX:+UseZGC ./bateleur").out()).doesNotContain("Parallel");
    }

    @Test
    void withoutJavaItSaysWhatToInstall() throws Exception {
        assertRefused(
                launch("unset JAVA_HOME; ./bateleur"),
                "bateleur: no Java found; install a JDK 17 or newer, or set JAVA_HOME\n");
        assertThat(launch("JAVA_HOME=/nowhere ./bateleur").err()).contains("JAVA_HOME is /nowhere");
    }

    @Test
    void anOldJavaIsRefused() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        assertRefused(
                launch("./bateleur"),
                "bateleur: Java 8 is too old (" + jdk + "/bin/java); install a JDK 17 or newer, or set JAVA_HOME\n");
        Files.delete(jdk.resolve("release"));
        script(jdk.resolve("bin/java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
        assertThat(launch("./bateleur").err()).contains("Java 11 is too old");
    }

    @Test
    void aBuildNeedsAJdkAndMaven() throws Exception {
        Files.delete(bin.resolve("mvn"));
        assertRefused(
                launch("./bateleur"),
                "bateleur: building needs Maven (mvn), which is not on the PATH; install Maven 3.8 or newer\n");
        Files.delete(jdk.resolve("bin/javac"));
        assertThat(launch("./bateleur").err()).contains("building needs a JDK");
        Files.writeString(jar(), "");
        assertThat(launch("./bateleur").exitCode()).as("nothing to build").isZero();
    }

    @Test
    void aFailedBuildShowsWhy() throws Exception {
        script(
                bin.resolve("mvn"),
                "echo '[ERROR] Main.java:[1,1] class expected'; echo '[ERROR] '; echo '[ERROR] Re-run Maven'; exit 1");
        Outcome outcome = launch("./bateleur");
        assertThat(outcome.err())
                .isEqualTo(BUILDING
                        + "[ERROR] Main.java:[1,1] class expected\nbateleur: the build failed; its whole log is "
                        + checkout.toRealPath().resolve("app/target/launcher.log") + "\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BUG);
    }

    private Outcome launch(String script) throws Exception {
        Map<String, String> environment =
                Map.of("PATH", bin.toString(), "JAVA_HOME", jdk.toString(), "BATELEUR_OPTS", "");
        return Outcome.ofShell(checkout, environment, script);
    }

    private static void assertRefused(Outcome outcome, String message) {
        assertThat(outcome).isEqualTo(new Outcome(ExitCodes.UNAVAILABLE, "", message));
    }

    private Path jar() throws IOException {
        return checkout.toRealPath().resolve("app/target/bateleur.jar");
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(checkout.resolve("builds"));
    }

    private void linkTool(String tool) throws IOException {
        Path found = Stream.of("/usr/bin/", "/bin/")
                .map(place -> Path.of(place + tool))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        if (found != null) {
            Files.createSymbolicLink(bin.resolve(tool), found);
        }
    }

    private static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        makeExecutable(file);
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
