package io.bateleur.app.cli;

import io.bateleur.lab.server.ServerBuild;
import org.jspecify.annotations.Nullable;

/** Shows how far the build of a server is: a line for each step, and a bar while it compiles. */
final class BuildProgress implements ServerBuild.Listener, AutoCloseable {
    private final Terminal terminal;
    private @Nullable Progress bar;

    BuildProgress(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void begins(String what) {
        close();
        terminal.err().println(Main.NAME + ": " + what);
    }

    @Override
    public void compiled(int files, int about) {
        Progress shown = bar;
        if (shown == null) {
            shown = terminal.progress("compiling", Math.max(1, about));
            bar = shown;
        }
        shown.at(Math.min(files, about)); // the total is a guess
    }

    @Override
    public void close() {
        Progress shown = bar;
        if (shown != null) {
            shown.close();
            bar = null;
        }
    }
}
