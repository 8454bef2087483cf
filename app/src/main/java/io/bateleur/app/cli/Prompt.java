package io.bateleur.app.cli;

import org.jspecify.annotations.Nullable;

/** Asks a person for lines; what happens meanwhile can be told without spoiling what is being typed. */
interface Prompt extends AutoCloseable {
    /** The next line, or nothing when there are no more. */
    @Nullable
    String line(String prompt);

    /** Tells a line; from any thread. */
    void tell(String line);

    @Override
    void close();

    /** With history and completion where a person types, plainly where lines come from a file or a pipe. */
    static Prompt of(Terminal terminal, String history, String... words) {
        return terminal.isInteractive() ? EditedPrompt.system(history, words) : new PlainPrompt(terminal);
    }
}
