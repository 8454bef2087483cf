package io.bateleur.core.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real browser without a window, if there is one on this machine. */
final class Browser {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private final Path program;

    private Browser(Path program) {
        this.program = program;
    }

    static Optional<Browser> find() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Browser::new);
    }

    /** The document as it is after its scripts have run. */
    String open(String html) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bateleur-browser");
        try {
            Path page = Files.writeString(folder.resolve("page.html"), html);
            Path out = folder.resolve("out.html");
            Process process = new ProcessBuilder(
                            program.toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync",
                            "--user-data-dir=" + folder.resolve("profile"),
                            "--dump-dom",
                            page.toUri().toString())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the browser is still busy after a minute");
            }
            return Files.readString(out);
        } finally {
            delete(folder);
        }
    }

    /** The browser's own helpers may still be tidying up. */
    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (java.io.UncheckedIOException e) {
            // something vanished while we looked
        }
    }
}
