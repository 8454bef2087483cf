package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.trace.RangeRead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Range reads that wait to be merged, by number. */
final class RangeReads {
    private final List<@Nullable RangeRead> waiting = new ArrayList<>();
    private final IntList free = new IntList();

    int add(RangeRead read) {
        if (free.size > 0) {
            int number = free.removeLast();
            waiting.set(number, read);
            return number;
        }
        waiting.add(read);
        return waiting.size() - 1;
    }

    RangeRead take(int number) {
        RangeRead read = waiting.set(number, null);
        free.add(number);
        if (read == null) {
            throw new IllegalStateException("no range read " + number);
        }
        return read;
    }
}
