package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.function.Function;

/** What was seen of a stream: a short one as it is, a long one by its digest. */
final class SeenBytes {
    private final MessageDigest digest = Values.sha256();
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private final int largeBytes;
    private long length;
    private boolean unsure;

    SeenBytes(int largeBytes) {
        this.largeBytes = largeBytes;
    }

    void add(byte[] bytes, int from, int count) {
        digest.update(bytes, from, count);
        if (length + count <= largeBytes) {
            start.write(bytes, from, count);
        }
        length += count;
    }

    /** Something was passed over, or is seen twice. */
    void lose() {
        unsure = true;
    }

    /** @param plain what a short one is */
    Value value(Function<byte[], Value> plain) {
        if (unsure) {
            return Values.HIDDEN;
        }
        if (length <= largeBytes) {
            return plain.apply(start.toByteArray());
        }
        try {
            return Values.digest(((MessageDigest) digest.clone()).digest(), length);
        } catch (CloneNotSupportedException e) {
            return Values.HIDDEN;
        }
    }
}
