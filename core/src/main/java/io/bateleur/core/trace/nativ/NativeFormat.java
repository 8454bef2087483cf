package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Following;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.TraceListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Bateleur's own trace: JSON Lines, one event a line, specified in docs/trace-format.md. */
public final class NativeFormat implements TraceFormat {
    /** The version that is written where nothing asks for a newer one. */
    static final int OLDEST = 1;

    /** The newest version. */
    static final int NEWEST = 2;

    @Override
    public String name() {
        return "bateleur";
    }

    @Override
    public String description() {
        return "Bateleur's own trace, one JSON event a line; holds everything";
    }

    @Override
    public boolean recognises(Head head) {
        return !head.isDirectory() && head.start().matches("(?s)\\{\\s*\"bateleur\"\\s*:.*");
    }

    @Override
    public Fit fit() {
        return Fit.everything();
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        HistoryListener history = new HistoryListener();
        read(source, notes, history);
        return history.history();
    }

    @Override
    public void read(Source source, Notes notes, TraceListener listener) throws IOException {
        new NativeReader(notes, listener).readWithLaterParts(source);
    }

    @Override
    public void follow(Path file, Following following, Notes notes, TraceListener listener) throws IOException {
        new NativeReader(notes, listener).follow(file, following);
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (OutputStream out = sink.stream()) {
            NativeWriter.write(history, out);
        }
    }
}
