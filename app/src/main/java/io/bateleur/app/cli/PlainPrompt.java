package io.bateleur.app.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a file or a pipe. The prompt is not shown: nobody waits for it. */
final class PlainPrompt implements Prompt {
    private final BufferedReader in;
    private final Terminal terminal;

    PlainPrompt(Terminal terminal) {
        this.in = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
        this.terminal = terminal;
    }

    @Override
    public @Nullable String line(String prompt) {
        try {
            return in.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void tell(String line) {
        terminal.out().println(line);
        terminal.out().flush();
    }

    @Override
    public void close() {
        terminal.out().flush();
    }
}
