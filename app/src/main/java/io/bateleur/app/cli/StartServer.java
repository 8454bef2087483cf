package io.bateleur.app.cli;

import io.bateleur.lab.server.Access;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "server",
        description = {
            "Start a database server of any version, with a data directory of its own, until Enter or Ctrl-C.",
            "Its binaries are fetched with your own Maven and kept in the cache. Its data is deleted when it ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur server postgres:12.3",
            "  bateleur server mariadb:11.4.5 --set innodb_snapshot_isolation=ON",
            "  bateleur server postgres:installed",
            "  bateleur server postgres --port 15432 --password secret",
            "  bateleur list databases"
        })
final class StartServer implements Callable<Integer> {
    private static final long LOOK_MILLIS = 200;

    private final Terminal terminal;

    @Parameters(
            paramLabel = "DATABASE",
            description = "postgres:12.3, mariadb:11.4.5, mysql:5.6.24, postgres:installed, ...")
    private String database = "";

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the server, in its own words. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--port", paramLabel = "N", description = "The port to listen on. Default: a free one.")
    private @Nullable Integer port;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description = "The password that it demands. Default: one made up for it.")
    private @Nullable String password;

    StartServer(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Access access = access();
        try (Server server = Servers.start(ServerSpec.parse(database), settings, access, line -> terminal.err()
                        .println(Main.NAME + ": " + line));
                Interrupts interrupts = new Interrupts()) {
            terminal.out().println("host      " + server.host());
            terminal.out().println("port      " + server.port());
            terminal.out().println("user      " + server.user());
            terminal.out().println("password  " + server.password());
            terminal.out().println("jdbc url  " + server.jdbcUrl());
            terminal.out().println("connect   " + server.connectLine());
            terminal.out().flush();
            terminal.err().println(Main.NAME + ": Enter or Ctrl-C stops it and deletes its data");
            EnterKey enter = new EnterKey(terminal.in());
            while (!interrupts.requested() && !enter.pressed()) {
                if (!server.isRunning()) {
                    throw CommandFailed.unavailable("the server has ended by itself");
                }
                Thread.sleep(LOOK_MILLIS);
            }
            terminal.err()
                    .println(Main.NAME + ": " + (interrupts.requested() ? "interrupted; " : "")
                            + "the server is stopped, and its data deleted");
            return ExitCodes.OK;
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.OK;
        }
    }

    private Access access() {
        try {
            return new Access(port == null ? OptionalInt.empty() : OptionalInt.of(port), Optional.ofNullable(password));
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }
}
