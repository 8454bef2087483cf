package io.bateleur.app.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An exception that nobody expected, with what a developer needs to know about it. */
record BugReport(Throwable thrown, String commandLine, Path folder) {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);

    static BugReport of(Throwable thrown, List<String> args) {
        return new BugReport(thrown, commandLine(args), Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    String title() {
        return "this is a bug in Bateleur: " + thrown;
    }

    int print(PrintStream err) {
        err.println(Main.NAME + ": " + title());
        err.print(facts());
        Path file = folder.resolve("bateleur-bug-" + STAMP.format(LocalDateTime.now()) + ".txt");
        try {
            Files.writeString(file, facts() + "\n" + stackTrace(), StandardOpenOption.CREATE_NEW);
            err.println("  details   " + file);
            err.println("Please report it with that file.");
        } catch (IOException e) {
            err.print(stackTrace());
            err.println("Please report it with all of the above (" + file + " could not be written: " + e + ").");
        }
        return ExitCodes.BUG;
    }

    private String facts() {
        return """
                  version   %s
                  system    %s %s %s
                  command   %s
                """.formatted(
                        VersionText.full(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        commandLine);
    }

    private String stackTrace() {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** The command as it could be typed again, but without passwords: reports get published. */
    static String commandLine(List<String> args) {
        String line = args.stream().map(BugReport::quoted).collect(Collectors.joining(" ", Main.NAME + " ", ""));
        return line.replaceAll("(?i)(passw(?:or)?d|secret|token)([= ])('[^']*'|[^\\s&;']+)", "$1$2***")
                .replaceAll("(://[^\\s/:@']*):[^\\s/@']*@", "$1:***@")
                .strip();
    }

    private static String quoted(String arg) {
        return arg.matches("[A-Za-z0-9_./:=,+@%-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
    }
}
