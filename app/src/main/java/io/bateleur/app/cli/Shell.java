package io.bateleur.app.cli;

import io.bateleur.lab.repro.Ground;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.SqlShell;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "shell",
        description = {
            "Open several SQL sessions on one server of any version, and say who waits for whom.",
            "The server and its data go with the last prompt. \\help shows what can be typed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur shell 2 postgres:12.3",
            "  bateleur shell 3 mariadb:11.4.5 --isolation repeatable-read",
            "  bateleur shell h2"
        })
final class Shell implements Callable<Integer> {
    private static final int MOST = 16;

    private final Terminal terminal;

    @Parameters(
            arity = "1..2",
            paramLabel = "[N] DATABASE",
            description = "How many sessions (default: 2), and where, as in postgres:12.3.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description = "What sessions are set to. Default: what the database gives when nobody asks.")
    private @Nullable String isolation;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the server, in its own words. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    Shell(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int sessions = sessions();
        String database = words.get(words.size() - 1);
        @Nullable SqlLevel asked = level();
        Grounds grounds = new Grounds(line -> terminal.err().println(Main.NAME + ": " + line));
        try (Ground ground = grounds.start(database, settings);
                Prompt prompt = Prompt.of(terminal, "shell", ShellLoop.WORDS)) {
            SqlLevel level = asked == null ? SqlShell.usualLevel(ground) : asked;
            ShellLoop loop = new ShellLoop(prompt, sessions, 0);
            try (SqlShell shell = SqlShell.open(ground, ShellLoop.names(sessions), level, loop)) {
                prompt.tell(sessions + (sessions == 1 ? " session" : " sessions") + " at " + shell.level("s0") + " on "
                        + ground + "; 1> chooses session 1, \\help shows more");
                loop.run(shell);
            }
            return ExitCodes.OK;
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            throw CommandFailed.unavailable("the sessions cannot be opened: " + e.getMessage());
        }
    }

    private int sessions() {
        if (words.size() == 1) {
            return 2;
        }
        String number = words.get(0);
        if (!number.matches("\\d{1,3}") || Integer.parseInt(number) < 1 || Integer.parseInt(number) > MOST) {
            throw CommandFailed.usage("the number of sessions is from 1 to " + MOST + ", and not " + number);
        }
        return Integer.parseInt(number);
    }

    private @Nullable SqlLevel level() {
        String word = isolation;
        return word == null
                ? null
                : SqlLevel.of(word.toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-'))
                        .orElseThrow(() -> CommandFailed.usage("unknown level '" + word + "'; there are "
                                + Arrays.stream(SqlLevel.values())
                                        .map(SqlLevel::word)
                                        .collect(Collectors.joining(", "))));
    }
}
