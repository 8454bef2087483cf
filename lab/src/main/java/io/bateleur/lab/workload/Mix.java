package io.bateleur.lab.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Things that are drawn as often as their shares say. */
public final class Mix<T> {
    private final List<T> slots = new ArrayList<>();

    /** The shares of a mix need not add up to a hundred. */
    public Mix<T> with(int share, T choice) {
        slots.addAll(Collections.nCopies(share, choice));
        return this;
    }

    public T draw(SplittableRandom random) {
        return slots.get(random.nextInt(slots.size()));
    }
}
