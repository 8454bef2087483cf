package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.server.Server;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.PlainDatabase;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Written scripts, each executed by an engine and by the evaluator, statement by statement.
 *
 * <p>In the files, {@code === title | engines} begins a script on an empty database, and an empty line ends a statement. {@code -- free}
 * before a statement says that its answer leaves something open, {@code -- outside: words} that it is not evaluated, and why,
 * {@code -- only: engines} that the others do not have it.
 */
class ScriptsOnServersTest {
    /** @param outside a part of the gap; empty: it is evaluated @param only the engines that have it; empty: all of the script */
    private record Step(boolean free, String outside, List<String> only, String text) {
        static Step of(String written) {
            boolean free = false;
            String outside = "";
            List<String> only = List.of();
            String text = written.strip();
            while (text.startsWith("-- ")) {
                String line = text.lines().findFirst().orElseThrow();
                free |= line.equals("-- free");
                outside = line.startsWith("-- outside: ") ? line.substring(12).strip() : outside;
                only = line.startsWith("-- only: ")
                        ? List.of(line.substring(9).strip().split(" "))
                        : only;
                text = text.substring(line.length()).strip();
            }
            return new Step(free, outside, only, text);
        }
    }

    private record Script(String title, List<String> engines, List<Step> steps) {}

    @Test
    void postgres() throws Exception {
        try (Server server = Hosts.postgres();
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.login())) {
            run("postgres", connection, SqlDialect.POSTGRES, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
        }
    }

    @Test
    void mariadb() throws Exception {
        try (Server server = Hosts.mariadb();
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.login())) {
            run("mariadb", connection, SqlDialect.MYSQL, "DROP DATABASE IF EXISTS s", "CREATE DATABASE s", "USE s");
        }
    }

    @Test
    void h2() throws Exception {
        try (Connection connection = Hosts.h2("scripts").open()) {
            run("h2", connection, SqlDialect.H2, "DROP ALL OBJECTS");
        }
    }

    @Test
    void sqlite() throws Exception {
        for (Script script : scripts("sqlite")) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:?foreign_keys=true")) {
                execute(script, "sqlite", connection, SqlDialect.SQLITE);
            }
        }
        assertThat(differences).isEmpty();
    }

    private void run(String engine, Connection connection, SqlDialect dialect, String... clean) throws Exception {
        for (Script script : scripts(engine)) {
            try (Statement statement = connection.createStatement()) {
                for (String each : clean) {
                    statement.execute(each);
                }
            }
            execute(script, engine, connection, dialect);
        }
        assertThat(differences).isEmpty();
    }

    // ---- scripts

    private static List<Script> scripts(String engine) throws IOException, URISyntaxException {
        String only = System.getProperty("bateleur.script", "");
        URL folder = Objects.requireNonNull(ScriptsOnServersTest.class.getResource("scripts"));
        List<Script> scripts = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : files.sorted().toList()) {
                scripts.addAll(read(Files.readString(file)));
            }
        }
        scripts.removeIf(script -> !script.engines.contains(engine) || !script.title.contains(only));
        assertThat(scripts).isNotEmpty();
        return scripts;
    }

    private static List<Script> read(String text) {
        List<Script> scripts = new ArrayList<>();
        for (String part : text.split("(?m)^=== ")) {
            int line = part.indexOf('\n');
            if (line < 0) {
                continue;
            }
            String[] head = part.substring(0, line).split("\\|");
            List<Step> steps = new ArrayList<>();
            for (String each : part.substring(line + 1).split("\n[ \t]*\n")) {
                if (!each.isBlank()) {
                    steps.add(Step.of(each));
                }
            }
            scripts.add(new Script(head[0].strip(), List.of(head[1].strip().split("\\s+")), steps));
        }
        return scripts;
    }

    private final List<String> differences = new ArrayList<>();

    private void execute(Script script, String engine, Connection connection, SqlDialect dialect) throws SQLException {
        PlainDatabase database = new PlainDatabase(dialect);
        database.checkReferences(true);
        try (Statement statement = connection.createStatement()) {
            for (Step step : script.steps) {
                if (!step.only.isEmpty() && !step.only.contains(engine)) {
                    continue;
                }
                EngineReply reply = EngineReply.to(step.text, statement);
                String difference;
                try {
                    difference = difference(step, database.execute(step.text), reply);
                } catch (RuntimeException e) {
                    difference = "failed: " + e + ' ' + e.getStackTrace()[0] + ' ' + e.getStackTrace()[1];
                }
                if (difference != null) {
                    differences.add(engine + ", " + script.title + ":\n   " + step.text + "\n   " + difference + "\n");
                }
            }
        }
    }

    private static String difference(Step step, Answer ours, EngineReply reply) {
        String gap = ours.gaps().isEmpty() ? "" : ours.gaps().get(0).what();
        if (!gap.isEmpty() || !step.outside.isEmpty()) {
            boolean expected = !step.outside.isEmpty() && gap.contains(step.outside);
            return expected ? null : "outside: " + gap + "; the engine " + reply;
        }
        if (step.free && Agreement.isRefusedPerhaps(ours, reply)) {
            return null;
        }
        String difference = Agreement.difference(ours, reply);
        return difference != null
                ? difference
                : Agreement.isDetermined(ours) == step.free
                        ? "determined: " + !step.free + ", " + Agreement.shown(ours)
                        : null;
    }
}
