package io.bateleur.app.cli;

import io.bateleur.lab.server.Cache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** A line that can be edited, with a history that is kept, and Tab. */
final class EditedPrompt implements Prompt {
    private final org.jline.terminal.Terminal screen;
    private final LineReader reader;

    /**
     * @param history where the lines are kept; nothing for a history that goes with us
     * @param words what Tab completes
     */
    EditedPrompt(org.jline.terminal.Terminal screen, @Nullable Path history, String... words) {
        this.screen = screen;
        DefaultParser parser = new DefaultParser();
        parser.setEscapeChars(null); // a backslash begins a command of ours
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(screen)
                .parser(parser)
                .completer(new StringsCompleter(words))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true); // SQL may have a ! in it
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        this.reader = builder.build();
    }

    /** On the terminal that we were started from. */
    static EditedPrompt system(String history, String... words) {
        try {
            Path folder = Cache.standard().root();
            Files.createDirectories(folder);
            return new EditedPrompt(
                    TerminalBuilder.builder().system(true).build(), folder.resolve("history-" + history), words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ctrl-C leaves the line and asks again; Ctrl-D on an empty line is the end. */
    @Override
    public @Nullable String line(String prompt) {
        while (true) {
            try {
                return reader.readLine(prompt);
            } catch (UserInterruptException e) {
                if (e.getPartialLine().isEmpty()) {
                    return "";
                }
            } catch (EndOfFileException e) {
                return null;
            }
        }
    }

    @Override
    public void tell(String line) {
        if (reader.isReading()) {
            reader.printAbove(line);
        } else {
            screen.writer().println(line);
            screen.flush();
        }
    }

    @Override
    public void close() {
        try {
            screen.close();
        } catch (IOException e) {
            // It goes with us.
        }
    }
}
