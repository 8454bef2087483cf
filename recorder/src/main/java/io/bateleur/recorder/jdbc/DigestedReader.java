package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** A stream of characters that remembers what was read of it: short ones as they are, long ones by the digest of their UTF-8 form. */
final class DigestedReader extends FilterReader {
    private final SeenBytes seen;
    private final Runnable atEnd;
    /** The first half of a pair of surrogates, which has no bytes of its own. */
    private String half = "";

    DigestedReader(Reader in, int largeBytes) {
        this(in, largeBytes, () -> {});
    }

    /** @param atEnd run when the end is reached */
    DigestedReader(Reader in, int largeBytes, Runnable atEnd) {
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
            saw(String.valueOf((char) one));
        }
        return one;
    }

    @Override
    public int read(char[] chars, int from, int most) throws IOException {
        int count = super.read(chars, from, most);
        if (count < 0) {
            atEnd.run();
        } else {
            saw(new String(chars, from, count));
        }
        return count;
    }

    @Override
    public int read(CharBuffer target) throws IOException {
        char[] chars = new char[target.remaining()];
        int count = read(chars, 0, chars.length);
        if (count > 0) {
            target.put(chars, 0, count);
        }
        return count;
    }

    private void saw(String text) {
        String all = half + text;
        half = "";
        if (!all.isEmpty() && Character.isHighSurrogate(all.charAt(all.length() - 1))) {
            half = all.substring(all.length() - 1);
            all = all.substring(0, all.length() - 1);
        }
        byte[] bytes = all.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(all)) {
            seen.lose(); // half a pair by itself, for which drivers send one thing or another
        }
        seen.add(bytes, 0, bytes.length);
    }

    @Override
    public long skip(long count) throws IOException {
        seen.lose();
        return super.skip(count);
    }

    @Override
    public void reset() throws IOException {
        seen.lose();
        super.reset();
    }

    /** What was read so far. */
    Value value() {
        return half.isEmpty()
                ? seen.value(bytes -> Value.of(new String(bytes, StandardCharsets.UTF_8)))
                : Values.HIDDEN;
    }
}
