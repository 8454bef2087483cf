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
    private final PrintStream text;
    /** Without wrapping, for lines that are painted over. */
    private final PrintStream rawErr;

    private final PrintStream err;
    private final boolean colours;
    private final boolean progressShown;
    private final int columns;
    private final int textColumns;
    private volatile @Nullable Progress progress;
    private volatile boolean tellsInterruption;

    private Terminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            boolean colours,
            int columns) {
        this.in = in;
        this.out = out;
        this.text = outIsTerminal ? wrapped(out, columns) : out;
        this.rawErr = err;
        this.err = errIsTerminal ? wrapped(err, columns) : err;
        this.colours = colours;
        this.progressShown = errIsTerminal;
        this.columns = columns;
        this.textColumns = outIsTerminal ? columns : Integer.MAX_VALUE;
    }

    private static PrintStream wrapped(PrintStream stream, int columns) {
        return new PrintStream(new Wrapping(stream, columns), false, StandardCharsets.UTF_8);
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
                outIsTerminal,
                errIsTerminal,
                wantsColours(outIsTerminal, System.getenv()),
                columns(System.getProperty("bateleur.columns"), System.getenv("COLUMNS")));
    }

    /** A terminal whose output goes to a file, a pipe or a test: no colours, no progress. */
    static Terminal plain(InputStream in, PrintStream out, PrintStream err) {
        return new Terminal(in, out, err, false, false, false, DEFAULT_COLUMNS);
    }

    /** A terminal without colours that is so wide. */
    static Terminal wide(int columns, PrintStream out, PrintStream err) {
        return new Terminal(InputStream.nullInputStream(), out, err, true, true, false, columns);
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

    /** Whether a person types and reads here. */
    boolean isInteractive() {
        return wraps() && Tty.isTerminal(Tty.STDIN);
    }

    InputStream in() {
        return in;
    }

    /** Results that programs read: JSON, traces, scripts. Flushed at the end, and at each line if a person watches. */
    PrintStream out() {
        return out;
    }

    /** Results that people read; where a person watches, wrapped at the width of the terminal. */
    PrintStream text() {
        return text;
    }

    /** Everything that is not a result, wrapped in the same way. */
    PrintStream err() {
        return err;
    }

    boolean colours() {
        return colours;
    }

    /** How wide {@link #text} is; without bound where nobody watches. */
    int textColumns() {
        return textColumns;
    }

    int columns() {
        return columns;
    }

    /** Whether {@link #text} is wrapped. */
    boolean wraps() {
        return text != out;
    }

    /** A line on {@code err} that shows how far we are; print nothing else while it is open. A total of -1 is unknown. */
    Progress progress(String what, long total) {
        Progress begun = progressShown ? Progress.on(rawErr, what, total, columns) : Progress.hidden();
        progress = begun;
        return begun;
    }

    /** The same for a line that says at each look what there is to say. */
    Progress progress(Supplier<String> what) {
        Progress begun = progressShown ? Progress.on(rawErr, what, columns) : Progress.hidden();
        progress = begun;
        return begun;
    }

    /** Whether somebody watches who can be shown lines that are painted over. */
    boolean paints() {
        return progressShown;
    }

    /** Prints a line that will be wiped away. */
    void paint(String line) {
        rawErr.println(line);
    }

    /** Wipes away so many lines. */
    void wipe(int lines) {
        rawErr.print(("\033[1A" + Progress.CLEAR).repeat(lines));
        rawErr.flush();
    }

    /** Whether the command at work says itself that it was interrupted, and how far it came. */
    void tellsInterruption(boolean itself) {
        tellsInterruption = itself;
    }

    boolean tellsInterruption() {
        return tellsInterruption;
    }

    /** For when the program ends before the progress was closed. */
    void clearProgress() {
        Progress last = progress;
        if (last != null) {
            last.close();
        }
    }
}
