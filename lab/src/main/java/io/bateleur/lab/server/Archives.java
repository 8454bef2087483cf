package io.bateleur.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Unpacks what binaries come in. */
final class Archives {
    private Archives() {}

    /** With the system's tar, which keeps modes and links and knows xz; nothing in plain Java does all of that. */
    static void untar(Path archive, Path into) throws ServerException {
        boolean xz = archive.toString().endsWith("xz");
        Command.Result result = Command.run(
                Cache.parentOf(archive),
                Duration.ofMinutes(5),
                "install tar",
                List.of("tar", xz ? "-xJpf" : "-xzpf", archive.toString(), "--no-same-owner", "-C", into.toString()));
        if (!result.isSuccess()) {
            String hint = result.output().contains("No space left")
                    ? "free some space and try again"
                    : Command.exists(xz ? "xz" : "gzip") ? "" : "install " + (xz ? "xz (xz-utils)" : "gzip");
            throw new ServerException("tar could not unpack " + archive + "\n" + result.tail(), hint);
        }
    }

    static void unzip(Path jar, Path into) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (entry.isDirectory()) {
                    continue;
                }
                Path place = into.resolve(entry.getName()).normalize();
                if (!place.startsWith(into)) {
                    throw new IOException(entry.getName() + " in " + jar + " lies outside");
                }
                Files.createDirectories(Cache.parentOf(place));
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, place);
                }
            }
        }
    }
}
