package io.bateleur.app.cli;

import io.bateleur.lab.server.BuildOrder;
import io.bateleur.lab.server.BuiltServer;
import io.bateleur.lab.server.Container;
import io.bateleur.lab.server.ImageBuild;
import io.bateleur.lab.server.ImageSpec;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerBuild;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "build",
        description = {
            "Build a database server from its sources and keep it as a version of its own, as in postgres:NAME.",
            "Your sources are copied first and never changed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur build postgres ../postgresql-15.18 --patch no-ssi.diff --as no-ssi",
            "  bateleur build postgres ../postgres@REL_17_5 --debug",
            "  bateleur build mariadb mariadb-10.11.14.tar.gz",
            "  bateleur server postgres:no-ssi",
            "  bateleur build mysql mysql-8.4.3 --dockerfile --base 8.4 --debug",
            "  bateleur build tidb-tikv v8.5.0 --dockerfile --base v8.5.0"
        })
final class Build implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "PRODUCT",
            description = "postgres or mariadb; with --dockerfile tidb, tidb-tikv, mariadb or mysql.")
    private String product = "";

    @Parameters(
            index = "1",
            paramLabel = "SOURCE",
            description = "A directory, a tar archive, or a git repository and a commit as in ../postgres@REL_17_5. "
                    + "With --dockerfile a commit of the product's public repository.")
    private String source = "";

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "What the version is called. Default: the name of the source, with those of the patches.")
    private @Nullable String name;

    @Option(names = "--debug", description = "With assertions and debug information, without optimisation.")
    private boolean debug;

    @Option(
            names = "--patch",
            paramLabel = "FILE",
            description = "A patch to apply first, as patch -p1 takes it. May be repeated.")
    private List<Path> patches = new ArrayList<>();

    @Option(names = "--force", description = "Replace a build of the same name.")
    private boolean again;

    @Option(
            names = "--dockerfile",
            description =
                    "Write a Dockerfile for the product at a commit, and build the image where there is Docker or Podman.")
    private boolean dockerfile;

    @Option(
            names = "--base",
            paramLabel = "TAG",
            description = "With --dockerfile: the makers' image to begin with, of the same series. Default: latest.")
    private @Nullable String base;

    Build(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (dockerfile) {
            return image();
        }
        if (base != null) {
            throw CommandFailed.usage("--base goes with --dockerfile only");
        }
        Product which = Product.of(product.toLowerCase(Locale.ROOT))
                .orElseThrow(
                        () -> CommandFailed.usage("there is no '" + product + "' to build, only postgres and mariadb"));
        try {
            BuildOrder order =
                    BuildOrder.of(which, SourceTree.parse(source), Optional.ofNullable(name), debug, patches);
            String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
            long started = System.nanoTime();
            BuiltServer built;
            try (BuildProgress progress = new BuildProgress(terminal)) {
                built = ServerBuild.run(order, again, path, progress);
            }
            terminal.err()
                    .println(String.format(
                            Locale.ROOT,
                            "%s: built %s, release %s, in %.0f s",
                            Main.NAME,
                            order,
                            built.spec().release(),
                            (System.nanoTime() - started) / 1e9));
            terminal.out().println(built.spec());
            return ExitCodes.OK;
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private int image() throws IOException {
        if (name != null || !patches.isEmpty()) {
            throw CommandFailed.usage("--as and --patch do not go with --dockerfile: edit the file that it writes");
        }
        ImageBuild.Recipe recipe = ImageBuild.Recipe.of(product)
                .orElseThrow(() -> CommandFailed.usage(
                        "there is no Dockerfile for '" + product + "', only for " + ImageBuild.Recipe.words()));
        ImageBuild build;
        try {
            build = ImageBuild.of(recipe, source, Optional.ofNullable(base), debug);
        } catch (ServerException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
        Path file = Path.of(build.fileName());
        if (Files.exists(file) && !again) {
            throw CommandFailed.usage(file + " is there already; --force writes over it");
        }
        Files.writeString(file, build.text());
        terminal.out().println(file);
        terminal.out().flush();
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        Optional<Path> engine = ImageSpec.ENGINES.stream()
                .flatMap(each -> Container.program(each, path).stream())
                .findFirst();
        if (engine.isEmpty()) {
            terminal.err().println(Main.NAME + ": there is no docker or podman on the PATH, so no image was built");
            return ExitCodes.OK;
        }
        return build(build, file, engine.get());
    }

    /** What the engine says is for the user, as it says it. */
    private int build(ImageBuild build, Path file, Path engine) throws IOException {
        List<String> command = build.command(engine.toString());
        terminal.err().println(Main.NAME + ": " + String.join(" ", command) + " < " + file);
        Process process = new ProcessBuilder(command)
                .redirectInput(file.toFile())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw CommandFailed.unavailable(
                        engine.getFileName() + " could not build the image; the Dockerfile is " + file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailed.interrupted("interrupted");
        } finally {
            process.destroy();
        }
        terminal.err().println(Main.NAME + ": bateleur run " + engine.getFileName() + ":" + build.image() + " uses it");
        return ExitCodes.OK;
    }
}
