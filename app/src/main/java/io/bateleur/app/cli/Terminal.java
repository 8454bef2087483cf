package io.bateleur.app.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The three streams of the program, always in UTF-8, and what is at their other end. */
final class Terminal {
    private static final int DEFAULT_COLUMNS = 80;
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean colours;
    private final boolean progressShown;
    private final int columns;
    private volatile @Nullable Progress progress;

    /** @param colours whether {@code out} takes them; @param progressShown whether {@code err} is a terminal */
    Terminal(InputStream in, PrintStream out, PrintStream err, boolean colours, boolean progressShown, int columns) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.colours = colours;
        this.progressShown = progressShown;
        this.columns = columns;
    }

    static Terminal system() {
        boolean outIsTerminal = Tty.isTerminal(Tty.STDOUT);
        boolean errIsTerminal = Tty.isTerminal(Tty.STDERR);
        BufferedOutputStream buffered =
                new BufferedOutputStream(new StandardOutput(new FileOutputStream(FileDescriptor.out)), BUFFER_BYTES);
        return new Terminal(
                new FileInputStream(FileDescriptor.in),
                new PrintStream(buffered, outIsTerminal, StandardCharsets.UTF_8), // a person wants each line at once
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                wantsColours(outIsTerminal, System.getenv()),
                errIsTerminal,
                columns(System.getProperty("bateleur.columns"), System.getenv("COLUMNS")));
    }

    /** A terminal whose output goes to a file, a pipe or a test: no colours, no progress. */
    static Terminal plain(InputStream in, PrintStream out, PrintStream err) {
        return new Terminal(in, out, err, false, false, DEFAULT_COLUMNS);
    }

    static boolean wantsColours(boolean isTerminal, Map<String, String> environment) {
        return isTerminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** The first that is a sensible number. */
    static int columns(@Nullable String... told) {
        for (String candidate : told) {
            if (candidate != null && candidate.matches("[1-9][0-9]{1,3}")) {
                return Integer.parseInt(candidate);
            }
        }
        return DEFAULT_COLUMNS;
    }

    InputStream in() {
        return in;
    }

    /** Results. Flushed at the end, and at each line if a person watches. */
    PrintStream out() {
        return out;
    }

    /** Everything that is not a result. */
    PrintStream err() {
        return err;
    }

    boolean colours() {
        return colours;
    }

    int columns() {
        return columns;
    }

    /** A line on {@code err} that shows how far we are; print nothing else while it is open. A total of -1 is unknown. */
    Progress progress(String what, long total) {
        Progress begun = progressShown ? Progress.on(err, what, total, columns) : Progress.hidden();
        progress = begun;
        return begun;
    }

    /** The same for a line that says at each look what there is to say. */
    Progress progress(Supplier<String> what) {
        Progress begun = progressShown ? Progress.on(err, what, columns) : Progress.hidden();
        progress = begun;
        return begun;
    }

    /** For when the program ends before the progress was closed. */
    void clearProgress() {
        Progress last = progress;
        if (last != null) {
            last.close();
        }
    }
}
