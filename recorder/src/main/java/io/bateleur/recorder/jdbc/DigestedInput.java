package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream of bytes that remembers what was read of it: short ones as they are, long ones by their digest. */
final class DigestedInput extends FilterInputStream {
    private final SeenBytes seen;
    private final Runnable atEnd;

    DigestedInput(InputStream in, int largeBytes) {
        this(in, largeBytes, () -> {});
    }

    /** @param atEnd run when the end is reached */
    DigestedInput(InputStream in, int largeBytes, Runnable atEnd) {
        super(in);
        this.seen = new SeenBytes(largeBytes);
        this.atEnd = atEnd;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        if (one < 0) {
            atEnd.run();
        } else {
            seen.add(new byte[] {(byte) one}, 0, 1);
        }
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        int count = super.read(bytes, from, most);
        if (count < 0) {
            atEnd.run();
        } else {
            seen.add(bytes, from, count);
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        seen.lose();
        return super.skip(count);
    }

    @Override
    public synchronized void reset() throws IOException {
        seen.lose();
        super.reset();
    }

    /** What was read so far. */
    Value value() {
        return seen.value(Value::of);
    }
}
