package io.bateleur.app.cli;

import io.bateleur.core.mirror.Profile;
import io.bateleur.core.mirror.Profiles;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.server.BuiltServer;
import io.bateleur.lab.server.Container;
import io.bateleur.lab.server.Image;
import io.bateleur.lab.server.ImageSpec;
import io.bateleur.lab.server.Installed;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Dialects;
import io.bateleur.lab.store.EmbeddedEngine;
import io.bateleur.lab.store.EmbeddedEngines;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        description =
                "Show the databases that can be started, what their isolation levels promise, the mechanisms that watch holds them to, and the workloads.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur list databases",
            "  bateleur list levels",
            "  bateleur list profiles",
            "  bateleur list workloads"
        })
final class ListCommand implements Callable<Integer> {
    private enum What {
        DATABASES,
        LEVELS,
        PROFILES,
        WORKLOADS;

        /** As it is typed and shown. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Parameters(
            paramLabel = "WHAT",
            arity = "0..1",
            description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private What what = What.DATABASES;

    ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ServerException {
        switch (what) {
            case DATABASES -> databases();
            case LEVELS -> levels();
            case PROFILES -> profiles();
            case WORKLOADS -> workloads();
        }
        return ExitCodes.OK;
    }

    private void databases() throws ServerException {
        PrintStream out = terminal.text();
        out.println("Servers, fetched with your own Maven (MySQL: npm) when they are first asked for:");
        for (Product product : Product.values()) {
            out.println();
            String obstacle = Servers.obstacle(new ServerSpec(product, product.newest()))
                    .map(why -> "; not here: " + why)
                    .orElse("");
            out.println("  " + product.word() + " (" + product.title() + ")" + obstacle);
            wrapped(product.versions()).forEach(line -> out.println("    " + line));
            for (BuiltServer built : BuiltServer.all(product)) {
                out.println("    " + built.spec().version() + " built from " + built.origin());
            }
            for (ServerSpec spec : Installed.all(product)) {
                out.println("    " + spec.version() + " in "
                        + spec.local().orElseThrow().base());
            }
        }
        out.println();
        out.println("Inside this program, any version that is in your Maven repository; these unless you name one:");
        out.println();
        for (String name : Databases.inside()) {
            out.println("  " + name);
        }
        out.println();
        containers();
        out.println();
        out.println("Anything else with a JDBC driver: bateleur run --jdbc-url URL --driver GROUP:ARTIFACT:VERSION");
    }

    private void containers() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        List<String> there = ImageSpec.ENGINES.stream()
                .filter(engine -> Container.program(engine, path).isPresent())
                .toList();
        terminal.text()
                .println("In containers, any tag, as in docker:postgres:17 or podman:mysql:8.4 ("
                        + (there.isEmpty()
                                ? "not here: there is no docker or podman on the PATH"
                                : "on the PATH: " + String.join(", ", there))
                        + "):");
        terminal.text().println();
        wrapped(Image.all().stream().map(Image::word).toList())
                .forEach(line -> terminal.text().println("  " + line));
    }

    private List<String> wrapped(List<String> words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (line.length() + word.length() > terminal.columns() - 8) {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().strip());
        return lines;
    }

    private void levels() {
        PrintStream out = terminal.text();
        out.println("What a database is asked for, and the level of ours that its makers' documentation amounts to:");
        List<String> names = new ArrayList<>();
        for (Product product : Product.values()) {
            names.add(product.word());
        }
        names.addAll(List.of("h2", "hsqldb", "derby", "sqlite", "duckdb"));
        for (String name : names) {
            levels(name, Dialects.of(name, ""));
        }
        levels("hsqldb --set tx=mvcc", Dialects.of("hsqldb", "mvcc"));
        for (EmbeddedEngine engine : EmbeddedEngines.all()) {
            levels(engine.name(), engine.levels().usual(), engine.levels().all());
        }
    }

    private void levels(String name, Dialect dialect) {
        levels(name, dialect.defaultLevel(), dialect.levels());
    }

    private void levels(String name, String usual, List<Isolation> levels) {
        PrintStream out = terminal.text();
        out.println();
        out.println("  " + name);
        for (Isolation level : levels) {
            out.println(String.format(
                    Locale.ROOT,
                    "    %-17s %s%s",
                    level.word(),
                    level.documented(),
                    level.word().equals(usual) ? "   (its default)" : ""));
        }
        levels.stream().map(Isolation::source).distinct().forEach(source -> out.println("    source: " + source));
    }

    private void profiles() {
        PrintStream out = terminal.text();
        out.println("What bateleur watch holds a database to at each level (docs/watch.md):");
        String source = "";
        for (Profile profile : Profiles.bundled().all()) {
            if (!profile.source().equals(source)) {
                source = profile.source();
                out.println();
                out.println(source);
            }
            out.println(String.format(Locale.ROOT, "  %-33s %s", profile.name(), profile.mechanisms()));
        }
    }

    private void workloads() {
        for (Workloads.Entry entry : Workloads.all()) {
            String description =
                    entry.description() + (SqlWorkloads.names().contains(entry.name()) ? " (also --form sql)" : "");
            terminal.text().println(String.format(Locale.ROOT, "%-18s %s", entry.name(), description));
        }
    }
}
