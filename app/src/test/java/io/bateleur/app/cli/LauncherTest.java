package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script in a made-up checkout, with a java and a mvn that only write down how they were called. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String BUILDING = "bateleur: building (first use or sources changed)...\n";

    @TempDir
    Path folder;

    private MadeUpCheckout made;
    private Path checkout;
    private Path source;
    private Path bin;
    private Path jdk;

    @BeforeEach
    void makeCheckout() throws IOException {
        made = new MadeUpCheckout(folder, "a checkout");
        checkout = made.checkout;
        source = made.source;
        bin = made.bin;
        jdk = made.jdk;
    }

    @Test
    void argumentsArriveUntouchedFromAnywhere() throws Exception {
        Files.createSymbolicLink(bin.resolve("bat"), Path.of("..", "a checkout", "bateleur"));
        Outcome outcome = launch("cd / && bat 'a b' '*' '' '@x' '$HOME' \"it's\"");
        assertThat(outcome.out())
                .startsWith("<-XX:SharedArchiveFile=" + made.target() + "/archive/")
                .endsWith("<-jar><" + made.jar() + "><a b><*><><@x><$HOME><it's>\n");
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
        assertThat(made.builds()).hasSize(3).allMatch(line -> line.contains("-Dquick"));
    }

    @Test
    void aSourceSavedDuringTheBuildIsNotForgotten() throws Exception {
        launch(
                "{ until [ -e app/target/launcher.started ]; do :; done; sleep 0.1; echo more > app/src/main/java/Main.java; } & ./bateleur; wait");
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
        assertThat(made.builds()).hasSize(1);
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
    void theWidthIsThatOfWhicheverStreamIsATerminal() throws Exception {
        assumeTrue(
                Files.exists(bin.resolve("script")) && Files.exists(bin.resolve("stty")), "no terminals can be made");
        assertThat(launch("./bateleur").exitCode()).isZero();
        for (String other : List.of("", " 2>/dev/null", " | cat")) {
            Outcome outcome = launch("script -qec 'stty cols 47; ./bateleur" + other + "' /dev/null");
            assertThat(outcome.out()).as("./bateleur" + other).contains("<-Dbateleur.columns=47>");
        }
    }

    @Test
    void optionsForTheJvmAreSplitButNotExpanded() throws Exception {
        assertThat(launch("BATELEUR_OPTS='-Xmx8g -Da=*' ./bateleur").out())
                .contains(
                        "<-XX:+UseParallelGC><-Dbateleur.stdout.tty=false><-Dbateleur.stderr.tty=false><-Xmx8g><-Da=*><-jar>");
        assertThat(launch("BATELEUR_OPTS=-XX:+UseZGC ./bateleur").out()).doesNotContain("Parallel");
    }

    @ParameterizedTest
    @CsvSource({
        "149, t.jsonl, true",
        "151, t.jsonl, false",
        "37, t.jsonl.zst, true",
        "38, t.jsonl.gz, false",
        "49, plume.txt, true",
        "51, plume.txt, false",
        "13, lists.edn.zst, false"
    })
    void onSmallTracesTheOptimisingCompilerComesLate(int megabytes, String name, boolean late) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(checkout.resolve(name).toFile(), "rw")) {
            file.setLength(megabytes * 1_000_000L);
        }
        assertThat(launch("./bateleur check " + name).out().contains("<-XX:Tier4InvocationThreshold=50000>"))
                .isEqualTo(late);
        assertThat(launch("BATELEUR_OPTS=-XX:-TieredCompilation ./bateleur check " + name)
                        .out())
                .doesNotContain("Tier4");
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
        MadeUpCheckout.script(jdk.resolve("bin/java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
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
        Files.writeString(made.jar(), "");
        assertThat(launch("./bateleur").exitCode()).as("nothing to build").isZero();
    }

    @Test
    void aFailedBuildShowsWhy() throws Exception {
        MadeUpCheckout.script(
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
        return made.launch(script);
    }

    private static void assertRefused(Outcome outcome, String message) {
        assertThat(outcome).isEqualTo(new Outcome(ExitCodes.UNAVAILABLE, "", message));
    }
}
