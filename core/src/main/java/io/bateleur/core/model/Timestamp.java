package io.bateleur.core.model;

import java.util.Comparator;

/** A timestamp that the database itself gave: physical time and a logical counter (zero where it has none). */
public record Timestamp(long physical, long logical) implements Comparable<Timestamp> {
    private static final Comparator<Timestamp> ORDER =
            Comparator.comparingLong(Timestamp::physical).thenComparingLong(Timestamp::logical);

    @Override
    public int compareTo(Timestamp other) {
        return ORDER.compare(this, other);
    }
}
