package io.bateleur.app.cli;

import io.bateleur.lab.run.Databases;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Dialects;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        description = "Show the databases that can be started, what their isolation levels promise, and the workloads.",
        footerHeading = "%nExamples:%n",
        footer = {"  bateleur list databases", "  bateleur list levels", "  bateleur list workloads"})
final class Listing implements Callable<Integer> {
    private enum What {
        DATABASES,
        LEVELS,
        WORKLOADS
    }

    private final Terminal terminal;

    @Parameters(paramLabel = "databases|levels|workloads", description = "What to show.")
    private What what = What.DATABASES;

    Listing(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ServerException {
        switch (what) {
            case DATABASES -> databases();
            case LEVELS -> levels();
            case WORKLOADS -> workloads();
        }
        return ExitCodes.OK;
    }

    private void databases() throws ServerException {
        PrintStream out = terminal.out();
        out.println("Servers, fetched with your own Maven (MySQL: npm) when they are first asked for:");
        for (Product product : Product.values()) {
            out.println();
            out.println("  " + product.word() + " (" + product.title() + ")");
            wrapped(product.versions()).forEach(line -> out.println("    " + line));
        }
        out.println();
        out.println("Inside this program, any version that is in your Maven repository; these unless you name one:");
        out.println();
        for (String name : Databases.inside()) {
            out.println("  " + name);
        }
        out.println();
        out.println("Anything else with a JDBC driver: bateleur run --jdbc-url URL --driver GROUP:ARTIFACT:VERSION");
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
        PrintStream out = terminal.out();
        out.println("What a database is asked for, and the level of ours that its makers' documentation amounts to:");
        List<String> names = new ArrayList<>();
        for (Product product : Product.values()) {
            names.add(product.word());
        }
        names.addAll(List.of("h2", "hsqldb", "derby", "sqlite", "duckdb"));
        for (String name : names) {
            out.println();
            levels(name, "");
        }
        out.println();
        levels("hsqldb", "mvcc");
    }

    private void levels(String name, String model) {
        PrintStream out = terminal.out();
        out.println("  " + name + (model.isEmpty() ? "" : " --set tx=" + model));
        String source = "";
        for (Isolation level : Dialects.of(name, model).levels()) {
            boolean usual = level.word().equals(Dialects.of(name, model).defaultLevel());
            out.println(String.format(
                    Locale.ROOT, "    %-17s %s%s", level.word(), level.documented(), usual ? "   (its default)" : ""));
            source = level.source();
        }
        out.println("    source: " + source);
    }

    private void workloads() {
        for (Workloads.Entry entry : Workloads.all()) {
            String description =
                    entry.description() + (SqlWorkloads.names().contains(entry.name()) ? " (also --form sql)" : "");
            terminal.out().println(String.format(Locale.ROOT, "%-18s %s", entry.name(), description));
        }
    }
}
