package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import java.util.List;

/** About how many bytes values have in a trace. A line of one may not be longer than readers take: a result stops before. */
public final class Weight {
    /** Of the rows of one result: half of the longest line, so that there is room for what stands around them. */
    public static final long RESULT_MAX = 32L << 20;

    private static final int NUMBER = 24;
    private static final int ESCAPED = 6;

    private Weight() {}

    public static long of(List<Value> values) {
        long bytes = 2;
        for (int i = 0; i < values.size(); i++) {
            bytes += 1 + of(values.get(i));
        }
        return bytes;
    }

    static long of(Content content) {
        return content instanceof Content.Live live ? of(live.value()) : NUMBER;
    }

    static long of(Value value) {
        if (value instanceof Value.Text text) {
            return text(text.value());
        }
        if (value instanceof Value.Elements list) {
            return of(list.value());
        }
        boolean small = value instanceof Value.Int || value instanceof Value.Bool || value instanceof Value.Null;
        return small ? NUMBER : text(value.toString());
    }

    private static long text(String text) {
        long bytes = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
            bytes += plain ? 1 : ESCAPED;
        }
        return bytes;
    }
}
