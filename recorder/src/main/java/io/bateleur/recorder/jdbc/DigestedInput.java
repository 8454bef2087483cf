package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** A stream of bytes that remembers what was read of it: short ones as they are, long ones by their digest. */
final class DigestedInput extends FilterInputStream {
    private final MessageDigest digest = Values.sha256();
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private final int largeBytes;
    private final Runnable atEnd;
    private long length;
    private boolean unsure;

    DigestedInput(InputStream in, int largeBytes) {
        this(in, largeBytes, () -> {});
    }

    /** @param atEnd run when the end is reached */
    DigestedInput(InputStream in, int largeBytes, Runnable atEnd) {
        super(in);
        this.largeBytes = largeBytes;
        this.atEnd = atEnd;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        if (one < 0) {
            atEnd.run();
        } else {
            saw(new byte[] {(byte) one}, 0, 1);
        }
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        int count = super.read(bytes, from, most);
        if (count < 0) {
            atEnd.run();
        } else {
            saw(bytes, from, count);
        }
        return count;
    }

    private void saw(byte[] bytes, int from, int count) {
        digest.update(bytes, from, count);
        if (length + count <= largeBytes) {
            start.write(bytes, from, count);
        }
        length += count;
    }

    @Override
    public long skip(long count) throws IOException {
        unsure = true;
        return super.skip(count);
    }

    @Override
    public synchronized void reset() throws IOException {
        unsure = true;
        super.reset();
    }

    /** What was read so far. */
    Value value() {
        if (unsure) {
            return Values.HIDDEN;
        }
        if (length <= largeBytes) {
            return Value.of(start.toByteArray());
        }
        try {
            return Values.digest(((MessageDigest) digest.clone()).digest(), length);
        } catch (CloneNotSupportedException e) {
            return Values.HIDDEN;
        }
    }
}
