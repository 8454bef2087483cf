package io.bateleur.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A checkout with the launcher, in which java and mvn only write down how they were called. */
final class MadeUpCheckout {
    private static final String TOOLS =
            "sh dirname readlink sed find head mkdir touch mv grep tail cat wc sleep rm flock stty script";

    /** Makes an archive when it is asked to; shows its arguments otherwise. */
    private static final String JAVA = """
            for arg; do
                case $arg in
                -XX:DumpLoadedClassList=*) exit ;;
                -Xshare:dump) dump=yes ;;
                -XX:SharedArchiveFile=*) archive=${arg#*=} ;;
                esac
            done
            if [ -n "${dump:-}" ]; then
                sleep 0.3
                echo "$archive" >> "$0.archives"
                echo classes > "$archive"
                exit
            fi
            for arg; do printf '<%s>' "$arg"; done
            echo""";

    final Path checkout;
    final Path source;
    final Path bin;
    final Path jdk;

    MadeUpCheckout(Path folder, String name) throws IOException {
        checkout = Files.createDirectories(folder.resolve(name));
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
        script(jdk.resolve("bin/java"), JAVA);
        script(jdk.resolve("bin/javac"), "");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        script(
                bin.resolve("mvn"),
                "echo \"$@\" >> builds; sleep 0.3; mkdir -p app/target/quick; echo > app/target/quick/bateleur.jar");
    }

    /** Runs a script in the checkout. */
    Outcome launch(String script) throws IOException, InterruptedException {
        Map<String, String> environment =
                Map.of("PATH", bin.toString(), "JAVA_HOME", jdk.toString(), "BATELEUR_OPTS", "");
        return Outcome.ofShell(checkout, environment, script);
    }

    Path target() throws IOException {
        return checkout.toRealPath().resolve("app/target");
    }

    Path jar() throws IOException {
        return target().resolve("bateleur.jar");
    }

    /** How Maven was called. */
    List<String> builds() throws IOException {
        return Files.readAllLines(checkout.resolve("builds"));
    }

    /** One line for each archive that was made. */
    List<String> archives() throws IOException {
        return Files.readAllLines(jdk.resolve("bin/java.archives"));
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

    static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        makeExecutable(file);
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
