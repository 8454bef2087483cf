package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a tiny tree that has the shape of PostgreSQL's sources and makes a program that knows its version and nothing else: this is
 * about what is left of builds. {@link PostgresBuildTest} builds the real thing.
 */
class ServerBuildTest {
    private static final String PATH = String.valueOf(System.getenv("PATH"));

    @TempDir
    Path folder;

    private Path tree;
    private Cache cache;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void makeTree() throws IOException {
        Assumptions.assumeTrue(Command.exists("make") && Command.exists("cc") && Command.exists("perl"));
        cache = Cache.at(folder.resolve("cache"));
        tree = Files.createDirectories(folder.resolve("postgresql-15.99/src/backend/parser"))
                .resolve("../../..")
                .normalize();
        Files.writeString(tree.resolve("src/backend/parser/gram.c"), "");
        Files.writeString(tree.resolve("answer"), "15.99\n");
        Path configure = tree.resolve("configure");
        Files.writeString(configure, """
                #!/bin/sh
                prefix=${1#--prefix=}
                cat >Makefile <<END
                all: ; test "\\$\\$(cat answer)" != broken || { echo 'foo.c:1:10: fatal error: zlib.h: No such file or directory'; exit 1; }
                	test "\\$\\$(cat answer)" != slow || sleep 60
                install:
                	mkdir -p \\$(DESTDIR)$prefix/bin
                	echo '#!/bin/sh' > \\$(DESTDIR)$prefix/bin/postgres
                	echo "echo postgres '(PostgreSQL)' $(cat answer)" >> \\$(DESTDIR)$prefix/bin/postgres
                	chmod 755 \\$(DESTDIR)$prefix/bin/postgres
                END
                """);
        Files.setPosixFilePermissions(configure, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private BuiltServer build(Optional<String> name, boolean again, Path... patches) throws ServerException {
        BuildOrder order =
                BuildOrder.of(Product.POSTGRES, SourceTree.parse(tree.toString()), name, false, List.of(patches));
        return ServerBuild.run(order, again, cache, PATH, listener());
    }

    private ServerBuild.Listener listener() {
        return new ServerBuild.Listener() {
            @Override
            public void begins(String what) {
                told.add(what);
            }

            @Override
            public void compiled(int files, int about) {}
        };
    }

    private List<String> left() throws IOException {
        return Cache.list(cache.root().resolve("builds")).stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }

    private Path patch(String answer) throws IOException {
        return Files.writeString(
                folder.resolve("Wrong Answer.diff"),
                "--- a/answer\n+++ b/answer\n@@ -1 +1 @@\n-15.99\n+" + answer + "\n");
    }

    @Test
    void whatIsBuiltIsAVersionWithItsOriginAndTheSourcesStayAsTheyWere() throws Exception {
        BuiltServer built = build(Optional.empty(), false, patch("15.98"));
        assertThat(built.spec()).hasToString("postgres:15.99-wrong-answer");
        assertThat(built.spec().release()).isEqualTo("15.98");
        assertThat(built.origin()).isEqualTo(tree + " + Wrong Answer.diff");
        assertThat(BuiltServer.all(cache, Product.POSTGRES)).containsExactly(built);
        assertThat(BuiltServer.all(cache, Product.MARIADB)).isEmpty();
        assertThat(left()).containsExactly("postgres-15.99-wrong-answer");
        assertThat(tree.resolve("answer")).hasContent("15.99\n");
        assertThat(tree.resolve("Makefile")).doesNotExist();
        assertThat(told)
                .containsExactly(
                        "copying " + tree, "applying Wrong Answer.diff", "configuring", "compiling", "installing");
        assertThat(BuiltServer.place(cache, Product.POSTGRES, "15.99-wrong-answer"))
                .isEqualTo(built.spec().local().orElseThrow().base());
    }

    @Test
    void aNameIsBuiltOnceUnlessItIsToBeReplaced() throws Exception {
        build(Optional.of("mine"), false);
        assertThatThrownBy(() -> build(Optional.of("mine"), false))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("postgres:mine is built already, from " + tree)
                .hasMessageContaining("--force");
        Files.writeString(tree.resolve("answer"), "16.1\n");
        assertThat(build(Optional.of("mine"), true).spec().release()).isEqualTo("16.1");
        assertThat(left()).containsExactly("postgres-mine");
    }

    @Test
    void aBuildThatFailsLeavesItsLogAndWhatWasThereBefore() throws Exception {
        build(Optional.of("mine"), false);
        assertThatThrownBy(() -> build(Optional.of("mine"), true, patch("broken")))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("compiling PostgreSQL failed")
                .hasMessageContaining("fatal error: zlib.h: No such file or directory")
                .hasMessageContaining("install its development package")
                .hasMessageContaining("postgres-mine.log");
        assertThat(left()).containsExactly("postgres-mine", "postgres-mine.log");
        assertThat(BuiltServer.find(cache, Product.POSTGRES, "mine")
                        .orElseThrow()
                        .spec()
                        .release())
                .isEqualTo("15.99");
        build(Optional.of("mine"), true);
        assertThat(left()).containsExactly("postgres-mine");
    }

    @Test
    void aPatchThatDoesNotFitIsTold() throws Exception {
        Files.writeString(tree.resolve("answer"), "other\n");
        assertThatThrownBy(() -> build(Optional.of("mine"), false, patch("15.98")))
                .hasMessageContaining("applying Wrong Answer.diff")
                .hasMessageContaining("failed")
                .hasMessageContaining("FAILED");
        assertThat(left()).containsExactly("postgres-mine.log");
    }

    @Test
    void missingProgramsAreNamedBeforeAnythingIsCompiled() throws Exception {
        Files.delete(tree.resolve("src/backend/parser/gram.c"));
        BuildOrder order =
                BuildOrder.of(Product.POSTGRES, SourceTree.parse(tree.toString()), Optional.empty(), false, List.of());
        assertThatThrownBy(() -> ServerBuild.run(order, false, cache, folder.toString(), listener()))
                .hasMessageContaining("needs a C compiler, make, perl, bison, flex, not found on the PATH")
                .hasMessageContaining("apt-get install build-essential");
        assertThat(told).containsExactly("copying " + tree);
        assertThat(left()).isEmpty();
    }

    @Test
    void whatIsNoSourceTreeIsRefused() throws Exception {
        Files.delete(tree.resolve("configure"));
        assertThatThrownBy(() -> build(Optional.empty(), false)).hasMessageContaining("there is no configure in it");
        assertThatThrownBy(() -> SourceTree.parse(tree + "/nothing")).hasMessageContaining("there are no sources at");
        assertThatThrownBy(() -> SourceTree.parse(tree + "@v1")).hasMessageContaining("there is no commit 'v1'");
        assertThat(left()).isEmpty();
    }

    @Test
    void namesThatCouldBeReleasesAreRefused() throws Exception {
        SourceTree source = SourceTree.parse(tree.toString());
        for (String name : List.of("15.3", "installed", "15-installed", "a b", "", "../up", "Large")) {
            assertThatThrownBy(() -> BuildOrder.of(Product.POSTGRES, source, Optional.of(name), false, List.of()))
                    .as(name)
                    .hasMessageContaining("is no name for a build");
        }
        assertThat(BuildOrder.of(Product.POSTGRES, source, Optional.empty(), false, List.of()))
                .hasToString("postgres:15.99-built");
        assertThat(BuildOrder.of(Product.POSTGRES, source, Optional.empty(), true, List.of()))
                .hasToString("postgres:15.99-debug");
    }

    @Test
    void anArchiveAndACommitAreSourcesToo() throws Exception {
        Assumptions.assumeTrue(Command.exists("git"));
        Path archive = folder.resolve("postgresql-15.99.tar.gz");
        assertThat(Command.run(
                                folder,
                                Duration.ofSeconds(20),
                                "",
                                List.of(
                                        "tar",
                                        "-czf",
                                        archive.toString(),
                                        tree.getFileName().toString()))
                        .isSuccess())
                .isTrue();
        for (String words : List.of(
                "init -q", "add .", "-c user.name=a -c user.email=a@b commit -q -m one", "tag first", "rm -q answer")) {
            List<String> command = new ArrayList<>(List.of("git", "-C", tree.toString()));
            command.addAll(List.of(words.split(" ")));
            assertThat(Command.run(folder, Duration.ofSeconds(20), "", command).output())
                    .as(words)
                    .doesNotContain("fatal");
        }
        for (String source : List.of(archive.toString(), tree + "@first")) {
            BuildOrder order =
                    BuildOrder.of(Product.POSTGRES, SourceTree.parse(source), Optional.empty(), false, List.of());
            assertThat(ServerBuild.run(order, false, cache, PATH, listener())
                            .spec()
                            .release())
                    .isEqualTo("15.99");
        }
        assertThat(left()).hasSize(2).contains("postgres-15.99-built");
    }

    /** Whoever is killed while it compiles leaves neither its compilers nor its directory. */
    @Test
    void aKilledBuildLeavesNothing() throws Exception {
        Files.writeString(tree.resolve("answer"), "slow\n");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        AbandonedBuild.class.getName(),
                        cache.root().toString(),
                        tree.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = child.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (!"compiling".equals(line)) {
                assertThat(line).isNotNull();
                line = lines.readLine();
            }
        } finally {
            child.destroyForcibly();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (left().stream().anyMatch(name -> !name.endsWith(".log")) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(left()).containsExactly("postgres-15.99-built.log");
        assertThat(ProcessHandle.allProcesses().filter(process -> process.info()
                        .commandLine()
                        .orElse("")
                        .contains(cache.root().toString())))
                .isEmpty();
    }
}
