package io.bateleur.app.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output that ends the command when nobody can receive it. A {@link java.io.PrintStream} on top swallows every
 * {@link IOException}, and the command would work on for nothing; an unchecked exception goes through it.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream out;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw new OutputLost(e);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputLost(e);
        }
    }
}
