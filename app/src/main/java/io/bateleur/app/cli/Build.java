package io.bateleur.app.cli;

import io.bateleur.lab.server.BuildOrder;
import io.bateleur.lab.server.BuiltServer;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerBuild;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.SourceTree;
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
            "  bateleur server postgres:no-ssi"
        })
final class Build implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "PRODUCT", description = "postgres or mariadb.")
    private String product = "";

    @Parameters(
            index = "1",
            paramLabel = "SOURCE",
            description = "A directory, a tar archive, or a git repository and a commit as in ../postgres@REL_17_5.")
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

    Build(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
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
}
