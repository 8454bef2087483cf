package io.bateleur.app.cli;

import io.bateleur.lab.repro.foreign.ForeignFile;
import io.bateleur.lab.repro.foreign.IsolationTester;
import io.bateleur.lab.repro.foreign.Spec;
import io.bateleur.lab.repro.foreign.SpecParser;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "spec",
        description = {
            "Run specifications for PostgreSQL's isolationtester as they are, and print what isolationtester prints.",
            "With --expected, compare it with files NAME.out and NAME_1.out in place of printing it; blanks do not count. The exit code "
                    + "is 1 if a specification gives another output, or cannot be run to its end."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur repro spec total-cash.spec --engine postgres:17.5",
            "  bateleur repro spec specs/*.spec --expected expected"
        })
final class ReproSpec implements Callable<Integer> {
    private static final String DATABASE = "isolation_regression";

    @ParentCommand
    private Repro repro;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Specifications.")
    private List<Path> files = List.of();

    @Option(
            names = "--engine",
            paramLabel = "DATABASE",
            description = "What to run on. Default: postgres, the newest that there is.")
    private String engine = "postgres";

    @Option(names = "--expected", paramLabel = "DIR", description = "The folder of the expected outputs.")
    private @Nullable Path expected;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the server, in its own words. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "How long a step may take before it is cancelled. Default: 60s.")
    private Duration patience = Duration.ofSeconds(60);

    @Override
    public Integer call() throws IOException {
        List<Spec> specs = new ArrayList<>();
        for (Path file : files) {
            specs.add(SpecParser.parse(new ForeignFile(file, Files.readString(file))));
        }
        settings.putIfAbsent("max_prepared_transactions", "3");
        Consumer<String> progress = line -> repro.terminal.err().println(Main.NAME + ": " + line);
        ServerSpec wanted = spec();
        int unlike = 0;
        try (Server server = Servers.start(wanted, settings, progress)) {
            Driver driver = new Drivers(Cache.standard(), progress).load(Drivers.standard("postgres"));
            for (int i = 0; i < files.size(); i++) {
                unlike += run(server, driver, files.get(i), specs.get(i)) ? 0 : 1;
            }
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            throw CommandFailed.unavailable(wanted + ": " + e.getMessage());
        }
        if (expected != null) {
            repro.terminal.out().println((files.size() - unlike) + " as expected, " + unlike + " not");
        }
        return unlike == 0 ? ExitCodes.OK : ExitCodes.VIOLATED;
    }

    private ServerSpec spec() {
        try {
            ServerSpec spec = ServerSpec.parse(engine);
            if (spec.product() == Product.POSTGRES) {
                return spec;
            }
        } catch (ServerException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
        throw CommandFailed.usage("isolationtester knows PostgreSQL only, not " + engine);
    }

    /** Whether it came to its end, and with the expected output where there is one. */
    private boolean run(Server server, Driver driver, Path file, Spec spec) throws SQLException, IOException {
        String name = name(file);
        try (Connection connection = connect(server, driver, server.database(), name);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
        }
        StringBuilder output = new StringBuilder();
        Optional<String> stuck = Optional.empty();
        try (IsolationTester tester = new IsolationTester(
                spec,
                () -> connect(server, driver, DATABASE, name),
                expected == null ? repro.terminal.out() : output,
                patience)) {
            tester.run();
        } catch (IsolationTester.Stuck e) {
            stuck = Optional.of(String.valueOf(e.getMessage()));
        }
        repro.terminal.out().flush();
        Optional<String> problem =
                stuck.isPresent() || expected == null ? stuck : difference(expected, file, output.toString());
        problem.ifPresent(text -> repro.terminal.err().println(file + ": " + text));
        return problem.isEmpty();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.spec$", "");
    }

    private static Connection connect(Server server, Driver driver, String database, String name) throws SQLException {
        Properties login = server.login();
        login.setProperty("preferQueryMode", "simple"); // a step is one message, however many statements it has
        login.setProperty("ApplicationName", "isolation/" + name);
        login.setProperty("options", "-c timezone=PST8PDT -c intervalstyle=postgres_verbose");
        String url = server.jdbcUrl().replaceFirst("(://[^/]+/)[^?]*", "$1" + database);
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException("the driver does not know " + url);
        }
        return connection;
    }

    private static Optional<String> difference(Path folder, Path file, String output) throws IOException {
        String name = name(file);
        List<String> found = words(output);
        Optional<String> difference = Optional.empty();
        for (int variant = 0; variant < 10; variant++) {
            Path path = folder.resolve(name + (variant == 0 ? "" : "_" + variant) + ".out");
            if (!Files.isRegularFile(path)) {
                continue;
            }
            List<String> lines = words(Files.readString(path));
            if (lines.equals(found)) {
                return Optional.empty();
            }
            if (difference.isEmpty()) {
                int at = 0;
                while (at < lines.size() && at < found.size() && lines.get(at).equals(found.get(at))) {
                    at++;
                }
                difference = Optional.of(
                        "found '" + line(found, at) + "', expected '" + line(lines, at) + "' (" + path + ")");
            }
        }
        return difference.or(() -> Optional.of("there is no " + folder.resolve(name + ".out")));
    }

    private static String line(List<String> lines, int at) {
        return at < lines.size() ? lines.get(at) : "the end";
    }

    /** The lines that have any words, without more blanks than one. */
    private static List<String> words(String text) {
        return Stream.of(text.split("\n"))
                .map(line -> line.replaceAll("\\s*([|+])\\s*", "$1").strip().replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
