package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive of classes that the launcher makes: whenever it is due, at most once, never in the way. */
@DisabledOnOs(OS.WINDOWS)
class LauncherArchiveTest {
    private static final String OPTION = "<-XX:SharedArchiveFile=";

    @TempDir
    Path folder;

    private MadeUpCheckout made;

    @BeforeEach
    void makeCheckout() throws IOException {
        // Java 17 itself leaves an archive unused where the path of the jar has a space.
        made = new MadeUpCheckout(folder, "checkout");
    }

    @Test
    void itIsMadeOnceForEachJar() throws Exception {
        assertThat(made.launch("./bateleur").out()).startsWith(OPTION + archive() + "><-Xlog:disable>");
        assertThat(made.launch("./bateleur").out()).startsWith(OPTION + archive() + ">");
        assertThat(made.archives()).hasSize(1);
        Files.setLastModifiedTime(made.jar(), FileTime.from(Instant.now().plusSeconds(1)));
        Thread.sleep(1000);
        made.launch("./bateleur; ./bateleur");
        assertThat(made.archives()).as("another jar").hasSize(2);
    }

    @Test
    void everyJavaHasItsOwn() throws Exception {
        made.launch("./bateleur");
        Files.writeString(made.jdk.resolve("release"), "JAVA_VERSION=\"21.0.2\"\n");
        assertThat(made.launch("./bateleur").out()).contains("java-21.0.2.jsa");
        Files.writeString(made.jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        assertThat(made.launch("./bateleur").out()).contains("java-17.0.1.jsa");
        assertThat(made.archives()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void launchersStartedTogetherMakeOne(boolean flock) throws Exception {
        if (!flock) {
            Files.deleteIfExists(made.bin.resolve("flock"));
        }
        Outcome outcome = made.launch("./bateleur 1 & ./bateleur 2 & ./bateleur 3 & wait");
        assertThat(outcome.out().lines()).hasSize(3).allMatch(line -> line.startsWith(OPTION));
        assertThat(made.archives()).hasSize(1);
    }

    @Test
    void whatCannotBeMadeIsNeitherToldNorTriedAgain() throws Exception {
        Path java = made.jdk.resolve("bin/java");
        MadeUpCheckout.script(java, "echo \"$1\" >> \"$0.calls\"; case $1 in -XX:D*) echo no >&2; exit 1;; esac");
        made.launch("./bateleur");
        assertThat(made.launch("./bateleur")).isEqualTo(new Outcome(ExitCodes.OK, "", ""));
        assertThat(Files.readAllLines(java.resolveSibling("java.calls")))
                .filteredOn(call -> call.startsWith("-XX:D"))
                .hasSize(1);
    }

    @Test
    void whereItCannotBeWrittenTheCommandRunsWithoutIt() throws Exception {
        Files.createDirectories(made.target());
        Files.writeString(made.jar(), "");
        Files.writeString(made.target().resolve("archive"), "a file where the folder would be");
        Outcome outcome = made.launch("./bateleur");
        assertThat(outcome.out()).startsWith("<-XX:+UseParallelGC>");
        assertThat(outcome.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptionLeavesNothingHalfWritten(boolean flock) throws Exception {
        if (!flock) {
            Files.deleteIfExists(made.bin.resolve("flock"));
        }
        Files.createDirectories(made.target());
        Files.writeString(made.jar(), "");
        Outcome outcome = made.launch(
                "./bateleur & until [ -d app/target/launcher.archive ]; do :; done; " + "kill -TERM $!; wait $!");
        assertThat(outcome).isEqualTo(new Outcome(130, "", ""));
        try (Stream<Path> left = Files.walk(made.target())) {
            assertThat(left.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
                    .isSubsetOf("bateleur.jar", "launcher.lock.file");
        }
        assertThat(made.launch("./bateleur").out()).startsWith(OPTION);
    }

    /** With the Java that runs here, on a jar of two classes. */
    @Test
    void javaLoadsTheClassesFromIt() throws Exception {
        Path java = useRealJava();
        Files.delete(made.checkout.resolve("pom.xml")); // without sources no jar is too old
        Files.createDirectories(made.target());
        writeJar("first");
        String shown = "BATELEUR_OPTS=-Xlog:class+load ./bateleur | grep app.cli.Main";
        Outcome outcome = made.launch(shown);
        assertThat(outcome.out()).as(java.toString()).contains("source: shared objects file");
        assertThat(outcome.err()).isEmpty();
        assertThat(made.launch("./bateleur")).isEqualTo(new Outcome(ExitCodes.OK, "first\n", ""));

        // The date says that the archive is newer; Java sees that it is of another jar.
        FileTime old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        writeJar("another, with an old date");
        Files.setLastModifiedTime(made.jar(), old);
        assertThat(made.launch("./bateleur")).isEqualTo(new Outcome(ExitCodes.OK, "another, with an old date\n", ""));
        assertThat(made.launch("BATELEUR_OPTS='-XX:+UseSerialGC -XX:-UseCompressedOops' ./bateleur"))
                .as("an archive for other settings of the JVM")
                .isEqualTo(new Outcome(ExitCodes.OK, "another, with an old date\n", ""));
    }

    private Path useRealJava() throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        for (String file : new String[] {"bin/java", "release"}) {
            Files.delete(made.jdk.resolve(file));
            Files.createSymbolicLink(made.jdk.resolve(file), home.resolve(file));
        }
        return home;
    }

    private void writeJar(String text) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path sources = Files.createDirectories(folder.resolve("sources"));
        String header = "package io.bateleur.app.cli; public class ";
        Path main = Files.writeString(
                sources.resolve("Main.java"),
                header + "Main { public static void main(String[] a) { System.out.println(\"" + text + "\"); } }");
        Path rehearsal = Files.writeString(
                sources.resolve("Rehearsal.java"),
                header + "Rehearsal { public static void main(String[] a) { Main.main(a); } }");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), main.toString(), rehearsal.toString());
        assertThat(failed).isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "io.bateleur.app.cli.Main");
        try (OutputStream file = Files.newOutputStream(made.jar());
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            for (String name : List.of("Main", "Rehearsal")) {
                String entry = "io/bateleur/app/cli/" + name + ".class";
                jar.putNextEntry(new ZipEntry(entry));
                Files.copy(classes.resolve(entry), jar);
            }
        }
    }

    private Path archive() throws IOException {
        Path java = made.jdk.resolve("bin/java").toRealPath();
        return Path.of(made.target() + "/archive" + java + "-17.0.1.jsa");
    }
}
