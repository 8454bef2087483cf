package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.io.OutputStream;

/** Bateleur's own trace: JSON Lines, one event a line, specified in docs/trace-format.md. */
public final class NativeFormat implements TraceFormat {
    /** The version that is written, and the newest that is read. */
    static final int VERSION = 1;

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
        return new NativeReader(new Lines(source), notes).readWithLaterParts(source.path());
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (OutputStream out = sink.stream()) {
            NativeWriter.write(history, out);
        }
    }
}
