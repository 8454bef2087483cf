package io.bateleur.app.cli;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Sink;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipException;
import picocli.CommandLine.ExecutionException;

/** What an exception means to the user: a message and an exit code. */
final class FailureMessages {
    private final Terminal terminal;
    private final List<String> args;
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private volatile boolean muted;

    FailureMessages(Terminal terminal, List<String> args) {
        this.terminal = terminal;
        this.args = args;
    }

    void mute() {
        muted = true;
    }

    /** After Ctrl-C: that is told once, unless the command at work tells more about it itself. */
    void interrupted() {
        if (!terminal.tellsInterruption() && interrupted.compareAndSet(false, true)) {
            mute();
            terminal.clearProgress();
            terminal.err().println(Main.NAME + ": interrupted");
        }
    }

    boolean muted() {
        return muted;
    }

    int exitCode(Throwable thrown) {
        return muted ? ExitCodes.BUG : tell(thrown).exitCode();
    }

    /** What the user was told. */
    record Told(int exitCode, String message) {}

    /** Tells the user, and who works on with other things what that was. */
    Told tell(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (cause != null && (thrown instanceof UncheckedIOException || thrown instanceof ExecutionException)) {
            return tell(cause); // picocli's and Java's wrappers say nothing of their own
        }
        terminal.clearProgress();
        if (thrown instanceof OutputLost lost) {
            return lost.brokenPipe()
                    ? new Told(ExitCodes.BROKEN_PIPE, lost.reason())
                    : say(ExitCodes.UNAVAILABLE, "cannot write the output: " + lost.reason());
        }
        flush();
        if (thrown instanceof CommandFailed failed) {
            return say(failed.exitCode(), failed.text());
        }
        if (thrown instanceof BadInputException || thrown instanceof CannotExpressException) {
            return say(ExitCodes.BAD_INPUT, String.valueOf(thrown.getMessage()));
        }
        if (thrown instanceof OutOfMemoryError error) {
            return outOfMemory(error);
        }
        if (thrown instanceof IOException problem && isOfTheSystem(problem)) {
            return inputOrOutput(problem);
        }
        BugReport report = BugReport.of(thrown, args);
        return new Told(report.print(terminal.err()), report.title());
    }

    /** Results printed before the failure come first. That they cannot be printed is not what the user must hear. */
    private void flush() {
        try {
            terminal.out().flush();
        } catch (OutputLost lost) {
            // the failure being reported matters more
        }
    }

    private Told outOfMemory(OutOfMemoryError error) {
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        return say(
                ExitCodes.BUG,
                "out of memory (" + error.getMessage() + "), with at most " + megabytes + " MB to use\n"
                        + "  give it more: BATELEUR_OPTS=-Xmx" + 2 * megabytes + "m " + BugReport.commandLine(args));
    }

    /** A library's own kind of IOException, say about malformed JSON, should have been turned into a message by us. */
    private static boolean isOfTheSystem(IOException problem) {
        return problem.getClass().getPackageName().startsWith("java.");
    }

    private Told inputOrOutput(IOException problem) {
        if (problem instanceof NoSuchFileException missing) {
            return say(ExitCodes.BAD_INPUT, "no such file: " + missing.getFile());
        }
        if (problem instanceof AccessDeniedException denied) {
            return say(ExitCodes.BAD_INPUT, "not allowed to open: " + denied.getFile());
        }
        if (problem instanceof FileSystemException system) {
            return say(ExitCodes.BAD_INPUT, system.getFile() + ": " + Sink.reason(system));
        }
        if (problem instanceof FileNotFoundException) {
            return say(ExitCodes.BAD_INPUT, String.valueOf(problem.getMessage()));
        }
        if (problem instanceof EOFException
                || problem instanceof ZipException
                || problem instanceof CharacterCodingException) {
            return say(ExitCodes.BAD_INPUT, "the input is damaged: " + problem);
        }
        return say(ExitCodes.UNAVAILABLE, "input or output failed: " + Sink.reason(problem));
    }

    private Told say(int exitCode, String message) {
        terminal.err().println(Main.NAME + ": " + message);
        return new Told(exitCode, message);
    }
}
