package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a server's program which release it is. */
final class Release {
    /** {@code postgres (PostgreSQL) 15.18 (Debian ...)}, {@code mariadbd  Ver 10.11.14-MariaDB for ...}, {@code 19devel}. */
    private static final Pattern NUMBER = Pattern.compile("(?:\\(PostgreSQL\\)|Ver) (\\d+(?:\\.\\d+)*)");

    private Release() {}

    /** Nothing if it does not run or is another product. */
    static Optional<String> of(Product product, Path daemon) {
        String answer = answer(daemon);
        Matcher number = NUMBER.matcher(answer);
        return answer.contains(product.title()) && number.find() ? Optional.of(number.group(1)) : Optional.empty();
    }

    /** What it prints on {@code --version}, or why it cannot be run. */
    static String answer(Path daemon) {
        try {
            Process process = new ProcessBuilder(daemon.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
