package io.bateleur.app.cli;

import io.bateleur.core.solve.Proof;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Writes a proof as text: learned clauses as they are, forgotten ones after a d. */
final class DratFile implements Proof, AutoCloseable {
    private final Writer out;

    DratFile(OutputStream stream) {
        out = new OutputStreamWriter(stream, StandardCharsets.US_ASCII);
    }

    @Override
    public void learned(int[] literals) {
        write("", literals);
    }

    @Override
    public void forgotten(int[] literals) {
        write("d ", literals);
    }

    private void write(String before, int[] literals) {
        StringBuilder line = new StringBuilder(before);
        for (int literal : literals) {
            line.append(literal).append(' ');
        }
        try {
            out.append(line.append("0\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
